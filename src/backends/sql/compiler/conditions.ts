import {
  type CoreNode,
  type NodeOf,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../../language/core/node.ts";
import type { Primitive } from "../dialect-definition.ts";
import {
  and,
  FALSE,
  not,
  notNullTest,
  nullTest,
  or,
  parameter,
  type SqlFragment,
  TRUE,
  unless,
} from "../sql-fragment.ts";
import { apply, bothValid, type Context, NotInSql, type TruthSql } from "./context.ts";
import { checkedValue } from "./strict.ts";
import { booleanColumn, fieldColumn, listColumn } from "./typed-columns.ts";

export const ALWAYS: TruthSql = { sql: TRUE, valid: undefined };
export const NEVER: TruthSql = { sql: FALSE, valid: undefined };

export function fieldTruth(
  context: Context,
  { data: field }: NodeOf<"field">,
  wanted: boolean,
): TruthSql {
  const column = fieldColumn(context, field);
  const kind = booleanColumn(context, field);
  if (wanted) return sure(kind.trueTest(column.sql));
  // A missing boolean is FALSE.
  const isFalse = kind.falseTest(column.sql);
  return sure(column.isNullable ? or(isFalse, nullTest(column.sql)) : isFalse);
}

/** An IF whose branches are conditions. */
export function branchTruth(context: Context, node: NodeOf<"if">, wanted: boolean): TruthSql {
  const [condition, then, otherwise] = threeOperandsOf(node);
  const isTrue = context.truth(condition, true);
  const isFalse = context.truth(condition, false);
  const first = context.truth(then, wanted);
  const second = context.truth(otherwise, wanted);
  return {
    sql: or(and(isTrue.sql, first.sql), and(isFalse.sql, second.sql)),
    valid: bothValid(isTrue, isFalse, first, second),
  };
}

export function blankTruth(context: Context, node: NodeOf<"isBlank">, wanted: boolean): TruthSql {
  const value = checkedValue(context, operandOf(node));
  const { blank = FALSE } = value;
  // The condition is FALSE only if there is a value: an error is not one.
  return { sql: wanted ? blank : notNullTest(value.sql), valid: value.valid };
}

export function contains(context: Context, node: NodeOf<"contains">, wanted: boolean): TruthSql {
  const { contains: isIn, notContains } = context.dialect.operations;
  return textTest(context, node, wanted ? isIn : notContains, true);
}

export function endOfText(
  context: Context,
  node: NodeOf<"startsWith" | "endsWith">,
  wanted: boolean,
): TruthSql {
  return textTest(context, node, context.dialect.operations[node.op], wanted);
}

function textTest(
  context: Context,
  node: NodeOf<"contains" | "startsWith" | "endsWith">,
  test: Primitive<[text: SqlFragment, needle: SqlFragment]>,
  wanted: boolean,
): TruthSql {
  const [textNode, needleNode] = operandsOf(node);
  const text = checkedValue(context, textNode);
  const needle = checkedValue(context, needleNode);
  const isSo = apply(node.op, test, text.sql, needle.sql);
  return { sql: withPolarity(isSo, wanted), valid: bothValid(text, needle) };
}

export function regexMatch(
  context: Context,
  node: NodeOf<"regexMatch">,
  wanted: boolean,
): TruthSql {
  const text = checkedValue(context, operandOf(node));
  const test = context.dialect.operations.regexMatch(text.sql, node.data);
  if ("impossible" in test) throw new NotInSql(`the regular expression: ${test.impossible}`);
  return { sql: withPolarity(test, wanted), valid: text.valid };
}

/** Whether a list has an element. */
export function has(context: Context, node: NodeOf<"has">, wanted: boolean): TruthSql {
  const [listNode, textNode] = operandsOf(node);
  const list = listColumn(context, listNode);
  const text = checkedValue(context, textNode);
  const test =
    textNode.op === "literal"
      ? constantItemTest(context, list, String(textNode.data))
      : list.kind.has(list.sql, text.sql);
  if (wanted) return { sql: test, valid: text.valid };
  const none = and(nullTest(list.sql), notNullTest(text.sql));
  return { sql: list.isNullable ? or(not(test), none) : not(test), valid: text.valid };
}

/** Whether a list has at least one of several constants. */
export function anyItemTruth(context: Context, node: NodeOf<"hasAny">, wanted: boolean): TruthSql {
  const list = listColumn(context, operandOf(node));
  const texts = [...node.data].map(String);
  const { kind, sql: column } = list;
  const test = kind.anyTest?.(column, texts);
  const each = (): readonly SqlFragment[] =>
    texts.map((text) => constantItemTest(context, list, text));
  if (wanted) return sure(test ?? or(...each()));
  const none = test === undefined ? and(...each().map(not)) : not(test);
  return sure(list.isNullable ? or(none, nullTest(column)) : none);
}

/** Whether a list has all of several constants. */
export function allItemsTest(
  context: Context,
  node: CoreNode,
  texts: readonly string[],
): SqlFragment {
  const list = listColumn(context, node);
  return (
    list.kind.allTest?.(list.sql, texts) ??
    and(...texts.map((text) => constantItemTest(context, list, text)))
  );
}

function constantItemTest(
  { dialect }: Context,
  { sql: column, kind }: ReturnType<typeof listColumn>,
  text: string,
): SqlFragment {
  if (kind.constantTest !== undefined) return kind.constantTest(column, text) ?? FALSE;
  return kind.has(column, dialect.literal.text(parameter(text, "text")));
}

function sure(condition: SqlFragment): TruthSql {
  return { sql: condition, valid: undefined };
}

/** A test or its negation. NULL stays NULL. */
function withPolarity(test: SqlFragment, wanted: boolean): SqlFragment {
  return wanted ? test : not(test);
}

/** A value is an error if its SQL is NULL and it is not blank. */
export function errorTruth(
  context: Context,
  isErrorNode: NodeOf<"isError">,
  wanted: boolean,
): TruthSql {
  const node = operandOf(isErrorNode);
  if (node.type === "boolean") {
    const isTrue = context.truth(node, true);
    const isFalse = context.truth(node, false);
    const either = or(isTrue.sql, isFalse.sql);
    return { sql: wanted ? unless(either) : either, valid: bothValid(isTrue, isFalse) };
  }
  const value = checkedValue(context, node);
  const { sql: result, blank, valid } = value;
  if (!wanted)
    return {
      sql: blank === undefined ? notNullTest(result) : or(notNullTest(result), blank),
      valid,
    };
  return {
    sql: blank === undefined ? nullTest(result) : and(nullTest(result), unless(blank)),
    valid,
  };
}
