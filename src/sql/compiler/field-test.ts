import { evaluate } from "../../core/evaluate.ts";
import { type CoreNode, operandOf, operandsOf } from "../../core/node.ts";
import type { Field } from "../../schema/index.ts";
import { DAY, LAST_DATE, MIN_DATE, startOf } from "../../values/date/index.ts";
import type { Plain } from "../../values/plain.ts";
import { and, FALSE, type Fragment, isNull, or, parameter, sql, TRUE } from "../fragment.ts";
import { storageOf } from "../mapping.ts";
import { comparedColumn, dateColumn, fieldColumn, textColumn } from "./columns.ts";
import { equated, numberLiteral } from "./constants.ts";
import { apply, type Context } from "./context.ts";

/** The fields that a node reads. */
export function fieldsOf(node: CoreNode): ReadonlySet<Field> {
  const fields = new Set<Field>();
  const seen = new Set<CoreNode>();
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.op === "field") fields.add(next.data);
    pending.push(...[...next.operands].reverse());
  }
  return fields;
}

/** Whether a condition has a truth for records where every field of it is blank. */
export function holdsForBlank(node: CoreNode, wanted: boolean): boolean {
  return evaluate(node, { read: ({ type }) => BLANKS[type], now: 0 }) === wanted;
}

const BLANKS: Readonly<Record<Field["type"], Plain>> = {
  text: "",
  number: null,
  boolean: false,
  date: null,
  list: [],
};

const NOT_STRICT: ReadonlySet<CoreNode["op"]> = new Set<CoreNode["op"]>([
  "if",
  "orElse",
  "isError",
  "isBlank",
  "and",
  "or",
  "not",
  "call",
]);

/** Whether SQL made of the node is never TRUE where a column of it is NULL. */
export function isStrict(node: CoreNode, seen: Set<CoreNode> = new Set()): boolean {
  // Nodes are shared: each is looked at once.
  if (seen.has(node)) return true;
  seen.add(node);
  return !NOT_STRICT.has(node.op) && node.operands.every((operand) => isStrict(operand, seen));
}

const OPPOSITE = { "=": "<>", "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;
type Relation = keyof typeof OPPOSITE;

/** A field compared with a constant: the field stands left. */
function relationOf(
  node: CoreNode,
):
  | { readonly operand: CoreNode; readonly relation: Relation; readonly constant: number }
  | undefined {
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  if (b.op === "literal" && typeof b.data === "number") {
    const relation = node.op === "equal" ? "=" : node.op === "less" ? "<" : "<=";
    return { operand: a, relation, constant: b.data };
  }
  if (a.op === "literal" && typeof a.data === "number") {
    const relation = node.op === "equal" ? "=" : node.op === "less" ? ">" : ">=";
    return { operand: b, relation, constant: a.data };
  }
  return undefined;
}

/**
 * A comparison of a number column as it is with a constant, so that its index serves. It is neither TRUE nor FALSE where the column
 * is NULL. `undefined` for every other condition.
 */
export function numberTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): Fragment | undefined {
  const found = relationOf(node);
  if (found === undefined || found.operand.op !== "field" || found.operand.type !== "number")
    return undefined;
  const { operand, constant } = found;
  const column = comparedColumn(context, operand.data);
  const relation = wanted ? found.relation : OPPOSITE[found.relation];
  const isInteger = storageOf(operand.data, context.table, context.dialect) === "integer";
  if (isInteger) return integerTest(context, column, relation, constant);
  const isEquality = relation === "=" || relation === "<>";
  const tested = isEquality ? equated(context.dialect, column) : column;
  return compareColumn(tested, relation, numberLiteral(context.dialect, constant));
}

/** Integers are compared with integers: the bound is rounded to the one that tells the same. */
function integerTest(
  { dialect }: Context,
  column: Fragment,
  relation: Relation | "<>",
  constant: number,
): Fragment {
  const integer = (value: number): Fragment => {
    const within = Math.min(Math.max(value, -(2 ** 53) - 2), 2 ** 53 + 2);
    return dialect.literal.integer(parameter(within, "integer"));
  };
  switch (relation) {
    case "<":
    case ">=":
      return compareColumn(column, relation, integer(Math.ceil(constant)));
    case "<=":
    case ">":
      return compareColumn(column, relation, integer(Math.floor(constant)));
    default:
      // No integer equals another number; one that no column holds keeps the text of the SQL the same.
      return compareColumn(
        column,
        relation,
        integer(Number.isInteger(constant) ? constant : 2 ** 53 + 2),
      );
  }
}

function compareColumn(column: Fragment, relation: Relation | "<>", bound: Fragment): Fragment {
  switch (relation) {
    case "=":
      return sql`${column} = ${bound}`;
    case "<>":
      return sql`${column} <> ${bound}`;
    case "<":
      return sql`${column} < ${bound}`;
    case "<=":
      return sql`${column} <= ${bound}`;
    case ">":
      return sql`${column} > ${bound}`;
    case ">=":
      return sql`${column} >= ${bound}`;
  }
}

/**
 * Whether a text column begins with a constant, as a stretch of the order of texts, so that its index serves. `undefined` for
 * every other condition.
 */
export function prefixTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): Fragment | undefined {
  if (node.op !== "startsWith" || context.dialect.prefixAsRange !== true) return undefined;
  const [text, prefix] = operandsOf(node);
  if (text.op !== "field" || prefix.op !== "literal" || typeof prefix.data !== "string")
    return undefined;
  const { literal, operations } = context.dialect;
  const column = textColumn(context, text.data).read(context.column(text.data));
  const before = (a: Fragment, b: Fragment): Fragment =>
    apply(context, "order of texts", operations.textBefore, a, b).sql;
  const beforeOrSame = (a: Fragment, b: Fragment): Fragment =>
    apply(context, "order of texts", operations.textBeforeOrSame, a, b).sql;
  const first = literal.text(parameter(prefix.data, "text"));
  const end = textAfter(prefix.data);
  const next = end === undefined ? undefined : literal.text(parameter(end, "text"));
  if (wanted)
    return and(beforeOrSame(first, column), next === undefined ? TRUE : before(column, next));
  return or(before(column, first), next === undefined ? FALSE : beforeOrSame(next, column));
}

const LAST_CODE_POINT = 0x10ffff;

/** The first text after all that begin with a text; `undefined` where there is none. */
function textAfter(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === LAST_CODE_POINT) continue;
    // Surrogates are no characters.
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return undefined;
}

/** Constants that one column may be among. */
export interface Among {
  readonly field: Field;
  readonly value: string | number;
}

/** An equality of a column with a constant that is not blank. */
export function equalityOf(node: CoreNode): Among | undefined {
  if (node.op !== "equal") return undefined;
  const [a, b] = operandsOf(node);
  if (a.op !== "field" || b.op !== "literal") return undefined;
  const { data: value } = b;
  if (a.type === "number" && typeof value === "number") return { field: a.data, value };
  return a.type === "text" && typeof value === "string" && value !== ""
    ? { field: a.data, value }
    : undefined;
}

/** Dates from one instant up to, but not including, another. */
interface DateRange {
  readonly field: Field;
  readonly from: number;
  readonly to: number;
}

/**
 * A condition that holds for one stretch of a date column, as a comparison of the column itself. A date that is not one of the
 * language counts as blank, and for blanks every such condition is FALSE.
 */
export function dateTest(context: Context, node: CoreNode, wanted: boolean): Fragment | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    if (operand.op !== "field" || operand.type !== "date") return undefined;
    return rangeTest(context, { field: operand.data, from: MIN_DATE, to: LAST_DATE + 1 }, !wanted);
  }
  const range = dateRangeOf(node);
  return range === undefined ? undefined : rangeTest(context, range, wanted);
}

function rangeTest(context: Context, { field, from, to }: DateRange, wanted: boolean): Fragment {
  const column = fieldColumn(context, field);
  const kind = dateColumn(context, field);
  // An empty stretch must not reach beyond the dates of the language.
  const first = Math.min(Math.max(from, MIN_DATE), LAST_DATE + 1);
  const last = Math.max(Math.min(to, LAST_DATE + 1), first);
  const needsFirst = !column.isInRange || first > MIN_DATE;
  const needsLast = !column.isInRange || last <= LAST_DATE;
  if (wanted) {
    const conditions: Fragment[] = [];
    if (needsFirst) conditions.push(sql`${column.sql} >= ${kind.bound(first)}`);
    if (needsLast) conditions.push(sql`${column.sql} < ${kind.bound(last)}`);
    if (conditions.length === 0 && column.isNullable) return sql`${column.sql} IS NOT NULL`;
    return and(...conditions);
  }
  return or(
    needsFirst ? sql`${column.sql} < ${kind.bound(first)}` : FALSE,
    needsLast ? sql`${column.sql} >= ${kind.bound(last)}` : FALSE,
    column.isNullable ? isNull(column.sql) : FALSE,
  );
}

const EMPTY = { from: 0, to: 0 };

function dateRangeOf(node: CoreNode): DateRange | undefined {
  const found = relationOf(node);
  if (found === undefined) return undefined;
  const { operand, relation, constant } = found;
  if (operand.op === "field" && operand.type === "date") {
    return { field: operand.data, ...stretch(relation, constant, constant + 1) };
  }
  const [inner] = operand.operands;
  if (inner?.op !== "field") return undefined;
  if (operand.op === "datePart" && operand.data === "year") {
    return { field: inner.data, ...yearStretch(relation, constant) };
  }
  if (operand.op === "startOf") {
    const { data: unit } = operand;
    const start = startOf(unit, constant);
    const next = startOf(unit, start + LONGEST_UNIT[unit]);
    const isStart = start === constant;
    if (relation === "=")
      return { field: inner.data, ...(isStart ? { from: start, to: next } : EMPTY) };
    // Between two starts, `<` and `<=` tell the same.
    const stretched =
      isStart || relation === "<=" || relation === ">"
        ? { first: start, after: next }
        : { first: next, after: next };
    return { field: inner.data, ...stretch(relation, stretched.first, stretched.after) };
  }
  return undefined;
}

/** From the start of any unit, so long later lies within the next. */
const LONGEST_UNIT = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  month: 31 * DAY,
  quarter: 92 * DAY,
  year: 366 * DAY,
};

/** Where a date has a relation to the stretch from `first` up to `after`, all of which counts as one. */
function stretch(
  relation: Relation,
  first: number,
  after: number,
): { readonly from: number; readonly to: number } {
  switch (relation) {
    case "=":
      return { from: first, to: after };
    case "<":
      return { from: MIN_DATE, to: first };
    case "<=":
      return { from: MIN_DATE, to: after };
    case ">":
      return { from: after, to: LAST_DATE + 1 };
    case ">=":
      return { from: first, to: LAST_DATE + 1 };
  }
}

function yearStretch(
  relation: Relation,
  constant: number,
): { readonly from: number; readonly to: number } {
  const year = Math.min(Math.max(constant, 1899), 2300);
  if (relation === "=") {
    return Number.isInteger(year) ? { from: startOfYear(year), to: startOfYear(year + 1) } : EMPTY;
  }
  // A year is below 2020.5 exactly when it is below 2021, and at most 2020.5 when it is at most 2020.
  const whole = relation === "<" || relation === ">=" ? Math.ceil(year) : Math.floor(year);
  return stretch(relation, startOfYear(whole), startOfYear(whole + 1));
}

function startOfYear(year: number): number {
  return Date.UTC(year, 0, 1);
}
