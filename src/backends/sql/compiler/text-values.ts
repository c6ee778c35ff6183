import {
  type CoreNode,
  type NodeOf,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../../language/core/node.ts";
import { MAX_TEXT_BYTES } from "../../../language/values/text/index.ts";
import { and, choose, notNullTest, type SqlFragment, sql, TRUE } from "../sql-fragment.ts";
import { emptyText, integerLiteral, numberLiteral, sameText } from "./constants.ts";
import { apply, type Context, type ValueSql } from "./context.ts";
import { asNumber, count, MOST_CODE_POINTS, roundedDown } from "./number-values.ts";
import { checkedValue, strict, withoutBlank } from "./strict.ts";

export function ofText(
  context: Context,
  node: NodeOf<"length" | "lowerCase" | "upperCase" | "trim">,
): ValueSql {
  const text = checkedValue(context, operandOf(node));
  return strict(context, node.op, context.dialect.operations[node.op], [text], [text.sql]);
}

export function slice(context: Context, node: CoreNode): ValueSql {
  const [textNode, startNode, countNode] = threeOperandsOf(node);
  const text = checkedValue(context, textNode);
  const start = checkedValue(context, startNode);
  const length = checkedValue(context, countNode);
  const operands = [text, start, length];
  const { dialect } = context;
  if (context.bounds.number(startNode).low >= 1) {
    const from = count(context, startNode, start, 1, MOST_CODE_POINTS);
    const many = count(context, countNode, length, 0, MOST_CODE_POINTS);
    return strict(context, "slice", dialect.operations.slice, operands, [text.sql, from, many]);
  }
  // A slice may begin before the text. Positions there count, so that the end of the slice stays the same.
  const first = count(context, startNode, start, 1, MOST_CODE_POINTS);
  const left = countFromBefore(context, [startNode, start], [countNode, length]);
  return strict(context, "slice", dialect.operations.slice, operands, [text.sql, first, left]);
}

/** The number of code points of a slice that are inside the text, if the slice may begin before the text. */
function countFromBefore(
  context: Context,
  [startNode, start]: readonly [CoreNode, ValueSql],
  [countNode, length]: readonly [CoreNode, ValueSql],
): SqlFragment {
  const { dialect, bounds } = context;
  const number = (value: number): SqlFragment => numberLiteral(dialect, value);
  const whole = (value: number): SqlFragment => integerLiteral(dialect, value);
  const many = count(context, countNode, length, 0, MOST_CODE_POINTS);
  const constant = countNode.op === "literal" ? Math.floor(Number(countNode.data)) : undefined;
  if (constant !== undefined && constant < 1) return many;
  const isShort = constant !== undefined && constant <= MOST_CODE_POINTS;
  const from = roundedDown(context, startNode, start.sql);
  // The sum must be that of the language. With a small constant nothing is rounded, so it is added here.
  const end = isShort
    ? sql`${from} + ${number(constant - 1)}`
    : sql`${sql`${from} + ${roundedDown(context, countNode, length.sql)}`} - ${number(1)}`;
  const branches: (readonly [SqlFragment, SqlFragment])[] = [];
  if (constant === undefined) branches.push([sql`${length.sql} < ${number(1)}`, whole(0)]);
  if (bounds.number(startNode).high >= 1) branches.push([sql`${start.sql} >= ${number(1)}`, many]);
  branches.push([sql`${end} < ${number(1)}`, whole(0)]);
  if (!isShort) branches.push([sql`${end} > ${number(MOST_CODE_POINTS)}`, whole(MOST_CODE_POINTS)]);
  return choose(branches, apply("a count", dialect.operations.integer, end));
}

function bytesOf(context: Context, text: SqlFragment): SqlFragment {
  return apply("length in bytes", context.dialect.operations.byteLength, text);
}

/** TRUE if a text of this many bytes is allowed. */
function fits({ dialect }: Context, bytes: SqlFragment): SqlFragment {
  return sql`${bytes} <= ${integerLiteral(dialect, MAX_TEXT_BYTES)}`;
}

/** The text, or NULL if it is too long. */
export function limited(context: Context, text: SqlFragment): SqlFragment {
  return choose([[fits(context, bytesOf(context, text)), text]]);
}

export function concat(context: Context, node: CoreNode): ValueSql {
  const values = node.operands.map((operand) => checkedValue(context, operand));
  const texts = values.map((value) => value.sql);
  const joined = apply("concat", context.dialect.operations.concat, texts);
  const most = node.operands.reduce((size, operand) => size + context.bounds.bytes(operand), 0);
  // The length is computed before the text is built.
  const bytes = (): SqlFragment =>
    texts.map((text) => bytesOf(context, text)).reduce((left, right) => sql`${left} + ${right}`);
  return {
    ...withoutBlank(node, values),
    sql: most <= MAX_TEXT_BYTES ? joined : choose([[fits(context, bytes()), joined]]),
  };
}

export function substitute(context: Context, node: CoreNode): ValueSql {
  const values = threeOperandsOf(node).map((operand) => checkedValue(context, operand));
  const [text, old, replacement] = values.map((value) => value.sql) as [
    SqlFragment,
    SqlFragment,
    SqlFragment,
  ];
  const { dialect } = context;
  const { operations } = dialect;
  const replaced = apply("substitute", operations.substitute, text, old, replacement);
  const nothing = apply("substitute", operations.substitute, text, old, emptyText(context));
  const bytes = (part: SqlFragment): SqlFragment => bytesOf(context, part);
  const most = integerLiteral(dialect, MAX_TEXT_BYTES);
  // Compares the bytes that are removed with those that are inserted. Multiplies both sides, since engines divide
  // integers differently.
  const removed = sql`${bytes(text)} - ${bytes(nothing)}`;
  const hasRoom = sql`${sql`${removed} * ${bytes(replacement)}`} <= ${sql`${sql`${most} - ${bytes(nothing)}`} * ${bytes(old)}`}`;
  const [, oldNode, replacementNode] = threeOperandsOf(node);
  // An erroneous replacement makes the result an error, even if nothing is replaced.
  const isSound = replacementNode.mayFail ? notNullTest(replacement) : TRUE;
  const unchanged = choose([[and(sql`${bytes(text)} <= ${most}`, isSound), text]]);
  const whenFound: readonly [SqlFragment, SqlFragment] = [hasRoom, replaced];
  const isEmpty: readonly [SqlFragment, SqlFragment] = [
    sameText(context, old, emptyText(context)),
    unchanged,
  ];
  return {
    ...withoutBlank(node, values),
    sql:
      oldNode.op === "literal"
        ? oldNode.data === ""
          ? unchanged
          : choose([whenFound])
        : choose([isEmpty, whenFound]),
  };
}

export function repeat(context: Context, node: CoreNode): ValueSql {
  const [textNode, countNode] = operandsOf(node);
  const text = checkedValue(context, textNode);
  const times = checkedValue(context, countNode);
  const many = count(context, countNode, times, 0, MAX_TEXT_BYTES + 1);
  const { operations } = context.dialect;
  const repeated = apply("repeat", operations.repeat, text.sql, many);
  const bytes = sql`${bytesOf(context, text.sql)} * ${many}`;
  const isEmpty = sameText(context, text.sql, emptyText(context));
  return {
    ...withoutBlank(node, [text, times]),
    sql: choose([
      [and(isEmpty, notNullTest(many)), emptyText(context)],
      [fits(context, bytes), repeated],
    ]),
  };
}

/** A number or date as text. A blank becomes the empty text. */
export function inWords(
  context: Context,
  node: CoreNode,
  op: "numberText" | "wholeNumberText" | "dateText",
): ValueSql {
  const value = checkedValue(context, node);
  const text = apply(op, context.dialect.operations[op], value.sql);
  return {
    sql: value.blank === undefined ? text : choose([[value.blank, emptyText(context)]], text),
    blank: undefined,
    mayFail: value.mayFail,
    loose: false,
    valid: value.valid,
  };
}

export function find(context: Context, node: CoreNode): ValueSql {
  const [needle, text, start] = threeOperandsOf(node).map((operand) =>
    checkedValue(context, operand),
  ) as [ValueSql, ValueSql, ValueSql];
  const [, , startNode] = threeOperandsOf(node);
  const isFirst = startNode.op === "literal" && Number(startNode.data) < 2;
  const from = isFirst ? undefined : count(context, startNode, start, 1, MOST_CODE_POINTS);
  return asNumber(
    context,
    strict(
      context,
      "find",
      context.dialect.operations.find,
      [needle, text, start],
      [needle.sql, text.sql, from],
    ),
  );
}

export function numberText(context: Context, node: CoreNode): ValueSql {
  const operand = operandOf(node);
  const { whole, low, high } = context.bounds.number(operand);
  const isShort = whole && low > -1e15 && high < 1e15;
  return inWords(context, operand, isShort ? "wholeNumberText" : "numberText");
}
