import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { paced, TimeSlice, uncounted } from "../../../src/data/stores/time-slice.ts";
import { planOrThrow, type WorkMeter } from "../../../src/data/summary/index.ts";
import { compile, compileOrThrow, defineSchema } from "../../../src/index.ts";
import type { Steps } from "../../../src/util/steps.ts";
import { ManualClock } from "../../harness/manual-clock.ts";

const schema = defineSchema({ id: { type: "number", key: true }, title: "text" });
const timeout = { name: "StoreError", code: "timeout" };

/** Steps that take a number of milliseconds each. */
function* steps(clock: ManualClock, count: number, ms: number): Steps {
  for (let step = 0; step < count; step++) {
    clock.advance(ms);
    yield;
  }
}

describe("time slices with one meter", () => {
  it("share one time limit", async () => {
    const clock = new ManualClock();
    const meter: WorkMeter = { usedMs: 0 };
    const slice = (): TimeSlice => new TimeSlice({ clock, meter, timeoutMs: 50 });
    await paced(steps(clock, 4, 10), slice());
    expect(meter.usedMs).toBe(40);
    await paced(steps(clock, 1, 10), slice());
    await expect(paced(steps(clock, 1, 1), slice())).rejects.toMatchObject(timeout);
    // Another request has all of its time.
    await paced(steps(clock, 5, 10), new TimeSlice({ clock, timeoutMs: 50 }));
  });

  it("count the work of threads, and neither pauses nor the time in the queue", async () => {
    const clock = new ManualClock();
    const meter: WorkMeter = { usedMs: 0 };
    const slice = new TimeSlice({ clock, meter, timeoutMs: 50 });
    clock.advance(5);
    const turn = slice.yield();
    clock.advance(1_000);
    await turn;
    slice.pause();
    clock.advance(1_000);
    slice.resume();
    expect(meter.usedMs).toBe(5);
    let mayWork = 0;
    await slice.elsewhere(async (most) => {
      mayWork = most;
      clock.advance(1_000);
      return 30;
    });
    expect([mayWork, meter.usedMs]).toEqual([45, 35]);
    await expect(slice.elsewhere(async () => 30)).rejects.toMatchObject(timeout);
  });

  it("count the time of a source once, whose parts another slice makes", async () => {
    const clock = new ManualClock();
    const meter: WorkMeter = { usedMs: 0 };
    async function* made(): AsyncGenerator<number> {
      const slice = new TimeSlice({ clock, meter });
      for (const part of [1, 2, 3]) {
        await paced(steps(clock, 1, 10), slice);
        slice.pause();
        yield part;
        slice.resume();
      }
    }
    const slice = new TimeSlice({ clock, meter });
    for await (const part of uncounted(made(), slice)) clock.advance(part);
    clock.advance(4);
    slice.pause();
    expect(meter.usedMs).toBe(3 * 10 + 1 + 2 + 3 + 4);
  });
});

describe("a query in memory", () => {
  const LIMIT = 10_000_000;
  const records = Array.from({ length: 200 }, (_, id) => ({ id, title: `title ${id}` }));
  const filter = compileOrThrow('FIND("7", {title}) > 0', schema);
  const plan = planOrThrow(
    schema,
    { groupBy: [{ formula: "RIGHT({title}, 1)" }], filter },
    (source) => compile(source, schema),
  );
  const drain = async (answers: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of answers);
  };
  const CALLS: Readonly<
    Record<string, (store: MemoryStore, meter: WorkMeter) => Promise<unknown>>
  > = {
    count: (store, meter) => store.count(filter, { meter }),
    read: (store, meter) => drain(store.read({ filter }, { meter })),
    "read in an order": (store, meter) =>
      drain(store.read({ filter, sort: [{ field: "title" }] }, { meter })),
    write: (store, meter) => drain(store.write({ filter }, "json", { meter })),
    summarize: (store, meter) => store.summarize(plan, { meter }),
  };

  it.each(Object.entries(CALLS))("has what is left of the request's time: %s", async (_, call) => {
    // Each look at the clock takes longer than a time slice, so that a query looks at it equally often each time.
    const open = (timeoutMs: number): Promise<MemoryStore> =>
      MemoryStore.from(records, schema, { timeoutMs, clock: new ManualClock(1_000) });
    const alone: WorkMeter = { usedMs: 0 };
    await call(await open(LIMIT), alone);
    expect(alone.usedMs).toBeGreaterThan(0);
    expect(alone.usedMs).toBeLessThan(LIMIT);
    const store = await open(LIMIT);
    await call(store, { usedMs: LIMIT - alone.usedMs });
    await expect(call(store, { usedMs: LIMIT - alone.usedMs / 2 })).rejects.toMatchObject(timeout);
  });
});
