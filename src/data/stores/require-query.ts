import { requireFormula } from "../../language/core/compiled.ts";
import { misuse, requireKind, requireOptions } from "../../util/misuse.ts";

/** @throws `TypeError` for an invalid query or a missing signal */
export function requireQuery(query: unknown, signal: unknown, call: string): void {
  requireKind(query, "object", `\`${call}\`: the query`, "for all records it is `{}`");
  requireOptions(query, call, {
    fields: "texts",
    sort: "objects",
    limit: "number",
    after: "object",
    owner: "text",
    weight: "number",
  });
  const { weight = 1 } = Object(query);
  if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
    throw misuse(`\`${call}\`: the option \`weight\``, "a finite number above 0", weight);
  }
  requireFilter(Object(query).filter, call);
  requireSignal(signal, call);
}

/** @throws `TypeError` for a filter that is not a formula. */
export function requireFilter(filter: unknown, call: string): void {
  if (filter !== undefined) requireFormula(filter, `\`${call}\``);
}

/** @throws `TypeError` unless the value is a signal. */
export function requireSignal(signal: unknown, call: string): void {
  requireKind(signal, "signal", `\`${call}\`: the signal`);
}
