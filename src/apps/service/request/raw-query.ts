import { isText } from "../../../language/values/text/index.ts";
import { defined } from "../../../util/defined.ts";
import { describe } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import type { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import type { RawValues } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { RequestShape, SentItem, SentRequest, SentValue } from "./sent-request.ts";

/** The query of a request, before it is checked against the schema. */
export interface RawQuery {
  readonly fields?: readonly ParameterValue<string>[];
  readonly filterByFormula?: ParameterValue<string>;
  /** The time zone of the formula. */
  readonly timeZone?: ParameterValue<string>;
  /** The values of the formula's parameters. */
  readonly values?: RawValues;
  readonly sort?: readonly RawSort[];
  readonly maxRecords?: ParameterValue<number>;
  readonly pageSize?: ParameterValue<number>;
  readonly cursor?: ParameterValue<string>;
  readonly totalCount?: ParameterValue<boolean>;
}

interface RawSort {
  readonly field: ParameterValue<string>;
  readonly direction: "asc" | "desc";
}

/** The parameters of a filter. */
export const FILTER: RequestShape = { single: ["filterByFormula", "timeZone"] };

export const SORT_LIST = { most: SERVICE_LIMITS.sorts, parts: ["field", "direction"] } as const;

/** The parameters of a query for records. */
export const QUERY: RequestShape = {
  single: [...FILTER.single, "maxRecords", "pageSize", "cursor", "totalCount"],
  lists: { fields: { most: SERVICE_LIMITS.fields }, sort: SORT_LIST },
};

/** Reads the values of a query. Parameters that the route lacks are undefined. */
export function readRawQuery(sent: SentRequest, mistakes: Mistakes): RawQuery {
  return defined({
    values: sent.values,
    fields: sent.lists.has("fields") ? textsOf(sent, "fields", mistakes) : undefined,
    sort: sent.lists.get("sort")?.flatMap((item) => sortOf(item, mistakes)),
    filterByFormula: textOf(sent, "filterByFormula", mistakes),
    timeZone: textOf(sent, "timeZone", mistakes),
    cursor: textOf(sent, "cursor", mistakes),
    maxRecords: countOf(sent, "maxRecords", mistakes),
    pageSize: countOf(sent, "pageSize", mistakes),
    totalCount: flagOf(sent, "totalCount", mistakes),
  });
}

function sortOf({ parameter, parts }: SentItem, mistakes: Mistakes): readonly RawSort[] {
  const field = parts.get("field");
  const direction = parts.get("direction");
  if (field === undefined) {
    const shown = direction?.parameter ?? parameter;
    mistakes.malformed(shown, "missing-field", `${quote(shown)} has no field beside it`);
    return [];
  }
  const read = readText(field, mistakes);
  return read === undefined ? [] : [{ field: read, direction: readDirection(direction, mistakes) }];
}

function readDirection(given: SentValue | undefined, mistakes: Mistakes): "asc" | "desc" {
  const value = given?.value ?? "asc";
  if (value === "asc" || value === "desc") return value;
  mistakes.malformed(
    given?.parameter ?? "direction",
    "invalid-direction",
    `a direction must be \`asc\` or \`desc\`, not ${describe(value)}`,
  );
  return "asc";
}

export function readText(
  { parameter, value }: SentValue,
  mistakes: Mistakes,
): ParameterValue<string> | undefined {
  if (typeof value === "string" && isText(value)) return { parameter, value };
  const message =
    typeof value === "string"
      ? `${quote(parameter)} has a character that no text may have: U+0000, or half of a pair`
      : `${quote(parameter)} is a text, not ${describe(value)}`;
  mistakes.malformed(parameter, "invalid-text", message);
  return undefined;
}

/** The texts of a list. */
export function textsOf(
  { lists }: SentRequest,
  name: string,
  mistakes: Mistakes,
): readonly ParameterValue<string>[] {
  const values = (lists.get(name) ?? []).flatMap(({ parts }) => [...parts.values()]);
  return values.flatMap((value) => readText(value, mistakes) ?? []);
}

export function textOf(
  { single }: SentRequest,
  name: string,
  mistakes: Mistakes,
): ParameterValue<string> | undefined {
  const given = single.get(name);
  return given && readText(given, mistakes);
}

/** A whole number from 1. */
export function countOf(
  { single, isText: isString }: SentRequest,
  name: string,
  mistakes: Mistakes,
): ParameterValue<number> | undefined {
  const given = single.get(name);
  if (given === undefined) return undefined;
  const { parameter, value } = given;
  const isNumber = isString
    ? typeof value === "string" && /^[1-9]\d{0,15}$/.test(value)
    : typeof value === "number";
  const count = isNumber ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(count) && count >= 1) return { parameter, value: count };
  const message = `\`${name}\` must be a whole number from 1, not ${shownValue(value)}`;
  mistakes.malformed(name, "invalid-number", message);
  return undefined;
}

export function flagOf(
  { single, isText: isString }: SentRequest,
  name: string,
  mistakes: Mistakes,
): ParameterValue<boolean> | undefined {
  const given = single.get(name);
  if (given === undefined) return undefined;
  const { parameter, value } = given;
  const [yes, no] = isString ? ["true", "false"] : [true, false];
  if (value === yes || value === no) return { parameter, value: value === yes };
  const message = `\`${name}\` is \`true\` or \`false\`, not ${shownValue(value)}`;
  mistakes.malformed(name, "invalid-flag", message);
  return undefined;
}

function shownValue(value: unknown): string {
  return typeof value === "string" ? quote(value) : describe(value);
}
