import type { CodePointSet } from "./regex-node.ts";

/** The number of ASCII characters. */
export const ASCII = 128;

/** A run of code points: the first and the last, inclusive. */
type CodePointRun = readonly [first: number, last: number];

/**
 * Divides the code points into classes. Each set of a pattern contains all code points of a class or none, so the
 * tables of an automaton need one column per class, not per code point.
 */
export class Alphabet {
  readonly classCount: number;
  /** The class of each ASCII character. */
  readonly ascii = new Uint16Array(ASCII);
  /** The first code point of each run that is not split by a set, ascending from 0. */
  readonly #starts: Uint32Array;
  /** The class of each run. */
  readonly #classes: Uint16Array;
  /** For each set, one bit per class that it contains. */
  readonly #members: readonly Int32Array[];

  constructor(sets: readonly CodePointSet[]) {
    const starts = new Set([0]);
    for (const { ranges } of sets)
      for (const [first, last] of ranges) starts.add(first).add(last + 1);
    this.#starts = Uint32Array.from(starts).sort();
    const divided = sets.map(({ negated, ranges }) => ({
      negated,
      spans: ranges.map(([first, last]): CodePointRun => [this.#runOf(first), this.#runOf(last)]),
    }));
    this.#classes = classifyRuns(
      this.#starts.length,
      divided.map(({ spans }) => spans),
    );
    this.classCount = this.#classes.reduce((most, each) => Math.max(most, each), 0) + 1;
    this.#members = divided.map(({ negated, spans }) => this.#membersOf(spans, negated));
    for (let code = 0; code < ASCII; code++) this.ascii[code] = this.classOf(code);
  }

  classOf(code: number): number {
    /* v8 ignore next -- the index is in range */
    return this.#classes[this.#runOf(code)] ?? 0;
  }

  /** Whether the set contains the characters of the class. */
  holds(set: number, characterClass: number): boolean {
    /* v8 ignore next -- the index is in range */
    const bits = this.#members[set]?.[characterClass >> 5] ?? 0;
    return ((bits >> (characterClass & 31)) & 1) === 1;
  }

  #runOf(code: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      /* v8 ignore next -- the index is in range */
      const start = this.#starts[middle] ?? 0;
      if (start <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #membersOf(spans: readonly CodePointRun[], negated: boolean): Int32Array {
    const bits = new Int32Array((this.classCount >> 5) + 1);
    for (const [first, last] of spans) {
      for (const each of this.#classes.subarray(first, last + 1)) {
        /* v8 ignore next -- the index is in range */
        bits[each >> 5] = (bits[each >> 5] ?? 0) | (1 << (each & 31));
      }
    }
    return negated ? bits.map((word) => ~word) : bits;
  }
}

/** The class of each run. Runs that belong to the same sets share a class. */
function classifyRuns(
  runCount: number,
  spansOfSets: readonly (readonly CodePointRun[])[],
): Uint16Array {
  const holders = new Array<string>(runCount).fill("");
  spansOfSets.forEach((spans, set) => {
    for (const [first, last] of spans) {
      for (let run = first; run <= last; run++) holders[run] += `${set} `;
    }
  });
  const classes = new Map<string, number>();
  return Uint16Array.from(holders, (sets) => {
    const known = classes.get(sets) ?? classes.size;
    classes.set(sets, known);
    return known;
  });
}
