import { afterAll, describe, expect, it } from "vitest";
import { Columns } from "../../../../src/backends/columns/columns.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import { defineSchema, readSchema } from "../../../../src/engine/index.ts";
import { compile, compileOrThrow } from "../../../../src/index.ts";
import { atOneTime } from "../../../../src/language/core/at-one-time.ts";
import { internals } from "../../../../src/language/core/compiled.ts";
import { summarize } from "../../../../src/summary.ts";
import { anyFormula } from "../../../generate/formula.ts";
import { randomBytes } from "../../../generate/random.ts";
import { FIELDS, ordinaryRow } from "../../../generate/rows.ts";
import { Tape } from "../../../generate/tape.ts";
import { casesOf, countOf } from "../../../harness/extent.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { SteppedThreads } from "../../../harness/stepped-threads.ts";
import { turnsDuring } from "../../../harness/turns-during.ts";
import { errorOf } from "../files/read-all.ts";
import { answersOf } from "./answers-of.ts";
import { half } from "./half.ts";
import { poolOf, slowPool, steppedPool, WRONG_STARTS } from "./pools.ts";

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

describe("random formulas", () => {
  const fields = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
  const read = readSchema({ fields: { ...fields, key: { type: "text", key: true } } });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  const { schema } = read;
  const tape = new Tape(randomBytes(8, 400_000));
  // Two blocks, of which the second is not full.
  const rows = Array.from({ length: 5_000 }, (_, key) => ({
    ...(ordinaryRow(tape) as object),
    key: String(key).padStart(5, "0"),
  }));
  const sorted = FIELDS.filter(({ type }) => type !== "list").map(({ name }) => name);
  const formulas = countOf(6, casesOf(200));

  it(`have the same rows, orders and groups in threads: ${formulas} of them`, async () => {
    const answers = answersOf(pool);
    const columns = Columns.from(rows, schema);
    let ran = 0;
    let decided = 0;
    for (let seed = 0; ran < formulas; seed++) {
      const source = anyFormula(new Tape(randomBytes(seed, 400)));
      const compiled = compile(source, schema, { clock: () => new Date(1_700_000_000_000) });
      // Some are wrong, and a few could take too long.
      if (!compiled.ok) continue;
      const filter = compiled.formula;
      const wanted = filter.select(columns);
      const mask = await pool.mask(filter, columns);
      expect(mask.rows(), source).toEqual(wanted);
      expect(await pool.count(filter, columns), source).toBe(wanted.length);
      expect(await pool.select(filter, columns), source).toEqual(wanted);
      const field = sorted[seed % sorted.length] ?? "key";
      for (const options of [
        { limit: 7 },
        { sort: [{ field, direction: "desc" }], limit: 40 },
        { sort: [{ field }], limit: 4_000 },
        { sort: [{ field }], after: rows[seed % rows.length] },
      ] as const) {
        const same = filter.select(columns, options);
        expect(await pool.select(filter, columns, options), source).toEqual(same);
      }
      const groups = { groupBy: [field], measures: ["count"] } as const;
      const grouped = summarize(columns, { ...groups, filter: mask });
      expect(grouped, source).toEqual(summarize(columns, { ...groups, filter }));
      ran++;
      if (wanted.length > 0 && wanted.length < rows.length) decided++;
    }
    expect(decided).toBeGreaterThan(ran / 10);
    expect(answers.length).toBeGreaterThan(3 * ran);
    expect(answers).not.toContain(undefined);
  });
});

const schema = defineSchema({
  vin: { type: "text", key: true },
  price: "number",
  title: "text",
  perUnit: { formula: "{price} / 7" },
});
const LONG = "lorem ipsum dolor sit amet ".repeat(40);
const CARS = Array.from({ length: 20_000 }, (_, index) => ({
  vin: String(index).padStart(6, "0"),
  price: index % 97,
  title: `${LONG}${index}`,
}));
const cars = Columns.from(CARS, schema);
const cheap = compileOrThrow("{price} = 1", schema);

describe("columns in a pool", () => {
  it("are copied field by field, and appended rows count in later searches", async () => {
    const answers = answersOf(pool);
    const columns = Columns.from(CARS, schema);
    expect(await pool.count(cheap, columns)).toBe(207);
    const before = columns.snapshot();
    const titled = compileOrThrow('AND({perUnit} > 1, ENDS_WITH({title}, "7"))', schema);
    const [first, second] = [pool.select(titled, columns), pool.mask(titled, columns)];
    columns.append([{ vin: "later", price: 1 }]);
    expect(await first).toEqual(before.select(titled));
    expect((await second).rows()).toEqual(before.select(titled));
    expect(await pool.count(cheap, columns)).toBe(208);
    expect(await pool.count(cheap, before)).toBe(207);
    expect(answers).toHaveLength(5);
    expect(answers).not.toContain(undefined);
  });

  it("are sorted by a computed field, also without generated code", async () => {
    const filter = compileOrThrow("{perUnit} > 13", schema, { codeGeneration: false });
    const options = { sort: [{ field: "perUnit", direction: "desc" }], limit: 2_600 } as const;
    const wanted = filter.select(cars, options);
    expect(wanted.length).toBeGreaterThan(500);
    expect(await pool.select(filter, cars, options)).toEqual(wanted);
  });

  it("are sorted in short time slices, and only until the signal aborts", async () => {
    const own = poolOf({
      threads: 1,
      start: () => {
        throw new Error("threads are forbidden");
      },
      clock: new ManualClock(20),
    });
    const title = CARS.slice(0, 300).map(({ price }) => `${LONG.repeat(10)}${price}`);
    const columns = Columns.from(
      title.map((each, index) => ({ vin: String((index * 7) % 300), title: each })),
      schema,
      { mostDistinct: 0 },
    );
    const filter = compileOrThrow("TRUE()", schema);
    const options = { sort: [{ field: "title" }] } as const;
    const turns = await turnsDuring(async () => {
      expect(await own.select(filter, columns, options)).toEqual(filter.select(columns, options));
    });
    expect(turns).toBeGreaterThan(2);
    const gone = new AbortController();
    const { signal } = gone;
    setImmediate(() => gone.abort(new Error("gone")));
    const asked = errorOf(own.select(filter, columns, { ...options, signal }));
    expect(await asked).toHaveProperty("message", "gone");
  });

  it("are searched in threads for the first rows of an order if that takes longer than a moment", async () => {
    const own = slowPool(2);
    const answers = answersOf(own);
    const columns = Columns.from([], schema);
    const title = Array.from({ length: 120_000 }, (_, index) => `${LONG.slice(0, 90)}${index}`);
    columns.appendColumns({ title, price: Float64Array.from(title, (_, index) => index % 97) });
    const options = { sort: [{ field: "price" }], limit: 50 } as const;
    const select = async (source: string, limit = 50): Promise<void> => {
      const filter = compileOrThrow(source, schema);
      const wanted = filter.select(columns, { ...options, limit });
      expect(await own.select(filter, columns, { ...options, limit })).toEqual(wanted);
    };
    await select("{price} < 30");
    await select("{price} < 30", 0);
    // All rows are tested, as hardly any is found.
    const rare = `REGEX_MATCH(LOWER({title} & SUBSTITUTE({title}, "o", "oo")), "m.*9[0-9]*9{4}$")`;
    await select(rare);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers).not.toContain(undefined);
    const aborted = new AbortController();
    const filter = compileOrThrow(rare, schema);
    const asked = errorOf(own.select(filter, columns, { ...options, signal: aborted.signal }));
    aborted.abort(new Error("gone"));
    expect(await asked).toHaveProperty("message", "gone");
  });

  it("are searched no further than a limit needs", async () => {
    const answers = answersOf(pool);
    const columns = Columns.from([], schema);
    const price = Float64Array.from({ length: 200_000 }, (_, index) => index % 2);
    columns.appendColumns({ price });
    expect([...(await pool.select(cheap, columns, { limit: 3 }))]).toEqual([1, 3, 5]);
    expect(answers).toHaveLength(1);
    expect(await pool.select(cheap, columns, { limit: 60_000 })).toHaveLength(60_000);
    expect(answers).toHaveLength(3);
  });

  it("stay on the caller's thread if they are few", async () => {
    const { start, started } = new SteppedThreads();
    const own = poolOf({ threads: 1, start, clock: new ManualClock(20) });
    expect(await own.count(cheap, cars.snapshot())).toBe(207);
    expect(started).toEqual([]);
  });

  it("continue in threads after a moment", async () => {
    const own = slowPool(2);
    const answers = answersOf(own);
    const columns = Columns.from([], schema);
    const title = Array.from({ length: 120_000 }, (_, index) => `lorem ipsum ${index}`);
    columns.appendColumns({ title });
    const filter = compileOrThrow('REGEX_MATCH(LOWER({title}), "m.*[0-9]*7$")', schema);
    expect(await own.count(filter, columns)).toBe(12_000);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toBeGreaterThan(0);
  });

  it("stay on the caller's thread for functions that threads do not know, and after `close`", async () => {
    const answers = answersOf(pool);
    const custom = compileOrThrow("HALF({price}) < 5", schema, { functions: [half] });
    expect(await pool.select(custom, cars)).toEqual(custom.select(cars));
    expect(answers).toHaveLength(0);
    const { pool: own, threads } = steppedPool(1);
    await own.close();
    expect(await own.count(cheap, cars)).toBe(207);
    expect(threads.started).toEqual([]);
  });

  it("are searched with one instant, by any thread", async () => {
    let reads = 0;
    const clock = (): Date => new Date(Date.UTC(2024, 0, 1, reads++));
    const filter = compileOrThrow("{price} = HOUR(NOW())", schema, { clock });
    expect(await pool.count(filter, cars)).toBe(CARS.filter(({ price }) => price === 0).length);
    expect(reads).toBe(1);
    const { now } = internals(atOneTime(filter));
    expect(now()).toBe(now());
  });

  it("stop being searched at once when the signal aborts, and others are searched", async () => {
    const { pool: own, threads } = steppedPool(1);
    const gone = new AbortController();
    const { signal } = gone;
    const never = errorOf(own.select(cheap, cars, { signal }));
    const thread = await threads.asked();
    await thread.step();
    gone.abort(new Error("gone"));
    expect(await never).toHaveProperty("message", "gone");
    expect(await errorOf(own.count(cheap, cars, { signal }))).toHaveProperty("message", "gone");
    threads.run();
    expect(await own.count(cheap, cars)).toBe(207);
  });

  it("are searched by other threads if some crash, and by two pools at a time", async () => {
    const { pool: own, threads } = steppedPool(2);
    const counts = [own.count(cheap, cars), pool.count(cheap, cars)];
    const thread = await threads.asked();
    await thread.step();
    thread.crash();
    threads.run();
    expect(await Promise.all(counts)).toEqual([207, 207]);
    expect(threads.started).toHaveLength(3);
  });

  it("fail with a pool that is closed meanwhile", async () => {
    const { pool: own, threads } = steppedPool(1);
    const error = errorOf(own.mask(cheap, cars));
    await threads.asked();
    await own.close();
    expect(await error).toHaveProperty("code", "unavailable");
  });

  it.each(Object.entries(WRONG_STARTS))(
    "are searched on the caller's thread if a thread %s",
    async (_, start) => {
      const own = poolOf({ threads: 1, isEager: true, start });
      expect(await own.select(cheap, cars)).toEqual(cheap.select(cars));
    },
  );

  it("are refused for other arguments and unknown options", async () => {
    const wrong = [
      () => pool.mask("TRUE()" as never, cars),
      () => pool.count(cheap, CARS as never),
      () => pool.select(cheap, cars, { limit: -1 }),
      () => pool.count(cheap, cars, { signal: 1 } as never),
    ];
    for (const call of wrong) await expect(call()).rejects.toThrow(TypeError);
  });
});
