import { type Field, fieldNamed, isComputed, type Schema } from "../../language/schema/index.ts";
import { type ArgumentKind, requireKind, requireOptions } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import {
  type ColumnKinds,
  type DialectDefinition,
  isImpossible,
  type NativeType,
} from "./dialect-definition.ts";
import { programExpression, programSql } from "./program-sql.ts";
import { name, type SqlFragment } from "./sql-fragment.ts";
import { SqlMappingError } from "./sql-mapping-error.ts";
import { parseType, type TypeText } from "./type-text.ts";

/** How a field is stored. If a property is omitted, the most general case is assumed. */
export interface ColumnMapping {
  /** The name of the column; the name of the field unless given. */
  readonly column?: string;
  /** Whether a `column` with a dot is one name, such as that of a nested column of ClickHouse. */
  readonly quoted?: boolean;
  /**
   * An expression of the program instead of a column, such as `c.country` or `meta->>'tier'`. It stands in the SQL as
   * it is written: **never put the text of a user into it**. It has no parameters. The other properties describe its
   * values as they do those of a column, and the database must keep the same promises.
   */
  readonly sql?: string;
  /**
   * The type of the column, or of the values of `sql`, as the database names it, such as `uuid`, `numeric(12,2)`, `varchar(20)[]` or `enum('small',
   * 'large')`: see the tables of types. Or the kind of column, for all databases:
   * - for texts: `text`, or on MariaDB and MySQL `exact`, if the collation is `utf8mb4_nopad_bin` or `utf8mb4_0900_bin`
   * - for numbers: `double` (the default), `integer` or `decimal`
   * - for booleans: `boolean` or `integer`
   * - for dates: `timestamp` or `epochMilliseconds`
   * - for lists: `array`, `json` or `delimited`
   */
  readonly storage?: StorageName | (string & Record<never, never>);
  /** The column cannot be NULL. */
  readonly notNull?: boolean;
  /** Text only: no value is NULL or the empty text. An order can then use an index on the column. */
  readonly notBlank?: boolean;
  /** Numbers only: all values are within this range. Arithmetic then needs fewer guards. */
  readonly range?: readonly [least: number, most: number];
  /** Text only: the maximum number of code points of a value. */
  readonly maxLength?: number;
  /** Dates only: all values are between the years 1900 and 2298. */
  readonly inRange?: boolean;
  /** The delimiter between the elements of a `delimited` list; a comma unless given. */
  readonly delimiter?: string;
}

/** The kinds of database columns that can store a field. */
export type StorageName =
  | "text"
  | "exact"
  | "double"
  | "integer"
  | "decimal"
  | "boolean"
  | "timestamp"
  | "epochMilliseconds"
  | "array"
  | "json"
  | "delimited";

/** The table and the columns that hold the records of a schema. */
export interface TableMapping {
  /**
   * The name of the table, or several names such as `["public", "cars"]`; a single name with a dot is a list, too. If
   * given, it qualifies each column.
   */
  readonly table?: string | readonly string[];
  /** Columns by the names of their fields. A field that is omitted has a column of the same name. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
}

/** The properties of a mapping. */
export const MAPPING_PROPERTIES: ReadonlyMap<string, ArgumentKind> = new Map([
  ["column", "text"],
  ["storage", "text"],
  ["notNull", "boolean"],
  ["notBlank", "boolean"],
  ["range", "array"],
  ["maxLength", "number"],
  ["inRange", "boolean"],
  ["delimiter", "text"],
  ["quoted", "boolean"],
  ["sql", "text"],
]);

/** @throws `TypeError` unless the options describe a table for the records of the schema. */
export function requireTable(
  options: TableMapping,
  call: string,
  schema: Schema | undefined,
): void {
  requireOptions(options, call, {
    columns: "object",
    firstParameter: "number",
    exact: "boolean",
    when: "boolean",
  });
  const { table, columns = {} } = options;
  if (Array.isArray(table)) requireKind(table, "texts", `\`${call}\`: the names of the table`);
  else if (table !== undefined) requireKind(table, "text", `\`${call}\`: the name of the table`);
  if (typeof table === "string") requireOneName(table, call);
  for (const [field, mapping] of Object.entries(columns)) {
    if (schema !== undefined) requireField(schema, field, call);
    const what = `\`${call}\`: the column of ${quote(field)}`;
    requireKind(mapping, "object", what);
    requireProperties(mapping, MAPPING_PROPERTIES, what);
    requirePlace(mapping, what);
    requireRange(mapping, what);
  }
}

/** @throws `TypeError` for a property that is unknown or of another kind */
export function requireProperties(
  given: object,
  kinds: ReadonlyMap<string, ArgumentKind>,
  what: string,
): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = kinds.get(name);
    if (kind === undefined) {
      const known = [...kinds.keys()].join(", ");
      const advice =
        name === "choices" ? "declare them in the schema" : `the properties are ${known}`;
      throw new TypeError(`${what} has no property ${quote(name)}; ${advice}`);
    }
    const advice =
      name === "sql"
        ? "of an expression of a query builder, give the text to which it compiles"
        : undefined;
    if (value !== undefined) requireKind(value, kind, `${what}: its ${name}`, advice);
  }
}

/** @throws `TypeError` for a column that is also an expression, or whose name is probably an expression. */
function requirePlace(
  { column, sql, quoted: isOneName = false }: ColumnMapping,
  what: string,
): void {
  if (column === undefined) return;
  if (sql !== undefined)
    throw new TypeError(`${what} has both \`column\` and \`sql\`: give one of them`);
  if (isOneName || !column.includes(".")) return;
  const parts = column.split(".");
  const qualifier = parts
    .slice(0, -1)
    .map((part) => JSON.stringify(part))
    .join(", ");
  const table = parts.length === 2 ? qualifier : `[${qualifier}]`;
  throw new TypeError(
    `${what} is named ${quote(column)}, with a dot: write \`{ sql: ${JSON.stringify(column)} }\`, or say \`table: ${table}\`; ` +
      "if it is one name, say `quoted: true`",
  );
}

/** @throws `TypeError` for the name of a table with a dot, which is probably qualified */
function requireOneName(table: string, call: string): void {
  if (!table.includes(".")) return;
  const names = table.split(".").map((part) => JSON.stringify(part));
  throw new TypeError(
    `\`${call}\`: the table is named ${quote(table)}, with a dot: write \`table: [${names.join(", ")}]\`; ` +
      `if it is one name, write \`table: [${JSON.stringify(table)}]\``,
  );
}

/** @throws `TypeError` for a range that no number is in, or that is not two numbers */
export function requireRange({ range }: Pick<ColumnMapping, "range">, what: string): void {
  if (range === undefined) return;
  const [least, most] = range;
  if (range.length === 2 && typeof least === "number" && typeof most === "number" && least <= most)
    return;
  throw new TypeError(`${what}: its range must be two numbers, the least one first`);
}

/** A mapping may include the columns of hidden fields. */
function requireField(schema: Schema, field: string, call: string): void {
  const known = schema.fields.get(field);
  if (known !== undefined && isComputed(known)) {
    throw new TypeError(`\`${call}\`: ${quote(field)} is computed by a formula, and has no column`);
  }
  if (schema.fields.has(field) || Object.hasOwn(schema.toJSON().fields, field)) return;
  fieldNamed(schema, field, call, "the field of a column");
}

const NOTHING: ColumnMapping = {};

export function mappingOf(field: Field, { columns }: TableMapping): ColumnMapping {
  const isMapped = columns !== undefined && Object.hasOwn(columns, field.name);
  return (isMapped ? columns[field.name] : undefined) ?? NOTHING;
}

/** The default kind of column for a type: the first possible one of the dialect. */
export function usualStorage(type: Field["type"], dialect: DialectDefinition): StorageName {
  const kinds: Readonly<Partial<Record<string, object>>> = dialect.columns[type];
  // `Object.keys` has the type `string[]`, but the keys of a type's columns are names of storages.
  const first = Object.keys(kinds).find((kind) => !isImpossible(kinds[kind]));
  /* v8 ignore next -- each type has a kind that every dialect supports, such as `delimited` */
  if (first === undefined) throw new SqlMappingError(`${dialect.title} has no column for ${type}`);
  return first as StorageName;
}

/** The kind of a field's column, or its type as the database names it. */
export function storageOf(field: Field, table: TableMapping, dialect: DialectDefinition): string {
  return mappingOf(field, table).storage ?? usualStorage(field.type, dialect);
}

/**
 * How to read a field's column: by the kind or the type in its mapping, or by the default kind of the dialect.
 *
 * @param type the field's own type
 */
export function kindOf<T extends Field["type"]>(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
  type: T,
): ColumnKinds[T] {
  const storage = storageOf(field, table, dialect);
  const { delimiter = "," } = mappingOf(field, table);
  if (delimiter === "") {
    throw new SqlMappingError(`${quote(field.name)} has an empty delimiter: give it a character`);
  }
  const kinds: Readonly<Record<string, unknown>> = dialect.columns[type];
  const stated = Object.hasOwn(kinds, storage) ? kinds[storage] : undefined;
  if (stated === undefined) return nativeKind(field, storage, dialect, type);
  const kind: unknown = typeof stated === "function" ? stated(delimiter) : stated;
  if (isImpossible(kind)) {
    throw new SqlMappingError(
      `${quote(field.name)} cannot be ${storage} on ${dialect.title}: ${kind.impossible}`,
    );
  }
  // The kinds of a type's columns belong to the type.
  return kind as ColumnKinds[T];
}

function nativeKind<T extends Field["type"]>(
  field: Field,
  storage: string,
  dialect: DialectDefinition,
  type: T,
): ColumnKinds[T] {
  const parsed = parseType(storage);
  const native = nativeType(parsed, dialect);
  const kind = native?.fields[type]?.(parsed);
  if (kind !== undefined) return kind;
  const problem =
    native === undefined || Object.keys(native.fields).length > 0
      ? `is ${type}, which is not stored as ${storage}`
      : `cannot be ${storage} on ${dialect.title}: ${native.note}: ${native.instead}`;
  throw new SqlMappingError(`${quote(field.name)} ${problem}`);
}

/** A type of a dialect by name; `undefined` if the dialect does not know it. */
export function nativeType(
  { name: wanted }: TypeText,
  { types }: DialectDefinition,
): NativeType | undefined {
  return types.find(({ names }) => names.includes(wanted));
}

/** The name of a field's column in SQL, or the expression in its place. */
export function columnName(
  field: Field,
  table: TableMapping,
  dialect: DialectDefinition,
): SqlFragment {
  const { column: given = field.name, sql } = mappingOf(field, table);
  if (sql !== undefined) {
    return name(programExpression(sql, `the expression of ${quote(field.name)}`, dialect));
  }
  const column = quoted(given, dialect);
  return name(table.table === undefined ? column : `${tableName(table.table, dialect)}.${column}`);
}

/** Where a statement reads records: a table, or what the program says. */
export interface RecordSource extends TableMapping {
  /**
   * What follows FROM, instead of `table`: `"orders o JOIN customers c ON c.id = o.customer_id"`. It stands in the SQL
   * as it is written: **never put the text of a user into it**. It has no parameters. It must yield one row for each
   * key, as a join to at most one row does. If `table` is given too, it qualifies the columns that have no `sql`.
   */
  readonly from?: string;
}

/** What follows FROM. */
export function sourceName({ from, table }: RecordSource, dialect: DialectDefinition): SqlFragment {
  if (from !== undefined) return name(programSql(from, "`from`", dialect));
  /* v8 ignore next -- callers require one of the two */
  if (table === undefined) throw new SqlMappingError("there is neither `table` nor `from`");
  return name(tableName(table, dialect));
}

/** The name of a table in SQL. */
export function tableName(table: string | readonly string[], dialect: DialectDefinition): string {
  const parts = typeof table === "string" ? [table] : table;
  return parts.map((part) => quoted(part, dialect)).join(".");
}

function quoted(text: string, dialect: DialectDefinition): string {
  const known = dialect.quote(text);
  if (known === undefined) throw new SqlMappingError(invalidName(text, dialect));
  return known;
}

/** The message for a name that the dialect cannot quote. */
export function invalidName(name: string, { title }: DialectDefinition): string {
  return `${title} does not allow the name ${quote(name)}: it is empty, too long, or has a character that names cannot have; rename the table or column`;
}
