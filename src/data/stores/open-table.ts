import type { DescribeOptions } from "../../backends/sql/describe/describe-options.ts";
import { SqlMappingError } from "../../backends/sql/sql-mapping-error.ts";
import { type ColumnMapping, kindOf, type TableMapping } from "../../backends/sql/table-mapping.ts";
import { defineSchema, type Field, type Schema } from "../../language/schema/index.ts";
import { describeType } from "../../language/types/value-type.ts";
import { quote } from "../../util/quote.ts";
import { needKey, schemaWithKey } from "./files/file-schema.ts";
import type { SqlDriver, TableDescription, TableName } from "./sql/driver.ts";
import { SqlStore } from "./sql/sql-store.ts";
import { StoreError } from "./store.ts";

type ColumnMappings = Readonly<Record<string, ColumnMapping>>;

export interface OpenTableOptions {
  /** The fields. By default, those of the table's columns. */
  readonly schema?: Schema;
  /** The key field, if neither the schema nor the table names it. */
  readonly key?: string;
  /** The columns of fields, if they differ from the database's catalogue. */
  readonly columns?: ColumnMappings;
  /** How the fields differ from what the catalogue says. */
  readonly describe?: DescribeOptions;
  /** What to read instead of the table, in the program's own SQL; `table` then qualifies columns. */
  readonly from?: string;
}

/**
 * Opens a database table as a store, described by the database's catalogue. The store takes ownership of the driver.
 *
 * @throws {@link StoreError} with advice, after closing the driver
 */
export async function openTable(
  driver: SqlDriver,
  table: TableName | undefined,
  { schema: given, key, columns = {}, describe, from }: OpenTableOptions = {},
): Promise<SqlStore> {
  try {
    if (describe !== undefined && (given !== undefined || from !== undefined)) {
      const advice = "declare the fields in it, and their columns in `columns`";
      throw new StoreError(
        "setup",
        `\`describe\` is about fields of the database's catalogue, but there is a \`schema\`: ${advice}`,
      );
    }
    if (from !== undefined) return openSource(driver, from, { table, given, key, columns });
    if (table === undefined) {
      throw new StoreError("setup", "the table is missing: give the option `table`, or `from`");
    }
    const described = await driver.describe(table, new AbortController().signal, describe);
    const named = renamed(described, columns, table);
    const schema = schemaWithKey(given ?? defineSchema(named.fields), key, true);
    needKey(schema, tableText(table));
    const mappings = [...schema.stored.values()].map(
      // A name from the catalogue is one name, whatever its letters.
      (field) => [field.name, { ...columnOf(field, named, columns, table), quoted: true }] as const,
    );
    for (const [field, { sql }] of Object.entries(columns)) {
      if (sql === undefined || schema.stored.has(field)) continue;
      const advice = "declare it in `schema`, with its type";
      throw new StoreError("setup", `${quote(field)} is an expression and not a column: ${advice}`);
    }
    const mapped = Object.fromEntries(mappings);
    requireKinds(schema, { columns: mapped }, driver);
    return SqlStore.of(driver, {
      schema,
      table,
      columns: mapped,
      isDistributed: described.isDistributed === true,
      // A given schema is a selection of columns, so unused ones are not reported.
      ...(given === undefined ? { refused: named.refused, warnings: named.warnings } : {}),
    });
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Opens a store over a FROM clause of the program. The database has no catalogue entry for it, so the program gives the schema. */
function openSource(
  driver: SqlDriver,
  from: string,
  {
    table,
    given,
    key,
    columns,
  }: {
    readonly table: TableName | undefined;
    readonly given: Schema | undefined;
    readonly key: string | undefined;
    readonly columns: ColumnMappings;
  },
): SqlStore {
  if (given === undefined) {
    const advice = "give the option `schema`, since no catalogue describes what is read";
    throw new StoreError("setup", `the fields of \`from\` are not known: ${advice}`);
  }
  const schema = schemaWithKey(given, key, true);
  needKey(schema, "`from`");
  requireKinds(schema, { columns }, driver);
  return SqlStore.of(driver, { schema, table, from, columns });
}

/** @throws {@link StoreError} for a mapping that the database does not support */
function requireKinds(schema: Schema, table: TableMapping, { dialect }: SqlDriver): void {
  try {
    for (const field of schema.stored.values()) {
      kindOf(field, table, dialect.definition, field.type);
    }
  } catch (error) {
    if (error instanceof SqlMappingError) throw new StoreError("setup", error.message, error);
    throw error;
  }
}

/** The description with mapped columns under the names of their fields. */
function renamed(
  described: TableDescription,
  columns: ColumnMappings,
  table: TableName,
): TableDescription {
  const fieldOf = new Map<string, string>();
  for (const field of Object.keys(described.fields)) {
    const { column = field, sql } = described.columns[field] ?? {};
    if (sql === undefined) fieldOf.set(column, field);
  }
  const names = new Map<string, string>();
  for (const [field, { column = field, sql }] of Object.entries(columns)) {
    if (sql !== undefined) continue;
    const known = fieldOf.get(column);
    if (known !== undefined) names.set(known, field);
    else if (!described.refused.some((left) => left.column === column)) {
      throw noColumn(column, field, described, table);
    }
  }
  // A column that is mapped to a field does not also appear under its own name.
  const taken = new Set(names.values());
  const kept = Object.entries(described.fields).filter(
    ([field]) => names.has(field) || !taken.has(field),
  );
  return {
    fields: Object.fromEntries(kept.map(([field, type]) => [names.get(field) ?? field, type])),
    columns: Object.fromEntries(
      kept.map(([field]) => {
        const { column = field, ...known } = described.columns[field] ?? {};
        const source = known.sql === undefined ? { column } : {};
        return [names.get(field) ?? field, { ...known, ...source }];
      }),
    ),
    refused: described.refused,
    warnings: described.warnings,
  };
}

function columnOf(
  field: Field,
  described: TableDescription,
  columns: ColumnMappings,
  table: TableName,
): ColumnMapping {
  const given = own(columns, field.name);
  if (given?.sql !== undefined) return given;
  const column = given?.column ?? field.name;
  const declared = own(described.fields, field.name);
  if (declared === undefined) {
    // A column that is missing from the catalogue needs the mapping's storage.
    if (given?.storage !== undefined) return { column, ...given };
    const left = described.refused.find((known) => known.column === column);
    if (left === undefined) throw noColumn(column, field.name, described, table);
    throw new StoreError(
      "setup",
      `${tableText(table)}: the column ${quote(column)} cannot be a field: ${left.reason}`,
    );
  }
  const type = typeof declared === "string" ? declared : declared.type;
  const known = own(described.columns, field.name) ?? { column };
  if (type === field.type) return { ...known, ...given };
  const { notNull } = known;
  const kept = { column: known.column ?? column, ...(notNull === undefined ? {} : { notNull }) };
  if (given?.storage !== undefined) return { ...kept, ...given };
  throw new StoreError(
    "setup",
    `${tableText(table)}: ${quote(field.name)} is ${describeType(field.type)}, but its column is ${describeType(type)}: say in \`columns\` how it is stored, or change the schema`,
  );
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function noColumn(
  column: string,
  field: string,
  { fields, columns }: TableDescription,
  table: TableName,
): StoreError {
  const names = Object.keys(fields).map((name) => own(columns, name)?.column ?? name);
  const known = names.slice(0, 20).map(quote).join(", ");
  return new StoreError(
    "setup",
    `${tableText(table)}: there is no column ${quote(column)} for the field ${quote(field)} (the columns are ${known}${names.length > 20 ? ", …" : ""})`,
  );
}

function tableText(table: TableName): string {
  return `the table ${quote(typeof table === "string" ? table : table.join("."))}`;
}
