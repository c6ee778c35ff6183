import type { CodePointSet } from "./regex-node.ts";

/** The number of ASCII characters. */
export const ASCII = 128;
// A class is told by which sets hold it, in the bits of one number.
const MOST_SETS_TO_MERGE = 30;

/** Runs of code points from the first, up to and with the last. */
type Span = readonly [first: number, last: number];

/**
 * The code points, sorted into classes that no set of a pattern tells apart. An automaton's tables need
 * one column a class, not one a code point.
 */
export class Alphabet {
  readonly classCount: number;
  /** The class of each ASCII character. */
  readonly ascii = new Uint16Array(ASCII);
  /** Where each run of code points that no set divides starts, ascending from 0. */
  readonly #starts: Uint32Array;
  /** The class of each run. */
  readonly #classes: Uint16Array;
  /** For each set the bits of its classes. */
  readonly #members: readonly Int32Array[];

  constructor(sets: readonly CodePointSet[]) {
    const starts = new Set([0]);
    for (const { ranges } of sets)
      for (const [first, last] of ranges) starts.add(first).add(last + 1);
    this.#starts = Uint32Array.from(starts).sort();
    const spans = sets.map(({ ranges }) =>
      ranges.map(([first, last]): Span => [this.#runOf(first), this.#runOf(last)]),
    );
    this.#classes = classifyRuns(this.#starts.length, spans);
    this.classCount = this.#classes.reduce((most, each) => Math.max(most, each), 0) + 1;
    this.#members = sets.map((set, index) => this.#membersOf(set, spans[index] ?? []));
    for (let code = 0; code < ASCII; code++) this.ascii[code] = this.classOf(code);
  }

  classOf(code: number): number {
    return this.#classes[this.#runOf(code)] ?? 0;
  }

  /** Whether the set holds the characters of the class. */
  holds(set: number, characterClass: number): boolean {
    const bits = this.#members[set]?.[characterClass >> 5] ?? 0;
    return ((bits >> (characterClass & 31)) & 1) === 1;
  }

  #runOf(code: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #membersOf(set: CodePointSet, spans: readonly Span[]): Int32Array {
    const bits = new Int32Array((this.classCount >> 5) + 1);
    for (const [first, last] of spans) {
      for (const each of this.#classes.subarray(first, last + 1)) {
        bits[each >> 5] = (bits[each >> 5] ?? 0) | (1 << (each & 31));
      }
    }
    return set.negated ? bits.map((word) => ~word) : bits;
  }
}

/** The class of each run: the same for runs that lie in the same sets. */
function classifyRuns(runCount: number, spansOfSets: readonly (readonly Span[])[]): Uint16Array {
  const signatures = new Int32Array(runCount);
  let sets = 0;
  for (const spans of spansOfSets) {
    const [only] = spans;
    // Of many sets most are single letters, each a class of its own.
    if (only !== undefined && spans.length === 1 && only[0] === only[1]) continue;
    for (const [first, last] of spans) {
      for (let run = first; run <= last; run++)
        signatures[run] = (signatures[run] ?? 0) | (1 << sets);
    }
    sets++;
    if (sets > MOST_SETS_TO_MERGE) return new Uint16Array(runCount).map((_, run) => run);
  }
  // The signatures of several runs are not negative, so that these are free.
  for (const [only] of spansOfSets.filter((spans) => spans.length === 1)) {
    if (only !== undefined && only[0] === only[1]) signatures[only[0]] = -1 - only[0];
  }
  const classes = new Map<number, number>();
  return Uint16Array.from(signatures, (signature) => {
    const known = classes.get(signature) ?? classes.size;
    classes.set(signature, known);
    return known;
  });
}
