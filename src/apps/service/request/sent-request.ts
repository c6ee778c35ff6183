import { isRecord } from "../../../util/is-record.ts";
import { describe } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { suggest } from "../../../util/suggest.ts";
import type { Mistakes } from "../http-problem.ts";
import { type RawValues, takeValues, valuesOfBody } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { SentParameter } from "./query-string.ts";

// This folder reads requests: parameters of the query string or the body, in one common form, checked against the
// schema.

/** A value as sent: a string in a query string, and any JSON in a body. */
export type SentValue = ParameterValue<unknown>;

/** The parameters of a route. */
export interface RequestShape {
  /** The names of single values. */
  readonly single: readonly string[];
  readonly lists?: Readonly<Record<string, ListShape>>;
  /** Help for parameters that only other routes have. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A list: `fields.0`, `fields[0]` or `fields[]` in a query string, and an array in a body. */
interface ListShape {
  /** The most items. */
  readonly most: number;
  /** The parts of items that are objects: `sort.0.field`, `sort[0][field]`. */
  readonly parts?: readonly string[];
}

/** An item of a list. */
export interface SentItem {
  readonly parameter: string;
  /** The values of its parts. An item that is no object has one part, without a name. */
  readonly parts: ReadonlyMap<string, SentValue>;
}

/** The parameters of a request, before their values are read. */
export interface SentRequest {
  /** Whether the values are strings, as in a query string. */
  readonly isText: boolean;
  readonly single: ReadonlyMap<string, SentValue>;
  readonly lists: ReadonlyMap<string, readonly SentItem[]>;
  /** The values of formulas' parameters. */
  readonly values: RawValues;
}

/** The name of the part of an item that is no object. */
const WHOLE = "";
const ITEM = /^(?:\.(.*)|\[(.*)\])$/s;
const PART = /^(?:\.([^.[\]]*)\.([^.[\]]*)|\[([^.[\]]*)\]\[([^.[\]]*)\])$/;
const INDEX = /^(?:0|[1-9]\d{0,2})$/;

/** Reads the parameters of a query string. Unknown and duplicate ones are mistakes. */
export function sentInQuery(
  parameters: readonly SentParameter[],
  shape: RequestShape,
  mistakes: Mistakes,
): SentRequest {
  const { values, others } = takeValues(parameters, mistakes);
  const single = new Map<string, SentValue>();
  const lists = new Map<string, Map<number, Map<string, SentValue>>>();
  for (const { name, value } of others) {
    const found = partNamed(name, shape);
    if (shape.single.includes(name)) addOnce(single, name, { parameter: name, value }, mistakes);
    else if (found === undefined) unknown(name, shape, mistakes);
    else {
      const { list, index: given, part, most } = found;
      const items = lists.get(list) ?? new Map<number, Map<string, SentValue>>();
      lists.set(list, items);
      const index = given === undefined ? items.size : indexOf(given);
      if (index >= most) {
        const message = `${quote(name)} has no index from 0 to ${most - 1}`;
        mistakes.malformed(name, "invalid-index", message);
        continue;
      }
      const item = items.get(index) ?? new Map<string, SentValue>();
      items.set(index, item);
      addOnce(item, part, { parameter: name, value }, mistakes);
    }
  }
  const ordered = [...lists].map(
    ([name, items]) => [name, inOrder(items, name, mistakes)] as const,
  );
  return { isText: true, single, lists: new Map(ordered), values };
}

interface NamedPart {
  readonly list: string;
  readonly most: number;
  /** `undefined` for the next item: `fields[]`. */
  readonly index: string | undefined;
  readonly part: string;
}

/** The part of a list's item with a name in a query string. */
function partNamed(name: string, { lists = {} }: RequestShape): NamedPart | undefined {
  for (const [list, { most, parts }] of Object.entries(lists)) {
    if (!name.startsWith(list)) continue;
    const rest = name.slice(list.length);
    if (parts === undefined) {
      const [found, dotted, bracketed = dotted] = ITEM.exec(rest) ?? [];
      const index = dotted === undefined && bracketed === "" ? undefined : bracketed;
      if (found !== undefined) return { list, most, index, part: WHOLE };
    } else {
      const [, dotted, dottedPart, index = dotted, part = dottedPart] = PART.exec(rest) ?? [];
      if (index === undefined || part === undefined || !parts.includes(part)) return undefined;
      return { list, most, index, part };
    }
  }
  return undefined;
}

function indexOf(text: string): number {
  return INDEX.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

function addOnce(
  values: Map<string, SentValue>,
  name: string,
  value: SentValue,
  mistakes: Mistakes,
): void {
  const { parameter } = value;
  if (!values.has(name)) values.set(name, value);
  else {
    const message = `${quote(parameter)} is given more than once`;
    mistakes.malformed(parameter, "duplicate-parameter", message);
  }
}

/** Sorts items by index. A missing index is a mistake: a parameter was lost. */
function inOrder(
  items: ReadonlyMap<number, ReadonlyMap<string, SentValue>>,
  name: string,
  mistakes: Mistakes,
): readonly SentItem[] {
  const indexes = [...items.keys()].sort((a, b) => a - b);
  const missing = indexes.findIndex((index, position) => index !== position);
  if (missing >= 0) {
    const parameter = `${name}.${missing}`;
    const message = `${quote(parameter)} is missing, and a later one is given`;
    mistakes.malformed(parameter, "missing-index", message);
  }
  return indexes.map((index) => ({
    parameter: `${name}.${index}`,
    parts: items.get(index) ?? new Map(),
  }));
}

/** Reads the parameters of a body: `{ "fields": ["vin"], "sort": [{ "field": "price" }] }`. */
export function sentInBody(body: unknown, shape: RequestShape, mistakes: Mistakes): SentRequest {
  const single = new Map<string, SentValue>();
  const lists = new Map<string, readonly SentItem[]>();
  const { parameters, ...others } = isRecord(body) ? body : {};
  if (!isRecord(body)) {
    mistakes.malformed("", "invalid-body", "the body must be a JSON object of parameters");
  }
  for (const [name, value] of Object.entries(others)) {
    const list = Object.entries(shape.lists ?? {}).find(([known]) => known === name)?.[1];
    if (list !== undefined) lists.set(name, itemsOf(name, value, list, shape, mistakes));
    else if (shape.single.includes(name)) single.set(name, { parameter: name, value });
    else unknown(name, shape, mistakes);
  }
  return { isText: false, single, lists, values: valuesOfBody(parameters, mistakes) };
}

function itemsOf(
  name: string,
  value: unknown,
  { most, parts }: ListShape,
  shape: RequestShape,
  mistakes: Mistakes,
): readonly SentItem[] {
  if (!Array.isArray(value) || value.length > most) {
    mistakes.malformed(name, "invalid-list", `\`${name}\` must be a list of at most ${most}`);
    return [];
  }
  return value.flatMap((item: unknown, index): readonly SentItem[] => {
    const parameter = `${name}.${index}`;
    if (parts === undefined) {
      return [{ parameter, parts: new Map([[WHOLE, { parameter, value: item }]]) }];
    }
    if (!isRecord(item)) {
      const known = parts.map((part) => `\`${part}\``).join(", ");
      const message = `${quote(parameter)} is an object with ${known}, not ${describe(item)}`;
      mistakes.malformed(parameter, "invalid-item", message);
      return [];
    }
    const values = new Map<string, SentValue>();
    for (const [part, one] of Object.entries(item)) {
      const shown = `${parameter}.${part}`;
      if (parts.includes(part)) values.set(part, { parameter: shown, value: one });
      else unknown(shown, shape, mistakes);
    }
    return [{ parameter, parts: values }];
  });
}

/** Names of parameters in other services, each with ours. */
const FOREIGN: Readonly<Record<string, readonly [name: string, written: string]>> = {
  offset: ["cursor", "`cursor`, which the `Link` header of the page before holds"],
  limit: ["maxRecords", "`maxRecords`"],
  filter: ["filterByFormula", "`filterByFormula`"],
  where: ["filterByFormula", "`filterByFormula`"],
  formula: ["filterByFormula", "`filterByFormula`"],
  order: ["sort", "`sort.0.field` and `sort.0.direction`"],
  select: ["fields", "`fields.0`, `fields.1` …"],
};

/** How lists are written in a query string. */
const WRITTEN: Readonly<Record<string, string>> = {
  fields: "number the fields: `fields.0=vin&fields.1=price`",
  sort: "write `sort.0.field=price&sort.0.direction=asc`",
  groupBy: "write `groupBy.0.field=country` or `groupBy.0.formula=YEAR({date})`",
};

function unknown(name: string, shape: RequestShape, mistakes: Mistakes): void {
  const message = `there is no parameter ${quote(name)}`;
  mistakes.malformed(name, "unknown-parameter", message, helpFor(name, shape));
}

function helpFor(
  name: string,
  { single, lists = {}, instead = {} }: RequestShape,
): string | undefined {
  if (name === "param" || name === "parameters") return "write `param.user=…`, with the name";
  const known = [...single, ...Object.keys(lists)];
  const [head = ""] = name.split(/[.[]/);
  if (Object.hasOwn(instead, head)) return instead[head];
  if (known.includes(head) && Object.hasOwn(WRITTEN, head)) return WRITTEN[head];
  const [target = "", written = ""] =
    (Object.hasOwn(FOREIGN, head) ? FOREIGN[head] : undefined) ?? [];
  if (known.includes(target)) return `it is ${written} here`;
  const meant = suggest(head, known);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}
