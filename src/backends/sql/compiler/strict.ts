import type { CoreNode } from "../../../language/core/node.ts";
import type { PartialPrimitive } from "../dialect-definition.ts";
import { and, choose, nullTest, or, type SqlFragment, sql } from "../sql-fragment.ts";
import { numberLiteral } from "./constants.ts";
import { applyInPart, bothValid, type Context, type ValueSql } from "./context.ts";
import { LARGEST } from "./number-bounds.ts";

/** The value of a node, with NULL for every error. */
export function checkedValue(context: Context, node: CoreNode): ValueSql {
  return checked(context, context.value(node));
}

export function ordinary(value: SqlFragment): ValueSql {
  return { sql: value, blank: undefined, mayFail: false, loose: false, valid: undefined };
}

/** Turns infinities and NaN, which arithmetic may return for errors, into NULL. */
export function checked(context: Context, value: ValueSql): ValueSql {
  if (!value.loose) return value;
  const largest = numberLiteral(context.dialect, LARGEST);
  const least = numberLiteral(context.dialect, -LARGEST);
  const inside = and(sql`${value.sql} >= ${least}`, sql`${value.sql} <= ${largest}`);
  return { ...value, sql: choose([[inside, value.sql]]), loose: false };
}

/** TRUE if a strict operation is blank: an operand is blank, and none is an error. */
export function blankOfStrict(...operands: readonly ValueSql[]): SqlFragment | undefined {
  const blanks = operands.flatMap(({ blank }) => (blank === undefined ? [] : [blank]));
  if (blanks.length === 0) return undefined;
  const sound = operands.flatMap((operand) => {
    if (!operand.mayFail) return [];
    const { sql: value, blank } = operand;
    const present = sql`${value} IS NOT NULL`;
    return [blank === undefined ? present : or(blank, present)];
  });
  return and(or(...blanks), ...sound);
}

/** Compiles an operation that is an error if an operand is, and blank if an operand is. Texts are never blank. */
export function strict<A extends readonly unknown[]>(
  context: Context,
  what: string,
  primitive: PartialPrimitive<A>,
  values: readonly ValueSql[],
  operands: A,
): ValueSql {
  const { sql: result, valid } = applyInPart(context, what, primitive, ...operands);
  return {
    sql: result,
    blank: blankOfStrict(...values),
    mayFail: values.some(({ mayFail }) => mayFail),
    loose: false,
    valid: bothValid(...values, { valid: validOrAbsent(valid, values) }),
  };
}

/** The condition under which a primitive is exact. It always is if an operand is an error or a blank. */
function validOrAbsent(
  valid: SqlFragment | undefined,
  values: readonly ValueSql[],
): SqlFragment | undefined {
  if (valid === undefined) return undefined;
  const absent = values
    .filter(({ mayFail, blank }) => mayFail || blank !== undefined)
    .map(({ sql: value }) => nullTest(value));
  return or(valid, ...absent);
}

/** The properties, except the SQL, of a text that is computed from several values. */
export function withoutBlank(node: CoreNode, values: readonly ValueSql[]): Omit<ValueSql, "sql"> {
  return { blank: undefined, mayFail: node.mayFail, loose: false, valid: bothValid(...values) };
}
