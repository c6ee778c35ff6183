import type { RefusedColumn } from "../../../backends/sql/describe/describe-columns.ts";
import type { Dialect } from "../../../backends/sql/dialect.ts";
import { explainSql } from "../../../backends/sql/explain-sql.ts";
import { InexactPositionError } from "../../../backends/sql/query/exact-position.ts";
import {
  SqlOrderError,
  type SqlQuery,
  toCount,
  toQuery,
} from "../../../backends/sql/query/sql-query.ts";
import { SqlValueError } from "../../../backends/sql/rows/record-reader.ts";
import type { SqlPart } from "../../../backends/sql/sql-part.ts";
import type { ColumnMapping, RecordSource } from "../../../backends/sql/table-mapping.ts";
import { compileOrThrow, type Formula } from "../../../engine/index.ts";
import { storedFields } from "../../../language/core/computation.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { bindMethods } from "../../../util/bind-methods.ts";
import { defined } from "../../../util/defined.ts";
import type { SummaryPlan, SummaryRecord, SummaryWork } from "../../summary/index.ts";
import { scopeOf } from "../filter-scopes.ts";
import { OrderMemory } from "../order-memory.ts";
import { checkQuery } from "../query-error.ts";
import { type ReadCall, readCall } from "../require-query.ts";
import {
  type Store,
  type StoreCall,
  StoreError,
  type StoreQuery,
  type StoreRecord,
} from "../store.ts";
import { streamSummary } from "../summarize-store.ts";
import { TimeSlice, uncounted } from "../time-slice.ts";
import { type Row, type SqlDriver, SubselectError, type TableName } from "./driver.ts";
import { RecordPacer } from "./record-pacer.ts";
import { sortedRecords } from "./sorted-records.ts";
import { summaryStatement } from "./summary-statement.ts";

/** A store's table in a database. */
export interface SqlTable {
  readonly schema: Schema;
  readonly table?: TableName | undefined;
  /** What is read instead of `table`, in the program's own SQL. */
  readonly from?: string | undefined;
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
  /** Whether the table is known to be distributed over several servers. */
  readonly isDistributed?: boolean;
  /** Columns without a field. */
  readonly refused?: readonly RefusedColumn[];
  /** Differences between the table's values and their meaning in formulas. */
  readonly warnings?: readonly string[];
}

/** A database table as a store, accessed through a driver. */
export class SqlStore implements Store {
  static {
    bindMethods(SqlStore);
  }

  readonly schema: Schema;
  /** Undefined, since a write by another program goes unnoticed. */
  readonly version = undefined;
  /** Columns without a field. */
  readonly refused: readonly RefusedColumn[];
  /** Differences between the table's values and their meaning in formulas. */
  readonly warnings: readonly string[];
  readonly #driver: SqlDriver;
  #dialect: Dialect;
  readonly #mapping: RecordSource;

  private constructor(
    driver: SqlDriver,
    { schema, table, from, columns, isDistributed = false, refused = [], warnings = [] }: SqlTable,
  ) {
    this.schema = schema;
    this.#driver = driver;
    this.refused = refused;
    this.warnings = warnings;
    this.#dialect = (isDistributed ? driver.distributed : undefined) ?? driver.dialect;
    // The table of a store is one name, even with a dot.
    const names = typeof table === "string" ? [table] : table;
    this.#mapping = defined({ table: names, from, columns });
  }

  /** @internal Called by `openStore`. */
  static of(driver: SqlDriver, table: SqlTable): SqlStore {
    return new SqlStore(driver, table);
  }

  get kind(): string {
    return this.#driver.dialect.name;
  }

  /** @internal */
  get timeoutMs(): number {
    return this.#driver.timeoutMs;
  }

  read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]> {
    const read = readCall(call, "read");
    return this.#ask((dialect) => this.#read(dialect, query, read));
  }

  async *#read(
    dialect: Dialect,
    query: StoreQuery,
    call: ReadCall,
  ): AsyncIterable<readonly StoreRecord[]> {
    checkQuery(this.schema, query);
    const slice = this.#slice(call);
    const select = this.#select(dialect, query);
    if (select === undefined) {
      const unsorted = (other: StoreQuery): AsyncIterable<readonly StoreRecord[]> =>
        this.#read(dialect, other, call);
      const memory = new OrderMemory(call.hold);
      yield* memory.during(sortedRecords(this.schema, query, unsorted, slice, memory.part()));
      return;
    }
    const { read, isDone } = select.reader();
    const isInScope = this.#scopeTest(dialect, select, query.filter);
    const pacer = new RecordPacer(select, query.filter, slice, isInScope);
    const mostRows = select.limitsInDatabase ? query.limit : undefined;
    const statement = { text: select.text, params: select.params, mostRows };
    slice.pause();
    for await (const rows of this.#driver.stream(statement, call.signal, call)) {
      const records = await readAll(pacer, rows, read);
      if (records.length > 0) yield records;
      if (isDone()) return;
    }
  }

  /**
   * Tells whether a row is in the scope of a filter; `undefined` if the database returns no others. The database may decide
   * a scope alone, but not together with a filter that needs too many parameters. Only the cells that the scope needs are
   * read: an unreadable cell of a record outside of the scope must not fail the query. If one of those is unreadable, the
   * record is in no scope.
   */
  #scopeTest(
    dialect: Dialect,
    { selected, residual }: SqlQuery,
    filter: Formula | undefined,
  ): ((row: Row) => boolean) | undefined {
    const scope = scopeOf(filter);
    if (scope === undefined || residual === undefined) return undefined;
    const isTested = (names: readonly string[]): boolean =>
      names.every((name) => residual.fields.includes(name));
    const table = { schema: this.schema, ...this.#mapping };
    const own = storedFields(scope);
    const inScope = isTested(own)
      ? { fields: own, matches: (record: StoreRecord) => scope.matches(record) }
      : toQuery(dialect, { ...table, fields: [], filter: scope }).residual;
    if (inScope === undefined || !isTested(inScope.fields)) return undefined;
    const fields = [...new Set(inScope.fields)];
    const { read } = toQuery(dialect, { ...table, fields }).reader();
    const indexes = fields.map((name) => selected.findIndex((field) => field.name === name));
    return (row) => {
      try {
        const record = read(indexes.map((index) => row[index]));
        return record !== undefined && inScope.matches(record);
      } catch (error) {
        if (error instanceof SqlValueError) return false;
        throw error;
      }
    };
  }

  /** The statement; `undefined` if the database cannot produce the order. */
  #select(dialect: Dialect, query: StoreQuery): SqlQuery | undefined {
    try {
      return toQuery(dialect, { schema: this.schema, ...this.#mapping, ...query });
    } catch (error) {
      if (error instanceof SqlOrderError) return undefined;
      throw dataFailure(error);
    }
  }

  async count(filter: Formula | undefined, call?: StoreCall): Promise<number> {
    const read = readCall(call, "count");
    let count = 0;
    for await (const some of this.#ask((dialect) => this.#counts(dialect, filter, read))) {
      count += some;
    }
    return count;
  }

  /** Numbers that add up to the count. */
  async *#counts(
    dialect: Dialect,
    filter: Formula | undefined,
    call: ReadCall,
  ): AsyncIterable<number> {
    const { schema } = this;
    const query = defined({ filter });
    const slice = this.#slice(call);
    const counted = toCount(dialect, { ...this.#mapping, ...query });
    slice.pause();
    if (counted === undefined) {
      const fields = schema.key === undefined ? [] : [schema.key.name];
      const read = this.#read(dialect, { fields, ...query }, call);
      for await (const records of read) yield records.length;
    } else {
      const statement = { text: counted.text, params: counted.params, mostRows: 1 };
      for await (const rows of this.#driver.stream(statement, call.signal, call)) {
        for (const [cell] of rows) yield Number(cell);
      }
    }
  }

  /** The groups of a summary. The database computes them if its arithmetic is exact; otherwise records are read. */
  async summarize(
    plan: SummaryPlan,
    work: SummaryWork<AbortSignal> = {},
  ): Promise<readonly SummaryRecord[]> {
    const call = readCall(work, "summarize");
    const { hold } = work;
    for await (const groups of this.#ask((dialect) => this.#groups(dialect, plan, call, hold))) {
      return groups;
    }
    return streamSummary(this, plan, { ...call, hold });
  }

  /** The groups, if the database can compute them. */
  async *#groups(
    dialect: Dialect,
    plan: SummaryPlan,
    call: ReadCall,
    hold: SummaryWork<AbortSignal>["hold"],
  ): AsyncIterable<readonly SummaryRecord[]> {
    const slice = this.#slice(call);
    const summary = summaryStatement(dialect, this.#mapping, plan);
    slice.pause();
    if (summary === undefined) return;
    const groups = await summary.groups(
      uncounted(this.#driver.stream(summary.statement, call.signal, call), slice),
      () => (slice.shouldYield() ? slice.yield() : undefined),
      hold,
    );
    if (groups !== undefined) yield groups;
  }

  /** The work of a call on the event loop. It has the same time limit as the call's statements, together. */
  #slice(call: ReadCall): TimeSlice {
    return new TimeSlice({ ...call, timeoutMs: this.timeoutMs });
  }

  /**
   * Runs a query in the table's dialect. If the database rejects a subquery, the table is distributed, which the
   * catalogue does not always tell: the query is repeated in the dialect without subqueries, which is used from then
   * on.
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

  /** Also checks that the table and its columns exist. */
  check(call?: StoreCall): Promise<void> {
    const { schema } = this;
    const filter = compileOrThrow("FALSE()", schema);
    const probe = toQuery(this.#dialect, { schema, ...this.#mapping, filter });
    return this.#driver.check(readCall(call, "check").signal, probe);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}

async function readAll(
  pacer: RecordPacer,
  rows: readonly Row[],
  read: (row: Row) => StoreRecord | undefined,
): Promise<readonly StoreRecord[]> {
  try {
    return await pacer.records(rows, read);
  } catch (error) {
    throw dataFailure(error);
  }
}

/** The error of the store for a value that cannot be read, or after which no page can start. */
function dataFailure(error: unknown): unknown {
  if (!(error instanceof SqlValueError)) return error;
  const code = error instanceof InexactPositionError ? "position" : "data";
  return new StoreError(code, error.message, error);
}
