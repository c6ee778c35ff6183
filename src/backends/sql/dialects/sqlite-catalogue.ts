import type { AskCatalogue, Catalogue, CatalogueColumn } from "../catalogue.ts";
import { choicesByChecks } from "../describe/check-choices.ts";
import { doubleQuoted } from "./common.ts";
import { type Held, meaningOf, needsValues } from "./sqlite-meaning.ts";

/** The size of the sample in rows that determines the content of columns. */
const ROWS_LOOKED_AT = 1_000;

/** SQLite returns at most 2,000 columns at once, and each is requested twice. */
const COLUMNS_AT_ONCE = 500;

/** Collations by the number that `look` computes for them. */
const COLLATIONS: Readonly<Partial<Record<number, string>>> = { 1: "nocase", 2: "rtrim" };

/** A column in the catalogue. */
interface SqliteColumn {
  readonly name: string;
  /** The declared type in upper case. */
  readonly type: string;
  readonly isNotNull: boolean;
  readonly isInKey: boolean;
}

/** Describes a table or a view from the catalogue and a sample of rows. */
export const sqliteCatalogue: Catalogue = async (ask, path) => {
  const [table = "", schema = "main", ...more] = [...path].reverse();
  const isMain = more.length === 0 && schema.toLowerCase() === "main";
  const columns = isMain ? await columnsOf(ask, table) : [];
  if (columns.length === 0) return;
  const declaration = await declarationOf(ask, table);
  const checked = choicesByChecks(declaration);
  const keys = columns.filter(({ isInKey }) => isInKey);
  const held = await look(ask, table, columns);
  return columns.map((column, at): CatalogueColumn => {
    const { name, isNotNull, isInKey } = column;
    const found = held[at];
    const choices = found?.collation === undefined ? checked.get(name.toLowerCase()) : undefined;
    return {
      name,
      isNotNull,
      isNotBlank: isNotNull && declaration.includes(notBlank(name)),
      isKey: keys.length === 1 && isInKey,
      // A warning for every integer column would be noise.
      isCounted: true,
      ...(choices === undefined ? {} : { choices }),
      ...meaningOf(column, found),
    };
  });
};

/** The check that a new table has on a text key. */
export function notBlank(column: string): string {
  return `CHECK (${doubleQuoted(column)} <> '')`;
}

async function columnsOf(ask: AskCatalogue, table: string): Promise<readonly SqliteColumn[]> {
  const rows = await ask({
    // Hidden columns of a virtual table are query parameters.
    text: `SELECT name, upper(type) AS type, "notnull" AS not_null, pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid`,
    params: [table],
    names: ["name", "type", "not_null", "pk"],
  });
  const keyCount = rows.filter(({ pk }) => Number(pk) !== 0).length;
  return rows.map(({ name, type, not_null, pk }) => {
    // With this declaration, the key is the rowid, which is never NULL.
    const isRowNumber = type === "INTEGER" && Number(pk) === 1 && keyCount === 1;
    return {
      name: String(name),
      type: String(type),
      isNotNull: Number(not_null) === 1 || isRowNumber,
      isInKey: Number(pk) !== 0,
    };
  });
}

/** The CREATE statement of a table, as SQLite stores it. */
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
  columns: readonly SqliteColumn[],
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
    // A column of a compound SELECT has the collation of its first branch.
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
