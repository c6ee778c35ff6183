import type { DialectDefinition } from "../dialect-definition.ts";
import { and, choose, type Fragment, or, parameter, sql } from "../fragment.ts";
import type { Context, ValueSql } from "./context.ts";
import { LARGEST } from "./facts.ts";

/** A constant number with its type. */
export function numberLiteral({ literal }: DialectDefinition, value: number): Fragment {
  return literal.number(parameter(value, "number"));
}

/** A number where it is tested for equality. */
export function equated({ equated: form }: DialectDefinition, number: Fragment): Fragment {
  return form === undefined ? number : form(number);
}

/** The value with NULL for every error, whatever the engine's arithmetic made of it. */
export function finished(context: Context, value: ValueSql): ValueSql {
  if (!value.loose) return value;
  const largest = numberLiteral(context.dialect, LARGEST);
  const least = numberLiteral(context.dialect, -LARGEST);
  const inside = and(sql`${value.sql} >= ${least}`, sql`${value.sql} <= ${largest}`);
  return { ...value, sql: choose([[inside, value.sql]]), loose: false };
}

/** Where a strict operation is blank: where an operand is and none is an error. */
export function blankOfStrict(...operands: readonly ValueSql[]): Fragment | undefined {
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
