import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import type { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import type { Store, StoreRecord } from "../../../src/data/stores/store.ts";
import { summarize } from "../../../src/data/summary/index.ts";
import { readProperty } from "../../../src/language/values/row-value.ts";
import { RANDOM_SCHEMA } from "../../generate/random-schema.ts";
import { FIELDS, hostileRow, ordinaryRow } from "../../generate/rows.ts";
import type { Tape } from "../../generate/tape.ts";
import {
  columnsWay,
  maskWay,
  rowsWay,
  type SummaryTable,
  type SummaryWay,
} from "./differential.ts";
import { dividedWay, poolWay } from "./divided-way.ts";

const { signal } = new AbortController();

/** A store's own summaries, or those of the records that it reads. */
function storeWay(name: string, store: Pick<Store, "schema" | "read">): SummaryWay {
  return { name, summarize: (query) => summarize(store, { ...query, signal }) };
}

/** Random rows, as rows, as columns and in a store; and in the threads of a pool, if there is one. */
export async function memoryTable(
  tape: Tape,
  round: number,
  pool?: ScanPool,
): Promise<SummaryTable> {
  const schema = RANDOM_SCHEMA;
  const isHostile = round % 3 === 2;
  const rows = isHostile ? hostileRows(tape) : ordinaryRows(tape);
  const ways = [
    rowsWay(rows, schema),
    columnsWay("columns", rows, schema),
    columnsWay("columns with generated code", rows, schema, { strategy: "generated" }),
    maskWay("columns with a mask", rows, schema),
    columnsWay("columns without dictionaries", rows, schema, { mostDistinct: 0 }),
    dividedWay(rows, schema),
    ...(pool === undefined ? [] : [poolWay(pool, rows, schema)]),
  ];
  if (isHostile) return { schema, rows, ways };
  // No formula reads the key.
  const records = rows.map((row, key) => ({ ...(row as StoreRecord), key }));
  const options = pool === undefined || round % 2 === 0 ? {} : { pool };
  const store = await MemoryStore.from(records, schema, options);
  const { read } = store;
  return {
    schema,
    rows,
    ways: [...ways, storeWay("memory store", store), storeWay("any store", { schema, read })],
  };
}

/** Few rows, or more than are worked on at once. */
function countOf(tape: Tape): number {
  return tape.pick([40, 0, 1, 7, 40, 40, 200, 200, 200, 5000]);
}

function hostileRows(tape: Tape): readonly unknown[] {
  const some = Array.from({ length: 1 + tape.below(60) }, () => hostileRow(tape));
  return Array.from({ length: countOf(tape) }, () => tape.pick(some));
}

/** Rows whose fields have some values in common. */
function ordinaryRows(tape: Tape): readonly Readonly<Record<string, unknown>>[] {
  const values = FIELDS.map(({ name }) => {
    const few = Array.from({ length: 1 + tape.below(12) }, () =>
      readProperty(ordinaryRow(tape), name),
    );
    return [name, few] as const;
  });
  const one = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      values.flatMap(([name, few]) => {
        const value = tape.pick(few);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const some = Array.from({ length: 60 }, one);
  const count = countOf(tape);
  return count > some.length ? repeated(some, count, tape) : some.slice(0, count);
}

function repeated<T>(some: readonly T[], count: number, tape: Tape): readonly T[] {
  const first = tape.below(some.length);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index + (index >> 6) * tape.below(3);
    return some[at % some.length] as T;
  });
}
