import type { Formula } from "../../engine/index.ts";
import type { Schema } from "../../schema/index.ts";
import { type Dialect, explainSql, type SqlPart } from "../../sql/filter.ts";
import type { ColumnMapping, TableMapping } from "../../sql/mapping.ts";
import { toCount, toQuery } from "../../sql/query/query.ts";
import { checkQuery } from "../query-error.ts";
import type { Store, StoreQuery, StoreRecord } from "../store.ts";
import { type SqlDriver, SubselectError, type TableName } from "./driver.ts";

/** Where a store's records are in a database. */
export interface SqlTable {
  readonly schema: Schema;
  readonly table: TableName;
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
  /** Whether the rows are known to be on several servers. */
  readonly isDistributed?: boolean;
}

/** A table of a database as a store. The database is the driver's own business. */
export class SqlStore implements Store {
  readonly schema: Schema;
  /** The store does not know when others write to the table. */
  readonly version = undefined;
  readonly #driver: SqlDriver;
  #dialect: Dialect;
  readonly #mapping: TableMapping & { readonly table: TableName };

  constructor(driver: SqlDriver, { schema, table, columns, isDistributed = false }: SqlTable) {
    this.schema = schema;
    this.#driver = driver;
    this.#dialect = (isDistributed ? driver.distributed : undefined) ?? driver.dialect;
    this.#mapping = { table, ...(columns === undefined ? {} : { columns }) };
  }

  get kind(): string {
    return this.#driver.dialect.name;
  }

  read(query: StoreQuery, signal: AbortSignal): AsyncIterable<readonly StoreRecord[]> {
    return this.#ask((dialect) => this.#read(dialect, query, signal));
  }

  async *#read(
    dialect: Dialect,
    query: StoreQuery,
    signal: AbortSignal,
  ): AsyncIterable<readonly StoreRecord[]> {
    checkQuery(this.schema, query);
    const select = toQuery(dialect, { schema: this.schema, ...this.#mapping, ...query });
    const { read, isDone } = select.reader();
    for await (const rows of this.#driver.stream(select, signal)) {
      const records = rows.map(read).filter((record) => record !== undefined);
      if (records.length > 0) yield records;
      if (isDone()) return;
    }
  }

  async count(filter: Formula | undefined, signal: AbortSignal): Promise<number> {
    let count = 0;
    for await (const some of this.#ask((dialect) => this.#counts(dialect, filter, signal))) {
      count += some;
    }
    return count;
  }

  /** Numbers whose sum is the count. */
  async *#counts(
    dialect: Dialect,
    filter: Formula | undefined,
    signal: AbortSignal,
  ): AsyncIterable<number> {
    const { schema } = this;
    const filtered = filter === undefined ? {} : { filter };
    const statement = toCount(dialect, { ...this.#mapping, ...filtered });
    if (statement === undefined) {
      const fields = schema.key === undefined ? [] : [schema.key.name];
      const read = this.#read(dialect, { fields, ...filtered }, signal);
      for await (const records of read) yield records.length;
    } else {
      for await (const rows of this.#driver.stream(statement, signal)) {
        for (const [cell] of rows) yield Number(cell);
      }
    }
  }

  /**
   * Asks the database in the table's dialect. If it refuses a sub-select, the rows are on several servers, which its
   * catalogue does not always say: it is asked once more without one, and from then on.
   */
  async *#ask<T>(run: (dialect: Dialect) => AsyncIterable<T>): AsyncIterable<T> {
    const dialect = this.#dialect;
    const { distributed } = this.#driver;
    let hasBegun = false;
    try {
      for await (const part of run(dialect)) {
        hasBegun = true;
        yield part;
      }
    } catch (error) {
      const isRefusal = error instanceof SubselectError && !hasBegun;
      if (!isRefusal || distributed === undefined || dialect === distributed) throw error;
      this.#dialect = distributed;
      yield* run(distributed);
    }
  }

  explain(filter: Formula): readonly SqlPart[] {
    return explainSql(filter, this.#dialect, this.#mapping);
  }

  check(signal: AbortSignal): Promise<void> {
    return this.#driver.check(signal);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}
