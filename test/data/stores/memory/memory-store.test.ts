import { describe, expect, it } from "vitest";
import {
  MemoryStore,
  type MemoryStoreOptions,
} from "../../../../src/data/stores/memory/memory-store.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { turnsDuring } from "../../../harness/turns-during.ts";
import { errorOf, NEVER } from "../files/read-all.ts";
import { take } from "./take.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  price: "number",
  soldAt: "date",
  note: "text",
  secret: { type: "text", hidden: true },
});

function recordsOf(length: number): readonly { vin: string; price: number; note: string }[] {
  return Array.from({ length }, (_, index) => ({
    vin: String(index).padStart(6, "0"),
    price: index % 10,
    // No two are the same: what repeats would be decided once.
    note: `${"lorem ipsum dolor sit amet ".repeat(4)}${index}`,
  }));
}

const many = recordsOf(30_000);

/** Takes some microseconds a record. */
const costly = compileOrThrow(
  'AND(FIND("z", LOWER(UPPER(SUBSTITUTE({note}, "o", "ö")))), REGEX_MATCH({note}, "(a|b)*c$"))',
  schema,
);

describe("records of a program", () => {
  it("are copied, without hidden fields", async () => {
    const car = { vin: "A", secret: "s", price: 1, wheels: 4 };
    const store = await MemoryStore.from([car], schema);
    car.price = 2;
    const [record] = await take(store, {});
    expect(record).toStrictEqual({ vin: "A", price: 1, soldAt: null, note: null });
  });

  it("are not read with a signal in place of the options", async () => {
    const store = await MemoryStore.from([], schema);
    const options: object = new AbortController().signal;
    await expect(store.count(undefined, options)).rejects.toThrow("an object such as `{ signal }`");
  });

  it("may be instances with getters", async () => {
    class Car {
      get vin(): string {
        return "A";
      }
    }
    const store = await MemoryStore.from(new Set([new Car()]), schema);
    expect(await take(store, { fields: ["vin"] })).toEqual([{ vin: "A" }]);
  });

  it.each([
    [
      [{ vin: "A" }, { vin: "B", price: "1" }],
      'the records, record 2: `price` is not a number: `"1"`',
    ],
    [
      [{ vin: "A" }, { vin: "B", soldAt: new Date(Number.NaN) }],
      "the records, record 2: `soldAt` is not a date: `null`",
    ],
    [[{ vin: "A" }, 7], "the records, record 2: `7` is not an object"],
    [[{ vin: "A" }, [1]], "the records, record 2: `[1]` is not an object"],
    [[{ vin: "A" }, {}], "the records, record 2: the key `vin` is blank"],
    [[{ vin: "A" }, { vin: "" }], "the records, record 2: the key `vin` is blank"],
    [
      [{ vin: "B" }, { vin: "A" }, { vin: "C" }, { vin: "B" }],
      'the records, record 4: the key `vin` is `"B"`, as it is at the records, record 1',
    ],
    [
      [
        { vin: "A" },
        {
          get vin(): string {
            throw new Error("no\nvin");
          },
        },
      ],
      "the records, record 2: no vin",
    ],
  ])("that do not fit are an error: %#", async (records, message) => {
    const error = await errorOf(MemoryStore.from(records, schema));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: "data", message });
  });

  it("need a key", async () => {
    const keyless = defineSchema({ vin: "text", price: "number" });
    expect(await errorOf(MemoryStore.from([], keyless))).toMatchObject({
      code: "setup",
      message:
        "the records: it is not known which field identifies a record: give the option `key`, or a schema with a key that is not hidden (the fields are `vin`, `price`)",
    });
    const store = await MemoryStore.from([{ price: 2 }, { price: 1 }], keyless, { key: "price" });
    expect(store.schema.key?.name).toBe("price");
    expect(await take(store, { fields: ["price"] })).toEqual([{ price: 1 }, { price: 2 }]);
  });

  it("have one hidden class in memory, whatever objects they came from", async () => {
    const store = await MemoryStore.from(
      [
        { note: "n", vin: "A" },
        { vin: "B", price: 1 },
      ],
      schema,
    );
    expect((await take(store, {})).map((record) => Object.keys(record))).toEqual([
      ["vin", "price", "soldAt", "note"],
      ["vin", "price", "soldAt", "note"],
    ]);
  });
});

describe("the clock", () => {
  it("is the same instant in the whole of a query", async () => {
    const start = Date.UTC(2024, 0, 1);
    let reads = 0;
    const clock = (): Date => new Date(start + 1000 * reads++);
    const instants = many.map(({ vin }) => ({ vin, soldAt: new Date(start) }));
    const store = await MemoryStore.from(instants, schema);
    const filter = compileOrThrow("DATETIME_DIFF(NOW(), {soldAt}, 'seconds') = 0", schema, {
      clock,
    });
    expect(await store.count(filter, { signal: NEVER })).toBe(many.length);
    expect(reads).toBe(1);
    // And another in the next.
    expect(await store.count(filter, { signal: NEVER })).toBe(0);
    expect(reads).toBe(2);
  });

  it("is not read for queries without NOW()", async () => {
    const store = await MemoryStore.from(many, schema);
    const clock = (): Date => {
      throw new Error("no clock");
    };
    const filter = compileOrThrow("{price} = 3", schema, { clock });
    expect(await store.count(filter, { signal: NEVER })).toBe(3000);
  });
});

describe("a long query", () => {
  /** A store for which a millisecond passes with each look at the clock. */
  const openSlow = (options: MemoryStoreOptions = {}): Promise<MemoryStore> =>
    MemoryStore.from(many, schema, { clock: new ManualClock(1), ...options });

  it("yields to other work", async () => {
    const store = await openSlow();
    expect(await turnsDuring(() => store.count(costly, { signal: NEVER }))).toBeGreaterThan(3);
  });

  it("yields to other work, however fast its reader is", async () => {
    const store = await openSlow();
    expect(await turnsDuring(() => take(store, {}))).toBeGreaterThan(3);
    const write = async (): Promise<void> => {
      for await (const { bytes } of store.write({}, "json", { signal: NEVER }))
        expect(bytes).toBeDefined();
    };
    expect(await turnsDuring(write)).toBeGreaterThan(3);
  });

  it("ends with the signal's reason", async () => {
    const store = await openSlow();
    const reason = new Error("enough");
    for (const wish of [{ filter: costly }, { filter: costly, sort: [{ field: "price" }] }]) {
      const controller = new AbortController();
      const answer = take(store, wish, controller.signal);
      setImmediate(() => controller.abort(reason));
      expect(await errorOf(answer)).toBe(reason);
    }
    const aborted = AbortSignal.abort(reason);
    expect(await errorOf(take(store, {}, aborted))).toBe(reason);
    expect(await errorOf(store.count(undefined, { signal: aborted }))).toBe(reason);
    expect(await errorOf(store.check({ signal: aborted }))).toBe(reason);
  });

  it("ends between batches, too", async () => {
    const store = await MemoryStore.from(many, schema);
    const controller = new AbortController();
    const reason = new Error("enough");
    let batches = 0;
    const reading = async (): Promise<void> => {
      for await (const _ of store.read({}, { signal: controller.signal })) {
        batches++;
        controller.abort(reason);
      }
    };
    expect(await errorOf(reading())).toBe(reason);
    expect(batches).toBe(1);
  });

  it("ends after its time limit", async () => {
    const store = await openSlow({ timeoutMs: 1 });
    for (const work of [
      take(store, { filter: costly }),
      take(store, { filter: costly, sort: [{ field: "price" }] }),
      store.count(costly, { signal: NEVER }),
    ]) {
      expect(await errorOf(work)).toMatchObject({
        code: "timeout",
        message: "the query took longer than 1 ms",
      });
    }
  });

  it("has a time limit that does not count the time of its reader", async () => {
    const clock = new ManualClock();
    const store = await openSlow({ timeoutMs: 1000, clock });
    let count = 0;
    for await (const batch of store.read({}, { signal: NEVER })) {
      count += batch.length;
      clock.advance(2000);
    }
    expect(count).toBe(many.length);
  });

  it("ends when the store is closed", async () => {
    const store = await openSlow();
    await store.check({ signal: NEVER });
    const answer = take(store, { filter: costly });
    setImmediate(() => store.close());
    const closed = { code: "unavailable", message: "the store is closed" };
    expect(await errorOf(answer)).toMatchObject(closed);
    expect(await errorOf(take(store, {}))).toMatchObject(closed);
    expect(await errorOf(store.count(undefined, { signal: NEVER }))).toMatchObject(closed);
    expect(await errorOf(store.check({ signal: NEVER }))).toMatchObject(closed);
  });
});

describe("explain", () => {
  it("says that all runs in memory", async () => {
    const store = await MemoryStore.from([], schema);
    expect(store.kind).toBe("memory");
    expect(store.explain(compileOrThrow("{price} > 1", schema))).toEqual([
      {
        text: "{price} > 1",
        span: { start: 0, end: 11 },
        runs: "memory",
        where: undefined,
        reasons: ["the records are held in memory"],
      },
    ]);
  });
});

describe("the version", () => {
  it("is another one for other records", async () => {
    const [one, two] = await Promise.all([
      MemoryStore.from([], schema),
      MemoryStore.from([{ vin: "A" }], schema),
    ]);
    expect(one.version).not.toBe(two.version);
  });
});
