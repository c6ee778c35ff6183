import type { AskCatalogue, Catalogue, CatalogueColumn } from "../catalogue.ts";
import { doubleQuoted } from "./common.ts";
import { type Held, meaningOf, needsValues } from "./sqlite-meaning.ts";

/** How many rows are looked at to see what columns hold. */
const ROWS_LOOKED_AT = 1_000;

/** SQLite gives no more than 2,000 columns at once, and each is requested twice. */
const COLUMNS_AT_ONCE = 500;

/** By what `look` computes of them. */
const COLLATIONS: Readonly<Partial<Record<number, string>>> = { 1: "nocase", 2: "rtrim" };

/** A column as the catalogue has it. */
interface Column {
  readonly name: string;
  /** In capitals, as it was declared. */
  readonly type: string;
  readonly isNotNull: boolean;
  readonly isInKey: boolean;
  /** Whether it is the number of the row. */
  readonly isRowNumber: boolean;
}

/** Reads what a table or a view holds, from the catalogue and from its first rows. */
export const sqliteCatalogue: Catalogue = async (ask, path) => {
  const [table = "", schema = "main", ...more] = [...path].reverse();
  const isMain = more.length === 0 && schema.toLowerCase() === "main";
  const columns = isMain ? await columnsOf(ask, table) : [];
  if (columns.length === 0) return;
  const declaration = await declarationOf(ask, table);
  const keys = columns.filter(({ isInKey }) => isInKey);
  const held = await look(ask, table, columns);
  return columns.map((column, at): CatalogueColumn => {
    const { name, isNotNull, isInKey } = column;
    const found = held[at];
    return {
      name,
      isNotNull,
      isNotBlank: isNotNull && declaration.includes(notBlank(name)),
      isKey: keys.length === 1 && isInKey,
      // A warning of every column of integers would warn of nothing.
      isCounted: true,
      ...meaningOf(column, found),
    };
  });
};

/** The check that a new table has on a text that is the key. */
export function notBlank(column: string): string {
  return `CHECK (${doubleQuoted(column)} <> '')`;
}

async function columnsOf(ask: AskCatalogue, table: string): Promise<readonly Column[]> {
  const rows = await ask({
    // Of a virtual table, hidden columns are how it is asked.
    text: `SELECT name, upper(type) AS type, "notnull" AS not_null, pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid`,
    params: [table],
    names: ["name", "type", "not_null", "pk"],
  });
  const keyCount = rows.filter(({ pk }) => Number(pk) !== 0).length;
  return rows.map(({ name, type, not_null, pk }) => {
    // So declared, the key is the number of the row, which is never NULL.
    const isRowNumber = type === "INTEGER" && Number(pk) === 1 && keyCount === 1;
    return {
      name: String(name),
      type: String(type),
      isNotNull: Number(not_null) === 1 || isRowNumber,
      isInKey: Number(pk) !== 0,
      isRowNumber,
    };
  });
}

/** How a table was made: SQLite keeps the statement as it was written. */
async function declarationOf(ask: AskCatalogue, table: string): Promise<string> {
  const [{ sql } = {}] = await ask({
    text: "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND lower(name) = lower(?)",
    params: [table],
    names: ["sql"],
  });
  return String(sql ?? "");
}

async function look(
  ask: AskCatalogue,
  table: string,
  columns: readonly Column[],
): Promise<readonly Held[]> {
  const from = doubleQuoted(table);
  const found: Held[] = [];
  for (let at = 0; at < columns.length; at += COLUMNS_AT_ONCE) {
    const some = columns
      .slice(at, at + COLUMNS_AT_ONCE)
      .map(({ name, type }) => ({ name: doubleQuoted(name), type }));
    const selected = some.map(({ name, type }, index) => {
      const value = needsValues(type) ? name : `abs(CAST(${name} AS REAL))`;
      return `typeof(${name}) AS t${index}, ${value} AS v${index}`;
    });
    const rows = await ask({
      text: `SELECT ${selected.join(", ")} FROM ${from} LIMIT ${ROWS_LOOKED_AT}`,
      params: [],
      names: some.flatMap((_, index) => [`t${index}`, `v${index}`]),
    });
    // A column of a compound SELECT compares as that of its first part does.
    const compared = some.map(
      ({ name }, index) =>
        `(SELECT (x = 'A') + 2 * (x = 'a ') FROM (SELECT ${name} AS x FROM ${from} WHERE 0 UNION ALL SELECT 'a' LIMIT -1)) AS c${index}`,
    );
    const [collations = {}] = await ask({
      text: `SELECT ${compared.join(", ")}`,
      params: [],
      names: some.map((_, index) => `c${index}`),
    });
    for (const index of some.keys()) {
      const held = rows.filter((row) => row[`t${index}`] !== "null");
      found.push({
        types: new Set(held.map((row) => String(row[`t${index}`]))),
        values: held.map((row) => row[`v${index}`]),
        collation: COLLATIONS[Number(collations[`c${index}`])],
      });
    }
  }
  return found;
}
