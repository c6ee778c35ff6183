import { describe, expect, it } from "vitest";
import { LoopScheduler } from "../../../src/apps/service/loop-scheduler.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { ManualLoop } from "./harness/manual-loop.ts";

/** The work of a request, in milliseconds: four of them fill the time that requests have in an iteration. */
const WORK_MS = 3;

/** Requests that come at once, and the order in which they work. */
async function begin(
  clock: ManualClock,
  loop: ManualLoop,
  count: number,
): Promise<readonly number[]> {
  const turns = new LoopScheduler(clock, loop);
  const worked: number[] = [];
  for (let index = 0; index < count; index++) {
    const work = (): void => {
      worked.push(index);
      clock.advance(WORK_MS);
    };
    const waiting = turns.wait();
    if (waiting === undefined) work();
    else waiting.then(work);
  }
  return worked;
}

/** Ends all work that may begin in this iteration of the loop. */
async function settle(loop: ManualLoop, worked: readonly number[]): Promise<void> {
  for (let before = -1; before < worked.length; ) {
    before = worked.length;
    loop.endWork();
    // A request that may begin is told so by a promise.
    await Promise.resolve();
  }
}

describe("the requests of one iteration of the event loop", () => {
  it("work one after the other, in their order, for some milliseconds in each iteration", async () => {
    const loop = new ManualLoop();
    const worked = await begin(new ManualClock(), loop, 10);
    expect(worked).toEqual([0]);
    await settle(loop, worked);
    expect(worked).toEqual([0, 1, 2, 3]);
    loop.iterate();
    await Promise.resolve();
    await settle(loop, worked);
    expect(worked).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    loop.iterate();
    await Promise.resolve();
    await settle(loop, worked);
    expect(worked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("do not work while another request works, even if there is time", async () => {
    const loop = new ManualLoop();
    const worked = await begin(new ManualClock(), loop, 2);
    await Promise.resolve();
    expect(worked).toEqual([0]);
    loop.endWork();
    await Promise.resolve();
    expect(worked).toEqual([0, 1]);
  });

  it("do not overtake those that wait", async () => {
    const loop = new ManualLoop();
    const clock = new ManualClock();
    const turns = new LoopScheduler(clock, loop);
    expect(turns.wait()).toBeUndefined();
    clock.advance(WORK_MS * 4);
    loop.endWork();
    const order: string[] = [];
    const first = turns.wait()?.then(() => order.push("first"));
    loop.iterate();
    // The first one has begun, so the second one waits for it.
    const second = turns.wait()?.then(() => order.push("second"));
    await first;
    loop.endWork();
    await second;
    expect(order).toEqual(["first", "second"]);
  });
});
