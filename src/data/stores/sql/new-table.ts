import type { DialectDefinition } from "../../../backends/sql/dialect-definition.ts";
import type { Dialect } from "../../../backends/sql/sql-filter.ts";
import {
  SqlMappingError,
  type StorageName,
  tableName,
  usualStorage,
} from "../../../backends/sql/table-mapping.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Plain } from "../../../language/values/plain.ts";
import { readField } from "../../../language/values/row-value.ts";
import { quote } from "../../../util/quote.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import type { NewTable, TableName } from "./driver.ts";

/** A column of a table that is made for a schema. */
export interface NewColumn {
  readonly field: Field;
  /** As SQL writes it. */
  readonly name: string;
  /** The storage that a mapping means if it does not say. */
  readonly storage: StorageName;
  readonly isKey: boolean;
  readonly isIndexed: boolean;
}

/**
 * The columns for a schema's fields.
 *
 * @throws {@link StoreError} for a name that the database does not allow, and for an index of a field that does not
 * exist
 */
export function newColumns(
  { schema, indexes }: NewTable,
  dialect: DialectDefinition,
): readonly NewColumn[] {
  const unknown = indexes.find((index) => !schema.stored.has(index));
  if (unknown !== undefined) {
    throw new StoreError("setup", `there is no column ${quote(unknown)} to make an index for`);
  }
  return [...schema.stored.values()].map((field) => ({
    field,
    name: quotedName(field.name, dialect),
    storage: usualStorage(field.type, dialect),
    isKey: field === schema.key,
    isIndexed: field !== schema.key && indexes.includes(field.name),
  }));
}

/** A name as SQL writes it. */
export function quotedName(name: string, dialect: DialectDefinition): string {
  const quoted = dialect.quote(name);
  if (quoted === undefined) {
    throw new StoreError("setup", `${dialect.title} has no name ${quote(name)}`);
  }
  return quoted;
}

/** A table's name as SQL writes it. */
export function quotedTable(name: TableName, dialect: Dialect): string {
  try {
    return tableName(name, dialect.definition);
  } catch (error) {
    if (error instanceof SqlMappingError) throw new StoreError("setup", error.message);
    throw error;
  }
}

/** The names that lead to a table, and its own name. */
export function partsOf(table: TableName): {
  readonly place: readonly string[];
  readonly name: string;
} {
  const names = typeof table === "string" ? [table] : table;
  return { place: names.slice(0, -1), name: names.at(-1) ?? "" };
}

/** A record's value for a column. A value that is not of the field's type is blank; a missing boolean stays missing. */
export function plainValue(record: StoreRecord, { field, isKey }: NewColumn): Plain {
  const plain = readField(record, field.name, field.type);
  const isBlank =
    plain === null || plain === "" || (typeof plain === "object" && plain.length === 0);
  if (isBlank) {
    if (isKey)
      throw new StoreError("data", `a record has no ${quote(field.name)}, which is the key`);
    return null;
  }
  if (field.type === "boolean" && typeof record[field.name] !== "boolean") return null;
  return plain;
}
