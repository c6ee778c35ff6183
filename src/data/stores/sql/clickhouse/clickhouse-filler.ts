import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  IN_DATABASE,
  KEY_COMMENT,
} from "../../../../backends/sql/dialects/clickhouse-catalogue.ts";
import type { StorageName } from "../../../../backends/sql/table-mapping.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import { quote } from "../../../../util/quote.ts";
import { StoreError } from "../../store.ts";
import type { Row, Statement } from "../driver.ts";
import { type NewColumn, partsOf, quotedTable } from "../new-table.ts";
import type { Filling, TableFiller } from "../sessions/engine.ts";
import type { ClickHouseSession } from "./clickhouse-session.ts";

/**
 * Creates a staging table with a random name, next to the table that it will replace: two concurrent imports must not
 * write to the same one. The prefix of the name identifies tables left behind by an earlier import.
 */
export async function beginFilling({
  session,
  dialect,
  columns,
  table,
  replace,
}: Filling<ClickHouseSession>): Promise<TableFiller> {
  const { qualifier, name } = partsOf(table);
  const shown = quotedTable(table, dialect);
  const beginning = `isoform_${createHash("sha256").update(name).digest("hex").slice(0, 24)}_`;
  const staging = quotedTable([...qualifier, beginning + randomBytes(8).toString("hex")], dialect);

  const ask = (condition: string, parameter: string): Promise<readonly Row[]> =>
    answerOf(session, {
      text: `SELECT name FROM system.tables WHERE ${IN_DATABASE} AND ${condition}`,
      params: [qualifier[0] ?? "", parameter],
    });
  const exists = (await ask("name = {p2:String}", name)).length > 0;
  if (exists && !replace) throw new StoreError("setup", `there is a table ${shown} already`);
  for (const [stale] of await ask("startsWith(name, {p2:String})", beginning)) {
    await session.command(
      `DROP TABLE IF EXISTS ${quotedTable([...qualifier, String(stale)], dialect)} SYNC`,
    );
  }
  await session.command(`CREATE TABLE ${staging} ${definitionOf(columns)}`);

  return {
    write: (rows) => {
      const lines = rows.map((row) => `${JSON.stringify(cellsOf(columns, row))}\n`);
      return session.command(
        `INSERT INTO ${staging} FORMAT JSONCompactEachRow`,
        Readable.from([Buffer.from(lines.join(""))], { objectMode: false }),
      );
    },
    finish: async (decide) => {
      const key = columns.find(({ isKey }) => isKey);
      if (key !== undefined) await expectUnique(session, staging, key);
      decide();
      if (!exists) await session.command(`RENAME TABLE ${staging} TO ${shown}`);
      else await session.command(`EXCHANGE TABLES ${staging} AND ${shown}`);
    },
    end: async () => {
      // After an exchange, this is the old table.
      await session.command(`DROP TABLE IF EXISTS ${staging} SYNC`);
    },
  };
}

async function answerOf(session: ClickHouseSession, statement: Statement): Promise<readonly Row[]> {
  const cursor = session.select(statement, Number.POSITIVE_INFINITY);
  try {
    return (await cursor.next()).rows;
  } finally {
    cursor.close();
  }
}

/** ClickHouse does not enforce unique keys. */
async function expectUnique(
  session: ClickHouseSession,
  table: string,
  { field, name }: NewColumn,
): Promise<void> {
  const [[twice] = []] = await answerOf(session, {
    text: `SELECT ${name} FROM ${table} GROUP BY ${name} HAVING count() > 1 LIMIT 1 SETTINGS optimize_aggregation_in_order = 1`,
    params: [],
  });
  if (twice === undefined) return;
  throw new StoreError(
    "data",
    `two records have the ${quote(field.name)} ${quote(String(twice))}, which is the key`,
  );
}

/** Column types. Lists are not nullable: a missing list is stored as an empty one, which means the same. */
const TYPES: Readonly<Partial<Record<StorageName, string>>> = {
  text: "String",
  double: "Float64",
  boolean: "Bool",
  timestamp: "DateTime64(3, 'UTC')",
  array: "Array(String)",
};

function typeOf({ storage, isKey }: NewColumn): string {
  const type = TYPES[storage];
  if (type === undefined) throw new StoreError("setup", `ClickHouse has no type for ${storage}`);
  return isKey || storage === "array" ? type : `Nullable(${type})`;
}

function cellsOf(columns: readonly NewColumn[], row: readonly Plain[]): readonly Plain[] {
  return columns.map(({ storage }, index) => {
    const value = row[index] ?? null;
    if (storage === "array") return value ?? [];
    return storage === "timestamp" && typeof value === "number"
      ? new Date(value).toISOString().slice(0, -1).replace("T", " ")
      : value;
  });
}

function definitionOf(columns: readonly NewColumn[]): string {
  const definitions = columns.map((column) => `${column.name} ${typeOf(column)}`);
  const indexes = columns
    .filter(({ isIndexed }) => isIndexed)
    .map(
      (column, index) => `INDEX i${index} ${column.name} TYPE ${skipIndexOf(column)} GRANULARITY 1`,
    );
  const key = columns.find(({ isKey }) => isKey);
  const checks =
    key?.field.type === "text" ? [`CONSTRAINT key_is_there CHECK ${key.name} != ''`] : [];
  const order = key === undefined ? "tuple()" : key.name;
  const comment = key === undefined ? "" : ` COMMENT '${KEY_COMMENT}'`;
  return `(${[...definitions, ...indexes, ...checks].join(", ")}) ENGINE = MergeTree ORDER BY ${order}${comment}`;
}

/** ClickHouse's data skipping indexes tell which granules need not be read. */
function skipIndexOf({ field }: NewColumn): string {
  return field.type === "text" || field.type === "list" ? "bloom_filter" : "minmax";
}
