import type { Catalogue, CatalogueColumn, CatalogueRow } from "../catalogue.ts";
import { choicesByChecks } from "../describe/check-choices.ts";

/**
 * The comment that declares a table's primary key unique: in ClickHouse, several rows may have the same primary key.
 */
export const KEY_COMMENT = "one record for each key";

/** Selects catalogue rows of the given database, or of the connection's database. */
export const IN_DATABASE = "database = if({p1:String} = '', currentDatabase(), {p1:String})";

/** Queries the columns of a table or view. */
export const clickhouseCatalogue: Catalogue = async (ask, path, quoted) => {
  const [table = "", database = "", ...more] = [...path].reverse();
  if (more.length > 0) return;
  const [found] = await ask({
    text: `SELECT comment, primary_key, create_table_query FROM system.tables WHERE ${IN_DATABASE} AND name = {p2:String}`,
    params: [database, table],
    names: ["comment", "primary_key", "create_table_query"],
  });
  if (found === undefined) return;
  const rows = await ask({
    text: `DESCRIBE TABLE ${quoted}`,
    params: [],
    names: ["name", "type", "default_type"],
  });
  const key = found.comment === KEY_COMMENT ? String(found.primary_key) : undefined;
  const checked = choicesByChecks(inOtherQuotes(String(found.create_table_query)), false, true);
  const names = rows.map((row) => String(row.name).toLowerCase());
  return rows.map((row) => {
    const name = String(row.name).toLowerCase();
    // ClickHouse distinguishes columns by case, but checks are read without regard to it.
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return columnOf(row, key, isAlone ? checked.get(name) : undefined);
  });
};

function columnOf(
  row: CatalogueRow,
  key: string | undefined,
  choices: readonly string[] | undefined,
): CatalogueColumn {
  const name = String(row.name);
  const { type, isNullable } = plainType(inOtherQuotes(String(row.type)));
  const isKey = key === name || key === `\`${name.replace(/[\\`]/g, "\\$&")}\``;
  const refused = refusal(row, type);
  return {
    name,
    type,
    isNotNull: !isNullable,
    isNotBlank: isKey,
    isKey,
    // Integer identifiers may have more digits than a float64 holds.
    ...(type === "String" && choices !== undefined ? { choices } : {}),
    ...(isKey && /^U?Int64$/.test(type) ? { field: "text" } : {}),
    ...(refused === undefined ? {} : { refused }),
  };
}

function refusal(row: CatalogueRow, type: string): string | undefined {
  if (row.default_type === "EPHEMERAL") return "it cannot be read: ClickHouse does not store it";
  if (/^Array\(Array\(/.test(type)) {
    return "a list of lists cannot be a value of a formula: make a view or an ALIAS column with `arrayFlatten(…)`";
  }
  return;
}

/** Converts ClickHouse's backslash escapes in a type to the quotes of standard SQL. */
function inOtherQuotes(type: string): string {
  return type.replace(/'((?:[^'\\]|\\[\s\S])*)'/g, (_, label: string) => {
    const text = label.replace(
      /\\([\s\S])/g,
      (__, character: string) => ESCAPED[character] ?? character,
    );
    return `'${text.replaceAll("'", "''")}'`;
  });
}

const ESCAPED: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  0: "\0",
};

/** A type without its storage wrappers. */
function plainType(type: string): { readonly type: string; readonly isNullable: boolean } {
  const [, merged = type] = /^SimpleAggregateFunction\(\w+, (.*)\)$/s.exec(type) ?? [];
  const [, dictionary = merged] = /^LowCardinality\((.*)\)$/s.exec(merged) ?? [];
  const [, nullable] = /^Nullable\((.*)\)$/s.exec(dictionary) ?? [];
  return { type: nullable ?? dictionary, isNullable: nullable !== undefined };
}
