import { randomBytes } from "node:crypto";
import { duckdb as dialect } from "../../../sql/dialects/duckdb.ts";
import { quote } from "../../../util/quote.ts";
import { StoreError, type StoreRecord } from "../../store.ts";
import type { NewTable, TableName, TableWriter } from "../driver.ts";
import { type NewColumn, newColumns, plainValue, quotedName } from "../new-table.ts";
import { untilAborted } from "../until-aborted.ts";
import { duckDbError } from "./errors.ts";
import type { Appender, Connection, DuckDb, DuckDbType } from "./package.ts";
import { isOfTable, type Place, placeOf, quotedPlace } from "./table-name.ts";

/** The most rows that DuckDB takes at once. */
const CHUNK_ROWS = 2_048;

/** Rows are put into the table every so many, so that it never takes long. */
const CHUNKS_BETWEEN_FLUSHES = 4;

const TYPES: Readonly<Record<string, string>> = {
  text: "VARCHAR",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMP",
  array: "VARCHAR[]",
};

/** What a writer works with. */
interface Tools {
  readonly duckdb: DuckDb;
  readonly connection: Connection;
  readonly path: string;
}

/** Fills a table in one transaction: nobody sees it before its end, and nothing is left of one that does not come to it. */
export class DuckDbTableWriter implements TableWriter {
  readonly #duckdb: DuckDb;
  readonly #connection: Connection;
  readonly #path: string;
  readonly #place: Place;
  readonly #options: NewTable;
  readonly #columns: readonly NewColumn[];
  readonly #types: readonly DuckDbType[];
  readonly #staging: string;
  readonly #signal: AbortSignal;
  readonly #release: () => void;
  #appender: Appender | undefined;
  #chunks = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Why it takes nothing more. */
  #over: StoreError | undefined;
  #ending: Promise<void> | undefined;

  constructor(
    { duckdb, connection, path }: Tools,
    table: TableName,
    options: NewTable,
    signal: AbortSignal,
    release: () => void,
  ) {
    this.#duckdb = duckdb;
    this.#connection = connection;
    this.#path = path;
    this.#place = placeOf(table);
    this.#options = options;
    this.#columns = newColumns(options, dialect.definition);
    this.#types = this.#columns.map(({ storage }) => this.#typeOf(storage));
    this.#staging = `isoform_import_${randomBytes(8).toString("hex")}`;
    this.#signal = signal;
    this.#release = release;
  }

  async begin(): Promise<void> {
    await this.#run("BEGIN TRANSACTION");
    await this.#expectPlace();
    const columns = this.#columns.map(({ name, storage, isKey, field }) => {
      const key = ` PRIMARY KEY${field.type === "text" ? ` CHECK (${name} <> '')` : ""}`;
      return `${name} ${TYPES[storage] ?? ""}${isKey ? key : ""}`;
    });
    await this.#run(`CREATE TABLE ${this.#quoted(this.#staging)} (${columns.join(", ")})`);
    const { schema, database } = this.#place;
    this.#appender = await this.#wait(
      this.#connection.createAppender(this.#staging, schema, database),
    );
  }

  async write(records: readonly StoreRecord[]): Promise<void> {
    this.#expectOpen();
    try {
      this.#append(records);
    } catch (error) {
      // Some of the records may be there: the table will not be whole.
      this.#over ??= duckDbError(error, this.#path);
      throw this.#over;
    }
  }

  #append(records: readonly StoreRecord[]): void {
    for (let at = 0; at < records.length; at += CHUNK_ROWS) {
      const some = records.slice(at, at + CHUNK_ROWS);
      const chunk = this.#duckdb.DuckDBDataChunk.create(this.#types, some.length);
      for (const [index, column] of this.#columns.entries()) {
        chunk.setColumnValues(
          index,
          some.map((record) => this.#cellOf(record, column)),
        );
      }
      this.#appender?.appendDataChunk(chunk);
      if (++this.#chunks % CHUNKS_BETWEEN_FLUSHES === 0) this.#appender?.flushSync();
    }
  }

  async finish(): Promise<void> {
    this.#expectOpen();
    try {
      this.#appender?.closeSync();
      this.#appender = undefined;
    } catch (error) {
      this.#over = duckDbError(error, this.#path);
      throw this.#over;
    }
    await this.#expectPlace();
    const table = this.#quoted(this.#place.table);
    await this.#run(`DROP TABLE IF EXISTS ${table}`);
    const renamed = quotedName(this.#place.table, dialect.definition);
    await this.#run(`ALTER TABLE ${this.#quoted(this.#staging)} RENAME TO ${renamed}`);
    for (const { name, field, isIndexed } of this.#columns) {
      if (!isIndexed) continue;
      const index = quotedName(`${this.#place.table}_${field.name}`, dialect.definition);
      await this.#run(`CREATE INDEX ${index} ON ${table} (${name})`);
    }
    this.#expectOpen();
    // Not to be given up halfway: nobody would know which table is there.
    const commit = this.#connection.run("COMMIT");
    this.#last = commit.catch(() => undefined);
    await commit.catch((error) => {
      throw duckDbError(error, this.#path);
    });
    this.#over = new StoreError("setup", `the import of ${quote(this.#place.table)} is over`);
    this.#ending = Promise.resolve();
    this.#release();
  }

  abandon(): Promise<void> {
    return this.lose(new StoreError("setup", `the import of ${quote(this.#place.table)} is over`));
  }

  /** Ends it for a reason, which whoever goes on writing is told. */
  lose(reason: StoreError): Promise<void> {
    this.#over ??= reason;
    this.#ending ??= this.#rollBack();
    return this.#ending;
  }

  async #rollBack(): Promise<void> {
    this.#connection.interrupt();
    await this.#last;
    try {
      this.#appender?.closeSync();
    } catch {
      // It held rows that do not fit; none of them is to be kept.
    }
    // Where there is no transaction, there is nothing to roll back.
    await this.#connection.run("ROLLBACK").catch(() => undefined);
    this.#release();
  }

  /** @throws {@link StoreError} where something has the name that may not be replaced */
  async #expectPlace(): Promise<void> {
    const views = isOfTable(this.#place, "view_name");
    if (await this.#isThere(`duckdb_views() WHERE ${views.condition}`, views.params)) {
      throw new StoreError("setup", `${quote(this.#place.table)} is there already, as a view`);
    }
    if (this.#options.replace) return;
    const tables = isOfTable(this.#place, "table_name");
    if (await this.#isThere(`duckdb_tables() WHERE ${tables.condition}`, tables.params)) {
      throw new StoreError("setup", `there is a table ${quote(this.#place.table)} already`);
    }
  }

  async #isThere(from: string, params: readonly string[]): Promise<boolean> {
    const types = params.map(() => this.#duckdb.VARCHAR);
    const result = await this.#wait(
      this.#connection.stream(`SELECT 1 FROM ${from}`, [...params], types),
    );
    const chunk = await this.#wait(result.fetchChunk());
    return chunk !== null && chunk.rowCount > 0;
  }

  async #run(sql: string): Promise<void> {
    this.#expectOpen();
    await this.#wait(this.#connection.run(sql));
  }

  async #wait<T>(answer: Promise<T>): Promise<T> {
    this.#last = answer.catch(() => undefined);
    try {
      return await untilAborted(answer, this.#signal);
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason;
      throw this.#over ?? duckDbError(error, this.#path);
    }
  }

  #expectOpen(): void {
    if (this.#over !== undefined) throw this.#over;
    this.#signal.throwIfAborted();
  }

  #quoted(table: string): string {
    return quotedPlace(this.#place, table);
  }

  #typeOf(storage: string): DuckDbType {
    const { VARCHAR, DOUBLE, BOOLEAN, TIMESTAMP, LIST } = this.#duckdb;
    switch (storage) {
      case "double":
        return DOUBLE;
      case "boolean":
        return BOOLEAN;
      case "timestamp":
        return TIMESTAMP;
      case "array":
        return LIST(VARCHAR);
      default:
        return VARCHAR;
    }
  }

  #cellOf(record: StoreRecord, column: NewColumn): unknown {
    const plain = plainValue(record, column);
    if (typeof plain === "number" && column.field.type === "date") {
      return new this.#duckdb.DuckDBTimestampValue(BigInt(plain) * 1000n);
    }
    if (typeof plain === "object" && plain !== null) {
      return new this.#duckdb.DuckDBListValue(plain);
    }
    return plain;
  }
}
