import type { GroupKey } from "../../../data/summary/index.ts";
import { field as fieldNameOf, fx } from "../../../engine/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { quote } from "../../../util/quote.ts";
import type { Steps } from "../../../util/steps.ts";
import type { Collection } from "../collection.ts";
import type { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import type { RequestContext } from "../request-context.ts";
import { type BoundPlan, readingGroups } from "./groups.ts";
import type { ParameterValue } from "./parameter-value.ts";
import { badCount, badFlag, type RawQuery, readParameters } from "./parameters.ts";
import type { SentParameter } from "./query-string.ts";

const { values: MOST_VALUES, prefixCharacters: LONGEST_PREFIX } = SERVICE_LIMITS;
/** The default number of values in a response. */
const VALUES = 100;

/** The orders of values: by descending frequency, or by value. */
export const VALUE_ORDERS = ["frequency", "name"] as const;

const NAMES = ["order", "prefix", "ignoreCase", "limit"] as const;

/**
 * Reads a request for the values of a field, in steps: a summary by this field, with counts. The result is only valid
 * if there was no mistake.
 */
export function readingValues(
  name: string,
  parameters: readonly SentParameter[],
  collection: Collection,
  mistakes: Mistakes,
  context: RequestContext,
): Steps<BoundPlan | undefined> {
  const own = new Map<(typeof NAMES)[number], string>();
  const others: SentParameter[] = [];
  for (const given of parameters) {
    const known = NAMES.find((one) => one === given.name);
    if (known === undefined) others.push(given);
    else if (!own.has(known)) own.set(known, given.value);
    else mistakes.malformed(known, "duplicate-parameter", `\`${known}\` is given more than once`);
  }
  const query = readParameters(others, mistakes);
  for (const refused of ["sort", "maxRecords"] as const) {
    if (query[refused] === undefined) continue;
    const help = `write \`${refused === "sort" ? "order=name" : "limit=20"}\``;
    const message = `there is no parameter \`${refused}\` here`;
    mistakes.malformed(refused, "unknown-parameter", message, help);
  }
  const prefix = readPrefix(own.get("prefix") ?? "", mistakes);
  const ignoreCase = readFlag(own.get("ignoreCase") ?? "false", mistakes);
  const type = collection.store.schema.fields.get(name)?.type;
  const key: GroupKey =
    type === "list"
      ? { elements: name, prefix, ignoreCase, name: "value" }
      : { field: name, name: "value" };
  const whole: RawQuery = {
    ...query,
    sort: readOrder(own.get("order") ?? "frequency", mistakes),
    maxRecords: readLimit(own.get("limit"), mistakes),
  };
  const begins =
    prefix === "" || type === undefined || type === "list"
      ? undefined
      : beginning(name, type, prefix, ignoreCase);
  const groups = { query: whole, groupBy: [{ parameter: "field", value: key }], measures: [] };
  return readingGroups(groups, collection, mistakes, context, begins);
}

/** A formula for records with a value that begins with a prefix. Other types are converted to text. */
function beginning(name: string, type: ValueType, prefix: string, ignoreCase: boolean): string {
  const value = fx`${fieldNameOf(name)}`;
  const text = type === "text" ? value : fx`${value} & ""`;
  return ignoreCase
    ? fx`STARTS_WITH(LOWER(${text}), LOWER(${prefix}))`.source
    : fx`STARTS_WITH(${text}, ${prefix})`.source;
}

function readPrefix(prefix: string, mistakes: Mistakes): string {
  if (prefix.length <= LONGEST_PREFIX) return prefix;
  const message = `\`prefix\` has at most ${LONGEST_PREFIX} characters`;
  mistakes.unanswerable("prefix", "prefix-too-long", message);
  return "";
}

function readFlag(text: string, mistakes: Mistakes): boolean {
  if (text !== "true" && text !== "false") badFlag("ignoreCase", quote(text), mistakes);
  return text === "true";
}

function readOrder(order: string, mistakes: Mistakes): NonNullable<RawQuery["sort"]> {
  if (!VALUE_ORDERS.some((known) => known === order)) {
    const message = `\`order\` is \`frequency\` or \`name\`, not ${quote(order)}`;
    mistakes.malformed("order", "invalid-order", message);
  }
  const field = { parameter: "order", value: "count" };
  return order === "frequency" ? [{ field, direction: "desc" }] : [];
}

function readLimit(text: string | undefined, mistakes: Mistakes): ParameterValue<number> {
  const value =
    text === undefined ? VALUES : /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) badCount("limit", quote(text ?? ""), mistakes);
  else if (value > MOST_VALUES) {
    mistakes.unanswerable(
      "limit",
      "too-many-values",
      `at most ${MOST_VALUES} values can be requested`,
    );
  }
  return { parameter: "limit", value };
}
