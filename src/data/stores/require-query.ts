import { requireFormula } from "../../language/core/compiled.ts";
import { misuse, requireKind, requireOptions } from "../../util/misuse.ts";
import type { WorkMeter } from "../summary/index.ts";
import { weightOf } from "./fair-queue.ts";
import type { StoreCall } from "./store.ts";

/** @throws `TypeError` for an invalid query */
export function requireQuery(query: unknown, call: string): void {
  requireKind(query, "object", `\`${call}\`: the query`, "for all records it is `{}`");
  requireOptions(query, call, {
    fields: "texts",
    sort: "objects",
    limit: "number",
    after: "object",
  });
  requireFilter(Object(query).filter, call);
}

/** @throws `TypeError` for a filter that is not a formula. */
export function requireFilter(filter: unknown, call: string): void {
  if (filter !== undefined) requireFormula(filter, `\`${call}\``);
}

/** The options of a call that were read. */
export interface ReadCall extends StoreCall {
  readonly signal: AbortSignal;
  readonly meter: WorkMeter;
}

/**
 * The options of a call, with a signal that never aborts and a meter of its own if they have none.
 *
 * @throws `TypeError` for an invalid option
 */
export function readCall(options: StoreCall | undefined, call: string): ReadCall {
  requireOptions(options, call, {
    signal: "signal",
    owner: "object",
    meter: "object",
    hold: "function",
  });
  if (options !== undefined && "aborted" in options) {
    throw misuse(`\`${call}\`: the options`, "an object such as `{ signal }`", options);
  }
  const {
    signal = new AbortController().signal,
    owner,
    meter = { usedMs: 0 },
    hold,
  } = options ?? {};
  if (owner === undefined) return { signal, meter, hold };
  requireKind(owner.id, "text", `\`${call}\`: \`id\` of the owner`);
  const weight = weightOf(owner);
  requireKind(weight, "number", `\`${call}\`: \`weight\` of the owner`);
  if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
    throw misuse(`\`${call}\`: \`weight\` of the owner`, "a finite number above 0", weight);
  }
  return { signal, owner, meter, hold };
}
