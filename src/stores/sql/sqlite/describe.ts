import { sqlite } from "../../../sql/dialects/sqlite.ts";
import { quote } from "../../../util/quote.ts";
import { StoreError } from "../../store.ts";
import type { TableDescription, TableName } from "../driver.ts";
import { quotedName } from "../new-table.ts";
import { describedTable } from "../sessions/described.ts";
import type { Ask } from "../sessions/engine.ts";
import { type Held, meaningOf, needsValues } from "./column-meaning.ts";

/** How many rows are looked at to see what columns hold. */
const ROWS_LOOKED_AT = 1_000;

/** SQLite gives no more than 2,000 columns at once, and each is asked for twice. */
const COLUMNS_AT_ONCE = 500;

/** By what `look` computes of them. */
const COLLATIONS: Readonly<Partial<Record<number, string>>> = { 1: "NOCASE", 2: "RTRIM" };

/** A column as the catalogue has it. */
interface Column {
  readonly name: string;
  /** In capitals, as it was declared. */
  readonly type: string;
  readonly isNotNull: boolean;
  readonly isInKey: boolean;
}

/** A table's own name: a database of SQLite has one schema. */
export function localName(table: TableName): string {
  const [first, second, ...more] = typeof table === "string" ? [table] : table;
  const isQualified = second !== undefined;
  if (first === undefined || more.length > 0 || (isQualified && first.toLowerCase() !== "main")) {
    throw new StoreError("setup", `SQLite has no schema but main: ${JSON.stringify(table)}`);
  }
  return second ?? first;
}

/** Reads what a table or a view holds, from the catalogue and from its first rows. */
export async function describeTable(
  all: Ask,
  table: TableName,
  path: string,
): Promise<TableDescription> {
  const name = localName(table);
  const columns = await columnsOf(all, name);
  if (columns.length === 0) {
    throw new StoreError("setup", `there is no table ${quote(name)} in ${path}`);
  }
  const declaration = await declarationOf(all, name);
  const keys = columns.filter(({ isInKey }) => isInKey);
  return describedTable(
    (await look(all, name, columns)).map(([column, held]) => ({
      name: column.name,
      isNotNull: column.isNotNull,
      isNotBlank: column.isNotNull && declaration.includes(notBlank(column.name)),
      isKey: keys.length === 1 && column.isInKey,
      meaning: meaningOf(column.name, column.type, held),
    })),
  );
}

/** The check that `createTable` puts on a text that is the key. */
export function notBlank(column: string): string {
  return `CHECK (${quotedName(column, sqlite.definition)} <> '')`;
}

async function columnsOf(all: Ask, table: string): Promise<readonly Column[]> {
  // Of a virtual table, hidden columns are how it is asked.
  const text = `SELECT name, upper(type), "notnull", pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid`;
  const rows = await all({ text, params: [table] });
  const keyCount = rows.filter(([, , , keyPlace]) => keyPlace !== 0).length;
  return rows.map(([name, type, isNotNull, keyPlace]) => ({
    name: String(name),
    type: String(type),
    // So declared, the key is the number of the row, which is never NULL.
    isNotNull: isNotNull === 1 || (type === "INTEGER" && keyPlace === 1 && keyCount === 1),
    isInKey: keyPlace !== 0,
  }));
}

/** How a table was made: SQLite keeps the statement as it was written. */
async function declarationOf(all: Ask, table: string): Promise<string> {
  const text = "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND lower(name) = lower(?)";
  const [row] = await all({ text, params: [table] });
  return String(row?.[0] ?? "");
}

async function look(
  all: Ask,
  table: string,
  columns: readonly Column[],
): Promise<readonly (readonly [Column, Held])[]> {
  const from = quotedName(table, sqlite.definition);
  const found: (readonly [Column, Held])[] = [];
  for (let at = 0; at < columns.length; at += COLUMNS_AT_ONCE) {
    const some = columns.slice(at, at + COLUMNS_AT_ONCE);
    const names = some.map(({ name }) => quotedName(name, sqlite.definition));
    const selected = some.map(({ type }, index) => {
      const name = names[index] ?? "";
      return `typeof(${name}), ${needsValues(type) ? name : "NULL"}`;
    });
    const rows = await all({
      text: `SELECT ${selected.join(", ")} FROM ${from} LIMIT ${ROWS_LOOKED_AT}`,
      params: [],
    });
    // A column of a compound SELECT compares as that of its first part does.
    const compared = names.map(
      (name) =>
        `(SELECT (x = 'A') + 2 * (x = 'a ') FROM (SELECT ${name} AS x FROM ${from} WHERE 0 UNION ALL SELECT 'a' LIMIT -1))`,
    );
    const [collations = []] = await all({ text: `SELECT ${compared.join(", ")}`, params: [] });
    for (const [index, column] of some.entries()) {
      const held = rows.filter((row) => row[2 * index] !== "null");
      found.push([
        column,
        {
          types: new Set(held.map((row) => String(row[2 * index]))),
          values: held.map((row) => row[2 * index + 1]),
          collation: COLLATIONS[Number(collations[index])],
        },
      ]);
    }
  }
  return found;
}
