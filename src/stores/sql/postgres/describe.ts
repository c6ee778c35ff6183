import { StoreError } from "../../store.ts";
import type { Row, Statement, TableDescription } from "../driver.ts";
import { type Described, describedTable, leaveOut } from "../sessions/described.ts";
import type { Ask } from "../sessions/engine.ts";

/** Asks the catalogue for a table's columns. The parameter is the table's name as SQL writes it. */
export function catalogueOf(quotedTable: string): Statement {
  return {
    text: `SELECT c.relkind::text, a.attname::text, t.typname::text, a.attnotnull OR coalesce(d.typnotnull, false) AS not_null,
  coalesce(o.collisdeterministic, true) AS is_deterministic, a.attidentity <> '' OR coalesce(pg_get_expr(f.adbin, f.adrelid) LIKE 'nextval(%', false) AS is_counted,
  coalesce(i.indkey[0] = a.attnum AND i.indnkeyatts = 1, false) AS is_key, format_type(a.atttypid, a.atttypmod) AS type,
  CASE WHEN t.typname = 'varchar' THEN greatest(a.atttypmod, d.typtypmod) - 4 END AS max_length,
  EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.convalidated AND k.conkey = ARRAY[a.attnum]
    AND pg_get_constraintdef(k.oid) = format('CHECK ((%I <> ''''::text))', a.attname)) AS not_empty
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type d ON d.oid = a.atttypid
JOIN pg_type t ON t.oid = CASE WHEN d.typtype = 'd' THEN d.typbasetype ELSE d.oid END
LEFT JOIN pg_collation o ON o.oid = a.attcollation
LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
WHERE c.oid = to_regclass($1::text)
ORDER BY a.attnum`,
    params: [quotedTable],
  };
}

/** Whether a table's rows are on several servers: a table of Citus, a foreign one, or one with foreign partitions. */
export async function isDistributed(ask: Ask, quotedTable: string): Promise<boolean> {
  const params = [quotedTable];
  const [[isForeign, isCitus] = []] = await ask({
    text: `WITH RECURSIVE parts AS (SELECT to_regclass($1::text)::oid AS oid
  UNION SELECT i.inhrelid FROM pg_inherits i JOIN parts p ON i.inhparent = p.oid)
SELECT EXISTS (SELECT FROM parts p JOIN pg_class c ON c.oid = p.oid WHERE c.relkind = 'f'),
  to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL LIMIT 1`,
    params,
  });
  if (isForeign === "t" || isCitus !== "t") return isForeign === "t";
  // Tables with another letter have all rows on each server, or on one.
  const [[isSpread] = []] = await ask({
    text: `SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition
  WHERE logicalrelid = to_regclass($1::text) AND partmethod IN ('h', 'r', 'a')) LIMIT 1`,
    params,
  });
  return isSpread === "t";
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly shownType: string;
  readonly isNotNull: boolean;
  readonly isNotEmpty: boolean;
  /** In characters; 0 or less if there is none. */
  readonly maxLength: number;
  readonly isDeterministic: boolean;
  readonly isCounted: boolean;
  readonly isKey: boolean;
}

/** The kinds of relations that hold rows. */
const TABLES: ReadonlySet<unknown> = new Set(["r", "p", "v", "m", "f"]);

export function describeTable(rows: readonly Row[], table: string): TableDescription {
  const [kind] = rows[0] ?? [];
  if (kind === undefined) {
    throw new StoreError("setup", `there is no table ${table}, or it has no columns`);
  }
  if (!TABLES.has(kind)) throw new StoreError("setup", `${table} is no table`);
  return describedTable(
    rows.map(columnOf).map((column) => ({ ...column, meaning: meaningOf(column) })),
  );
}

function columnOf(row: Row): Column {
  const [
    ,
    name,
    type,
    isNotNull,
    isDeterministic,
    isCounted,
    isKey,
    shownType,
    maxLength,
    isNotEmpty,
  ] = row;
  return {
    name: String(name),
    type: String(type),
    shownType: String(shownType),
    isNotNull: isNotNull === "t",
    isNotEmpty: isNotEmpty === "t",
    maxLength: Number(maxLength ?? 0),
    isDeterministic: isDeterministic === "t",
    isCounted: isCounted === "t",
    isKey: isKey === "t",
  };
}

function meaningOf(column: Column): Described {
  switch (column.type) {
    case "text":
    case "varchar":
      if (!column.isDeterministic)
        return leaveOut("its collation takes different texts for the same");
      return {
        type: "text",
        mapping: {
          ...(column.maxLength > 0 ? { maxLength: column.maxLength } : {}),
          ...(column.isNotNull && column.isNotEmpty ? { notBlank: true } : {}),
        },
      };
    case "float8":
    case "float4":
      return { type: "number", mapping: { storage: "double" } };
    case "int2":
    case "int4":
      return { type: "number", mapping: { storage: "integer" } };
    case "int8":
      // Numbers that are counted up stay within 2^53; others may be beyond, and are compared as float64, without an
      // index.
      return { type: "number", mapping: { storage: column.isCounted ? "integer" : "double" } };
    case "numeric":
      return { type: "number", mapping: { storage: "decimal" } };
    case "bool":
      return { type: "boolean", mapping: { storage: "boolean" } };
    case "timestamptz":
    case "timestamp":
      return { type: "date", mapping: { storage: "timestamp" } };
    case "_text":
      return { type: "list", mapping: { storage: "array" } };
    default:
      return leaveOut(`no field stands for the type ${column.shownType}`);
  }
}
