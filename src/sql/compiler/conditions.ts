import {
  type CoreNode,
  type NodeOf,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../core/node.ts";
import type { Primitive } from "../dialect-definition.ts";
import {
  and,
  choose,
  FALSE,
  type Fragment,
  isNotNull,
  isNull,
  not,
  or,
  sql,
  TRUE,
  unless,
} from "../fragment.ts";
import { LARGEST } from "./bounds.ts";
import { booleanColumn, fieldColumn, listColumn } from "./columns.ts";
import { equated, numberLiteral } from "./constants.ts";
import {
  apply,
  bothValid,
  type Context,
  NotInSql,
  type TruthSql,
  type ValueSql,
} from "./context.ts";
import { checkedValue } from "./strict.ts";

export const ALWAYS: TruthSql = { sql: TRUE, valid: undefined };
export const NEVER: TruthSql = { sql: FALSE, valid: undefined };

export function fieldTruth(
  context: Context,
  { data: field }: NodeOf<"field">,
  wanted: boolean,
): TruthSql {
  const column = fieldColumn(context, field);
  const kind = booleanColumn(context, field);
  if (wanted) return sure(kind.isTrue(column.sql));
  // A missing boolean is FALSE.
  const isFalse = kind.isFalse(column.sql);
  return sure(column.isNullable ? or(isFalse, isNull(column.sql)) : isFalse);
}

/** IF with conditions for branches. */
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

export function isBlank(context: Context, node: NodeOf<"isBlank">, wanted: boolean): TruthSql {
  const value = checkedValue(context, operandOf(node));
  const { blank = FALSE } = value;
  // FALSE asks for a value, which an error is not.
  return { sql: wanted ? blank : isNotNull(value.sql), valid: value.valid };
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
  test: Primitive<[text: Fragment, needle: Fragment]>,
  wanted: boolean,
): TruthSql {
  const [textNode, needleNode] = operandsOf(node);
  const text = checkedValue(context, textNode);
  const needle = checkedValue(context, needleNode);
  const { sql: isSo, valid } = apply(context, node.op, test, text.sql, needle.sql);
  return { sql: asked(isSo, wanted), valid: bothValid(text, needle, { valid }) };
}

export function regexMatch(
  context: Context,
  node: NodeOf<"regexMatch">,
  wanted: boolean,
): TruthSql {
  const text = checkedValue(context, operandOf(node));
  const test = context.dialect.operations.regexMatch(text.sql, node.data);
  if ("impossible" in test) throw new NotInSql(`the regular expression: ${test.impossible}`);
  return { sql: asked(test, wanted), valid: text.valid };
}

/** Whether a list has an element. */
export function has(context: Context, node: NodeOf<"has">, wanted: boolean): TruthSql {
  const [listNode, textNode] = operandsOf(node);
  const list = listColumn(context, listNode);
  const text = checkedValue(context, textNode);
  const test = list.kind.has(list.sql, text.sql);
  if (wanted) return { sql: test, valid: text.valid };
  const none = and(isNull(list.sql), isNotNull(text.sql));
  return { sql: list.isNullable ? or(not(test), none) : not(test), valid: text.valid };
}

function sure(condition: Fragment): TruthSql {
  return { sql: condition, valid: undefined };
}

/** A test, or its opposite where it is FALSE and not NULL. */
function asked(test: Fragment, wanted: boolean): Fragment {
  return wanted ? test : not(test);
}

/** Errors are known from errors' own operands: a value is one where it is NULL and not blank. */
export function isError(
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
  if (!value.mayFail) return wanted ? NEVER : ALWAYS;
  if (!wanted)
    return { sql: blank === undefined ? isNotNull(result) : or(isNotNull(result), blank), valid };
  return { sql: blank === undefined ? isNull(result) : and(isNull(result), unless(blank)), valid };
}

/** Where a value is no error. */
function sound(value: ValueSql): Fragment {
  if (!value.mayFail) return TRUE;
  const present = isNotNull(value.sql);
  return value.blank === undefined ? present : or(present, value.blank);
}

export function equal(context: Context, node: NodeOf<"equal">, wanted: boolean): TruthSql {
  const direct = againstConstant(context, node, wanted);
  if (direct !== undefined) return direct;
  const [left, right] = operandsOf(node);
  if (left.type === "boolean") return sameTruth(context, left, right, wanted);
  if (left.type === "list") throw new NotInSql("lists are compared in memory");
  const a = checkedValue(context, left);
  const b = checkedValue(context, right);
  const valid = bothValid(a, b);
  const { sameText, differentText } = context.dialect.operations;
  if (left.type === "text") {
    const test = apply(
      context,
      "equality of texts",
      wanted ? sameText : differentText,
      a.sql,
      b.sql,
    ).sql;
    return { sql: test, valid };
  }
  const tested = (operand: CoreNode, { sql: value }: ValueSql): Fragment =>
    operand.type === "number" && operand.op !== "literal" ? equated(context.dialect, value) : value;
  const [first, second] = [tested(left, a), tested(right, b)];
  if (wanted) {
    const same = sql`${first} = ${second}`;
    const bothBlank =
      a.blank === undefined || b.blank === undefined ? FALSE : and(a.blank, b.blank);
    return { sql: or(same, bothBlank), valid };
  }
  const different = sql`${first} <> ${second}`;
  const onlyA = a.blank === undefined ? FALSE : and(a.blank, isNotNull(b.sql));
  const onlyB = b.blank === undefined ? FALSE : and(b.blank, isNotNull(a.sql));
  return { sql: or(different, onlyA, onlyB), valid };
}

function sameTruth(context: Context, a: CoreNode, b: CoreNode, wanted: boolean): TruthSql {
  const parts = [true, false].map((truth) => {
    const first = context.truth(a, truth);
    const second = context.truth(b, wanted ? truth : !truth);
    return { sql: and(first.sql, second.sql), valid: bothValid(first, second) };
  });
  return { sql: or(...parts.map((part) => part.sql)), valid: bothValid(...parts) };
}

/** How a value on the left stands to another, and to what does not satisfy it. */
const RELATIONS = {
  equal: { below: false, above: false, write: (a: Fragment, b: Fragment) => sql`${a} = ${b}` },
  notEqual: { below: true, above: true, write: (a: Fragment, b: Fragment) => sql`${a} <> ${b}` },
  less: { below: true, above: false, write: (a: Fragment, b: Fragment) => sql`${a} < ${b}` },
  lessOrEqual: {
    below: true,
    above: false,
    write: (a: Fragment, b: Fragment) => sql`${a} <= ${b}`,
  },
  more: { below: false, above: true, write: (a: Fragment, b: Fragment) => sql`${a} > ${b}` },
  moreOrEqual: {
    below: false,
    above: true,
    write: (a: Fragment, b: Fragment) => sql`${a} >= ${b}`,
  },
};

/**
 * A number that may be infinite, compared with a constant: only the side where an infinity would satisfy the comparison needs a look.
 * `undefined` for everything else.
 */
function againstConstant(
  context: Context,
  node: NodeOf<"equal" | "less" | "lessOrEqual">,
  wanted: boolean,
): TruthSql | undefined {
  const [left, right] = operandsOf(node);
  const isRight = left.op === "literal";
  const varying = isRight ? right : left;
  const constant = isRight ? left : right;
  if (constant.op !== "literal" || varying.type !== "number") return undefined;
  const value = context.value(varying);
  if (!value.loose || value.blank !== undefined) return undefined;
  const relation = relationOf(node.op, isRight, wanted);
  const test = compareLoose(context, value, relation, Number(constant.data));
  return { sql: test, valid: value.valid };
}

/** Values that are longer are not written once more for a cheaper test. */
const LONG_VALUE = 400;

function compareLoose(
  { dialect }: Context,
  value: ValueSql,
  relation: keyof typeof RELATIONS,
  constant: number,
): Fragment {
  const number = (bound: number): Fragment => numberLiteral(dialect, bound);
  const { below, above, write } = RELATIONS[relation];
  const isEquality = below === above;
  const compared = (side: Fragment): Fragment =>
    write(isEquality ? equated(dialect, side) : side, number(constant));
  if (!below && !above) return compared(value.sql);
  if (dialect.between !== undefined && !isEquality) {
    const [least, most] = boundsOf(relation, constant);
    return dialect.between(value.sql, number(least), number(most));
  }
  const finite = and(
    below ? sql`${value.sql} >= ${number(-LARGEST)}` : TRUE,
    above ? sql`${value.sql} <= ${number(LARGEST)}` : TRUE,
  );
  const normal = value.sql.size > LONG_VALUE ? undefined : value.normal?.();
  if (normal === undefined) return and(compared(value.sql), finite);
  return compared(
    choose([
      [normal, value.sql],
      [finite, value.sql],
    ]),
  );
}

/** The least and the greatest number that stand in a relation to a constant; where there is none, they change places. */
function boundsOf(
  relation: keyof typeof RELATIONS,
  constant: number,
): readonly [least: number, most: number] {
  switch (relation) {
    case "less":
      return constant === -LARGEST ? [LARGEST, -LARGEST] : [-LARGEST, -nextAbove(-constant)];
    case "more":
      return constant === LARGEST ? [LARGEST, -LARGEST] : [nextAbove(constant), LARGEST];
    case "moreOrEqual":
      return [constant, LARGEST];
    default:
      return [-LARGEST, constant];
  }
}

/** The float64 after one that is not the largest. */
function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0) + 0;
}

function relationOf(
  op: "equal" | "less" | "lessOrEqual",
  isRight: boolean,
  wanted: boolean,
): keyof typeof RELATIONS {
  if (op === "equal") return wanted ? "equal" : "notEqual";
  const isStrict = op === "less";
  // The opposite of `<` is `>=`; a value on the right of `<` is above the constant.
  if (wanted === isRight) return isStrict === wanted ? "more" : "moreOrEqual";
  return isStrict === wanted ? "less" : "lessOrEqual";
}

export function compare(
  context: Context,
  node: NodeOf<"less" | "lessOrEqual">,
  wanted: boolean,
): TruthSql {
  const direct = againstConstant(context, node, wanted);
  if (direct !== undefined) return direct;
  const [left, right] = operandsOf(node);
  const a = checkedValue(context, left);
  const b = checkedValue(context, right);
  const valid = bothValid(a, b);
  const isLess = node.op === "less";
  if (left.type === "text") {
    const { textBefore, textBeforeOrSame } = context.dialect.operations;
    const test = isLess ? textBefore : textBeforeOrSame;
    const opposite = isLess ? textBeforeOrSame : textBefore;
    const order = "order of texts";
    return {
      sql: (wanted
        ? apply(context, order, test, a.sql, b.sql)
        : apply(context, order, opposite, b.sql, a.sql)
      ).sql,
      valid,
    };
  }
  if (wanted) {
    return { sql: isLess ? sql`${a.sql} < ${b.sql}` : sql`${a.sql} <= ${b.sql}`, valid };
  }
  const opposite = isLess ? sql`${a.sql} >= ${b.sql}` : sql`${a.sql} > ${b.sql}`;
  const blanks: Fragment[] = [];
  if (a.blank !== undefined) blanks.push(and(a.blank, sound(b)));
  if (b.blank !== undefined) blanks.push(and(b.blank, sound(a)));
  return { sql: or(opposite, ...blanks), valid };
}
