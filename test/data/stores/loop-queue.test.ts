import { describe, expect, it } from "vitest";
import { NOBODY } from "../../../src/data/stores/fair-queue.ts";
import { LoopQueue } from "../../../src/data/stores/loop-queue.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { ManualLoop } from "./manual-loop.ts";

/** The work of a request, in milliseconds: two of them fill the time in which they begin that requests have in an iteration. */
const WORK_MS = 3;

/** Requests that come at once, and the order in which they work. */
async function begin(
  clock: ManualClock,
  loop: ManualLoop,
  count: number,
): Promise<readonly number[]> {
  const queue = new LoopQueue(clock, loop);
  const worked: number[] = [];
  for (let index = 0; index < count; index++) {
    const work = (): void => {
      worked.push(index);
      clock.advance(WORK_MS);
    };
    const waiting = queue.enter(NOBODY);
    if (waiting === undefined) work();
    else waiting.then(work);
  }
  return worked;
}

/** Ends all work that may begin in this iteration of the loop. */
async function settle(loop: ManualLoop, worked: readonly unknown[]): Promise<void> {
  for (let before = -1; before < worked.length; ) {
    before = worked.length;
    loop.endWork();
    // A promise notifies a request that it may begin.
    await Promise.resolve();
  }
}

describe("the requests of one iteration of the event loop", () => {
  it("run one after the other, in order, for some milliseconds of each iteration", async () => {
    const loop = new ManualLoop();
    const worked = await begin(new ManualClock(), loop, 10);
    expect(worked).toEqual([0]);
    await settle(loop, worked);
    expect(worked).toEqual([0, 1]);
    for (const last of [3, 5, 7, 9]) {
      loop.iterate();
      await Promise.resolve();
      await settle(loop, worked);
      expect(worked).toHaveLength(last + 1);
    }
    expect(worked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("do not run while another request runs, even if there is time", async () => {
    const loop = new ManualLoop();
    const worked = await begin(new ManualClock(), loop, 2);
    await Promise.resolve();
    expect(worked).toEqual([0]);
    loop.endWork();
    await Promise.resolve();
    expect(worked).toEqual([0, 1]);
  });

  it("do not overtake waiting requests", async () => {
    const loop = new ManualLoop();
    const clock = new ManualClock();
    const queue = new LoopQueue(clock, loop);
    expect(queue.enter(NOBODY)).toBeUndefined();
    clock.advance(WORK_MS * 4);
    loop.endWork();
    const order: string[] = [];
    const first = queue.enter(NOBODY)?.then(() => order.push("first"));
    loop.iterate();
    // The first one has begun, so the second one waits for it.
    const second = queue.enter(NOBODY)?.then(() => order.push("second"));
    await first;
    loop.endWork();
    await second;
    expect(order).toEqual(["first", "second"]);
  });
});

describe("a time slice", () => {
  const [A, B] = [
    { id: "a", weight: 1 },
    { id: "b", weight: 1 },
  ];

  it("leaves the rest of its iteration to everything else when it ends", async () => {
    const loop = new ManualLoop();
    const queue = new LoopQueue(new ManualClock(), loop);
    const order: string[] = [];
    queue.pass(A, 1).then(() => order.push("slice"));
    queue.enter(B)?.then(() => order.push("request"));
    await Promise.resolve();
    expect(order).toEqual([]);
    loop.iterate();
    await settle(loop, []);
    expect(order).toEqual(["slice", "request"]);
  });

  it("has the remaining time of requests of its iteration", async () => {
    const loop = new ManualLoop();
    const clock = new ManualClock();
    const queue = new LoopQueue(clock, loop);
    expect(queue.used).toBe(0);
    expect(queue.enter(A)).toBeUndefined();
    clock.advance(WORK_MS);
    expect(queue.used).toBe(WORK_MS);
    loop.iterate();
    expect(queue.used).toBe(0);
  });

  it("of a client that disconnected takes no time of others", async () => {
    const loop = new ManualLoop();
    const queue = new LoopQueue(new ManualClock(), loop);
    let ended = 0;
    const end = (): void => {
      ended++;
    };
    const clients = Array.from({ length: 200 }, () => {
      const client = new AbortController();
      queue.pass(A, 1, client.signal).then(end);
      return client;
    });
    const order: string[] = [];
    queue.pass(B, 1).then(() => order.push("another"));
    for (const client of clients) client.abort();
    loop.iterate();
    await settle(loop, []);
    expect([ended, order]).toEqual([200, ["another"]]);
    expect(queue.isEmpty).toBe(true);
  });

  it("of a client that disconnects leaves the queue at once, not in its slot", async () => {
    const queue = new LoopQueue(new ManualClock(), new ManualLoop());
    const ended: number[] = [];
    const clients = Array.from({ length: 200 }, (_, index) => {
      const client = new AbortController();
      queue.pass(A, 1, client.signal).then(() => ended.push(index));
      return client;
    });
    for (const client of clients.slice(100)) client.abort();
    expect(queue.waitingOf(A)).toBe(100);
    await Promise.resolve();
    expect(ended).toEqual(clients.slice(100).map((_, index) => 100 + index));
    for (const client of clients) client.abort();
    expect(queue.isEmpty).toBe(true);
  });

  it("of a client that disconnected does not count as a slot of its owner", async () => {
    const loop = new ManualLoop();
    const queue = new LoopQueue(new ManualClock(), loop);
    const order: string[] = [];
    for (let index = 0; index < 20; index++) queue.pass(A, 1, AbortSignal.abort());
    queue.pass(A, 2).then(() => order.push("a"));
    for (let index = 0; index < 5; index++) queue.pass(B, 1).then(() => order.push("b"));
    loop.iterate();
    await settle(loop, order);
    expect(order.slice(0, 2)).toContain("a");
    expect(order).toHaveLength(6);
  });
});
