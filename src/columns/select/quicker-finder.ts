import type { RowFinder } from "./row-finder.ts";

/** Both ways take turns for so many calls. Then the slower one is tried less and less. */
const TURNS = 6;
/** If it took less than this share of its least time, it has one more turn: the engine goes on optimising it. */
const BETTER = 0.9;
/** The time for fewer rows tells nothing. */
const MEASURABLE = 256;

interface Clock {
  now(): number;
}

// Portable code is compiled without the platform's types.
/* v8 ignore next -- every platform that is tested has it */
const clock: Clock = (globalThis as { readonly performance?: Clock }).performance ?? Date;

/** What was measured of two ways. */
interface Trial {
  calls: number;
  /** The number of the call that tries the slower way next. */
  next: number;
  /** The least milliseconds for a row that each has taken. */
  readonly least: [number, number];
}

/**
 * What was measured of the ways to find rows for one condition. A plan that is made anew because time has passed goes on
 * with what the plans before it have learnt: each asks for its trials in the order in which its parts are made.
 */
export class Trials {
  readonly #all: Trial[] = [];

  /** What a plan calls for each of its trials. */
  making(): () => Trial {
    let place = 0;
    return () => {
      this.#all[place] ??= {
        calls: 0,
        next: 0,
        least: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      };
      return this.#all[place++] as Trial;
    };
  }
}

/**
 * Finds rows in the way that has been quicker, of two that find the same. Which one that is depends on the texts, and no
 * estimate tells.
 */
export function quickerOf(first: RowFinder, second: RowFinder, trial: Trial): RowFinder {
  const { least } = trial;
  const timed = (row: number, rows: number, find: (finder: RowFinder) => number): number => {
    const isSecond = least[1] < least[0];
    if (rows < MEASURABLE) return find(isSecond ? second : first);
    const isTurn = trial.calls++ >= trial.next;
    const way = isTurn === isSecond ? 0 : 1;
    const finder = way === 0 ? first : second;
    // What is made once for each block says nothing of the calls that follow.
    finder.prepare?.(row, rows);
    const begin = clock.now();
    const found = find(finder);
    const time = (clock.now() - begin) / rows;
    if (isTurn) {
      const isSoon = trial.calls < TURNS || time < BETTER * least[way];
      trial.next = isSoon ? trial.calls + 1 : 2 * trial.calls;
    }
    least[way] = Math.min(least[way], time);
    return found;
  };
  return {
    scan: (from, to, hits, size) =>
      timed(from, to - from, (finder) => finder.scan(from, to, hits, size)),
    refine: (hits, start, end) =>
      timed(hits[start] as number, end - start, (finder) => finder.refine(hits, start, end)),
  };
}
