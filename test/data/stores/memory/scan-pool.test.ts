import { afterAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";
import type { StoreError } from "../../../../src/data/stores/store.ts";
import { STORE_LIMITS } from "../../../../src/data/stores/store-limits.ts";
import { defineSchema, readSchema } from "../../../../src/engine/index.ts";
import {
  compile,
  compileOrThrow,
  defineFunction,
  defineKernel,
  parameter,
} from "../../../../src/index.ts";
import { anyFormula } from "../../../generate/formula.ts";
import { randomBytes } from "../../../generate/random.ts";
import { FIELDS, ordinaryRow } from "../../../generate/rows.ts";
import { Tape } from "../../../generate/tape.ts";
import { casesOf, countOf } from "../../../harness/extent.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { SteppedThreads } from "../../../harness/stepped-threads.ts";
import { lowerSource } from "../../../harness/ways.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { answersOf } from "../scans/answers-of.ts";
import { dyingThreads, poolOf, steppedPool, WRONG_STARTS } from "../scans/pools.ts";
import { take } from "./take.ts";

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

describe("random formulas", () => {
  const schema = (() => {
    const fields = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
    const read = readSchema({ fields: { ...fields, key: { type: "text", key: true } } });
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
    return read.schema;
  })();
  const tape = new Tape(randomBytes(7, 400_000));
  // Two blocks, of which the second is not full.
  const rows = Array.from({ length: 5_000 }, (_, key) => ({
    ...(ordinaryRow(tape) as object),
    key: String(key).padStart(5, "0"),
  }));
  const formulas = countOf(40, casesOf(1_000));

  it(`find the same records on the event loop and in threads: ${formulas} of them`, async () => {
    const answers = answersOf(pool);
    const own = await MemoryStore.from(rows, schema);
    const threaded = await MemoryStore.from(rows, schema, { pool });
    let ran = 0;
    let decided = 0;
    for (let seed = 0; ran < formulas; seed++) {
      const source = anyFormula(new Tape(randomBytes(seed, 400)));
      if (!lowerSource(source, schema, []).ok) continue;
      const clock = (): Date => new Date(1_700_000_000_000);
      const compiled = compile(source, schema, { clock });
      // One that may take too long for a record is refused.
      if (!compiled.ok) continue;
      const filter = compiled.formula;
      const count = await own
        .count(filter, { signal: NEVER })
        .catch((error: StoreError) => error.code);
      const found = await threaded
        .count(filter, { signal: NEVER })
        .catch((error: StoreError) => error.code);
      expect(found, source).toBe(count);
      if (typeof count === "string") continue;
      ran++;
      if (count > 0 && count < rows.length) decided++;
      const query = { filter, fields: ["key"], limit: 40 };
      expect(await take(threaded, query), source).toEqual(await take(own, query));
    }
    expect(decided).toBeGreaterThan(ran / 10);
    expect(answers.length).toBeGreaterThan(ran);
    expect(answers).not.toContain(undefined);
  });
});

const cars = defineSchema({ vin: { type: "text", key: true }, price: "number", title: "text" });
const LONG = "lorem ipsum dolor sit amet ".repeat(40);
const CARS = Array.from({ length: 20_000 }, (_, index) => ({
  vin: String(index).padStart(6, "0"),
  price: index % 97,
  title: `${LONG}${index}`,
}));

describe("threads", () => {
  it("search for every kind of formula: joined, with values, in a time zone, with a clock", async () => {
    const answers = answersOf(pool);
    const store = await MemoryStore.from(CARS, cars, { pool });
    const cheap = compileOrThrow("{price} < 10", cars);
    const template = compileOrThrow("AND({price} = $price, {vin} > $vin)", cars, {
      parameters: { price: "number", vin: "text" },
    });
    const zoned = compileOrThrow("{price} = HOUR(NOW())", cars, {
      timeZone: "Asia/Kolkata",
      clock: () => new Date("2024-01-01T20:00:00Z"),
    });
    for (const filter of [
      cheap.and(template.with({ price: 3, vin: "0001" })),
      cheap.or(zoned),
      cheap.complement(),
      template.with({ price: 0, vin: "000097" }),
      zoned,
    ]) {
      const wanted = CARS.filter((car) => filter.matches(car)).length;
      expect(wanted).toBeGreaterThan(0);
      expect(await store.count(filter, { signal: NEVER }), filter.source).toBe(wanted);
    }
    expect(answers).toHaveLength(5);
    expect(answers).not.toContain(undefined);
  });

  it("leave formulas that they do not know to the event loop", async () => {
    const answers = answersOf(pool);
    const store = await MemoryStore.from(CARS, cars, { pool });
    const kernel = defineKernel({
      name: "half",
      parameters: ["number"],
      result: "number",
      price: () => ({ work: 10, length: 0 }),
      evaluate: (value) => (value === null ? null : value / 2),
    });
    const half = defineFunction({
      name: "HALF",
      parameters: [parameter.number("value")],
      result: "number",
      lower: (core, value) => core.call(kernel, value),
    });
    const custom = compileOrThrow("HALF({price}) < 5", cars, { functions: [half] });
    const wanted = CARS.filter(({ price }) => price < 10).length;
    expect(await store.count(custom, { signal: NEVER })).toBe(wanted);
    const assumed = compileOrThrow("AND({price} < 10, {title} != 'x')", cars).assume({
      title: "y",
    });
    expect(await store.count(assumed, { signal: NEVER })).toBe(wanted);
    expect(answers).toEqual([]);
  });

  it("end a search whose caller left, and continue with others", async () => {
    const { pool: own, threads } = steppedPool(1);
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    const gone = new AbortController();
    const slow = errorOf(store.count(compileOrThrow("{price} = 1", cars), { signal: gone.signal }));
    const thread = await threads.asked();
    await thread.step();
    gone.abort(new Error("gone"));
    expect(await slow).toHaveProperty("message", "gone");
    // It had been asked for more already, finds nothing to do, and is not asked again.
    expect(thread.waiting).toEqual(["mark"]);
    await thread.step();
    expect(thread.waiting).toEqual([]);
    threads.run();
    expect(await store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER })).toBe(207);
    expect(threads.started).toEqual([thread]);
  });

  it("are replaced if they crash, and the result is complete", async () => {
    const { pool: own, threads } = steppedPool(2);
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    const count = store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER });
    const thread = await threads.asked();
    // What it had found is not known, so the search begins anew when the other one has ended its time slice.
    await thread.step();
    thread.crash();
    threads.run();
    expect(await count).toBe(207);
    expect(threads.started).toHaveLength(3);
  });

  it("are replaced if they crash at any point", async () => {
    const own = poolOf({ threads: 2, isEager: true, start: dyingThreads("mark", 2) });
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    expect(await store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER })).toBe(207);
  });

  it("fail a search that has crashed two of them", async () => {
    const { pool: own, threads } = steppedPool(1);
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    const count = errorOf(store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER }));
    for (let death = 0; death < 2; death++) {
      const thread = await threads.asked();
      await thread.step();
      thread.crash();
    }
    const ended = { code: "unavailable", message: "a thread of the store ended" };
    expect(await count).toMatchObject(ended);
    threads.run();
    expect(await store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER })).toBe(207);
  });

  it("serve other owners, however much one owner requests", async () => {
    const { pool: own, threads } = steppedPool(1);
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    const ended: string[] = [];
    const ask = async (owner: string, source: string): Promise<void> => {
      await store.count(compileOrThrow(source, cars), { owner: { id: owner } });
      ended.push(owner);
    };
    const many = [1, 2, 3, 4].map((price) => ask("many", `{price} = ${price}`));
    const one = ask("one", "{price} = 5");
    threads.run();
    await one;
    expect(ended).toEqual(["one"]);
    await Promise.all(many);
  });

  it("are waited for no longer than the time limit of a query", async () => {
    const { pool: own, threads, clock } = steppedPool(1);
    const store = await MemoryStore.from(CARS, cars, { pool: own, clock });
    const filter = compileOrThrow("{price} = 1", cars);
    const first = store.count(filter, { signal: NEVER });
    await threads.asked();
    const second = errorOf(store.count(filter, { signal: NEVER }));
    await clock.awaited();
    clock.advance(STORE_LIMITS.waitMs - 1);
    expect(clock.timers).toBe(1);
    clock.advance(1);
    expect(await second).toMatchObject({ code: "busy" });
    threads.run();
    expect(await first).toBe(207);
  });

  it("work no longer than the time limit of a query", async () => {
    const threads = new SteppedThreads(new ManualClock(30));
    const clock = new ManualClock();
    const own = poolOf({ threads: 1, isEager: true, start: threads.start, clock });
    const store = await MemoryStore.from(CARS, cars, { pool: own, timeoutMs: 50, clock });
    threads.run();
    const error = await errorOf(
      store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER }),
    );
    expect(error).toMatchObject({ code: "timeout", message: "the query took longer than 50 ms" });
  });

  it("that are closed fail what they search; later, the event loop searches", async () => {
    const { pool: own, threads } = steppedPool(1);
    const store = await MemoryStore.from(CARS, cars, { pool: own });
    const slow = errorOf(store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER }));
    await threads.asked();
    await own.close();
    expect(await slow).toHaveProperty("code", "unavailable");
    expect(await store.count(compileOrThrow("{price} = 1", cars), { signal: NEVER })).toBe(207);
  });

  it.each(Object.entries(WRONG_STARTS))(
    "of which one %s leave the search to the event loop",
    async (_, start) => {
      const own = poolOf({ threads: 2, isEager: true, start });
      const answers = answersOf(own);
      const store = await MemoryStore.from(CARS, cars, { pool: own });
      const filters = ["{price} = 1", "{price} != 1"].map((source) => compileOrThrow(source, cars));
      const counts = filters.map((filter) => store.count(filter, { signal: NEVER }));
      expect(await Promise.all(counts)).toEqual([207, 19_793]);
      expect(answers).toEqual([undefined, undefined]);
    },
  );

  it("drop the records of a closed store, and replaced ones", async () => {
    const { pool: own, threads } = steppedPool(1);
    const stores = await Promise.all([1, 2].map(() => MemoryStore.from(CARS, cars, { pool: own })));
    const filter = compileOrThrow("{price} = 1", cars);
    threads.run();
    for (const store of stores) expect(await store.count(filter, { signal: NEVER })).toBe(207);
    const [thread] = threads.started;
    await stores[0]?.close();
    expect(thread?.waiting).toEqual(["forget"]);
    const before = thread?.taken.length;
    // Others go on, without their records being sent again.
    expect(await stores[1]?.count(filter, { signal: NEVER })).toBe(207);
    expect(thread?.taken.slice(before, (before ?? 0) + 2)).toEqual(["forget", "mark"]);
    expect(thread?.taken.filter((kind) => kind === "table")).toHaveLength(2);
  });

  it("are a whole number from 1, and stores take no other kind of pool", async () => {
    for (const threads of [0, -1, 1.5]) {
      expect(() => ScanPool.open({ threads })).toThrow("a whole number from 1");
    }
    const wrong = { pool: { threads: 1 } } as never;
    await expect(MemoryStore.from([], cars, wrong)).rejects.toThrow("a `ScanPool`");
  });
});
