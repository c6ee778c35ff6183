import { describe, expect, test } from "vitest";
import {
  type Contestant,
  geometricMean,
  measure,
  measureAsync,
  spreadOf,
} from "../../bench/measure.ts";

function counting(name: string, answer = 5): Contestant & { readonly runs: () => number } {
  let runs = 0;
  return {
    name,
    units: 10,
    expected: 5,
    runs: () => runs,
    run() {
      runs++;
      return answer;
    },
  };
}

describe("measuring", () => {
  test("gives every contestant an equal number of runs", () => {
    const contestants = [counting("one"), counting("two"), counting("three")];
    measure(contestants, { rounds: 4, warmups: 2, baseline: "two" });
    expect(contestants.map(({ runs }) => runs())).toEqual([6, 6, 6]);
  });

  test("compares with the baseline round by round", () => {
    const measured = measure([counting("one"), counting("two")], {
      rounds: 3,
      warmups: 0,
      baseline: "two",
    });
    expect(measured.find(({ name }) => name === "two")?.ratio).toEqual({
      median: 1,
      min: 1,
      max: 1,
      spread: 0,
    });
  });

  test("fails if a contestant returns something else", () => {
    expect(() =>
      measure([counting("one"), counting("wrong", 4)], { rounds: 1, warmups: 0, baseline: "one" }),
    ).toThrow("wrong answers 4, the others answer 5");
  });

  test("fails without its baseline", () => {
    expect(() => measure([counting("one")], { rounds: 1, warmups: 0, baseline: "two" })).toThrow(
      "no contestant is called `two`",
    );
  });
});

describe("measuring asynchronous functions", () => {
  test("takes synchronous and asynchronous contestants", async () => {
    const now = counting("now");
    const later = counting("later");
    const measured = await measureAsync([now, { ...later, run: async () => later.run() }], {
      rounds: 3,
      warmups: 1,
      baseline: "now",
    });
    expect(measured.map(({ name }) => name)).toEqual(["now", "later"]);
    expect([now.runs(), later.runs()]).toEqual([4, 4]);
  });

  test("fails if an asynchronous result differs", async () => {
    const wrong = counting("wrong", 4);
    await expect(
      measureAsync([counting("one"), { ...wrong, run: async () => wrong.run() }], {
        rounds: 1,
        warmups: 0,
        baseline: "one",
      }),
    ).rejects.toThrow("wrong answers 4, the others answer 5");
  });
});

describe("summaries", () => {
  test("are computed from the sorted values", () => {
    expect(spreadOf([4, 1, 3, 2, 5])).toEqual({ median: 3, min: 1, max: 5, spread: 2 / 3 });
    expect(spreadOf([2, 1]).median).toBe(1.5);
  });

  test("need at least one value", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  test("have a geometric mean", () => {
    expect(geometricMean([0.5, 2])).toBeCloseTo(1);
  });
});
