import type { Field } from "../schema/index.ts";
import { requireKind, requireOptions } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { type Columns, type DialectDefinition, isImpossible } from "./dialect-definition.ts";
import { type Fragment, name } from "./fragment.ts";

/** How a field is stored. If a property is left out, the most general case is assumed. */
export interface ColumnMapping {
  /** The name of the column; the name of the field unless given. */
  readonly column?: string;
  /**
   * The kind of column:
   * - for texts: `text`, or on MariaDB and MySQL `exact`, if the collation is `utf8mb4_nopad_bin` or `utf8mb4_0900_bin`
   * - for numbers: `double` (the default), `integer` or `decimal`
   * - for booleans: `boolean` or `integer`
   * - for dates: `timestamp` or `epochMilliseconds`
   * - for lists: `array`, `json` or `delimited`
   */
  readonly storage?: StorageName;
  /** The column cannot be NULL. */
  readonly notNull?: boolean;
  /** Text only: no value is NULL or the empty text. An index of the column then serves an order. */
  readonly notBlank?: boolean;
  /** Numbers only: no value lies outside of this range. Arithmetic then needs fewer guards. */
  readonly range?: readonly [least: number, most: number];
  /** Text only: no value has more code points. */
  readonly maxLength?: number;
  /** Dates only: every value lies between the years 1900 and 2298. */
  readonly inRange?: boolean;
  /** The text between the elements of a `delimited` list; a comma unless given. */
  readonly delimiter?: string;
}

type StorageOf<C> = { [T in keyof C]: keyof C[T] }[keyof C];
export type StorageName = StorageOf<Columns> & string;

/** The table and the columns that hold the records of a schema. */
export interface TableMapping {
  /** The name of the table, or several names such as schema and table. If given, it stands before each column. */
  readonly table?: string | readonly string[];
  /** Columns by the names of their fields. A field that is left out has a column of the same name. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
}

/** A mapping that is not possible. It is a mistake in the program, and thrown when SQL is made. */
export class SqlMappingError extends Error {
  override readonly name = "SqlMappingError";
}

/** @throws `TypeError` if the options are not those of a table. */
export function requireTable(options: TableMapping, call: string): void {
  requireOptions(options, call, { columns: "object", firstParameter: "number", exact: "boolean" });
  const { table, columns = {} } = options;
  if (Array.isArray(table)) requireKind(table, "texts", `\`${call}\`: the names of the table`);
  else if (table !== undefined) requireKind(table, "text", `\`${call}\`: the name of the table`);
  for (const [field, mapping] of Object.entries(columns)) {
    const what = `\`${call}\`: the column of ${quote(field)}`;
    requireKind(mapping, "object", what);
    const { column } = mapping;
    if (column !== undefined) requireKind(column, "text", `${what}: its name`);
  }
}

const NOTHING: ColumnMapping = {};

export function mappingOf(field: Field, { columns }: TableMapping): ColumnMapping {
  return columns !== undefined && Object.hasOwn(columns, field.name)
    ? (columns[field.name] ?? NOTHING)
    : NOTHING;
}

/** The kind of a field's column: the one of its mapping, or else the first possible one of the dialect for the type. */
export function storageOf(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): StorageName {
  const kinds: Readonly<Partial<Record<string, object>>> = dialect.columns[field.type];
  const { storage } = mappingOf(field, table);
  if (storage === undefined) {
    // The keys of a type's columns are names of storages, but `Object.keys` has the type of any text.
    const first = Object.keys(kinds).find((kind) => !isImpossible(kinds[kind]));
    if (first === undefined)
      throw new SqlMappingError(`${dialect.title} has no column for ${field.type}`);
    return first as StorageName;
  }
  if (!Object.hasOwn(kinds, storage)) {
    throw new SqlMappingError(
      `${quote(field.name)} is ${field.type}, which is not stored as ${storage}`,
    );
  }
  const kind = kinds[storage];
  if (isImpossible(kind)) {
    throw new SqlMappingError(
      `${quote(field.name)} cannot be ${storage} on ${dialect.title}: ${kind.impossible}`,
    );
  }
  return storage;
}

/** The name of a field's column in SQL. */
export function columnName(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): Fragment {
  const column = quoted(mappingOf(field, table).column ?? field.name, dialect);
  return name(table.table === undefined ? column : `${tableName(table.table, dialect)}.${column}`);
}

/** The name of a table in SQL. */
export function tableName(table: string | readonly string[], dialect: DialectDefinition): string {
  const parts = typeof table === "string" ? [table] : table;
  return parts.map((part) => quoted(part, dialect)).join(".");
}

function quoted(text: string, dialect: DialectDefinition): string {
  const known = dialect.quote(text);
  if (known === undefined) {
    throw new SqlMappingError(`${dialect.title} has no name ${quote(text)}`);
  }
  return known;
}
