import { describe, expect, it } from "vitest";
import { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import { VirtualTime } from "../../../src/data/stores/fair-queue.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { RowChunks } from "../../../src/data/stores/memory/row-chunks.ts";
import { RecordPacer } from "../../../src/data/stores/sql/record-pacer.ts";
import { TimeSlice } from "../../../src/data/stores/time-slice.ts";
import { type Owner, planOrThrow } from "../../../src/data/summary/index.ts";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  parameter,
} from "../../../src/index.ts";
import { sqlite } from "../../../src/sql.ts";
import { defined } from "../../../src/util/defined.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { turnsDuring } from "../../harness/turns-during.ts";
import { take } from "./memory/take.ts";

// Long work lets other work have its turn, and work that could be too long is refused before it begins.

const schema = defineSchema({
  id: { type: "number", key: true },
  title: "text",
  codes: "list",
  notes: "text",
});
const never = new AbortController().signal;

describe("chunks of rows", () => {
  /** How many rows are looked at in one go, if each takes some milliseconds at most, and really a tenth of them. */
  const sizes = (ms: number, isSure = true): readonly number[] => {
    const clock = new ManualClock();
    const chunks = new RowChunks(new TimeSlice({ clock }), 100_000, { ms, isSure });
    const look = (most: number): number => {
      clock.advance((most * ms) / 10);
      return most;
    };
    return [1, 2, 3].map(() => chunks.take(look));
  };

  it("begin with many rows if those are surely fast", () => {
    expect(sizes(0)[0]).toBe(2048);
    expect(sizes(0.000_1)[0]).toBe(2048);
  });

  it("begin with one row if a row may take long, and stay small", () => {
    expect(sizes(0.01)[0]).toBe(1);
    expect(sizes(9)).toEqual([1, 1, 1]);
    expect(Math.max(...sizes(1))).toBeLessThanOrEqual(10);
  });

  it("begin with one row and stay small if a custom function does not state its price", () => {
    const [first = 0, ...others] = sizes(0.000_1, false);
    expect(first).toBe(1);
    expect(Math.max(...others)).toBeLessThanOrEqual(64);
  });
});

describe("a row that may take a long time", () => {
  it("is preceded by a yield, unless the work before was short", () => {
    const clock = new ManualClock();
    const slice = new TimeSlice({ clock });
    clock.advance(2);
    expect(slice.shouldYield(9)).toBe(true);
    expect(slice.shouldYield(0)).toBe(false);
    expect(new TimeSlice({ clock }).shouldYield(9)).toBe(false);
  });
});

describe("owners of long work", () => {
  const turnsOf = async (owners: readonly Owner[], count: number): Promise<string> => {
    const order: string[] = [];
    const work = async (owner: Owner): Promise<void> => {
      const slice = new TimeSlice({ owner });
      while (order.length < count) {
        await slice.yield();
        order.push(owner.id);
      }
    };
    await Promise.all(owners.map(work));
    return order.slice(0, count).join("");
  };

  it("get slots in proportion to their weights", async () => {
    const [a, b] = [
      { id: "a", weight: 1 },
      { id: "b", weight: 4 },
    ];
    expect(await turnsOf([a, b], 10)).toBe("abbbbabbbb");
    // However many pieces of work they have.
    expect(await turnsOf([a, a, a, b], 10)).toBe("abbbbabbbb");
    expect(await turnsOf([a, { ...b, weight: 1 }], 6)).toBe("ababab");
  });

  it("continue long work though they always have shorter work", async () => {
    let short = 0;
    let isOver = false;
    const shortWork = async (): Promise<void> => {
      for (; !isOver && short < 1000; short++) await new TimeSlice().yield();
    };
    const longWork = async (): Promise<void> => {
      const clock = new ManualClock();
      const slice = new TimeSlice({ clock });
      clock.advance(5);
      for (let turn = 0; turn < 10; turn++) await slice.yield();
      isOver = true;
    };
    await Promise.all([shortWork(), shortWork(), shortWork(), longWork()]);
    expect(short).toBeLessThan(200);
  });

  it("save up no slots during a pause", async () => {
    const time = new VirtualTime();
    const [a, b] = [
      { id: "a", weight: 1 },
      { id: "b", weight: 1 },
    ];
    for (let turn = 0; turn < 100; turn++) time.take(a);
    time.take(b);
    expect(time.due(a) - time.due(b)).toBeLessThanOrEqual(1);
  });

  it("of queries have a weight above 0", async () => {
    const store = await MemoryStore.from([{ id: 1 }], schema);
    expect(() => store.read({}, { owner: { id: "a", weight: 0 } })).toThrow(
      /`weight` of the owner must be/,
    );
  });
});

const costly = 'REGEX_MATCH(REPT({title}, 4), "[AB].{200}y")';

/** A text without a pattern, for which the automaton finds ever new states. */
function titleOf(id: number): string {
  const letters = Array.from({ length: 800 }, (_, index) => {
    return "AB12@x"[(Math.imul(id * 977 + index, 2_654_435_761) >>> 8) % 6];
  });
  return letters.join("");
}

describe("records in memory", () => {
  it("are tested one by one if each may take a long time", async () => {
    const records = Array.from({ length: 200 }, (_, id) => ({ id, title: titleOf(id) }));
    const store = await MemoryStore.from(records, schema, { clock: new ManualClock(1) });
    const filter = compileOrThrow(costly, schema);
    const turns = await turnsDuring(() => store.count(filter, { signal: never }));
    expect(turns).toBeGreaterThan(5);
  });

  it("yield to other work while they are loaded", async () => {
    const records = Array.from({ length: 20_000 }, (_, id) => ({
      id: 20_000 - id,
      title: `${id}`,
    }));
    const clock = new ManualClock(11);
    const turns = await turnsDuring(() => MemoryStore.from(records, schema, { clock }));
    // While they are copied, and while they are put in the order of their keys.
    expect(turns).toBeGreaterThan(2 * (20_000 / 1_024));
  });

  describe("read by a custom function that does not state its price", () => {
    const clock = new ManualClock();
    let calls = 0;
    let last = 0;
    let longest = 0;
    const slow = defineKernel({
      name: "slow",
      parameters: ["text"],
      result: "text",
      evaluate: (text) => {
        calls++;
        clock.advance(1);
        longest = Math.max(longest, clock.now() - last);
        return text;
      },
    });
    const definition = defineFunction({
      name: "SLOW",
      parameters: [parameter.text("value")],
      result: "text",
      lower: (core, value) => core.call(slow, value),
    });
    const functions = [definition];
    const slowSchema = defineSchema(
      { id: { type: "number", key: true }, title: "text", slow: { formula: "SLOW({title})" } },
      { functions },
    );
    const formula = (source: string) => compileOrThrow(source, slowSchema, { functions });
    const storeOf = (titles: number, timeoutMs?: number): Promise<MemoryStore> => {
      const records = Array.from({ length: 3_000 }, (_, id) => ({ id, title: `${id % titles}` }));
      return MemoryStore.from(records, slowSchema, { clock, ...defined({ timeoutMs }) });
    };
    const plan = planOrThrow(slowSchema, { groupBy: ["slow"] }, (source) => ({
      ok: true,
      formula: formula(source),
    }));

    it.each<[string, number, (store: MemoryStore) => Promise<unknown>]>([
      ["a filter", 3_000, (store) => store.count(formula('SLOW({title}) = "7"'))],
      ["a filter of few texts", 200, (store) => store.count(formula('SLOW({title}) = "7"'))],
      [
        "a computed field of few texts",
        200,
        (store) => take(store, { fields: ["slow"], limit: 1 }),
      ],
      ["groups of few texts", 200, (store) => store.summarize(plan)],
    ])("yield after a short time for %s", async (_, titles, query) => {
      const store = await storeOf(titles);
      longest = 0;
      last = clock.now();
      let isOver = false;
      const querying = query(store).finally(() => {
        isOver = true;
      });
      for (; !isOver; last = clock.now()) await new Promise((resolve) => setImmediate(resolve));
      await querying;
      expect(longest).toBeGreaterThan(5);
      expect(longest).toBeLessThan(25);
    });

    it("end at the time limit while few texts are tabulated", async () => {
      const store = await storeOf(200, 100);
      calls = 0;
      const counting = store.count(formula('SLOW({title}) = "7"'));
      await expect(counting).rejects.toMatchObject({ name: "StoreError", code: "timeout" });
      expect(calls).toBeLessThan(150);
    });
  });

  it.each([
    ["a text", { notes: "x".repeat(1_000_000) }, 'LOWER({notes}) = "x"'],
    [
      "a list",
      { codes: Array.from({ length: 100_000 }, () => "xx") },
      'REGEX_MATCH({codes}&"", "[AB].{80}x")',
    ],
  ])("whose %s is too long for a formula refuse it before it runs", async (_, long, source) => {
    const store = await MemoryStore.from([{ id: 1, ...long }], schema);
    const filter = compileOrThrow(source, schema);
    const refused = { name: "StoreError", code: "too-costly" };
    await expect(store.count(filter, { signal: never })).rejects.toMatchObject(refused);
    const read = async (sort: string | undefined): Promise<void> => {
      const sorted = sort === undefined ? {} : { sort: [{ field: sort }] };
      for await (const _records of store.read({ filter, ...sorted }, { signal: never }));
    };
    await expect(read(undefined)).rejects.toMatchObject(refused);
    await expect(read("title")).rejects.toMatchObject(refused);
    const lenient = compileOrThrow(source, schema, { limits: { work: Number.POSITIVE_INFINITY } });
    expect(await store.count(lenient, { signal: never })).toBe(0);
    expect(await store.count(compileOrThrow('{title} = "x"', schema), { signal: never })).toBe(0);
  });
});

describe("orders of long texts", () => {
  it("yield to other work, and are the same", async () => {
    const store = await MemoryStore.from(
      // They are the same up to the end.
      Array.from({ length: 2_000 }, (_, id) => ({
        id,
        notes: `${"x".repeat(600)}${900_000 - id}`,
      })),
      schema,
      { clock: new ManualClock(11) },
    );
    const found: unknown[] = [];
    const query = { fields: ["id"], sort: [{ field: "notes" }], limit: 5 };
    const turns = await turnsDuring(async () => {
      for await (const records of store.read(query, { signal: never })) found.push(...records);
    });
    expect(found).toEqual([1_999, 1_998, 1_997, 1_996, 1_995].map((id) => ({ id })));
    expect(turns).toBeGreaterThan(5);
  });
});

describe("rows of a database", () => {
  const pacerOf = (
    source: string,
  ): ((rows: readonly (readonly unknown[])[]) => Promise<unknown>) => {
    const filter = compileOrThrow(source, schema);
    const select = toQuery(sqlite, { schema, table: "cars", filter });
    expect(select.residual).toBeDefined();
    const pacer = new RecordPacer(select, filter, new TimeSlice({ clock: new ManualClock(1) }));
    return (rows) => pacer.records(rows, select.reader().read);
  };

  it("yield to other work", async () => {
    const rows = Array.from({ length: 100 }, (_, id) => [id, titleOf(id), "[]", ""]);
    const records = pacerOf(costly);
    expect(await turnsDuring(() => records(rows))).toBeGreaterThan(5);
  });

  it.each([
    ["a text", 'REGEX_MATCH({notes}, "[AB].{300}x")', "", "x".repeat(100_000)],
    ["a text as bytes", 'REGEX_MATCH({notes}, "[AB].{300}x")', "", Buffer.alloc(100_000)],
    ["a list", 'REGEX_MATCH({codes} & "", "[AB].{300}x")', ["x".repeat(100_000)], ""],
  ])(
    "with %s that is too long for the formula end it before the row",
    async (_, source, codes, notes) => {
      const records = pacerOf(source);
      await records([[1, "", "[]", "short"]]);
      const long = records([[2, "", codes, notes]]);
      await expect(long).rejects.toMatchObject({ name: "StoreError", code: "too-costly" });
    },
  );

  it("may have long texts that the residual does not read", async () => {
    const records = pacerOf('REGEX_MATCH({title}, "[AB].{300}x")');
    await expect(records([[1, "", "[]", "x".repeat(100_000)]])).resolves.toEqual([]);
  });
});
