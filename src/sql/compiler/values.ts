import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../../core/node.ts";
import type { ValueType } from "../../types/value-type.ts";
import { LAST_DATE, MIN_DATE } from "../../values/date/index.ts";
import { MAX_TEXT_BYTES } from "../../values/text/index.ts";
import type { BoundType } from "../dialect-definition.ts";
import {
  and,
  choose,
  FALSE,
  type Fragment,
  isNotNull,
  isNull,
  NULL,
  or,
  parameter,
  sql,
  TRUE,
} from "../fragment.ts";
import { arithmetic } from "./arithmetic.ts";
import { dateColumn, fieldColumn, listColumn, numberColumn, textColumn } from "./columns.ts";
import { apply, bothValid, type Context, NotInSql, type ValueSql } from "./context.ts";
import { blankOfStrict, finished, numberLiteral } from "./numbers.ts";

/** Counts and positions in texts lie below this; what is larger is as good as this. */
const MOST_CODE_POINTS = 2 ** 30;

/** A core node of type text, number or date as SQL. */
export function compileValue(context: Context, node: CoreNode): ValueSql {
  switch (node.op) {
    case "literal":
      return sure(literal(context, node.type, node.data));
    case "blank":
      return { ...sure(nothing(context, node.type)), blank: TRUE };
    case "fail":
      return { ...sure(nothing(context, node.type)), mayFail: true };
    case "field":
      return fieldValue(context, node);
    case "if":
      return choice(context, node);
    case "orElse":
      return orElse(context, node);
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
      return arithmetic(context, node);
    case "abs":
    case "floor": {
      const a = context.value(operandOf(node));
      const { sql: result } = apply(context, node.op, context.dialect.operations[node.op], a.sql);
      return { ...a, sql: result };
    }
    case "sqrt": {
      const a = exact(context, operandOf(node));
      const root = apply(context, "sqrt", context.dialect.operations.sqrt, a.sql).sql;
      const positive = sql`${a.sql} >= ${numberLiteral(context.dialect, 0)}`;
      return { ...a, sql: choose([[positive, root]]), mayFail: true };
    }
    case "length":
      return asNumber(context, ofText(context, operandOf(node), "length"));
    case "find": {
      const [needle, text, start] = threeOperandsOf(node).map((operand) =>
        exact(context, operand),
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
    case "slice":
      return slice(context, node);
    case "lower":
    case "upper":
    case "trim":
      return ofText(context, operandOf(node), node.op);
    case "concat":
      return concat(context, node);
    case "substitute":
      return substitute(context, node);
    case "repeat":
      return repeat(context, node);
    case "numberText": {
      const operand = operandOf(node);
      const { whole, low, high } = context.facts.number(operand);
      const isShort = whole && low > -1e15 && high < 1e15;
      return inWords(context, operand, isShort ? "wholeNumberText" : "numberText");
    }
    case "dateText":
      return inWords(context, operandOf(node), "dateText");
    case "parseNumber": {
      const text = exact(context, operandOf(node));
      const empty = sameText(context, text.sql, emptyText(context));
      const { sql: number, valid } = apply(
        context,
        "parseNumber",
        context.dialect.operations.parseNumber,
        text.sql,
      );
      const isEmpty = and(isNotNull(text.sql), empty);
      return {
        sql: choose([[empty, NULL]], number),
        // Two-valued: a text that is an error is no blank.
        blank: text.mayFail ? isEmpty : empty,
        mayFail: true,
        loose: false,
        valid: bothValid(text, { valid: valid === undefined ? undefined : or(isEmpty, valid) }),
      };
    }
    case "datePart":
      return strict(
        context,
        `the ${node.data} of a date`,
        context.dialect.operations.datePart,
        [exact(context, operandOf(node))],
        [context.value(operandOf(node)).sql, node.data],
      );
    case "startOf":
      return strict(
        context,
        `the start of the ${node.data}`,
        context.dialect.operations.startOf,
        [exact(context, operandOf(node))],
        [context.value(operandOf(node)).sql, node.data],
      );
    case "addMilliseconds":
      return addMilliseconds(context, node);
    case "addMonths":
      return addMonths(context, node);
    case "millisecondsBetween":
    case "monthsBetween": {
      const [a, b] = operandsOf(node).map((operand) => exact(context, operand)) as [
        ValueSql,
        ValueSql,
      ];
      return strict(context, node.op, context.dialect.operations[node.op], [a, b], [a.sql, b.sql]);
    }
    case "listLength":
      return listLength(context, operandOf(node));
    case "join":
      return join(context, node);
    case "call":
      throw new NotInSql(`${node.data.name} is computed in memory only`);
    default:
      throw new NotInSql(`${node.op} is no value that a column holds`);
  }
}

/** An operand whose NULL says all. */
export function exact(context: Context, node: CoreNode): ValueSql {
  return finished(context, context.value(node));
}

function sure(value: Fragment): ValueSql {
  return { sql: value, blank: undefined, mayFail: false, loose: false, valid: undefined };
}

/** NULL with a type: engines take one without for whatever suits an operator, or for text. */
function nothing(context: Context, type: ValueType): Fragment {
  switch (type) {
    case "text":
      return choose([[FALSE, emptyText(context)]]);
    case "number":
      return choose([[FALSE, numberLiteral(context.dialect, 0)]]);
    case "date":
      return choose([[FALSE, context.dialect.literal.date(0)]]);
    default:
      return NULL;
  }
}

function literal(
  context: Context,
  type: ValueType,
  value: string | number | boolean | readonly string[],
): Fragment {
  const { dialect } = context;
  if (typeof value === "string") return dialect.literal.text(parameter(value, "text"));
  if (typeof value !== "number") throw new NotInSql("a constant of this type is no SQL value");
  return type === "date" ? dialect.literal.date(value) : numberLiteral(dialect, value);
}

function emptyText({ dialect }: Context): Fragment {
  return dialect.literal.text(parameter("", "text"));
}

function sameText(context: Context, a: Fragment, b: Fragment): Fragment {
  return apply(context, "equality of texts", context.dialect.operations.sameText, a, b).sql;
}

function fieldValue(context: Context, node: CoreNode & { op: "field" }): ValueSql {
  const { data: field } = node;
  const column = fieldColumn(context, field);
  switch (field.type) {
    case "text": {
      const { read } = textColumn(context, field);
      const text = read(column.sql);
      return sure(
        column.isNullable ? choose([[isNull(column.sql), emptyText(context)]], text) : text,
      );
    }
    case "number": {
      const value = numberColumn(context, field).read(column.sql);
      return { ...sure(value), blank: column.isNullable ? isNull(column.sql) : undefined };
    }
    case "date": {
      const kind = dateColumn(context, field);
      const value = kind.read(column.sql);
      if (column.isInRange) {
        return { ...sure(value), blank: column.isNullable ? isNull(column.sql) : undefined };
      }
      const inside = and(
        sql`${column.sql} >= ${kind.bound(MIN_DATE)}`,
        sql`${column.sql} < ${kind.bound(LAST_DATE + 1)}`,
      );
      const dated = choose([[inside, value]]);
      return { ...sure(dated), blank: isNull(dated) };
    }
    default:
      throw new NotInSql(`a field of type ${field.type} is no single value`);
  }
}

function choice(context: Context, node: CoreNode): ValueSql {
  const [condition, left, right] = threeOperandsOf(node);
  const isTrue = context.truth(condition, true);
  const then = context.value(left);
  const otherwise = context.value(right);
  const isFalse =
    condition.mayFail || then.blank !== undefined || otherwise.blank !== undefined
      ? context.truth(condition, false)
      : undefined;
  const blanks: Fragment[] = [];
  if (then.blank !== undefined) blanks.push(and(isTrue.sql, then.blank));
  if (otherwise.blank !== undefined && isFalse !== undefined)
    blanks.push(and(isFalse.sql, otherwise.blank));
  return {
    sql:
      condition.mayFail && isFalse !== undefined
        ? choose([
            [isTrue.sql, then.sql],
            [isFalse.sql, otherwise.sql],
          ])
        : choose([[isTrue.sql, then.sql]], otherwise.sql),
    blank: blanks.length === 0 ? undefined : twoValued(or(...blanks)),
    mayFail: node.mayFail,
    loose: then.loose || otherwise.loose,
    valid: bothValid(isTrue, isFalse ?? isTrue, then, otherwise),
  };
}

/** FALSE where the condition is NULL. */
function twoValued(condition: Fragment): Fragment {
  return sql`${choose([[condition, sqlOne]], sqlZero)} = 1`;
}

function orElse(context: Context, node: CoreNode): ValueSql {
  const [first, second] = operandsOf(node);
  const value = context.value(first);
  const otherwise = context.value(second);
  if (value.blank === undefined) return value;
  const blank = otherwise.blank === undefined ? undefined : and(value.blank, otherwise.blank);
  return {
    sql: orElseSql(context, first, value, otherwise.sql),
    blank,
    mayFail: node.mayFail,
    loose: value.loose || otherwise.loose,
    valid: bothValid(value, otherwise),
  };
}

function orElseSql(
  { dialect: { ifNull } }: Context,
  first: CoreNode,
  { sql: value, blank = FALSE }: ValueSql,
  otherwise: Fragment,
): Fragment {
  // A field of numbers is NULL where it is blank, and there alone.
  return ifNull !== undefined && first.op === "field" && first.type === "number"
    ? ifNull(value, otherwise)
    : choose([[blank, otherwise]], value);
}

/** An operation that is an error where an operand is, and blank where one is; texts are never blank. */
function strict<A extends readonly unknown[]>(
  context: Context,
  what: string,
  primitive: Parameters<typeof apply<A>>[2],
  values: readonly ValueSql[],
  operands: A,
): ValueSql {
  const { sql: result, valid } = apply(context, what, primitive, ...operands);
  return {
    sql: result,
    blank: blankOfStrict(...values),
    mayFail: values.some(({ mayFail }) => mayFail),
    loose: false,
    valid: bothValid(...values, { valid: validOrAbsent(valid, values) }),
  };
}

/** What decides about validity is asked of operands that are there; an error or a blank is known for sure. */
function validOrAbsent(
  valid: Fragment | undefined,
  values: readonly ValueSql[],
): Fragment | undefined {
  if (valid === undefined) return undefined;
  const absent = values
    .filter(({ mayFail, blank }) => mayFail || blank !== undefined)
    .map(({ sql: value }) => isNull(value));
  return or(valid, ...absent);
}

function ofText(
  context: Context,
  node: CoreNode,
  op: "length" | "lower" | "upper" | "trim",
): ValueSql {
  const text = exact(context, node);
  return strict(context, op, context.dialect.operations[op], [text], [text.sql]);
}

/** An integer of the dialect as a number. */
function asNumber(context: Context, integer: ValueSql): ValueSql {
  const { sql: number } = apply(context, "a number", context.dialect.operations.float, integer.sql);
  return { ...integer, sql: number };
}

/** A number rounded down as an integer of the dialect, kept within bounds. */
function count(
  context: Context,
  node: CoreNode,
  value: ValueSql,
  least: number,
  most: number,
): Fragment {
  const { dialect } = context;
  const whole = (n: number): Fragment => dialect.literal.integer(parameter(n, "integer"));
  if (node.op === "literal") {
    return whole(Math.min(Math.max(Math.floor(Number(node.data)), least), most));
  }
  const { low, high } = context.facts.number(node);
  const rounded = roundedDown(context, node, value.sql);
  const integer = apply(context, "a count", dialect.operations.integer, rounded).sql;
  const branches: (readonly [Fragment, Fragment])[] = [];
  if (low < least)
    branches.push([sql`${value.sql} < ${numberLiteral(dialect, least)}`, whole(least)]);
  if (high > most)
    branches.push([sql`${value.sql} > ${numberLiteral(dialect, most)}`, whole(most)]);
  return choose(branches, integer);
}

function slice(context: Context, node: CoreNode): ValueSql {
  const [textNode, startNode, countNode] = threeOperandsOf(node);
  const text = exact(context, textNode);
  const start = exact(context, startNode);
  const length = exact(context, countNode);
  const operands = [text, start, length];
  const { dialect } = context;
  if (context.facts.number(startNode).low >= 1) {
    const from = count(context, startNode, start, 1, MOST_CODE_POINTS);
    const many = count(context, countNode, length, 0, MOST_CODE_POINTS);
    return strict(context, "slice", dialect.operations.slice, operands, [text.sql, from, many]);
  }
  // What lies before the text counts, but is not there: the end stays where it is.
  const first = count(context, startNode, start, 1, MOST_CODE_POINTS);
  const left = countFromBefore(context, [startNode, start], [countNode, length]);
  return strict(context, "slice", dialect.operations.slice, operands, [text.sql, first, left]);
}

/** How many code points are left where a stretch may begin before the text. */
function countFromBefore(
  context: Context,
  [startNode, start]: readonly [CoreNode, ValueSql],
  [countNode, length]: readonly [CoreNode, ValueSql],
): Fragment {
  const { dialect, facts } = context;
  const number = (value: number): Fragment => numberLiteral(dialect, value);
  const whole = (value: number): Fragment => dialect.literal.integer(parameter(value, "integer"));
  const many = count(context, countNode, length, 0, MOST_CODE_POINTS);
  const constant = countNode.op === "literal" ? Math.floor(Number(countNode.data)) : undefined;
  if (constant !== undefined && constant < 1) return many;
  const isShort = constant !== undefined && constant <= MOST_CODE_POINTS;
  const from = roundedDown(context, startNode, start.sql);
  // As the language adds it up; a short constant does not round, so the sum is made here.
  const end = isShort
    ? sql`${from} + ${number(constant - 1)}`
    : sql`${sql`${from} + ${roundedDown(context, countNode, length.sql)}`} - ${number(1)}`;
  const branches: (readonly [Fragment, Fragment])[] = [];
  if (constant === undefined) branches.push([sql`${length.sql} < ${number(1)}`, whole(0)]);
  if (facts.number(startNode).high >= 1) branches.push([sql`${start.sql} >= ${number(1)}`, many]);
  branches.push([sql`${end} < ${number(1)}`, whole(0)]);
  if (!isShort) branches.push([sql`${end} > ${number(MOST_CODE_POINTS)}`, whole(MOST_CODE_POINTS)]);
  return choose(branches, apply(context, "a count", dialect.operations.integer, end).sql);
}

function roundedDown(context: Context, node: CoreNode, value: Fragment): Fragment {
  if (context.facts.number(node).whole) return value;
  return apply(context, "floor", context.dialect.operations.floor, value).sql;
}

/** NULL for a text that would be longer than texts may be, known before it is built. */
function limited(
  node: CoreNode,
  context: Context,
  bytes: () => Fragment,
  text: Fragment,
): Fragment {
  if (context.facts.bytes(node) < MAX_TEXT_BYTES) return text;
  const most = context.dialect.literal.integer(parameter(MAX_TEXT_BYTES, "integer"));
  return choose([[sql`${bytes()} <= ${most}`, text]]);
}

function bytesOf(context: Context, text: Fragment): Fragment {
  return apply(context, "length in bytes", context.dialect.operations.byteLength, text).sql;
}

function concat(context: Context, node: CoreNode): ValueSql {
  const values = node.operands.map((operand) => exact(context, operand));
  const texts = values.map((value) => value.sql);
  const joined = apply(context, "concat", context.dialect.operations.concat, texts).sql;
  const sizes = (): Fragment => sum(texts.map((text) => bytesOf(context, text)));
  const most = node.operands.reduce((size, operand) => size + context.facts.bytes(operand), 0);
  const isShort = most <= MAX_TEXT_BYTES;
  return {
    ...combined(node, values),
    sql: isShort ? joined : limited(node, context, sizes, joined),
  };
}

function sum(parts: readonly Fragment[]): Fragment {
  const [first, ...rest] = parts;
  if (first === undefined) return sqlZero;
  return rest.reduce((left, right) => sql`${left} + ${right}`, first);
}

/** What holds of a text made of several values. */
function combined(node: CoreNode, values: readonly ValueSql[]): Omit<ValueSql, "sql"> {
  return { blank: undefined, mayFail: node.mayFail, loose: false, valid: bothValid(...values) };
}

function substitute(context: Context, node: CoreNode): ValueSql {
  const values = threeOperandsOf(node).map((operand) => exact(context, operand));
  const [text, old, replacement] = values.map((value) => value.sql) as [
    Fragment,
    Fragment,
    Fragment,
  ];
  const { operations, literal: literals } = context.dialect;
  const replaced = apply(context, "substitute", operations.substitute, text, old, replacement).sql;
  const nothing = apply(
    context,
    "substitute",
    operations.substitute,
    text,
    old,
    emptyText(context),
  ).sql;
  const bytes = (part: Fragment): Fragment => bytesOf(context, part);
  const most = literals.integer(parameter(MAX_TEXT_BYTES, "integer"));
  // What was taken out, in bytes of the old text, against what comes in; by cross-multiplication, since engines divide integers differently.
  const removed = sql`${bytes(text)} - ${bytes(nothing)}`;
  const fits = sql`${sql`${removed} * ${bytes(replacement)}`} <= ${sql`${sql`${most} - ${bytes(nothing)}`} * ${bytes(old)}`}`;
  const [, oldNode, replacementNode] = threeOperandsOf(node);
  // An error of the replacement is one, whether it comes in or not.
  const isSound = replacementNode.mayFail ? isNotNull(replacement) : TRUE;
  const unchanged = choose([[and(sql`${bytes(text)} <= ${most}`, isSound), text]]);
  const whenFound: readonly [Fragment, Fragment] = [fits, replaced];
  const isEmpty: readonly [Fragment, Fragment] = [
    sameText(context, old, emptyText(context)),
    unchanged,
  ];
  return {
    ...combined(node, values),
    sql:
      oldNode.op === "literal"
        ? oldNode.data === ""
          ? unchanged
          : choose([whenFound])
        : choose([isEmpty, whenFound]),
  };
}

function repeat(context: Context, node: CoreNode): ValueSql {
  const [textNode, countNode] = operandsOf(node);
  const text = exact(context, textNode);
  const times = exact(context, countNode);
  const many = count(context, countNode, times, 0, MAX_TEXT_BYTES + 1);
  const { operations, literal: literals } = context.dialect;
  const most = literals.integer(parameter(MAX_TEXT_BYTES, "integer"));
  const repeated = apply(context, "repeat", operations.repeat, text.sql, many).sql;
  const fits = sql`${sql`${bytesOf(context, text.sql)} * ${many}`} <= ${most}`;
  const isEmpty = sameText(context, text.sql, emptyText(context));
  return {
    ...combined(node, [text, times]),
    sql: choose([
      [and(isEmpty, isNotNull(many)), emptyText(context)],
      [fits, repeated],
    ]),
  };
}

/** A number or date as text; a blank as the empty text. */
function inWords(
  context: Context,
  node: CoreNode,
  op: "numberText" | "wholeNumberText" | "dateText",
): ValueSql {
  const value = exact(context, node);
  const { sql: text, valid } = apply(context, op, context.dialect.operations[op], value.sql);
  return {
    sql: value.blank === undefined ? text : choose([[value.blank, emptyText(context)]], text),
    blank: undefined,
    mayFail: value.mayFail,
    loose: false,
    valid: bothValid(value, { valid: validOrAbsent(valid, [value]) }),
  };
}

function inDateRange(context: Context, date: Fragment): Fragment {
  const { literal: literals } = context.dialect;
  return and(
    sql`${date} >= ${literals.date(MIN_DATE)}`,
    sql`${date} <= ${literals.date(LAST_DATE)}`,
  );
}

/** Moved further, every date leaves the range. */
const MOST_MONTHS = 4800;

/** Values that are longer are not repeated, where the engine can give them names. */
const LONG_VALUE = 100;

/** SQL that names values several times. */
function named(
  { dialect: { bind } }: Context,
  alias: string,
  values: readonly Fragment[],
  use: (values: readonly Fragment[]) => Fragment,
  types: readonly BoundType[],
): Fragment {
  const size = values.reduce((sum, value) => sum + value.size, 0);
  return bind === undefined || size <= LONG_VALUE ? use(values) : bind(alias, values, use, types);
}

function addMilliseconds(context: Context, node: CoreNode): ValueSql {
  const [dateNode, amountNode] = operandsOf(node);
  const date = exact(context, dateNode);
  const amount = exact(context, amountNode);
  const { dialect } = context;
  const most = 2 * (LAST_DATE - MIN_DATE);
  const { addMilliseconds: add, millisecondsBetween, floor } = dialect.operations;
  const move = (from: Fragment, by: Fragment): Fragment =>
    apply(context, "addMilliseconds", add, from, by).sql;
  const moved = (from: Fragment, by: Fragment): Fragment => {
    if (context.facts.number(amountNode).whole) return move(from, by);
    // The sum is rounded, so it has to be made of the same numbers in the same order.
    const epoch = dialect.literal.date(0);
    const instant = apply(context, "millisecondsBetween", millisecondsBetween, from, epoch).sql;
    const sum = sql`${sql`${instant} + ${by}`} + ${numberLiteral(dialect, 0.5)}`;
    return move(epoch, apply(context, "floor", floor, sum).sql);
  };
  return {
    sql: named(
      context,
      `v${node.id}`,
      [date.sql, amount.sql],
      ([from = date.sql, by = amount.sql]) => movedSafely(context, node, by, most, moved(from, by)),
      ["date", "number"],
    ),
    blank: blankOfStrict(date, amount),
    mayFail: true,
    loose: false,
    valid: bothValid(date, amount),
  };
}

/** A date moved by an amount, where the amount is none that the engine cannot take and the date is one of the language. */
function movedSafely(
  context: Context,
  node: CoreNode,
  amount: Fragment,
  most: number,
  moved: Fragment,
): Fragment {
  const [, amountNode] = operandsOf(node);
  const { low, high } = context.facts.number(amountNode);
  const within: Fragment[] = [];
  if (low < -most) within.push(sql`${amount} >= ${numberLiteral(context.dialect, -most)}`);
  if (high > most) within.push(sql`${amount} <= ${numberLiteral(context.dialect, most)}`);
  const sound = named(
    context,
    `m${node.id}`,
    [moved],
    ([date = moved]) => choose([[inDateRange(context, date), date]]),
    ["date"],
  );
  return within.length === 0 ? sound : choose([[and(...within), sound]]);
}

function addMonths(context: Context, node: CoreNode): ValueSql {
  const [dateNode, monthsNode] = operandsOf(node);
  const date = exact(context, dateNode);
  const months = exact(context, monthsNode);
  const { dialect } = context;
  const zero = numberLiteral(dialect, 0);
  const floor = (value: Fragment): Fragment =>
    apply(context, "floor", dialect.operations.floor, value).sql;
  const { whole, low } = context.facts.number(monthsNode);
  const truncated = (amount: Fragment): Fragment =>
    whole
      ? amount
      : low >= 0
        ? floor(amount)
        : choose(
            [[sql`${amount} < ${zero}`, sql`${zero} - ${floor(sql`${zero} - ${amount}`)}`]],
            floor(amount),
          );
  const { integer, addMonths: add } = dialect.operations;
  const moved = (from: Fragment, amount: Fragment): Fragment =>
    apply(
      context,
      "addMonths",
      add,
      from,
      apply(context, "a count", integer, truncated(amount)).sql,
    ).sql;
  return {
    sql: named(
      context,
      `v${node.id}`,
      [date.sql, months.sql],
      ([from = date.sql, by = months.sql]) =>
        movedSafely(context, node, by, MOST_MONTHS, moved(from, by)),
      ["date", "number"],
    ),
    blank: blankOfStrict(date, months),
    mayFail: true,
    loose: false,
    valid: bothValid(date, months),
  };
}

function listLength(context: Context, node: CoreNode): ValueSql {
  const list = listColumn(context, node);
  const length = apply(
    context,
    "a number",
    context.dialect.operations.float,
    list.kind.length(list.sql),
  ).sql;
  const zero = numberLiteral(context.dialect, 0);
  return sure(list.isNullable ? choose([[isNull(list.sql), zero]], length) : length);
}

/** Longer separators could make a text too large for the engine before its length is known. */
const LONGEST_SEPARATOR = 16;

function join(context: Context, node: CoreNode): ValueSql {
  const [listNode, separatorNode] = operandsOf(node);
  if (separatorNode.op !== "literal" || context.facts.bytes(separatorNode) > LONGEST_SEPARATOR) {
    throw new NotInSql("a list is joined with a short constant separator only");
  }
  const list = listColumn(context, listNode);
  const separator = context.value(separatorNode).sql;
  const joined = list.kind.join(list.sql, separator);
  const most = context.dialect.literal.integer(parameter(MAX_TEXT_BYTES, "integer"));
  const text = choose([[sql`${bytesOf(context, joined)} <= ${most}`, joined]]);
  return {
    ...sure(list.isNullable ? choose([[isNull(list.sql), emptyText(context)]], text) : text),
    mayFail: true,
  };
}

const sqlOne = sql`1`;
const sqlZero = sql`0`;
