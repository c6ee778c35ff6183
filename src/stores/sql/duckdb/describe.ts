import { duckdb } from "../../../sql/dialects/duckdb.ts";
import { quote } from "../../../util/quote.ts";
import { isText } from "../../../values/text/index.ts";
import { StoreError } from "../../store.ts";
import type { TableDescription, TableName } from "../driver.ts";
import { quotedName } from "../new-table.ts";
import { type Described, type DescribedColumn, describedTable } from "../sessions/described.ts";
import type { Ask } from "../sessions/engine.ts";
import { isOfTable, placeOf, quotedPlace } from "./table-name.ts";

/** How many rows are looked at to see what JSON a column holds. */
const ROWS_LOOKED_AT = 1_000;

/** DuckDB's types by their names, without what is in parentheses. */
const KINDS: Readonly<Record<string, Described>> = {
  VARCHAR: { type: "text", mapping: {} },
  TINYINT: { type: "number", mapping: { storage: "integer" } },
  SMALLINT: { type: "number", mapping: { storage: "integer" } },
  INTEGER: { type: "number", mapping: { storage: "integer" } },
  BIGINT: { type: "number", mapping: { storage: "integer" } },
  UTINYINT: { type: "number", mapping: { storage: "integer" } },
  USMALLINT: { type: "number", mapping: { storage: "integer" } },
  UINTEGER: { type: "number", mapping: { storage: "integer" } },
  // More digits than a number has: these are read by way of their text.
  UBIGINT: { type: "number", mapping: { storage: "decimal" } },
  HUGEINT: { type: "number", mapping: { storage: "decimal" } },
  UHUGEINT: { type: "number", mapping: { storage: "decimal" } },
  DECIMAL: { type: "number", mapping: { storage: "decimal" } },
  FLOAT: { type: "number", mapping: { storage: "double" } },
  DOUBLE: { type: "number", mapping: { storage: "double" } },
  BOOLEAN: { type: "boolean", mapping: { storage: "boolean" } },
  DATE: { type: "date", mapping: { storage: "timestamp" } },
  TIMESTAMP: { type: "date", mapping: { storage: "timestamp" } },
  TIMESTAMP_S: { type: "date", mapping: { storage: "timestamp" } },
  TIMESTAMP_MS: { type: "date", mapping: { storage: "timestamp" } },
  // Connections are set to UTC.
  "TIMESTAMP WITH TIME ZONE": { type: "date", mapping: { storage: "timestamp" } },
  TIMESTAMP_NS: {
    reason: "its nanoseconds end in the year 2262, and DuckDB compares it with no date after that",
  },
  "VARCHAR[]": { type: "list", mapping: { storage: "array" } },
  ENUM: {
    reason: "an ENUM is in the order of its declaration: a view that casts it to VARCHAR helps",
  },
  UUID: { reason: "a UUID is no text: a view that casts it to VARCHAR helps" },
};

/** Reads what a table or a view holds, from the catalogue. */
export async function describeTable(
  all: Ask,
  name: TableName,
  path: string,
): Promise<TableDescription> {
  const place = placeOf(name);
  const { condition, params } = isOfTable(place, "table_name");
  const columns = await all({
    text: `SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE ${condition} ORDER BY column_index`,
    params,
  });
  if (columns.length === 0) {
    throw new StoreError("setup", `there is no table ${quote(place.table)} in ${path}`);
  }
  const constraints = await all({
    text: `SELECT constraint_type, constraint_text, constraint_column_names FROM duckdb_constraints() WHERE ${condition}`,
    params,
  });
  const [key, ...otherKeys] = constraints
    .filter(([kind]) => kind === "PRIMARY KEY")
    .flatMap(([, , names]) => namesIn(names));
  const checks = new Set(constraints.map(([, text]) => String(text)));
  const described: DescribedColumn[] = [];
  for (const [cell, declared, isNullable] of columns) {
    const column = String(cell);
    const isNotNull = isNullable === false;
    const kind = await kindOf(all, quotedPlace(place, place.table), column, String(declared));
    described.push({
      name: column,
      isNotNull,
      isNotBlank: isNotNull && hasNotBlank(checks, column),
      isKey: column === key && otherKeys.length === 0,
      meaning: kind,
    });
  }
  return describedTable(described);
}

async function kindOf(
  all: Ask,
  from: string,
  column: string,
  declared: string,
): Promise<Described> {
  if (!isText(column)) return { reason: "its name cannot be that of a field" };
  const name = quotedName(column, duckdb.definition);
  const base = declared.replace(/\(.*\)/s, "");
  if (base === "JSON") return await jsonKind(all, from, name);
  const kind = Object.hasOwn(KINDS, base) ? KINDS[base] : undefined;
  if (kind === undefined) return { reason: `no field can be ${quote(declared)}` };
  if (base === "VARCHAR" && (await isCollated(all, from, name))) {
    return { reason: "its texts are compared by a collation" };
  }
  return kind;
}

/** The catalogue does not tell; but a column of a UNION is compared as that of its first part is. */
async function isCollated(all: Ask, from: string, name: string): Promise<boolean> {
  const [row] = await all({
    text: `SELECT CASE WHEN x IN ('A', 'á') OR x < 'B' THEN 1 ELSE 0 END FROM (SELECT ${name} AS x FROM ${from} WHERE false UNION ALL SELECT 'a')`,
    params: [],
  });
  return row?.[0] === 1;
}

/** JSON may be anything; the first rows tell what it is. */
async function jsonKind(all: Ask, from: string, name: string): Promise<Described> {
  const rows = await all({
    text: `SELECT CAST(${name} AS VARCHAR) FROM ${from} WHERE ${name} IS NOT NULL LIMIT ${ROWS_LOOKED_AT}`,
    params: [],
  });
  if (rows.every(([cell]) => isListOfTexts(String(cell)))) {
    return { type: "list", mapping: { storage: "json" } };
  }
  return { reason: "it holds JSON other than lists of texts" };
}

function isListOfTexts(json: string): boolean {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((element) => typeof element === "string");
  } catch {
    return false;
  }
}

/**
 * Whether a column has the check that `createTable` puts on a text that is the key. DuckDB writes names with quotes
 * only if they need them.
 */
function hasNotBlank(checks: ReadonlySet<string>, column: string): boolean {
  const names = [column, quotedName(column, duckdb.definition)];
  return names.some((name) => checks.has(`CHECK((${name} != ''))`));
}

function namesIn(list: unknown): readonly string[] {
  if (typeof list !== "object" || list === null || !("items" in list)) return [];
  return Array.isArray(list.items) ? list.items.map(String) : [];
}
