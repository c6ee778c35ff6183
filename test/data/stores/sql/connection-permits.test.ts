import { setMaxListeners } from "node:events";
import { describe, expect, it } from "vitest";
import {
  type ConnectionPermit,
  ConnectionPermits,
} from "../../../../src/data/stores/sql/sessions/connection-permits.ts";
import type { Owner } from "../../../../src/data/summary/index.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { errorOf } from "../files/read-all.ts";

const signals = [new AbortController().signal];
const LONG = 60_000;
const owner = (id: string, weight = 1): Owner => ({ id, weight });
const [a, b, c] = [owner("a"), owner("b"), owner("c")];

/** Whether a promise is settled after all that can happen at once. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it("the last permit is for an owner that has none", async () => {
  const permits = new ConnectionPermits(3, LONG, new ManualClock());
  const first = await permits.take(a, signals);
  await permits.take(a, signals);
  const third = permits.take(a, signals);
  expect(await isSettled(third)).toBe(false);
  const other = await permits.take(b, signals);
  expect(permits.taken).toBe(3);
  permits.give(other);
  // It is kept again.
  expect(await isSettled(third)).toBe(false);
  permits.give(first);
  expect((await third).owner).toBe(a);
});

it("the only permit is for any owner", async () => {
  const permits = new ConnectionPermits(1, LONG, new ManualClock());
  const first = await permits.take(a, signals);
  const second = permits.take(a, signals);
  permits.give(first);
  expect((await second).owner).toBe(a);
});

it("callers without an owner may have all permits", async () => {
  const permits = new ConnectionPermits(2, LONG, new ManualClock());
  await permits.take(undefined, signals);
  await permits.take(undefined, signals);
  expect(permits.taken).toBe(2);
});

it("the next permit is for the owner that has the fewest", async () => {
  const permits = new ConnectionPermits(2, LONG, new ManualClock());
  const first = await permits.take(a, signals);
  const other = await permits.take(b, signals);
  const order: string[] = [];
  const note = (permit: ConnectionPermit): ConnectionPermit => {
    order.push(permit.owner?.id ?? "");
    return permit;
  };
  const more = [a, a, c].map((one) => permits.take(one, signals).then(note));
  permits.give(other);
  permits.give(await (more[2] ?? first));
  permits.give(first);
  permits.give(await (more[0] ?? first));
  await more[1];
  expect(order).toEqual(["c", "a", "a"]);
});

it("a slow reader loses its permit to an owner that has fewer, and to no other", async () => {
  const clock = new ManualClock();
  const permits = new ConnectionPermits(2, 400, clock);
  const left: string[] = [];
  const take = async (by: Owner, name: string): Promise<void> => {
    const permit = await permits.take(by, signals);
    permit.pause(() => {
      left.push(name);
      permits.give(permit);
    });
  };
  await take(a, "slow");
  const busy = await permits.take(b, signals);
  busy.pause(() => left.push("never"));
  busy.resume();
  const refused = [a, b].map((one) => errorOf(permits.take(one, signals)));
  clock.advance(400);
  for (const error of refused) expect(await error).toMatchObject({ code: "busy" });
  expect(left).toEqual([]);
  const permit = permits.take(c, signals);
  clock.advance(40);
  expect((await permit).owner).toBe(c);
  expect(left).toEqual(["slow"]);
  expect(clock.timers).toBe(0);
});

it("a reader keeps its permit for a quarter of the longest wait", async () => {
  const clock = new ManualClock();
  const permits = new ConnectionPermits(1, 400, clock);
  const first = await permits.take(a, signals);
  first.pause(() => permits.give(first));
  const second = permits.take(b, signals);
  // It is looked at ten times in the longest wait.
  clock.advance(119);
  expect(await isSettled(second)).toBe(false);
  clock.advance(1);
  expect((await second).owner).toBe(b);
});

it("a caller whose signal aborted takes no permit", async () => {
  const permits = new ConnectionPermits(1, LONG, new ManualClock());
  const first = await permits.take(a, signals);
  const gone = new AbortController();
  const waiting = permits.take(b, [gone.signal]);
  gone.abort(new Error("gone"));
  permits.give(first);
  await expect(waiting).rejects.toThrow("gone");
  await new Promise((resolve) => setImmediate(resolve));
  expect(permits.taken).toBe(0);
});

describe("owners with weights", () => {
  const heavy = owner("heavy", 4);

  /** The owners in the order in which they get the permits of a pool, while each of them asks for more than there are. */
  async function orderOf(most: number, owners: readonly Owner[], count: number): Promise<string[]> {
    const permits = new ConnectionPermits(most, LONG, new ManualClock());
    const taken: ConnectionPermit[] = [];
    for (let index = 0; index < most; index++) taken.push(await permits.take(undefined, signals));
    const order: string[] = [];
    const end = new AbortController();
    setMaxListeners(0, end.signal);
    const waiting: Promise<void>[] = [];
    for (let index = 0; index < count; index++) {
      for (const one of owners) {
        const given = permits.take(one, [end.signal]).then((permit) => {
          order.push(permit.owner?.id ?? "");
          taken.push(permit);
        });
        waiting.push(given);
      }
    }
    for (let index = 0; index < count; index++) {
      const permit = taken.shift();
      if (permit !== undefined) permits.give(permit);
      await new Promise((resolve) => setImmediate(resolve));
    }
    end.abort();
    await Promise.allSettled(waiting);
    return order;
  }

  it("take turns at one permit", async () => {
    const order = await orderOf(1, [a, heavy], 10);
    expect(order.join(" ")).toBe("a heavy heavy heavy heavy a heavy heavy heavy heavy");
  });

  it.each([5, 10, 20])("share %d permits, and leave one for any other owner", async (count) => {
    const order = await orderOf(count + 1, [a, heavy], count + 1);
    expect(order.length).toBe(count);
    expect(order.filter((id) => id === "heavy").length).toBe((count * 4) / 5);
  });

  it("leave a permit for an owner of little weight, even if they are many", async () => {
    const many = Array.from({ length: 10 }, (_, index) => owner(`heavy ${index}`, 10));
    const order = await orderOf(4, [...many, a], 120);
    expect(order.filter((id) => id === "a").length).toBeGreaterThan(0);
  });

  it("do not take the only permit of another", async () => {
    const clock = new ManualClock();
    const permits = new ConnectionPermits(3, 400, clock);
    const [first, second] = [
      await permits.take(heavy, signals),
      await permits.take(heavy, signals),
    ];
    const only = await permits.take(a, signals);
    const left: string[] = [];
    only.pause(() => left.push("a"));
    const refused = errorOf(permits.take(heavy, signals));
    clock.advance(400);
    expect(await refused).toMatchObject({ code: "busy" });
    expect([left, first.isLeaving, second.isLeaving]).toEqual([[], false, false]);
  });
});
