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
import { countOf, FILTER, flagOf, type RawQuery, readRawQuery, textOf } from "./raw-query.ts";
import type { RequestShape, SentRequest } from "./sent-request.ts";

const { values: MOST_VALUES, prefixCharacters: LONGEST_PREFIX } = SERVICE_LIMITS;
/** The default number of values in a response. */
const VALUES = 100;

/** The orders of values: by descending frequency, or by value. */
export const VALUE_ORDERS = ["frequency", "name"] as const;

/** The parameters of a request for values. */
export const FIELD_VALUES: RequestShape = {
  single: [...FILTER.single, "order", "prefix", "ignoreCase", "limit"],
  instead: { sort: "write `order=name`", maxRecords: "write `limit=20`" },
};

/**
 * Reads a request for the values of a field, in steps: a summary by this field, with counts. The result is only valid
 * if there was no mistake.
 */
export function readingValues(
  name: string,
  sent: SentRequest,
  collection: Collection,
  mistakes: Mistakes,
  context: RequestContext,
): Steps<BoundPlan | undefined> {
  const prefix = readPrefix(textOf(sent, "prefix", mistakes)?.value ?? "", mistakes);
  const ignoreCase = flagOf(sent, "ignoreCase", mistakes)?.value ?? false;
  const type = collection.store.schema.fields.get(name)?.type;
  const key: GroupKey =
    type === "list"
      ? { elements: name, prefix, ignoreCase, name: "value" }
      : { field: name, name: "value" };
  const whole: RawQuery = {
    ...readRawQuery(sent, mistakes),
    sort: readOrder(textOf(sent, "order", mistakes)?.value ?? "frequency", mistakes),
    maxRecords: readLimit(sent, mistakes),
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

function readOrder(order: string, mistakes: Mistakes): NonNullable<RawQuery["sort"]> {
  if (!VALUE_ORDERS.some((known) => known === order)) {
    const message = `\`order\` is \`frequency\` or \`name\`, not ${quote(order)}`;
    mistakes.malformed("order", "invalid-order", message);
  }
  const field = { parameter: "order", value: "count" };
  return order === "frequency" ? [{ field, direction: "desc" }] : [];
}

function readLimit(sent: SentRequest, mistakes: Mistakes): ParameterValue<number> {
  const limit = countOf(sent, "limit", mistakes) ?? { parameter: "limit", value: VALUES };
  if (limit.value > MOST_VALUES) {
    const message = `at most ${MOST_VALUES} values can be requested`;
    mistakes.unanswerable("limit", "too-many-values", message);
  }
  return limit;
}
