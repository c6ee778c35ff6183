import type { CoreNode } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import type {
  BooleanColumnSql,
  DateColumnSql,
  ListColumnSql,
  NumberColumnSql,
  TextColumnSql,
} from "../dialect-definition.ts";
import type { SqlFragment } from "../sql-fragment.ts";
import { kindOf, mappingOf } from "../table-mapping.ts";
import { type Context, NotInSql } from "./context.ts";

/** A field's column and the facts known of it. */
export interface TypedColumn {
  readonly sql: SqlFragment;
  /** Whether the column may be NULL here. */
  readonly isNullable: boolean;
  /** Whether all its dates are within the range of the language. */
  readonly isInRange: boolean;
}

export function fieldColumn(context: Context, field: Field): TypedColumn {
  const { notBlank = false, notNull = notBlank, inRange = false } = mappingOf(field, context.table);
  return {
    sql: context.column(field),
    isNullable: !notNull && !context.present.has(field),
    isInRange: inRange,
  };
}

export function textColumn(context: Context, field: Field): TextColumnSql {
  return kindOf(field, context.table, context.dialect, "text");
}

export function numberColumn(context: Context, field: Field): NumberColumnSql {
  return kindOf(field, context.table, context.dialect, "number");
}

/**
 * A numeric column for comparisons and orders. It is used directly if the engine compares it exactly, so that its index
 * can be used.
 */
export function comparedColumn(context: Context, field: Field): SqlFragment {
  const column = context.column(field);
  const { compared } = numberColumn(context, field);
  return compared === undefined ? column : compared(column);
}

export function booleanColumn(context: Context, field: Field): BooleanColumnSql {
  return kindOf(field, context.table, context.dialect, "boolean");
}

export function dateColumn(context: Context, field: Field): DateColumnSql {
  return kindOf(field, context.table, context.dialect, "date");
}

/** The column of a list. Only a field has one. */
export function listColumn(
  context: Context,
  node: CoreNode,
): TypedColumn & { readonly kind: ListColumnSql } {
  if (node.op !== "field") throw new NotInSql("only a field's own list is read in the database");
  const { data: field } = node;
  return {
    ...fieldColumn(context, field),
    kind: kindOf(field, context.table, context.dialect, "list"),
  };
}
