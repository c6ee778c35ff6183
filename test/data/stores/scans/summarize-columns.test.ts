import { afterAll, describe, expect, it } from "vitest";
import { Columns } from "../../../../src/backends/columns/columns.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import { planOrThrow } from "../../../../src/data/summary/index.ts";
import { defineSchema } from "../../../../src/engine/index.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import { type ColumnSummaryOptions, summarize } from "../../../../src/summary.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { answersOf } from "./answers-of.ts";
import { half } from "./half.ts";
import { poolOf, slowPool, steppedPool, WRONG_STARTS } from "./pools.ts";

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

const schema = defineSchema({
  vin: { type: "text", key: true },
  price: "number",
  title: "text",
  tags: "list",
  sold: "date",
});
const LONG = "lorem ipsum dolor sit amet ".repeat(40);
const CARS = Array.from({ length: 20_000 }, (_, index) => ({
  vin: String(index).padStart(6, "0"),
  price: index % 97 === 0 ? null : (index % 97) + 0.1,
  title: `${LONG}${index % 7}`,
  tags: Array.from({ length: index % 3 }, (_, tag) => `tag ${index % (5 + tag)}`),
  sold: index % 11 === 0 ? null : new Date(Date.UTC(2024, index % 12, 1 + (index % 28))),
}));
const cars = Columns.from(CARS, schema);

const grouped: ColumnSummaryOptions = { groupBy: ["title"], measures: ["count", "sum(price)"] };

describe("summaries in a pool", () => {
  it.each<ColumnSummaryOptions>([
    {},
    { measures: ["sum(price)", "average(price)", "countBlank(price)", "min(sold)", "max(title)"] },
    { groupBy: ["title"], measures: ["max(price)", "sum({price} / {price})"] },
    { groupBy: [{ elements: "tags" }, "price"], measures: ["count", "min(title)"] },
    {
      groupBy: [{ formula: "MOD({price}, 7)" }, { formula: "RIGHT({title}, 1)" }, "sold"],
      limit: 20,
    },
    {
      groupBy: [{ formula: "IF({price} > 3, 1 / 0, {price})" }],
      measures: ["count", "sum(1 / ({price} - 5.1))"],
    },
    { groupBy: [{ formula: "{price} > 50" }], filter: compileOrThrow("{price} < 3", schema) },
    { groupBy: [{ formula: "{price} > 50" }], filter: compileOrThrow("FALSE()", schema) },
    { groupBy: [{ formula: "RIGHT({vin}, 2)" }], sort: [{ field: "count", direction: "desc" }] },
  ])("are the same as on one thread: %j", async (options) => {
    const answers = answersOf(pool);
    expect(await pool.summarize(cars, options)).toEqual(summarize(cars, options));
    expect(answers).toHaveLength(1);
    expect(answers).not.toContain(undefined);
  });

  it("are of the rows of a mask", async () => {
    const answers = answersOf(pool);
    const filter = compileOrThrow("{price} < 30", schema);
    const options = { groupBy: ["title"], measures: ["average(price)"] } as const;
    const expected = summarize(cars, { ...options, filter });
    const { signal } = new AbortController();
    for (const mask of [filter.mask(cars), await pool.mask(filter, cars)]) {
      expect(await pool.summarize(cars, { ...options, filter: mask, signal })).toEqual(expected);
    }
    expect(answers).toHaveLength(3);
    expect(answers).not.toContain(undefined);
  });

  it("use one instant, in any thread", async () => {
    let reads = 0;
    const clock = (): Date => new Date(Date.UTC(2024, 0, 1, reads++));
    const options = {
      groupBy: [{ formula: "HOUR(NOW())" }],
      measures: ["count"],
      formulas: { clock },
    };
    expect(await pool.summarize(cars, options)).toEqual([{ "HOUR(NOW())": 0, count: 20_000 }]);
    expect(reads).toBe(1);
  });

  it("are exact if intermediate sums are too large for a double", async () => {
    const numbers = Columns.from(
      Array.from({ length: 9_000 }, (_, index) => ({
        vin: String(index),
        price: [1e308, 0.1, -1e308][index % 3],
      })),
      schema,
    );
    const options = { measures: ["sum(price)", "average(price)", "sum({price} * {price})"] };
    const [found] = await pool.summarize(numbers, options);
    expect([found]).toEqual(summarize(numbers, options));
    expect(found).toHaveProperty("sum(price)", 300);
  });

  it.each<readonly [string, ColumnSummaryOptions]>([
    ["medians", { groupBy: ["title"], measures: ["median(price)"] }],
    ["numbers of different values", { measures: ["count", "countDistinct(title)"] }],
  ])("are computed on the caller's thread: %s", async (_, options) => {
    const answers = answersOf(pool);
    expect(await pool.summarize(cars, options)).toEqual(summarize(cars, options));
    expect(answers).toHaveLength(0);
  });

  it("are computed on the caller's thread for functions that threads do not know", async () => {
    const answers = answersOf(pool);
    const formulas = { functions: [half] };
    for (const options of [
      { groupBy: [{ formula: "HALF({price})" }], formulas },
      { measures: ["max(HALF({price}))"], formulas },
      { filter: compileOrThrow("HALF({price}) > 20", schema, formulas) },
    ]) {
      expect(await pool.summarize(cars, options)).toEqual(summarize(cars, options));
    }
    expect(answers).toHaveLength(0);
  });

  it("continue on the caller's thread if threads find more groups than their limit", async () => {
    const answers = answersOf(pool);
    const many = Array.from({ length: 5_000 }, (_, tag) => `tag ${tag}`);
    const columns = Columns.from(
      CARS.slice(0, 8_000).map((car, index) => (index === 100 ? { ...car, tags: many } : car)),
      schema,
    );
    const options = { groupBy: [{ elements: "tags" }], measures: ["count", "sum(price)"] };
    expect(await pool.summarize(columns, options)).toEqual(summarize(columns, options));
    expect(answers).toEqual([undefined]);
  });

  it("are refused if there are more groups than requested", async () => {
    const options = { groupBy: ["price"], mostGroups: 50 };
    const error = await errorOf(pool.summarize(cars, options));
    expect(error).toMatchObject({ name: "SummaryError", code: "too-large" });
  });

  it("begin on the caller's thread, where those of few rows stay", async () => {
    const own = slowPool(2);
    const answers = answersOf(own);
    expect(await own.summarize(cars, { groupBy: ["title"] })).toHaveLength(7);
    expect(answers).toHaveLength(0);
    const columns = Columns.from([], schema);
    const title = Array.from({ length: 120_000 }, (_, index) => `lorem ipsum ${index}`);
    columns.appendColumns({ title });
    const options = {
      groupBy: [{ formula: 'REGEX_MATCH(LOWER({title}), "m.*[0-9]*7$")' }],
      measures: ["count", "min(title)"],
    };
    expect(await own.summarize(columns, options)).toEqual(summarize(columns, options));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toBeGreaterThan(0);
  });

  it("stop at once when the signal aborts, and others are computed", async () => {
    const { pool: own, threads } = steppedPool(1);
    const gone = new AbortController();
    const { signal } = gone;
    const never = errorOf(own.summarize(cars, { ...grouped, signal }));
    const thread = await threads.asked();
    await thread.step();
    gone.abort(new Error("gone"));
    expect(await never).toHaveProperty("message", "gone");
    expect(await errorOf(own.summarize(cars, { signal }))).toHaveProperty("message", "gone");
    threads.run();
    expect(await own.summarize(cars)).toEqual([{ count: 20_000 }]);
  });

  it("are computed by other threads if some crash", async () => {
    const { pool: own, threads } = steppedPool(2);
    const groups = own.summarize(cars, grouped);
    const thread = await threads.asked();
    // Its groups were received, and do not count: which rows they are of is not known.
    await thread.step();
    thread.crash();
    threads.run();
    expect(await groups).toEqual(summarize(cars, grouped));
    expect(threads.started).toHaveLength(3);
  });

  it("fail with a pool that is closed meanwhile; later, the caller's thread computes them", async () => {
    const { pool: own, threads } = steppedPool(1);
    const error = errorOf(own.summarize(cars, grouped));
    await threads.asked();
    await own.close();
    expect(await error).toHaveProperty("code", "unavailable");
    expect(await own.summarize(cars)).toEqual([{ count: 20_000 }]);
  });

  it.each(Object.entries(WRONG_STARTS))(
    "are computed on the caller's thread if a thread %s",
    async (_, start) => {
      const own = poolOf({ threads: 2, isEager: true, start });
      expect(await own.summarize(cars, grouped)).toEqual(summarize(cars, grouped));
    },
  );

  it("of a store end if their groups take too much memory", async () => {
    const store = await MemoryStore.from(CARS, schema, { pool });
    const answers = answersOf(pool);
    const plan = planOrThrow(
      schema,
      { groupBy: ["price"], measures: ["sum(price)"] },
      (source) => ({
        ok: true,
        formula: compileOrThrow(source, schema),
      }),
    );
    const held: number[] = [];
    const groups = await store.summarize(plan, {
      signal: NEVER,
      hold: (bytes) => held.push(bytes),
    });
    expect(groups).toEqual(summarize(cars, { groupBy: ["price"], measures: ["sum(price)"] }));
    expect(answers).toHaveLength(1);
    expect(answers).not.toContain(undefined);
    expect(held.length).toBeGreaterThan(2);
    const hold = (): void => {
      throw new Error("there is no room");
    };
    const error = await errorOf(store.summarize(plan, { signal: NEVER, hold }));
    expect(error).toHaveProperty("message", "there is no room");
    expect(await store.count(undefined, { signal: NEVER })).toBe(20_000);
  });

  it("refuse other arguments and unknown options", async () => {
    for (const [wrong, message] of [
      [() => pool.summarize(CARS as never), "the first argument"],
      [() => pool.summarize(cars, { signal: 1 } as never), "signal"],
      [() => pool.summarize(cars, { groupBy: "price" } as never), "groupBy"],
      [() => pool.summarize(cars, { groupBy: ["prise"] }), "did you mean"],
    ] as const) {
      expect(await errorOf(wrong())).toHaveProperty("message", expect.stringContaining(message));
    }
  });
});
