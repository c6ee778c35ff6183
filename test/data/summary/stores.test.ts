import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import type { Store } from "../../../src/data/stores/store.ts";
import { summarizeStore } from "../../../src/data/stores/summarize-store.ts";
import { planOrThrow, summarize } from "../../../src/data/summary/index.ts";
import { compile } from "../../../src/engine/index.ts";
import { DATABASES, fillTable } from "../../apps/service/harness/databases.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Started, start } from "../../engines/engine.ts";
import { cases, listsOf, queryOf, schema, storeRecords } from "./cases.ts";

const { signal } = new AbortController();

interface Opened {
  readonly store: Store;
  close(): Promise<void>;
}

/** A store of somebody else, which cannot make summaries. */
function without({ read, ...store }: Store): Store {
  return {
    ...store,
    kind: "another",
    schema,
    version: undefined,
    read,
    count: store.count,
    explain: store.explain,
    check: store.check,
    close: store.close,
  };
}

/** Calls back while the records of a store cannot be read. */
async function withoutReading(store: Store, run: () => Promise<void>): Promise<void> {
  const read = (): never => {
    throw new Error("the records are read");
  };
  Object.defineProperty(store, "read", { value: read, configurable: true });
  try {
    await run();
  } finally {
    Reflect.deleteProperty(store, "read");
  }
}

const STORES: Readonly<Record<string, () => Promise<Started<Opened>>>> = {
  memory: () =>
    start("memory", async () => {
      const store = await MemoryStore.from(storeRecords, schema);
      return { store, close: () => store.close() };
    }),
  "memory, threads": () =>
    start("memory", async () => {
      const pool = ScanPool.open({ threads: 2, isEager: true });
      const store = await MemoryStore.from(storeRecords, schema, { pool });
      return { store, close: () => pool.close() };
    }),
  ...Object.fromEntries(
    Object.entries(DATABASES).map(([name, open]) => [
      name,
      async (): Promise<Started<Opened>> => {
        const started = await open();
        if (!started.ok) return started;
        const { engine } = started;
        const store = await fillTable(engine, "summaries", schema, storeRecords);
        const close = async (): Promise<void> => {
          await store.close();
          await engine.close();
        };
        return { ok: true, engine: { store, close } };
      },
    ]),
  ),
};

describe.each(Object.entries(STORES))("summaries of %s", (name, open) => {
  describeEngine(name, open, (opened) => {
    it.each(cases)("$rule", async (one) => {
      const { store } = opened();
      expect(listsOf(await summarize(store, { ...queryOf(one), signal }))).toEqual(one.expect);
    });

    if (!name.startsWith("memory"))
      it("of fields are computed by the database", async () => {
        const { store } = opened();
        const fields = ["country", "year", "sold", "at"];
        const measures = [
          "count",
          "countBlank(city)",
          "countBlank(at)",
          "countDistinct(city)",
          "countDistinct(price)",
          "min(price)",
          "max(city)",
          "min(at)",
          "sum(price)",
          "average(tax)",
        ];
        await withoutReading(store, async () => {
          for (const field of fields) {
            const query = { groupBy: [field], measures };
            const expected = summarize(storeRecords, { ...query, schema });
            expect(await summarize(store, { ...query, signal })).toEqual(expected);
          }
          // Fractions are added in memory.
          const fractions = async (): Promise<unknown> =>
            summarize(store, { measures: ["sum(part)"], signal });
          await expect(fractions()).rejects.toThrow("read");
        });
      });

    it("end if they take more memory than allowed", async () => {
      const { store } = opened();
      const formulas = ["{city}", "{city} & {country}"];
      for (const measures of [["count"], ["median(price)", "countDistinct(city)"]]) {
        for (const formula of formulas) {
          const query = { groupBy: [{ formula }], measures };
          const plan = planOrThrow(schema, query, (source) => compile(source, schema));
          let most = 0;
          const hold = (bytes: number): void => {
            most = Math.max(most, bytes);
          };
          const groups = await summarizeStore(store, plan, { signal, hold });
          expect(most).toBeGreaterThan(groups.length * 8);
          const tooMuch = new Error("too much");
          const limited = (bytes: number): void => {
            if (bytes >= most) throw tooMuch;
          };
          const ended = summarizeStore(store, plan, { signal, hold: limited });
          await expect(ended).rejects.toBe(tooMuch);
        }
      }
      // It works on.
      expect(await store.count(undefined, { signal })).toBe(storeRecords.length);
    });

    it("are the same for a store that cannot compute them", async () => {
      const { store } = opened();
      const other = without({
        ...store,
        read: store.read,
        count: store.count,
        explain: store.explain,
        check: store.check,
        close: store.close,
      });
      for (const one of cases) {
        expect(listsOf(await summarize(other, { ...queryOf(one), signal }))).toEqual(one.expect);
      }
    });
  });
});
