import { describe, expect, it } from "vitest";
import { boundsOf, defaultMemory } from "../../../src/apps/service/bounds.ts";
import { Budget } from "../../../src/apps/service/budget.ts";
import type { Owner } from "../../../src/data/summary/index.ts";

const MB = 2 ** 20;
const holder = (id: string, weight = 1): Owner => ({ id, weight });
const [a, b, c, d] = [holder("a"), holder("b"), holder("c"), holder("d")];

describe("a budget", () => {
  it.each([
    [1, 250, 250],
    [4, 167, 667],
    [10, 83, 833],
  ])("gives shares by weights: 1 and %d", (weight, lightest, heaviest) => {
    const budget = new Budget(1_000, 250);
    const heavy = holder("heavy", weight);
    const held: Owner[] = [];
    // Both ask all the time, and each gets its oldest part back sooner or later.
    for (let round = 0; round < 10_000; round++) {
      for (const one of [a, heavy]) if (budget.take(one, 1) === undefined) held.push(one);
      if (held.length < 500) continue;
      const oldest = held.shift();
      if (oldest !== undefined) budget.give(oldest, 1);
    }
    expect(Math.abs(budget.heldBy(a) - lightest)).toBeLessThan(10);
    expect(Math.abs(budget.heldBy(heavy) - heaviest)).toBeLessThan(10);
    // Somebody who comes now gets something.
    expect(budget.take(b, 1)).toBeUndefined();
  });

  it("keeps room for another holder", () => {
    const budget = new Budget(100, 50);
    expect(budget.take(a, 30)).toBeUndefined();
    expect(budget.take(a, 30)).toBe("own");
    expect(budget.take(a, 20)).toBeUndefined();
    // Half of all is left: another holder may have half of it, and so on.
    expect(budget.take(b, 20)).toBeUndefined();
    expect(budget.take(b, 20)).toBe("all");
    expect(budget.take(c, 20)).toBeUndefined();
    expect(budget.taken).toBe(90);
    expect(budget.take(d, 20)).toBe("all");
    budget.give(a, 50);
    budget.give(b, 20);
    budget.give(c, 20);
    expect(budget.taken).toBe(0);
  });

  it("gives a holder without any other charge more than its share", () => {
    const budget = new Budget(100, 25);
    expect(budget.take(a, 20)).toBeUndefined();
    expect(budget.take(a, 60, 20)).toBeUndefined();
    expect(budget.take(a, 1)).toBe("own");
    expect(budget.take(b, 21)).toBe("all");
  });
});

it("each bound is proportional to the memory, above a minimum", () => {
  const half = boundsOf(256 * MB, 100_000);
  const whole = boundsOf(512 * MB, 100_000);
  for (const [name, size] of Object.entries(half)) {
    expect(Object.entries(whole)).toContainEqual([name, size * 2]);
  }
  expect(boundsOf(1)).toEqual(boundsOf(16 * MB));
  expect(boundsOf(512 * MB, 64).connections).toBe(32);
  expect(defaultMemory()).toBeGreaterThan(16 * MB);
});
