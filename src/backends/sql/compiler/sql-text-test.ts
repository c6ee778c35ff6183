import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import { compareText } from "../../../language/values/text/index.ts";
import type { NativeText, TextColumnSql } from "../dialect-definition.ts";
import {
  and,
  commas,
  FALSE,
  or,
  parameter,
  type Relation,
  related,
  type SqlFragment,
  sql,
  TRUE,
} from "../sql-fragment.ts";
import { apply, type Context } from "./context.ts";
import { isRelated, relationOf } from "./relations.ts";
import { textColumn } from "./typed-columns.ts";

/**
 * Compares a text column with a constant, in the column's own type, so that its index can be used. The result is NULL
 * if the column is, unless it is a constant. `undefined` for all other conditions.
 */
export function textTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  const [operand, other] = a.op === "field" ? [a, b] : [b, a];
  if (operand.op !== "field" || operand.type !== "text") return undefined;
  if (other.op !== "literal" || typeof other.data !== "string") return undefined;
  const kind = textColumn(context, operand.data);
  if (kind.native === undefined) return undefined;
  const column = context.column(operand.data);
  if (node.op === "equal") return nativeEquality(context, column, kind, [other.data], wanted);
  const relation = relationOf(node, wanted, operand !== a);
  return nativeOrder(column, kind.native, relation, other.data);
}

function nativeOrder(
  column: SqlFragment,
  { constant, isOrdered = false, values }: NativeText,
  relation: Relation,
  text: string,
): SqlFragment | undefined {
  const value = isOrdered ? constant(text) : undefined;
  if (value !== undefined) return related(column, relation, value);
  if (values === undefined) return undefined;
  const among = values.filter((known) => isRelated(compareText(known, text), relation, 0));
  return oneOf(column, among.map(constant).filter(isKnown), true);
}

function isKnown(value: SqlFragment | undefined): value is SqlFragment {
  return value !== undefined;
}

/** Whether a column is one of several texts, or none of them. */
export function nativeEquality(
  context: Context,
  column: SqlFragment,
  { read, native }: TextColumnSql,
  texts: readonly string[],
  wanted: boolean,
): SqlFragment {
  const known = texts.flatMap((text) => {
    const value = native?.constant(text);
    return value === undefined ? [] : [{ text, value }];
  });
  const test = oneOf(
    column,
    known.map(({ value }) => value),
    wanted,
  );
  if (native?.isLoose !== true || known.length === 0) return test;
  const { operations, literal } = context.dialect;
  const constants = known.map(({ text }) => literal.text(parameter(text, "text")));
  const primitive = wanted ? operations.textAmong : operations.textNotAmong;
  const exact = apply("equality of texts", primitive, read(column), constants);
  return wanted ? and(test, exact) : or(test, exact);
}

/** Whether a value is one of several, or none of them. */
export function oneOf(
  value: SqlFragment,
  among: readonly SqlFragment[],
  wanted: boolean,
): SqlFragment {
  const [first, ...rest] = among;
  if (first === undefined) return wanted ? FALSE : TRUE;
  if (rest.length === 0) return wanted ? sql`${value} = ${first}` : sql`${value} <> ${first}`;
  return wanted ? sql`${value} IN (${commas(among)})` : sql`${value} NOT IN (${commas(among)})`;
}
