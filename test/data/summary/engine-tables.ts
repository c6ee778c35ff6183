import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import type { SqlDriver } from "../../../src/data/stores/sql/driver.ts";
import { SqlStore } from "../../../src/data/stores/sql/sql-store.ts";
import { STORE_LIMITS } from "../../../src/data/stores/store-limits.ts";
import { summarize } from "../../../src/data/summary/index.ts";
import { loadVariedTable } from "../../backends/sql/load.ts";
import type { LoadedTable } from "../../backends/sql/loaded-table.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Tape } from "../../generate/tape.ts";
import type { SummaryTable, SummaryWay } from "./differential.ts";

const { signal } = new AbortController();
const ROWS = 60;
const BATCH_ROWS = 25;

/** How summaries were made: each is asked of the database, and some of them are then made of its records. */
export interface Made {
  byDatabase: number;
  ofRecords: number;
}

/** Random rows in a table of an engine, whose columns are stored in any way, under a store. */
export function engineTables(
  engine: Engine,
  dialect: Dialect,
  made: Made,
  change?: (text: string) => string,
): (tape: Tape) => Promise<SummaryTable> {
  return async (tape) => {
    const isFew = !tape.oneIn(4);
    const loaded = await loadVariedTable(engine, dialect, tape, ROWS, { isFew });
    const store = storeOver(loaded, change);
    const { schema, rows } = loaded;
    let isRead = false;
    const { read } = store;
    const watched: SqlStore["read"] = (...options) => {
      isRead = true;
      return read(...options);
    };
    Object.defineProperty(store, "read", { value: watched });
    const way: SummaryWay = {
      name: engine.name,
      summarize: async (query) => {
        isRead = false;
        try {
          return await summarize(store, { ...query, signal });
        } finally {
          if (isRead) made.ofRecords++;
          else made.byDatabase++;
        }
      },
    };
    return { schema, rows, ways: [way] };
  };
}

/** A store over a table of an engine. */
export function storeOver(
  { engine, dialect, schema, mapping }: LoadedTable,
  change: (text: string) => string = (text) => text,
): SqlStore {
  const { table, columns = {} } = mapping;
  return SqlStore.of(driverOf(engine, dialect, change), { schema, table, columns });
}

/** The driver of a store over an engine of the tests. */
function driverOf(engine: Engine, dialect: Dialect, change: (text: string) => string): SqlDriver {
  const unasked = (): never => {
    throw new Error("a summary only reads");
  };
  return {
    dialect,
    timeoutMs: STORE_LIMITS.queryMs,
    async *stream({ text, params }) {
      const rows = await engine.query(change(text), params);
      for (let from = 0; from < rows.length; from += BATCH_ROWS) {
        yield rows.slice(from, from + BATCH_ROWS);
      }
    },
    describe: unasked,
    createTable: unasked,
    check: unasked,
    close: () => Promise.resolve(),
  };
}
