import { describe } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { suggest } from "../../../util/suggest.ts";
import type { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { type RawValues, takeValues } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { SentParameter } from "./query-string.ts";

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

export interface RawSort {
  readonly field: ParameterValue<string>;
  readonly direction: "asc" | "desc";
}

const NAMES = [
  "fields",
  "filterByFormula",
  "timeZone",
  "sort",
  "maxRecords",
  "pageSize",
  "cursor",
  "totalCount",
] as const;

/** Names of these parameters in other services, with the names to use instead. */
const FOREIGN: Readonly<Record<string, string>> = {
  offset: "`cursor`, which the `Link` header of the page before holds",
  limit: "`maxRecords`",
  filter: "`filterByFormula`",
  where: "`filterByFormula`",
  formula: "`filterByFormula`",
  order: "`sort.0.field` and `sort.0.direction`",
  select: "`fields.0`, `fields.1` …",
};

const { fields: MOST_FIELDS, sorts: MOST_SORTS } = SERVICE_LIMITS;

/** `fields.0`, `fields[0]`, `fields[]`. */
const FIELD = /^fields(?:\.(.*)|\[(.*)\])$/s;
/** `sort.0.field`, `sort[0][field]`. */
const SORT = /^sort(?:\.([^.[\]]*)\.([^.[\]]*)|\[([^.[\]]*)\]\[([^.[\]]*)\])$/;
const INDEX = /^(?:0|[1-9]\d{0,2})$/;

/** Reads a query from the query string. Unknown and duplicate parameters are mistakes. */
export function readParameters(parameters: readonly SentParameter[], mistakes: Mistakes): RawQuery {
  const { values, others } = takeValues(parameters, mistakes);
  const fields = new Map<number, ParameterValue<string>>();
  const sorts = new Map<
    number,
    { field?: ParameterValue<string>; direction?: ParameterValue<string> }
  >();
  const single = new Map<string, string>();
  let listed = 0;
  const twice = (name: string): void => {
    mistakes.malformed(name, "duplicate-parameter", `${quote(name)} is given more than once`);
  };

  for (const { name, value } of others) {
    const field = FIELD.exec(name);
    if (field !== null) {
      const [, dotted, bracketed] = field;
      const index = bracketed === "" ? listed++ : indexOf(dotted ?? bracketed ?? "", MOST_FIELDS);
      if (index === undefined) badIndex(name, MOST_FIELDS, mistakes);
      else if (fields.has(index)) twice(name);
      else fields.set(index, { parameter: name, value });
      continue;
    }
    const sort = SORT.exec(name);
    if (sort !== null) {
      const index = indexOf(sort[1] ?? sort[3] ?? "", MOST_SORTS);
      const part = sort[2] ?? sort[4];
      if (index === undefined) {
        badIndex(name, MOST_SORTS, mistakes);
        continue;
      }
      if (part !== "field" && part !== "direction") {
        unknown(name, mistakes);
        continue;
      }
      const entry = sorts.get(index) ?? {};
      if (entry[part] !== undefined) twice(name);
      entry[part] = { parameter: name, value };
      sorts.set(index, entry);
      continue;
    }
    if (!isSingle(name)) unknown(name, mistakes);
    else if (single.has(name)) twice(name);
    else single.set(name, value);
  }

  return {
    values,
    ...(fields.size === 0 ? {} : { fields: inOrder(fields, "fields", mistakes) }),
    ...(sorts.size === 0 ? {} : { sort: readSorts(inOrder(sorts, "sort", mistakes), mistakes) }),
    ...textOf(single, "filterByFormula"),
    ...textOf(single, "timeZone"),
    ...textOf(single, "cursor"),
    ...countOf(single, "maxRecords", mistakes),
    ...countOf(single, "pageSize", mistakes),
    ...flagOf(single, "totalCount", mistakes),
  };
}

/** Rejects parameters that are only valid for other routes. */
export function refuseOthers(
  raw: RawQuery,
  known: readonly (typeof NAMES)[number][],
  mistakes: Mistakes,
): void {
  for (const name of NAMES) {
    if (raw[name] === undefined || known.includes(name)) continue;
    mistakes.malformed(name, "unknown-parameter", `there is no parameter ${quote(name)} here`);
  }
}

function isSingle(name: string): boolean {
  return NAMES.some((known) => known === name) && name !== "fields" && name !== "sort";
}

export function indexOf(text: string, most: number): number | undefined {
  return INDEX.test(text) && Number(text) < most ? Number(text) : undefined;
}

export function badIndex(name: string, most: number, mistakes: Mistakes): void {
  mistakes.malformed(name, "invalid-index", `${quote(name)} has no index from 0 to ${most - 1}`);
}

function unknown(name: string, mistakes: Mistakes): void {
  mistakes.malformed(name, "unknown-parameter", `there is no parameter ${quote(name)}`, help(name));
}

function help(name: string): string | undefined {
  if (name === "param" || name === "parameters") return "write `param.user=…`, with the name";
  if (name === "fields") return "number the fields: `fields.0=vin&fields.1=price`";
  if (/^sort\b/.test(name)) return "write `sort.0.field=price&sort.0.direction=asc`";
  const [head = ""] = name.split(/[.[]/);
  if (Object.hasOwn(FOREIGN, head)) return `it is ${FOREIGN[head]} here`;
  const meant = suggest(head, NAMES);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** Sorts entries by index. A missing index is a mistake: a parameter was lost. */
export function inOrder<T>(
  entries: ReadonlyMap<number, T>,
  name: string,
  mistakes: Mistakes,
): readonly T[] {
  const list: T[] = [];
  for (let index = 0; index < entries.size; index++) {
    const entry = entries.get(index);
    if (entry === undefined) {
      const missing = `${name}.${index}`;
      mistakes.malformed(
        missing,
        "missing-index",
        `${quote(missing)} is missing, and a later one is given`,
      );
      return [...entries.values()];
    }
    list.push(entry);
  }
  return list;
}

function readSorts(
  entries: readonly { field?: ParameterValue<string>; direction?: ParameterValue<string> }[],
  mistakes: Mistakes,
): readonly RawSort[] {
  return entries.flatMap(({ field, direction }) => {
    if (field === undefined) {
      const parameter = direction?.parameter ?? "sort";
      mistakes.malformed(parameter, "missing-field", `${quote(parameter)} has no field beside it`);
      return [];
    }
    return [{ field, direction: readDirection(direction, mistakes) }];
  });
}

export function readDirection(
  given: ParameterValue<unknown> | undefined,
  mistakes: Mistakes,
): "asc" | "desc" {
  const value = given?.value ?? "asc";
  if (value === "asc" || value === "desc") return value;
  mistakes.malformed(
    given?.parameter ?? "direction",
    "invalid-direction",
    `a direction must be \`asc\` or \`desc\`, not ${describe(value)}`,
  );
  return "asc";
}

function textOf(
  single: ReadonlyMap<string, string>,
  name: "filterByFormula" | "timeZone" | "cursor",
): Pick<RawQuery, typeof name> {
  const value = single.get(name);
  return value === undefined ? {} : { [name]: { parameter: name, value } };
}

function countOf(
  single: ReadonlyMap<string, string>,
  name: "maxRecords" | "pageSize",
  mistakes: Mistakes,
): Pick<RawQuery, typeof name> {
  const text = single.get(name);
  if (text === undefined) return {};
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return { [name]: { parameter: name, value } };
  badCount(name, quote(text), mistakes);
  return {};
}

function flagOf(
  single: ReadonlyMap<string, string>,
  name: "totalCount",
  mistakes: Mistakes,
): Pick<RawQuery, typeof name> {
  const text = single.get(name);
  if (text === undefined) return {};
  if (text === "true" || text === "false") {
    return { [name]: { parameter: name, value: text === "true" } };
  }
  badFlag(name, quote(text), mistakes);
  return {};
}

export function badFlag(name: string, shown: string, mistakes: Mistakes): void {
  mistakes.malformed(name, "invalid-flag", `\`${name}\` is \`true\` or \`false\`, not ${shown}`);
}

export function badCount(name: string, shown: string, mistakes: Mistakes): void {
  mistakes.malformed(
    name,
    "invalid-number",
    `\`${name}\` must be a whole number from 1, not ${shown}`,
  );
}
