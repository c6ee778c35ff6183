import type { AskCatalogue, Catalogue, CatalogueColumn, CatalogueRow } from "../catalogue.ts";
import { choicesByChecks } from "../describe/check-choices.ts";
import { doubleQuoted } from "./common.ts";

/** The location of a table. An `undefined` database or schema is the current one. */
export interface TablePath {
  readonly database: string | undefined;
  readonly schema: string | undefined;
  readonly table: string;
}

/** The condition that selects a table's rows in DuckDB's catalogue, with its parameters. */
export function tableCondition(
  { database, schema, table }: TablePath,
  tableColumn: string,
): { readonly condition: string; readonly params: readonly string[] } {
  const name = (column: string, value: string | undefined, otherwise: string): string =>
    value === undefined ? `${column} = ${otherwise}` : `lower(${column}) = lower(?)`;
  return {
    condition: [
      name("database_name", database, "current_database()"),
      name("schema_name", schema, "current_schema()"),
      name(tableColumn, table, ""),
    ].join(" AND "),
    params: [database, schema, table].filter((part) => part !== undefined),
  };
}

/** The size of the sample in rows that determines the kind of JSON in a column. */
const ROWS_LOOKED_AT = 1_000;

/** Queries the columns of a table or view. */
export const duckdbCatalogue: Catalogue = async (ask, path, quoted) => {
  const [table, schema, database, ...more] = [...path].reverse();
  if (table === undefined || more.length > 0) return;
  const { condition, params } = tableCondition({ database, schema, table }, "table_name");
  const rows = await ask({
    text: `SELECT column_name AS name, data_type AS type, CAST(is_nullable AS VARCHAR) AS nullable,
  coalesce(column_default, '') AS otherwise FROM duckdb_columns() WHERE ${condition} ORDER BY column_index`,
    params,
    names: ["name", "type", "nullable", "otherwise"],
  });
  if (rows.length === 0) return;
  const constraints = await ask({
    text: `SELECT constraint_type AS kind, constraint_text AS text, constraint_column_names[1] AS first, CAST(len(constraint_column_names) AS VARCHAR) AS count
FROM duckdb_constraints() WHERE ${condition}`,
    params,
    names: ["kind", "text", "first", "count"],
  });
  const key = constraints.find(({ kind }) => kind === "PRIMARY KEY");
  const checks = new Set(constraints.map(({ text }) => text));
  const allowed = choicesByChecks(constraints.map(({ text }) => String(text)).join("\n"));
  const collated = await collatedColumns(ask, quoted, rows);
  const lists = await columnsOfLists(ask, quoted, rows);
  return rows.map((row): CatalogueColumn => {
    const { type, field, refused } = meaningOf(row, collated, lists);
    const isNotNull = row.nullable === "false";
    const isKey = key !== undefined && key.count === "1" && key.first === row.name;
    const isCounted = String(row.otherwise).startsWith("nextval(");
    const choices = type === "VARCHAR" ? allowed.get(String(row.name).toLowerCase()) : undefined;
    // A key without a sequence is an identifier, and may have more digits than a float64 holds.
    const isIdentifier = isKey && !isCounted && LARGE.has(type);
    return {
      name: String(row.name),
      type,
      isNotNull,
      isNotBlank: isNotNull && type === "VARCHAR" && hasNotBlank(checks, String(row.name)),
      isKey,
      isCounted,
      ...(choices === undefined ? {} : { choices }),
      ...(isIdentifier ? { field: "text" } : field === undefined ? {} : { field }),
      ...(refused === undefined ? {} : { refused }),
    };
  });
};

const LARGE: ReadonlySet<string> = new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"]);

function meaningOf(
  { name, type }: CatalogueRow,
  collated: ReadonlySet<unknown>,
  lists: ReadonlySet<unknown>,
): Pick<CatalogueColumn, "type" | "field" | "refused"> {
  const declared = String(type);
  if (collated.has(name)) return { type: "text of a collation" };
  if (declared === "JSON" && lists.has(name)) return { type: declared, field: "list" };
  return /\]\[/.test(declared)
    ? {
        type: declared,
        refused:
          "a list of lists cannot be a value of a formula: make a view or a generated column with `flatten(…)`",
      }
    : { type: declared };
}

/**
 * Finds collated columns by experiment, since the catalogue does not have them: a column of a UNION has the collation
 * of its first branch.
 */
async function collatedColumns(
  ask: AskCatalogue,
  quoted: string,
  rows: readonly CatalogueRow[],
): Promise<ReadonlySet<unknown>> {
  const texts = rows.filter(({ type }) => type === "VARCHAR");
  if (texts.length === 0) return new Set();
  const names = texts.map((_, at) => `x${at}`);
  const tests = names.map(
    (name) => `CASE WHEN ${name} IN ('A', 'á') OR ${name} < 'B' THEN 1 ELSE 0 END AS ${name}`,
  );
  const columns = texts.map(({ name }, at) => `${doubleQuoted(String(name))} AS x${at}`);
  const [row = {}] = await ask({
    text: `SELECT ${tests.join(", ")} FROM (SELECT ${columns.join(", ")} FROM ${quoted} WHERE false UNION ALL SELECT ${texts.map(() => "'a'").join(", ")})`,
    params: [],
    names,
  });
  return new Set(texts.filter((_, at) => row[`x${at}`] === 1).map(({ name }) => name));
}

/** Finds the JSON columns that hold lists of texts, by a sample of rows. */
async function columnsOfLists(
  ask: AskCatalogue,
  quoted: string,
  rows: readonly CatalogueRow[],
): Promise<ReadonlySet<unknown>> {
  const lists = new Set<unknown>();
  for (const { name, type } of rows) {
    if (type !== "JSON") continue;
    const column = doubleQuoted(String(name));
    const held = await ask({
      text: `SELECT CAST(${column} AS VARCHAR) AS json FROM ${quoted} WHERE ${column} IS NOT NULL LIMIT ${ROWS_LOOKED_AT}`,
      params: [],
      names: ["json"],
    });
    if (held.length > 0 && held.every(({ json }) => isListOfTexts(String(json)))) lists.add(name);
  }
  return lists;
}

function isListOfTexts(json: string): boolean {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((element) => typeof element === "string");
  } catch {
    return false;
  }
}

/** Whether a column has the check that `createTable` adds to a text key. DuckDB quotes names only if necessary. */
function hasNotBlank(checks: ReadonlySet<unknown>, column: string): boolean {
  return [column, doubleQuoted(column)].some((name) => checks.has(`CHECK((${name} != ''))`));
}
