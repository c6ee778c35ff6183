import { type CoreNode, type NodeOf, operandOf } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { and, FALSE, or, parameter, type SqlFragment, TRUE } from "../sql-fragment.ts";
import { equated, integerLiteral, numberLiteral } from "./constants.ts";
import { apply, type Context, type TruthSql } from "./context.ts";
import { numberRelation } from "./sql-field-test.ts";
import { nativeEquality, oneOf } from "./sql-text-test.ts";
import { checkedValue } from "./strict.ts";
import { comparedColumn, numberColumn, textColumn } from "./typed-columns.ts";

/**
 * Whether a field's column is one of several constants (or none of them), in the column's own type, so that its index
 * can be used. NULL if the column is. `undefined` for all other conditions.
 */
export function amongTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  if (node.op !== "among") return undefined;
  const operand = operandOf(node);
  if (operand.op !== "field") return undefined;
  const { data: field } = operand;
  const { dialect } = context;
  if (field.type === "text") {
    const texts = [...node.data].map(String);
    const { native, read } = textColumn(context, field);
    const column = context.column(field);
    if (native === undefined) return isOneOfTexts(context, read(column), texts, wanted);
    return native.among?.(column, texts, wanted) ?? textAmong(context, field, texts, wanted);
  }
  /* v8 ignore next -- conditions on a date's own column are tests of ranges */
  if (field.type !== "number") return undefined;
  const numbers = [...node.data].map(Number);
  const { constant, whole } = numberColumn(context, field);
  const { number, integer } = dialect.among ?? {};
  const inList = whole === undefined ? number : integer;
  const isPlain = constant === undefined && !needsTests(context, field, numbers);
  if (!isPlain || inList === undefined) return numberAmong(context, field, numbers, wanted);
  const column = comparedColumn(context, field);
  return inList(column, whole === undefined ? numbers : numbers.map(nearestInteger), wanted);
}

/** The integer itself, or an integer that no column holds. */
function nearestInteger(value: number): number {
  const isWhole = Number.isInteger(value) && Math.abs(value) <= MOST_WHOLE;
  return isWhole ? value : MOST_WHOLE + 2;
}

const MOST_WHOLE = 2 ** 53;

/** Whether a value is one of several constants, or none of them. */
export function among(context: Context, node: NodeOf<"among">, wanted: boolean): TruthSql {
  const operand = operandOf(node);
  const value = checkedValue(context, operand);
  const test = valueAmong(context, operand.type, value.sql, [...node.data], wanted);
  // No constant is blank.
  return { sql: wanted ? test : or(test, value.blank ?? FALSE), valid: value.valid };
}

function valueAmong(
  context: Context,
  type: ValueType,
  value: SqlFragment,
  constants: readonly (string | number)[],
  wanted: boolean,
): SqlFragment {
  const { dialect } = context;
  if (type === "text") return isOneOfTexts(context, value, constants.map(String), wanted);
  const numbers = constants.map(Number);
  if (type === "date") return oneOf(value, numbers.map(dialect.literal.date), wanted);
  if (dialect.among?.number !== undefined) return dialect.among.number(value, numbers, wanted);
  const literals = numbers.map((constant) => numberLiteral(dialect, constant));
  return oneOf(equated(dialect, value), literals, wanted);
}

/** Whether a numeric column is one of several constants, or none of them. NULL if the column is. */
export function numberAmong(
  context: Context,
  field: Field,
  values: readonly number[],
  wanted: boolean,
): SqlFragment {
  const { dialect } = context;
  const kind = numberColumn(context, field);
  if (needsTests(context, field, values)) {
    const tests = values.map((value) => numberRelation(context, field, wanted ? "=" : "<>", value));
    return wanted ? or(...tests) : and(...tests);
  }
  if (kind.constant !== undefined)
    return oneOf(context.column(field), values.map(kind.constant), wanted);
  const column = comparedColumn(context, field);
  if (kind.whole === undefined) {
    const constants = values.map((value) => numberLiteral(dialect, value));
    return oneOf(equated(dialect, column), constants, wanted);
  }
  const integers = values.map((value) => integerLiteral(dialect, nearestInteger(value)));
  return oneOf(column, integers, wanted);
}

/** Whether any of the constants needs a separate test. */
function needsTests(context: Context, field: Field, values: readonly number[]): boolean {
  const { test } = numberColumn(context, field);
  if (test === undefined) return false;
  return values.some((value) => test(context.column(field), "=", value) !== undefined);
}

/** Whether a text column is one of several constants, or none of them. NULL if the column is. */
export function textAmong(
  context: Context,
  field: Field,
  values: readonly string[],
  wanted: boolean,
): SqlFragment {
  const kind = textColumn(context, field);
  const column = context.column(field);
  return kind.native === undefined
    ? equalsOneOf(context, kind.read(column), values, wanted)
    : nativeEquality(context, column, kind, values, wanted);
}

/** Whether a text is one of several constants, or none of them: with one parameter for all, if the dialect has that. */
export function isOneOfTexts(
  context: Context,
  text: SqlFragment,
  values: readonly string[],
  wanted: boolean,
): SqlFragment {
  const { among: inOne } = context.dialect;
  return inOne?.text === undefined || values.length === 0
    ? equalsOneOf(context, text, values, wanted)
    : inOne.text(text, values, wanted);
}

/** The same with a parameter for each. */
function equalsOneOf(
  { dialect: { literal, operations } }: Context,
  text: SqlFragment,
  values: readonly string[],
  wanted: boolean,
): SqlFragment {
  const { sameText, differentText, textAmong: inTexts, textNotAmong } = operations;
  const constants = values.map((value) => literal.text(parameter(value, "text")));
  const [first, ...rest] = constants;
  if (first === undefined) return wanted ? FALSE : TRUE;
  return rest.length === 0
    ? apply("equality of texts", wanted ? sameText : differentText, text, first)
    : apply("equality of texts", wanted ? inTexts : textNotAmong, text, constants);
}
