import type { Outcome } from "../../values/plain.ts";
import type { Keys } from "./keys.ts";
import { MOST_NUMBERED, Numbering } from "./numbering.ts";
import { SummaryError } from "./summary-error.ts";
import { BATCH } from "./values.ts";

/** If there are no more combinations of values than this, each has a number beforehand. */
const MOST_COMBINED = 1 << 16;

/** Numbers the groups of records. */
export class Grouping<Rows> {
  readonly #keys: readonly Keys<Rows>[];
  readonly #most: number;
  /** How many combinations there may be, if that is known and not too large. */
  readonly #combined: number | undefined;
  readonly #buffer = new Uint32Array(BATCH);
  /** For each key but the first: pairs of the group by the keys before it, and its own number. */
  readonly #pairs: readonly Numbering<number>[];
  #lists: readonly (readonly number[])[] | undefined;

  /** @param most the most groups */
  constructor(keys: readonly Keys<Rows>[], most: number) {
    this.#keys = keys;
    this.#most = most;
    this.#combined = combinedSize(keys);
    this.#pairs = keys.slice(1).map(() => new Numbering<number>());
  }

  /** One more than the largest number so far. */
  get size(): number {
    if (this.#combined !== undefined) return this.#combined;
    return this.#pairs.at(-1)?.size ?? this.#firstSize;
  }

  get bytes(): number {
    return [...this.#keys, ...this.#pairs].reduce((bytes, part) => bytes + part.bytes, 0);
  }

  #firstSize = 0;

  /**
   * Writes the number of each record's group.
   *
   * @throws {@link SummaryError} if there are too many groups
   */
  number(rows: Rows, count: number, into: Uint32Array): void {
    const [first, ...others] = this.#keys;
    if (first === undefined) {
      into.fill(0, 0, count);
      return;
    }
    first.number(rows, count, into);
    const buffer = this.#buffer;
    for (const [place, keys] of others.entries()) {
      keys.number(rows, count, buffer);
      if (this.#combined !== undefined) combine(into, buffer, count, keys.size ?? 0);
      else this.#pair(this.#pairs[place] as Numbering<number>, into, count);
    }
    if (this.#combined !== undefined) return;
    if (others.length === 0) {
      for (let index = 0; index < count; index++) {
        this.#firstSize = Math.max(this.#firstSize, (into[index] as number) + 1);
      }
    }
    this.#lists = undefined;
    // A dictionary may have more texts than there are groups: these are counted in the end.
    if (others.length === 0 && first.size !== undefined) return;
    if (this.size > this.#most) throw tooMany(this.#most);
  }

  #pair(pairs: Numbering<number>, into: Uint32Array, count: number): void {
    const buffer = this.#buffer;
    for (let index = 0; index < count; index++) {
      into[index] = pairs.of((into[index] as number) * MOST_NUMBERED + (buffer[index] as number));
    }
  }

  /** The values of a group's keys. */
  valuesOf(group: number): readonly Outcome[] {
    const values: Outcome[] = [];
    let left = group;
    for (let place = this.#keys.length - 1; place >= 0; place--) {
      const keys = this.#keys[place] as Keys<Rows>;
      let number = left;
      if (place > 0) {
        if (this.#combined !== undefined) {
          const size = keys.size ?? 1;
          number = left % size;
          left = (left - number) / size;
        } else {
          this.#lists ??= this.#pairs.map((pairs) => [...pairs.values()]);
          const pair = this.#lists[place - 1]?.[left] ?? 0;
          number = pair % MOST_NUMBERED;
          left = (pair - number) / MOST_NUMBERED;
        }
      }
      values.unshift(keys.valueOf(number));
    }
    return values;
  }
}

export function tooMany(most: number): SummaryError {
  return new SummaryError("too-large", `there are more than ${most} groups`);
}

function combinedSize(keys: readonly { readonly size: number | undefined }[]): number | undefined {
  let size = 1;
  for (const key of keys) size *= key.size ?? Number.POSITIVE_INFINITY;
  return size <= MOST_COMBINED ? size : undefined;
}

function combine(into: Uint32Array, numbers: Uint32Array, count: number, size: number): void {
  for (let index = 0; index < count; index++) {
    into[index] = (into[index] as number) * size + (numbers[index] as number);
  }
}
