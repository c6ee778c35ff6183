import type { Field } from "../schema/index.ts";
import { requireKind, requireOptions } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { type Columns, type DialectDefinition, isImpossible } from "./dialect-definition.ts";
import { type Fragment, name } from "./fragment.ts";

/** How a field is stored. What is left out is taken for the most general. */
export interface ColumnMapping {
  /** The column's name, where it is not the field's. */
  readonly column?: string;
  /**
   * The kind of column: `exact` for texts on MariaDB and MySQL whose collation is `utf8mb4_nopad_bin` or `utf8mb4_0900_bin`, `double` (the default), `integer` or `decimal` for numbers, `boolean` or `integer` for booleans, `timestamp` or
   * `epochMilliseconds` for dates, `array`, `json` or `delimited` for lists.
   */
  readonly storage?: StorageName;
  /** The column cannot be NULL. */
  readonly notNull?: boolean;
  /** Text only: neither NULL nor the empty text, as a key is. Its index then serves for the order. */
  readonly notBlank?: boolean;
  /** Numbers only: no value lies outside. Arithmetic needs fewer guards then. */
  readonly range?: readonly [least: number, most: number];
  /** Text only: no value has more code points. */
  readonly maxLength?: number;
  /** Dates only: every value lies between the years 1900 and 2298. */
  readonly inRange?: boolean;
  /** What stands between the elements of a `delimited` list; a comma unless given. */
  readonly delimiter?: string;
}

type StorageOf<C> = { [T in keyof C]: keyof C[T] }[keyof C];
export type StorageName = StorageOf<Columns> & string;

/** Where a schema's records are. */
export interface TableMapping {
  /** The table's name, or the names that lead to it, such as schema and table; columns are then written with it. */
  readonly table?: string | readonly string[];
  /** By the names of fields; a field that is not named is a column of its own name. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
}

/** A mapping that cannot be: a mistake of the program, thrown where SQL is asked for. */
export class SqlMappingError extends Error {
  override readonly name = "SqlMappingError";
}

/** @throws `TypeError` for options that say nothing of a table. */
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

/** A field's mapping. */
export function mappingOf(field: Field, { columns }: TableMapping): ColumnMapping {
  return columns !== undefined && Object.hasOwn(columns, field.name)
    ? (columns[field.name] ?? NOTHING)
    : NOTHING;
}

/** The kind of a field's column: what its mapping says, or the first that the dialect has for the type. */
export function storageOf(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): StorageName {
  const kinds: Readonly<Partial<Record<string, object>>> = dialect.columns[field.type];
  const { storage } = mappingOf(field, table);
  if (storage === undefined) {
    // `Object.keys` widens to string; the keys of a type's columns are storage names.
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

/** A field's column as SQL names it. */
export function columnName(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): Fragment {
  const column = quoted(mappingOf(field, table).column ?? field.name, dialect);
  return name(table.table === undefined ? column : `${tableName(table.table, dialect)}.${column}`);
}

/** A table's name as SQL has it. */
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
