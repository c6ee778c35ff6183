import type { Outcome } from "../../../language/values/plain.ts";
import type { Steps } from "../../../util/steps.ts";
import { ExactSum } from "./exact-sum.ts";
import type { GroupCounts } from "./group-counts.ts";
import { nthNumber } from "./nth-number.ts";
import { SummaryError } from "./summary-error.ts";

/** The chunk size of values and groups. Chunks are never copied. */
const CHUNK = 1 << 16;
/** The values of the groups processed in one step. */
const STEP = 1 << 15;
/** Each takes twelve bytes. */
const MOST_KEPT = 2 ** 27;

/** Collects the numbers of each group, for measures that need all of them. */
export class GroupValues {
  readonly #values: Float64Array[] = [];
  readonly #groups: Uint32Array[] = [];
  #size = 0;
  /** The bytes of the values of all groups, once they are in consecutive order. */
  #divided = 0;
  readonly #medians: number[] = [];

  get bytes(): number {
    return this.#values.length * CHUNK * 12 + this.#divided + this.#medians.length * 8;
  }

  /** @throws {@link SummaryError} if there are too many numbers */
  add(groups: Uint32Array, values: Float64Array, count: number): void {
    for (let index = 0; index < count; index++) {
      const value = values[index] as number;
      if (value === Number.POSITIVE_INFINITY) continue;
      const position = this.#size % CHUNK;
      if (position === 0) this.#addChunk();
      const chunk = this.#values.length - 1;
      (this.#values[chunk] as Float64Array)[position] = value;
      (this.#groups[chunk] as Uint32Array)[position] = groups[index] as number;
      this.#size++;
    }
  }

  #addChunk(): void {
    /* v8 ignore next 3 -- that many take 1.6 GB */
    if (this.#size >= MOST_KEPT) {
      throw new SummaryError("too-large", `a median is computed from at most ${MOST_KEPT} values`);
    }
    this.#values.push(new Float64Array(CHUNK));
    this.#groups.push(new Uint32Array(CHUNK));
  }

  /** Gathers the numbers of each group, and computes the medians. */
  *divide(counts: GroupCounts): Steps {
    const starts = new Float64Array(counts.size + 1);
    for (let group = 0; group < counts.size; group++) {
      starts[group + 1] = (starts[group] as number) + counts.of(group);
    }
    const ends = starts.slice();
    // The median of a large group is selected in a copy of its numbers.
    this.#divided = this.#size * 16;
    yield;
    const sorted = new Float64Array(this.#size);
    for (const [number, values] of this.#values.entries()) {
      const groups = this.#groups[number] as Uint32Array;
      const size = Math.min(CHUNK, this.#size - number * CHUNK);
      for (let position = 0; position < size; position++) {
        sorted[(ends[groups[position] as number] as number)++] = values[position] as number;
      }
      yield;
    }
    let done = 0;
    for (let group = 0; group < counts.size; group++) {
      const values = sorted.subarray(starts[group], starts[group + 1]);
      this.#medians[group] = values.length === 0 ? Number.NaN : yield* medianOf(values);
      done += values.length + 1;
      if (done >= STEP) {
        done = 0;
        yield;
      }
    }
  }

  median(group: number): Outcome {
    /* v8 ignore next -- the index is inside */
    const value = this.#medians[group] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  }
}

function* medianOf(values: Float64Array): Steps<number> {
  const middle = values.length >> 1;
  const upper = yield* nthNumber(values, middle);
  if (values.length % 2 === 1) return upper + 0;
  const lower = yield* nthNumber(values, middle - 1);
  const sum = new ExactSum();
  sum.add(lower);
  sum.add(upper);
  /* v8 ignore next -- the middle of two numbers is a number */
  return sum.over(2) ?? Number.NaN;
}
