import type { ValueType } from "../../../language/types/value-type.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { choose, FALSE, NULL, parameter, type SqlFragment } from "../sql-fragment.ts";
import { apply, type Context, NotInSql } from "./context.ts";

/** A numeric constant with its type. */
export function numberLiteral({ literal }: DialectDefinition, value: number): SqlFragment {
  return literal.number(parameter(value, "number"));
}

/** A constant of the dialect's integer type, within ±2^53. */
export function integerLiteral({ literal }: DialectDefinition, value: number): SqlFragment {
  return literal.integer(parameter(value, "integer"));
}

/** A typed NULL. Without a type, an engine takes NULL for a text, or infers a type from the operator. */
export function typedNull(context: Context, type: ValueType): SqlFragment {
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

export function literal(
  context: Context,
  type: ValueType,
  value: string | number | boolean | readonly string[],
): SqlFragment {
  const { dialect } = context;
  if (typeof value === "string") return dialect.literal.text(parameter(value, "text"));
  if (typeof value !== "number") throw new NotInSql("a constant of this type is not an SQL value");
  return type === "date" ? dialect.literal.date(value) : numberLiteral(dialect, value);
}

export function emptyText({ dialect }: Context): SqlFragment {
  return dialect.literal.text(parameter("", "text"));
}

/** A number in the form that `=`, `<>` and IN need. */
export function equated({ equated: form }: DialectDefinition, number: SqlFragment): SqlFragment {
  return form === undefined ? number : form(number);
}

export function sameText(context: Context, a: SqlFragment, b: SqlFragment): SqlFragment {
  return apply("equality of texts", context.dialect.operations.sameText, a, b);
}
