import { type CoreNode, type NodeOf, operandsOf } from "../../../language/core/node.ts";
import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import {
  and,
  choose,
  FALSE,
  notNullTest,
  or,
  type Relation,
  related,
  type SqlFragment,
  sql,
  TRUE,
} from "../sql-fragment.ts";
import { equated, numberLiteral } from "./constants.ts";
import { apply, bothValid, type Context, type TruthSql, type ValueSql } from "./context.ts";
import { LARGEST } from "./number-bounds.ts";
import { againstConstant, relationOf } from "./relations.ts";
import { checkedValue } from "./strict.ts";

/** TRUE if a value is not an error. */
function sound(value: ValueSql): SqlFragment {
  if (!value.mayFail) return TRUE;
  const present = notNullTest(value.sql);
  return value.blank === undefined ? present : or(present, value.blank);
}

export function equal(context: Context, node: NodeOf<"equal">, wanted: boolean): TruthSql {
  const direct = looseAgainstConstant(context, node, wanted);
  if (direct !== undefined) return direct;
  const [left, right] = operandsOf(node);
  if (left.type === "boolean") return sameTruth(context, left, right, wanted);
  const a = checkedValue(context, left);
  const b = checkedValue(context, right);
  const valid = bothValid(a, b);
  const { sameText, differentText } = context.dialect.operations;
  if (left.type === "text") {
    const test = apply("equality of texts", wanted ? sameText : differentText, a.sql, b.sql);
    return { sql: test, valid };
  }
  const test = comparisonOf(context, node, a.sql, b.sql, wanted);
  if (wanted) {
    const bothBlank =
      a.blank === undefined || b.blank === undefined ? FALSE : and(a.blank, b.blank);
    return { sql: or(test, bothBlank), valid };
  }
  const onlyA = a.blank === undefined ? FALSE : and(a.blank, notNullTest(b.sql));
  const onlyB = b.blank === undefined ? FALSE : and(b.blank, notNullTest(a.sql));
  return { sql: or(test, onlyA, onlyB), valid };
}

/** A comparison of two numbers or dates. If one of them is NULL, it is NULL. */
function comparisonOf(
  { dialect }: Context,
  node: NodeOf<"equal" | "less" | "lessOrEqual">,
  a: SqlFragment,
  b: SqlFragment,
  wanted: boolean,
): SqlFragment {
  const relation = relationOf(node, wanted);
  if (node.op !== "equal") return related(a, relation, b);
  const tested = (operand: CoreNode, value: SqlFragment): SqlFragment =>
    operand.type === "number" && operand.op !== "literal" ? equated(dialect, value) : value;
  const [left, right] = operandsOf(node);
  return related(tested(left, a), relation, tested(right, b));
}

/** A comparison of two numbers as they are: an error may also be an infinity or NaN, and blanks are NULL. */
export function plainComparison(
  context: Context,
  node: NodeOf<"equal" | "less" | "lessOrEqual">,
  wanted: boolean,
): TruthSql {
  const [left, right] = operandsOf(node);
  const [a, b] = [context.value(left), context.value(right)];
  return { sql: comparisonOf(context, node, a.sql, b.sql, wanted), valid: bothValid(a, b) };
}

function sameTruth(context: Context, a: CoreNode, b: CoreNode, wanted: boolean): TruthSql {
  const parts = [true, false].map((truth) => {
    const first = context.truth(a, truth);
    const second = context.truth(b, wanted ? truth : !truth);
    return { sql: and(first.sql, second.sql), valid: bothValid(first, second) };
  });
  return { sql: or(...parts.map((part) => part.sql)), valid: bothValid(...parts) };
}

/**
 * Compares a number that may be infinite with a constant. Only an infinity on the side that satisfies the comparison
 * needs a test. `undefined` for all other nodes.
 */
function looseAgainstConstant(
  context: Context,
  node: NodeOf<"equal" | "less" | "lessOrEqual">,
  wanted: boolean,
): TruthSql | undefined {
  const found = againstConstant(node, wanted);
  if (found === undefined || found.operand.type !== "number") return undefined;
  const value = context.value(found.operand);
  if (!value.loose || value.blank !== undefined) return undefined;
  return { sql: compareLoose(context, value, found.relation, found.constant), valid: value.valid };
}

/** Longer values are not repeated. */
const LONG_VALUE = 400;

function compareLoose(
  { dialect }: Context,
  value: ValueSql,
  relation: Relation,
  constant: number,
): SqlFragment {
  const number = (bound: number): SqlFragment => numberLiteral(dialect, bound);
  // Whether numbers below the constant satisfy the relation, and whether numbers above it do.
  const [below, above] = [relation.includes("<"), relation.includes(">")];
  const isEquality = relation === "=" || relation === "<>";
  const compared = (side: SqlFragment): SqlFragment =>
    related(isEquality ? equated(dialect, side) : side, relation, number(constant));
  if (!below && !above) return compared(value.sql);
  const isLong = value.sql.size > LONG_VALUE;
  if (!isEquality && (isLong || dialect.comparesBetween === true)) {
    const [least, most] = boundsOf(relation, constant);
    return sql`${value.sql} BETWEEN ${number(least)} AND ${number(most)}`;
  }
  const finite = and(
    below ? sql`${value.sql} >= ${number(-LARGEST)}` : TRUE,
    above ? sql`${value.sql} <= ${number(LARGEST)}` : TRUE,
  );
  const normal = isLong ? undefined : value.normal?.();
  if (normal === undefined) return and(compared(value.sql), finite);
  return compared(
    choose([
      [normal, value.sql],
      [finite, value.sql],
    ]),
  );
}

/**
 * The smallest and the largest number in a relation to a constant. If there is none, the range is empty: the smallest
 * is above the largest.
 */
function boundsOf(relation: Relation, constant: number): readonly [least: number, most: number] {
  switch (relation) {
    case "<":
      return constant === -LARGEST ? [LARGEST, -LARGEST] : [-LARGEST, numberBefore(constant)];
    case ">":
      return constant === LARGEST ? [LARGEST, -LARGEST] : [numberAfter(constant), LARGEST];
    case ">=":
      return [constant, LARGEST];
    default:
      return [-LARGEST, constant];
  }
}

export function compare(
  context: Context,
  node: NodeOf<"less" | "lessOrEqual">,
  wanted: boolean,
): TruthSql {
  const direct = looseAgainstConstant(context, node, wanted);
  if (direct !== undefined) return direct;
  const [left, right] = operandsOf(node);
  const a = checkedValue(context, left);
  const b = checkedValue(context, right);
  const valid = bothValid(a, b);
  if (left.type === "text") {
    const isLess = node.op === "less";
    const { textBefore, textBeforeOrSame } = context.dialect.operations;
    const test = isLess ? textBefore : textBeforeOrSame;
    const opposite = isLess ? textBeforeOrSame : textBefore;
    const order = "order of texts";
    return {
      sql: wanted ? apply(order, test, a.sql, b.sql) : apply(order, opposite, b.sql, a.sql),
      valid,
    };
  }
  const test = comparisonOf(context, node, a.sql, b.sql, wanted);
  if (wanted) return { sql: test, valid };
  const blanks: SqlFragment[] = [];
  if (a.blank !== undefined) blanks.push(and(a.blank, sound(b)));
  if (b.blank !== undefined) blanks.push(and(b.blank, sound(a)));
  return { sql: or(test, ...blanks), valid };
}
