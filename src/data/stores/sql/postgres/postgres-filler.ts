import { randomBytes } from "node:crypto";
import type { StorageName } from "../../../../backends/sql/table-mapping.ts";
import type { Plain } from "../../../../language/values/plain.ts";
import { StoreError } from "../../store.ts";
import { type NewColumn, partsOf, quotedTable } from "../new-table.ts";
import type { Filling, TableFiller } from "../sessions/engine.ts";
import { retryWhileBusy } from "../sessions/retry-while-busy.ts";
import { COPY_NULL, copyText } from "./postgres-copy.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** Texts are collated by code point, as queries sort them, so that indexes apply. */
const TYPES: Readonly<Partial<Record<StorageName, string>>> = {
  text: 'text COLLATE "C"',
  double: "float8",
  boolean: "boolean",
  timestamp: "timestamptz(3)",
  array: "text[]",
};

/** An existing table. */
interface Existing {
  readonly schema: string;
  readonly name: string;
}

/**
 * Begins a transaction that creates the table, fills it, and puts it in place. The table is invisible until the commit.
 */
export async function beginFilling(filling: Filling<PostgresSession>): Promise<TableFiller> {
  try {
    return await begin(filling);
  } catch (error) {
    await filling.session.reset(undefined);
    throw error;
  }
}

async function begin(options: Filling<PostgresSession>): Promise<TableFiller> {
  const { session, dialect, columns, table, replace } = options;
  const shown = quotedTable(table, dialect);
  // No time limits while the transaction waits for records.
  await session.command(
    "BEGIN READ WRITE; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_min_messages = error",
  );
  const existing = await findTable(session, shown);
  if (existing !== undefined && !replace) {
    throw new StoreError("setup", `there is a table ${shown} already`);
  }
  const { qualifier: given, name } = partsOf(table);
  const qualifier = existing === undefined ? given : [existing.schema];
  const staging = `isoform_${randomBytes(12).toString("hex")}`;
  const stagingName = quotedTable([...qualifier, staging], dialect);
  await session.command(`CREATE TABLE ${stagingName} (${columns.map(definitionOf).join(", ")})`);
  const columnNames = columns.map((column) => column.name).join(", ");

  return {
    write: (rows) =>
      session.copy(`COPY ${stagingName} (${columnNames}) FROM STDIN`, linesOf(columns, rows)),
    finish: async (decide) => {
      // Creating an index has no time limit.
      await session.command("SET LOCAL statement_timeout = 0");
      for (const { name: column, isKey, isIndexed } of columns) {
        if (isKey) await session.command(`ALTER TABLE ${stagingName} ADD PRIMARY KEY (${column})`);
        if (isIndexed) await session.command(`CREATE INDEX ON ${stagingName} (${column})`);
      }
      await session.command(`ANALYZE ${stagingName}`);
      if (existing !== undefined) {
        const old = quotedTable([existing.schema, existing.name], dialect);
        await lockTable(options, old, decide);
        await session.command(`DROP TABLE ${old}`);
      }
      await session.command(`ALTER TABLE ${stagingName} RENAME TO ${quotedTable(name, dialect)}`);
      decide();
      await session.command("COMMIT");
    },
    end: () => session.reset(undefined),
  };
}

async function findTable(
  session: PostgresSession,
  shownTable: string,
): Promise<Existing | undefined> {
  const [row] = await session.query(
    "SELECT n.nspname::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass($1::text)",
    [shownTable],
  );
  return row === undefined ? undefined : { schema: String(row[0]), name: String(row[1]) };
}

/** Locks a table once its readers have finished. */
async function lockTable(
  { session, clock, waitMs }: Filling<PostgresSession>,
  table: string,
  expectWanted: () => void,
): Promise<void> {
  await session.command("SET LOCAL lock_timeout = 200; SAVEPOINT waiting");
  const lock = async (): Promise<void> => {
    try {
      await session.command(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    } catch (error) {
      if (error instanceof StoreError && error.code === "busy") {
        await session.command("ROLLBACK TO SAVEPOINT waiting");
      }
      throw error;
    }
  };
  await retryWhileBusy(lock, { clock, waitMs, expectWanted });
}

function definitionOf({ field, name, storage, isKey }: NewColumn): string {
  const type = TYPES[storage];
  if (type === undefined) throw new StoreError("setup", `PostgreSQL has no type for ${storage}`);
  if (!isKey) return `${name} ${type}`;
  const isNotEmpty = field.type === "text" ? ` CHECK (${name} <> '')` : "";
  return `${name} ${type} NOT NULL${isNotEmpty}`;
}

function linesOf(columns: readonly NewColumn[], rows: readonly (readonly Plain[])[]): string {
  let lines = "";
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      lines += (index === 0 ? "" : "\t") + cellOf(column, row[index] ?? null);
    }
    lines += "\n";
  }
  return lines;
}

/** Encodes a value for COPY. */
function cellOf({ field }: NewColumn, value: Plain): string {
  if (value === null) return COPY_NULL;
  switch (typeof value) {
    case "string":
      return copyText(value);
    case "boolean":
      return value ? "t" : "f";
    case "number":
      return field.type === "date" ? new Date(value).toISOString() : String(value);
    default:
      return copyText(arrayText(value));
  }
}

function arrayText(list: readonly string[]): string {
  return `{${list.map((element) => `"${element.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
