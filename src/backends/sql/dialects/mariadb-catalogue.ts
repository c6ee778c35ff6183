import type { AskCatalogue, Catalogue, CatalogueColumn, CatalogueRow } from "../catalogue.ts";
import { choicesByChecks } from "../describe/check-choices.ts";

/**
 * The comments that mark columns as lists of texts, in JSON or separated by commas: the database has no type for them.
 */
export const LIST_COMMENTS = { json: "list of texts", delimited: "list of texts, with commas" };

const NAMES = ["name", "type", "collation_name", "nullable", "key_kind", "extra", "comment"];

/** Queries the columns of a table, in the given database or the session's. */
export const mariadbCatalogue: Catalogue = async (ask, path, quoted) => {
  const [table = "", database] = [...path].reverse();
  const rows = await ask({
    text: `SELECT column_name AS name, column_type AS type, collation_name AS collation_name, is_nullable AS nullable,
  column_key AS key_kind, extra AS extra, column_comment AS comment FROM information_schema.columns
WHERE table_schema = ${database === undefined ? "DATABASE()" : "?"} AND table_name = ? ORDER BY ordinal_position`,
    params: database === undefined ? [table] : [database, table],
    names: NAMES,
  });
  if (rows.length === 0) return;
  const keys = rows.filter((row) => textOf(row, "key_kind") === "PRI");
  const definition = await definitionOf(ask, quoted);
  const checked = choicesByChecks(definition, true);
  return rows.map((row) => {
    const column = columnOf(row, keys.length === 1, definition);
    // A collation that ignores differences allows other texts, too.
    const isExact = EXACT.has(textOf(row, "collation_name"));
    const choices = isExact ? checked.get(column.name.toLowerCase()) : undefined;
    return choices === undefined ? column : { ...column, choices };
  });
};

/** The CREATE TABLE statement of a table. */
async function definitionOf(ask: AskCatalogue, quoted: string): Promise<string> {
  const [row = {}] = await ask({
    text: `SHOW CREATE TABLE ${quoted}`,
    params: [],
    names: ["Table", "Create Table"],
  });
  return textOf(row, "Create Table");
}

function textOf(row: CatalogueRow, name: string): string {
  return String(row[name] ?? "");
}

/** Collations that distinguish all texts: only for these, a CHECK for the empty text is reliable. */
const EXACT: ReadonlySet<string> = new Set(["utf8mb4_nopad_bin", "utf8mb4_0900_bin"]);

function columnOf(row: CatalogueRow, hasOneKey: boolean, definition: string): CatalogueColumn {
  const name = textOf(row, "name");
  const declared = textOf(row, "type");
  const collation = textOf(row, "collation_name");
  const comment = textOf(row, "comment");
  const isNotNull = textOf(row, "nullable") === "NO";
  const isKey = hasOneKey && textOf(row, "key_kind") === "PRI";
  const isCounted = /\bauto_increment\b/i.test(textOf(row, "extra"));
  const known = { name, isNotNull, isKey, isCounted };
  const isText = /^(?:(?:var)?char|(?:tiny|medium|long)?text)\b/i.test(declared);
  if (isText) {
    if (comment === LIST_COMMENTS.json) return { ...known, type: "json", field: "list" };
    if (comment === LIST_COMMENTS.delimited) return { ...known, type: "delimited", field: "list" };
    const check = `CHECK (\`${name.replaceAll("`", "``")}\` <> '')`;
    return {
      ...known,
      type: textType(declared, collation),
      isNotBlank: isNotNull && EXACT.has(collation) && definition.includes(check),
    };
  }
  const type = numberType(declared);
  // A key without a sequence is an identifier, and may have more digits than a float64 holds.
  const isIdentifier = /^bigint/.test(type) && isKey && !isCounted;
  return { ...known, type, ...(isIdentifier ? { field: "text" } : {}) };
}

function textType(declared: string, collation: string): string {
  const [size = ""] = /\(\d+\)/.exec(declared) ?? [];
  if (EXACT.has(collation)) return `text by code points${size}`;
  return /^(?:utf8mb4|uca1400)_/.test(collation)
    ? declared.toLowerCase()
    : `text of another character set${size}`;
}

/** The type without display widths of numbers. */
function numberType(declared: string): string {
  if (/^(?:enum|set)\(/i.test(declared)) return declared;
  const type = declared.toLowerCase().replace(" zerofill", "");
  return type === "tinyint(1)"
    ? "boolean"
    : type.replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/, "$1");
}
