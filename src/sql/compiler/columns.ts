import type { CoreNode } from "../../core/node.ts";
import type { Field } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import type {
  BooleanColumn,
  Columns,
  DateColumn,
  ListColumn,
  NumberColumn,
  TextColumn,
} from "../dialect-definition.ts";
import type { Fragment } from "../fragment.ts";
import { mappingOf, SqlMappingError, storageOf } from "../mapping.ts";
import { type Context, NotInSql } from "./context.ts";

/** A field's column and what is known of it. */
export interface FieldColumn {
  readonly sql: Fragment;
  /** Whether the column may be NULL at the place where it is read. */
  readonly isNullable: boolean;
  /** Whether all its dates are within the range of the language. */
  readonly isInRange: boolean;
}

export function fieldColumn(context: Context, field: Field): FieldColumn {
  const { notBlank = false, notNull = notBlank, inRange = false } = mappingOf(field, context.table);
  return {
    sql: context.column(field),
    isNullable: !notNull && !context.present.has(field),
    isInRange: inRange,
  };
}

export function textColumn(context: Context, field: Field): TextColumn {
  return columnOf(context, field, "text");
}

export function numberColumn(context: Context, field: Field): NumberColumn {
  return columnOf(context, field, "number");
}

/**
 * A number's column for comparisons and orders. It stands as it is, so that its index serves, if the engine compares it
 * exactly.
 */
export function comparedColumn(context: Context, field: Field): Fragment {
  const column = context.column(field);
  const { compared } = numberColumn(context, field);
  return compared === undefined ? column : compared(column);
}

export function booleanColumn(context: Context, field: Field): BooleanColumn {
  return columnOf(context, field, "boolean");
}

export function dateColumn(context: Context, field: Field): DateColumn {
  return columnOf(context, field, "date");
}

/** The column of a list. Only a field's own list has one. */
export function listColumn(
  context: Context,
  node: CoreNode,
): FieldColumn & { readonly kind: ListColumn } {
  if (node.op !== "field") throw new NotInSql("only a field's own list is read in the database");
  const { data: field } = node;
  return { ...fieldColumn(context, field), kind: columnOf(context, field, "list") };
}

type KindOf<T extends keyof Columns> = T extends "text"
  ? TextColumn
  : T extends "number"
    ? NumberColumn
    : T extends "boolean"
      ? BooleanColumn
      : T extends "date"
        ? DateColumn
        : ListColumn;

function columnOf<T extends keyof Columns>(
  { table, dialect }: Context,
  field: Field,
  type: T,
): KindOf<T> {
  const kinds: Readonly<Record<string, unknown>> = dialect.columns[type];
  const storage = storageOf(field, table, dialect);
  const stated = kinds[storage];
  const { delimiter = "," } = mappingOf(field, table);
  if (delimiter === "") {
    throw new SqlMappingError(`${quote(field.name)} has an empty delimiter: give it a character`);
  }
  const kind = typeof stated === "function" ? stated(delimiter) : stated;
  // `storageOf` returns only kinds of the field's type.
  return kind as KindOf<T>;
}
