import { afterEach, describe, expect, it, vi } from "vitest";
import { quickerOf, Trials } from "../../src/columns/select/quicker-finder.ts";
import { finderByRow, type RowFinder } from "../../src/columns/select/row-finder.ts";

const ROWS = 1_000;

describe("the quicker of two ways to find rows", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Runs as many calls as there are costs for; returns how often each way was taken. */
  function run(
    calls: number,
    costs: (call: number) => readonly [number, number],
    trials = new Trials(),
  ): number[] {
    let time = 0;
    let call = 0;
    const taken = [0, 0];
    vi.spyOn(performance, "now").mockImplementation(() => time);
    const way = (which: 0 | 1): RowFinder => {
      const even = finderByRow((row) => row % 2 === 0);
      const spend = (): void => {
        time += costs(call)[which];
        taken[which] = (taken[which] ?? 0) + 1;
      };
      return {
        scan: (...given) => {
          spend();
          return even.scan(...given);
        },
        refine: (...given) => {
          spend();
          return even.refine(...given);
        },
      };
    };
    const finder = quickerOf(way(0), way(1), trials.making()());
    const hits = new Int32Array(ROWS);
    for (; call < calls; call++) {
      expect(finder.scan(0, ROWS, hits, 0)).toBe(ROWS / 2);
      expect(finder.refine(hits, 0, ROWS / 2)).toBe(ROWS / 2);
      expect(hits.slice(0, 3)).toEqual(Int32Array.of(0, 2, 4));
    }
    return taken;
  }

  it("is the first if that takes less time, and the second is hardly tried", () => {
    const [first = 0, second = 0] = run(1_000, () => [1, 2]);
    expect(first + second).toBe(2_000);
    expect(second).toBeGreaterThan(2);
    expect(second).toBeLessThan(30);
  });

  it("hardly tries one that takes many times as long", () => {
    const [, second = 0] = run(1_000, () => [1, 9]);
    expect(second).toBeGreaterThan(2);
    expect(second).toBeLessThan(15);
  });

  it("is the second if that takes less time", () => {
    const [first = 0] = run(1_000, () => [2, 1]);
    expect(first).toBeLessThan(30);
  });

  it("is the second if that takes less time only after the engine has optimised it", () => {
    const [first = 0, second = 0] = run(1_000, (call) => [2, call < 40 ? 9 : 1]);
    expect(second).toBeGreaterThan(first);
  });

  it("is known to a plan that goes on with the trials of another", () => {
    const trials = new Trials();
    run(1_000, () => [9, 1], trials);
    const [first = 0, second = 0] = run(20, () => [9, 1], trials);
    expect([first, second]).toEqual([0, 40]);
    expect(run(20, () => [9, 1])[0]).toBeGreaterThan(0);
  });

  it("is not charged with what is made once for each block", () => {
    let time = 0;
    vi.spyOn(performance, "now").mockImplementation(() => time);
    const taken = [0, 0];
    const way = (which: 0 | 1, cost: number, once: number): RowFinder => ({
      prepare: () => {
        time += once;
      },
      scan: (_from, _to, _hits, size) => {
        time += cost;
        taken[which] = (taken[which] ?? 0) + 1;
        return size;
      },
      refine: (_hits, start) => start,
    });
    const finder = quickerOf(way(0, 2, 0), way(1, 1, 99), new Trials().making()());
    for (let call = 0; call < 1_000; call++) finder.scan(0, ROWS, new Int32Array(0), 0);
    expect(taken[0]).toBeLessThan(30);
  });

  it("is not measured on a few rows", () => {
    const now = vi.spyOn(performance, "now");
    const finder = quickerOf(
      finderByRow((row) => row > 2),
      finderByRow(() => expect.unreachable()),
      new Trials().making()(),
    );
    expect(finder.scan(0, 5, new Int32Array(5), 0)).toBe(2);
    expect(now).not.toHaveBeenCalled();
  });
});
