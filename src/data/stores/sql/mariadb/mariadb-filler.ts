import { createHash } from "node:crypto";
import type { Dialect } from "../../../../backends/sql/dialect.ts";
import { LIST_COMMENTS } from "../../../../backends/sql/dialects/mariadb-catalogue.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import { quote } from "../../../../util/quote.ts";
import { StoreError } from "../../store.ts";
import { type NewColumn, quotedTable, partsOf as tableParts } from "../new-table.ts";
import type { Filling, TableFiller } from "../sessions/engine.ts";
import { retryWhileBusy } from "../sessions/retry-while-busy.ts";
import type { MariadbSession } from "./mariadb-session.ts";
import type { BoundValue } from "./mysql2.ts";

/** Limits of a statement: placeholders, and the approximate bytes of its values. */
const MOST_PLACEHOLDERS = 8_000;
const MOST_BYTES = 1_000_000;

/** The most characters of a text in an index. */
const LONGEST_KEY = 768;
const INDEXED = 255;

/**
 * Creates a staging table with a name derived from that of the table that it will replace, so that the next import
 * finds one left behind. MariaDB has no transactional DDL, but renames several tables atomically.
 */
export async function beginFilling(options: Filling<MariadbSession>): Promise<TableFiller> {
  const { session, dialect, columns, table, replace } = options;
  const shown = quotedTable(table, dialect);
  const { qualifier, name } = tableParts(table);
  const mark = createHash("sha256").update(name).digest("hex").slice(0, 24);
  const [staging, old] = ["new", "old"].map((kind) =>
    quotedTable([...qualifier, `isoform_${kind}_${mark}`], dialect),
  );
  // The lock belongs to the session, and ends with it in any case.
  const lock = `isoform ${createHash("sha256").update(shown).digest("hex").slice(0, 40)}`;
  const [[isOurs] = []] = await session.execute("SELECT GET_LOCK(?, 0)", [lock]);
  if (Number(isOurs) !== 1) {
    throw new StoreError("busy", `the table ${shown} is being imported by somebody else`);
  }
  const unlock = async (): Promise<void> => {
    await session.execute("SELECT RELEASE_LOCK(?)", [lock]);
  };

  let exists = false;
  try {
    exists = await isThere(session, shown);
    if (exists && !replace) throw new StoreError("setup", `there is a table ${shown} already`);
    await session.command(`DROP TABLE IF EXISTS ${staging}, ${old}`);
    await session.command(
      `CREATE TABLE ${staging} (${definitionsOf(columns, dialect)}) ENGINE = InnoDB ROW_FORMAT = DYNAMIC`,
    );
  } catch (error) {
    await unlock();
    throw error;
  }

  return {
    write: async (rows) => {
      await session.command("START TRANSACTION");
      try {
        for (const part of partsOf(columns, rows)) {
          const row = `(${columns.map(() => "?").join(", ")})`;
          const rowsSql = Array.from({ length: part.rows }, () => row).join(", ");
          await session.execute(`INSERT INTO ${staging} VALUES ${rowsSql}`, part.values);
        }
      } catch (error) {
        await session.command("ROLLBACK");
        throw error;
      }
      await session.command("COMMIT");
    },
    finish: async (decide) => {
      const indexes = columns.filter(({ isIndexed }) => isIndexed).map(indexOf);
      if (indexes.length > 0) await session.command(`ALTER TABLE ${staging} ${indexes.join(", ")}`);
      await session.command(`ANALYZE TABLE ${staging}`);
      const renames = exists
        ? `${shown} TO ${old}, ${staging} TO ${shown}`
        : `${staging} TO ${shown}`;
      const { clock, waitMs } = options;
      await session.command("SET SESSION lock_wait_timeout = 1");
      const rename = (): Promise<unknown> => session.command(`RENAME TABLE ${renames}`);
      await retryWhileBusy(rename, { clock, waitMs, expectWanted: decide });
      // The new table is in place. If this fails, the next import drops the old one.
      if (exists) await session.command(`DROP TABLE ${old}`).catch(() => undefined);
    },
    end: async () => {
      if (session.isBroken) return;
      await session.command(`DROP TABLE IF EXISTS ${staging}`);
      await session.command("SET SESSION lock_wait_timeout = DEFAULT");
      await unlock();
    },
  };
}

async function isThere(session: MariadbSession, table: string): Promise<boolean> {
  try {
    await session.command(`SELECT 1 FROM ${table} LIMIT 0`);
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.message.endsWith("(1146)")) return false;
    throw error;
  }
}

function definitionsOf(columns: readonly NewColumn[], dialect: Dialect): string {
  const characters = `CHARACTER SET utf8mb4 COLLATE ${dialect.name === "mysql" ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin"}`;
  const definitions = columns.map(({ field, name, storage, isKey }) => {
    switch (storage) {
      case "text":
        return isKey
          ? `${name} VARCHAR(${LONGEST_KEY}) ${characters} NOT NULL CHECK (${name} <> '')`
          : `${name} LONGTEXT ${characters}`;
      case "double":
        return `${name} DOUBLE${isKey ? " NOT NULL" : ""}`;
      case "boolean":
        return `${name} BOOLEAN`;
      case "timestamp":
        return `${name} DATETIME(3)`;
      case "json":
      case "delimited":
        return `${name} LONGTEXT ${characters} COMMENT '${LIST_COMMENTS[storage]}'`;
      default:
        throw new StoreError("setup", `${dialect.title} has no type for ${field.type}`);
    }
  });
  const key = columns.find(({ isKey }) => isKey);
  return [...definitions, ...(key === undefined ? [] : [`PRIMARY KEY (${key.name})`])].join(", ");
}

function indexOf({ field, name }: NewColumn): string {
  return `ADD INDEX (${name}${field.type === "text" || field.type === "list" ? `(${INDEXED})` : ""})`;
}

interface InsertBatch {
  readonly rows: number;
  readonly values: readonly BoundValue[];
}

/** Splits rows into statements within the limits. */
function* partsOf(
  columns: readonly NewColumn[],
  rows: readonly (readonly Plain[])[],
): Generator<InsertBatch> {
  const most = Math.max(1, Math.floor(MOST_PLACEHOLDERS / columns.length));
  let values: BoundValue[] = [];
  let count = 0;
  let bytes = 0;
  for (const row of rows) {
    const bound = columns.map((column, index) => boundOf(column, row[index] ?? null));
    values.push(...bound);
    count++;
    for (const value of bound) bytes += typeof value === "string" ? value.length * 3 : 8;
    if (count < most && bytes < MOST_BYTES) continue;
    yield { rows: count, values };
    values = [];
    count = 0;
    bytes = 0;
  }
  if (count > 0) yield { rows: count, values };
}

function boundOf({ field, storage }: NewColumn, value: Plain): BoundValue {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") {
    return field.type === "date"
      ? new Date(value).toISOString().slice(0, 23).replace("T", " ")
      : value;
  }
  if (storage === "json") return JSON.stringify(value);
  if (value.some((element) => element.includes(",")) || (value.length === 1 && value[0] === "")) {
    throw new StoreError(
      "data",
      `a list in ${quote(field.name)} cannot be stored with commas between`,
    );
  }
  return value.join(",");
}
