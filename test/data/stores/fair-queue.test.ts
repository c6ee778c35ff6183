import { describe, expect, it } from "vitest";
import { FairQueue } from "../../../src/data/stores/fair-queue.ts";

const owner = (id: string, weight = 1) => ({ id, weight });

/** A number that counts how often it is compared. */
class Counter {
  reads = 0;

  number(value: number): number {
    const counted = {
      valueOf: () => {
        this.reads++;
        return value;
      },
    };
    return counted as unknown as number;
  }
}

/** The most comparisons of one slot, and of one item that leaves, while some thousands wait: several for each level of a heap. */
const MOST = 100;
const MANY = 4_096;

describe("a fair queue", () => {
  it("compares few items of an owner, however many wait", () => {
    const counter = new Counter();
    const queue = new FairQueue<number>();
    const leave = Array.from({ length: MANY }, (_, index) =>
      queue.add(owner("a"), counter.number((index * 7) % MANY), index),
    );
    for (const step of [() => queue.take(), () => leave[5]?.(), () => queue.take()]) {
      counter.reads = 0;
      step();
      expect(counter.reads).toBeLessThan(MOST);
    }
    expect(queue.sizeOf(owner("a"))).toBe(MANY - 3);
  });

  it("compares few owners, however many wait", () => {
    const counter = new Counter();
    const queue = new FairQueue<number>();
    const leave = Array.from({ length: MANY }, (_, index) => {
      const one = {
        get id(): string {
          counter.reads++;
          return String(index);
        },
        weight: 1,
      };
      return queue.add(one, 0, index);
    });
    for (const step of [() => queue.take(), () => leave[5]?.(), () => queue.take()]) {
      counter.reads = 0;
      step();
      expect(counter.reads).toBeLessThan(MOST);
    }
  });

  it("takes the items of an owner by the time they used, and every fourth slot the oldest", () => {
    const queue = new FairQueue<string>();
    for (const [item, used] of [
      ["long", 9],
      ["short", 1],
      ["longer", 10],
      ["as short", 1],
      ["medium", 5],
      ["removed", 0],
    ] as const) {
      const remove = queue.add(owner("a"), used, item);
      if (item === "removed") remove();
    }
    const taken = Array.from({ length: 6 }, () => queue.take());
    expect(taken).toEqual(["short", "as short", "medium", "long", "longer", undefined]);
  });

  it("takes the items of owners by weight, and a removed item counts as no slot", () => {
    const queue = new FairQueue<string>();
    const [a, b] = [owner("a", 3), owner("b")];
    const removed = [0, 1, 2, 3].map((used) => queue.add(b, used, "removed"));
    for (let index = 0; index < 8; index++) for (const one of [a, b]) queue.add(one, 4, one.id);
    for (const remove of removed) remove();
    const taken = Array.from({ length: 8 }, () => queue.take());
    expect(taken.filter((id) => id === "a")).toHaveLength(6);
    while (queue.take() !== undefined);
    // Removing a taken item again changes nothing.
    queue.add(a, 0, "last");
    for (const remove of removed) remove();
    expect([queue.take(), queue.isEmpty]).toEqual(["last", true]);
  });
});
