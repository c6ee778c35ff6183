import type { Dialect } from "../../../backends/sql/dialect.ts";
import type { DialectDefinition } from "../../../backends/sql/dialect-definition.ts";
import { SqlMappingError } from "../../../backends/sql/sql-mapping-error.ts";
import {
  invalidName,
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

/** A column of a table that is created for a schema. */
export interface NewColumn {
  readonly field: Field;
  /** The quoted name in SQL. */
  readonly name: string;
  /** The column's storage, which is the default of its field's mapping. */
  readonly storage: StorageName;
  readonly isKey: boolean;
  readonly isIndexed: boolean;
}

/**
 * The columns for a schema's fields.
 *
 * @throws {@link StoreError} for a name that the database does not allow, and for an index of an unknown field
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

/** The quoted name in SQL. */
export function quotedName(name: string, dialect: DialectDefinition): string {
  const quoted = dialect.quote(name);
  if (quoted === undefined) throw new StoreError("setup", invalidName(name, dialect));
  return quoted;
}

/** The quoted, qualified name of a table in SQL. */
export function quotedTable(name: TableName, dialect: Dialect): string {
  try {
    return tableName(name, dialect.definition);
  } catch (error) {
    if (error instanceof SqlMappingError) throw new StoreError("setup", error.message);
    throw error;
  }
}

/** Splits a qualified name into the table's own name and its qualifiers. */
export function partsOf(table: TableName): {
  readonly qualifier: readonly string[];
  readonly name: string;
} {
  const names = typeof table === "string" ? [table] : table;
  return { qualifier: names.slice(0, -1), name: names.at(-1) ?? "" };
}

/**
 * The value to store in a column. A value of another type than its field is stored as blank; a missing boolean stays
 * missing.
 */
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
