import type { Formula } from "../../engine/index.ts";
import type { Schema } from "../../schema/index.ts";
import { explainSql, type SqlPart } from "../../sql/filter.ts";
import type { ColumnMapping, TableMapping } from "../../sql/mapping.ts";
import { toCount, toQuery } from "../../sql/query/query.ts";
import { checkQuery } from "../query-error.ts";
import type { Store, StoreQuery, StoreRecord } from "../store.ts";
import type { SqlDriver, TableName } from "./driver.ts";

/** Where a store's records are in a database. */
export interface SqlTable {
  readonly schema: Schema;
  readonly table: TableName;
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
}

/** A table of a database as a store. The database is the driver's own business. */
export class SqlStore implements Store {
  readonly schema: Schema;
  /** The store does not know when others write to the table. */
  readonly version = undefined;
  readonly #driver: SqlDriver;
  readonly #mapping: TableMapping & { readonly table: TableName };

  constructor(driver: SqlDriver, { schema, table, columns }: SqlTable) {
    this.schema = schema;
    this.#driver = driver;
    this.#mapping = { table, ...(columns === undefined ? {} : { columns }) };
  }

  get kind(): string {
    return this.#driver.dialect.name;
  }

  async *read(query: StoreQuery, signal: AbortSignal): AsyncIterable<readonly StoreRecord[]> {
    checkQuery(this.schema, query);
    const select = toQuery(this.#driver.dialect, {
      schema: this.schema,
      ...this.#mapping,
      ...query,
    });
    const { read, isDone } = select.reader();
    for await (const rows of this.#driver.stream(select, signal)) {
      const records = rows.map(read).filter((record) => record !== undefined);
      if (records.length > 0) yield records;
      if (isDone()) return;
    }
  }

  async count(filter: Formula | undefined, signal: AbortSignal): Promise<number> {
    const { schema } = this;
    const options = { schema, ...this.#mapping, ...(filter === undefined ? {} : { filter }) };
    const statement = toCount(this.#driver.dialect, options);
    let count = 0;
    if (statement === undefined) {
      const fields = schema.key === undefined ? [] : [schema.key.name];
      const query = { fields, ...(filter === undefined ? {} : { filter }) };
      for await (const records of this.read(query, signal)) count += records.length;
    } else {
      for await (const rows of this.#driver.stream(statement, signal)) {
        for (const [cell] of rows) count = Number(cell);
      }
    }
    return count;
  }

  explain(filter: Formula): readonly SqlPart[] {
    return explainSql(filter, this.#driver.dialect, this.#mapping);
  }

  check(signal: AbortSignal): Promise<void> {
    return this.#driver.check(signal);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}
