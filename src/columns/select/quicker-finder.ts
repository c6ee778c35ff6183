import type { RowFinder } from "./row-finder.ts";

/** Both ways take turns for so many calls, which also make the engine optimise them. Then the slower one is tried less and less. */
const TURNS = 12;
/** If one takes so many times as long as the other in the first few calls, it is tried less from then on. */
const FAR = 4;
const FEW_TURNS = 4;
/** The time for fewer rows tells nothing. */
const MEASURABLE = 256;

interface Clock {
  now(): number;
}

// Portable code is compiled without the platform's types.
/* v8 ignore next -- every platform that is tested has it */
const clock: Clock = (globalThis as { readonly performance?: Clock }).performance ?? Date;

/** The least milliseconds for a row that a way has taken. */
interface Timed {
  readonly finder: RowFinder;
  least: number;
}

/**
 * Finds rows in the way that has been quicker, of two that find the same. Which one that is depends on the texts, and no
 * estimate tells. What was measured belongs to the finder, and so to the plan of a snapshot.
 */
export function quickerOf(first: RowFinder, second: RowFinder): RowFinder {
  let quicker: Timed = { finder: first, least: Number.POSITIVE_INFINITY };
  let slower: Timed = { finder: second, least: Number.POSITIVE_INFINITY };
  let calls = 0;
  let next = 0;
  const timed = (rows: number, find: (finder: RowFinder) => number): number => {
    if (rows < MEASURABLE) return find(quicker.finder);
    const isTurn = calls++ >= next;
    if (isTurn) {
      const isFar = calls > FEW_TURNS && slower.least > FAR * quicker.least;
      next = calls < TURNS && !isFar ? calls + 1 : 2 * calls;
    }
    const way = isTurn ? slower : quicker;
    const begin = clock.now();
    const found = find(way.finder);
    way.least = Math.min(way.least, (clock.now() - begin) / rows);
    if (slower.least < quicker.least) [quicker, slower] = [slower, quicker];
    return found;
  };
  return {
    scan: (from, to, hits, size) => timed(to - from, (finder) => finder.scan(from, to, hits, size)),
    refine: (hits, start, end) => timed(end - start, (finder) => finder.refine(hits, start, end)),
  };
}
