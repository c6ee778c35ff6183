import type { Codes } from "../../../backends/columns/storage/dictionary.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import type { GroupKeys } from "./group-keys.ts";
import { NumberNumbering } from "./number-numbering.ts";
import { MOST_NUMBERED } from "./numbering.ts";
import { SummaryError } from "./summary-error.ts";
import { BATCH, type ValueBatch } from "./value-batch.ts";

/** Up to this number of possible combinations of keys, groups have fixed numbers. */
const MOST_COMBINED = 1 << 16;

/** The values of some groups, key by key: values of `ValueNumbering`, or column codes. */
export type GroupKeyValues = readonly (Uint32Array | ValueBatch)[];

/** Assigns numbers to the groups of records. */
export class Grouping<Rows> {
  readonly #keys: readonly GroupKeys<Rows>[];
  readonly #most: number;
  /** The number of possible combinations, if known and not too large. */
  readonly #combined: number | undefined;
  readonly #buffer = new Uint32Array(BATCH);
  /** For each key after the first: pairs of the group by the keys before, and the key's own number. */
  readonly #pairs: readonly NumberNumbering[];
  readonly #both = new Float64Array(BATCH);

  /** @param most the limit of groups */
  constructor(keys: readonly GroupKeys<Rows>[], most: number) {
    this.#keys = keys;
    this.#most = most;
    this.#combined = combinedSize(keys);
    this.#pairs = keys.slice(1).map(() => new NumberNumbering());
  }

  /** One more than the largest number so far. */
  get size(): number {
    if (this.#combined !== undefined) return this.#combined;
    /* v8 ignore next -- without keys, the combined size is known */
    return this.#pairs.at(-1)?.size ?? this.#keys[0]?.numbered ?? 1;
  }

  get bytes(): number {
    return [...this.#keys, ...this.#pairs].reduce((bytes, part) => bytes + part.bytes, 0);
  }

  /** The group numbers of records, if they are known without computing them. */
  known(rows: Rows, count: number): Codes | undefined {
    const [only, second] = this.#keys;
    return second === undefined && this.#combined !== undefined
      ? only?.numbers?.(rows, count)
      : undefined;
  }

  /**
   * Writes the number of each record's group.
   *
   * @throws {@link SummaryError} if there are too many groups
   */
  number(rows: Rows, count: number, into: Uint32Array): void {
    this.#number((index, numbers) => this.#keys[index]?.number(rows, count, numbers), count, into);
  }

  /**
   * Writes the numbers of groups from another instance, at most a batch of them.
   *
   * @throws {@link SummaryError} if there are too many groups
   */
  numberValues(values: GroupKeyValues, count: number, into: Uint32Array): void {
    const number = (index: number, numbers: Uint32Array): void => {
      const ofKey = values[index] as ValueBatch;
      const { numbering } = this.#keys[index] as GroupKeys<Rows>;
      if (numbering === undefined) numbers.set(ofKey as unknown as Uint32Array);
      else numbering.number(ofKey, count, numbers);
    };
    this.#number(number, count, into);
  }

  /** The key values of some groups, for another instance. */
  valuesOf(groups: Uint32Array): GroupKeyValues {
    return this.#keys.map(({ numbering }, index) => {
      const numbers = groups.map((group) => this.#numberOf(group, index));
      return numbering === undefined ? numbers : numbering.valuesOf(numbers);
    });
  }

  /** @param number writes the numbers of a key */
  #number(
    number: (index: number, into: Uint32Array) => void,
    count: number,
    into: Uint32Array,
  ): void {
    const [first, ...others] = this.#keys;
    if (first === undefined) {
      into.fill(0, 0, count);
      return;
    }
    number(0, into);
    const buffer = this.#buffer;
    for (const index of others.keys()) {
      number(index + 1, buffer);
      if (this.#combined !== undefined) combine(into, buffer, count, this.#sizeOf(index + 1));
      else this.#pair(this.#pairs[index] as NumberNumbering, into, count);
    }
    if (this.#combined !== undefined) return;
    // Values known in advance may be more than there are groups.
    const areGroups = others.length > 0 || first.size === undefined;
    const groups = others.length > 0 ? this.size : (first.found ?? first.numbered);
    if (areGroups && groups > this.#most) throw tooMany(this.#most);
  }

  #pair(pairs: NumberNumbering, into: Uint32Array, count: number): void {
    const buffer = this.#buffer;
    const both = this.#both;
    for (let index = 0; index < count; index++) {
      both[index] = (into[index] as number) * MOST_NUMBERED + (buffer[index] as number);
    }
    pairs.number(both, count, into);
  }

  /** The value of a group's key. */
  valueOf(group: number, index: number): Outcome {
    return (this.#keys[index] as GroupKeys<Rows>).valueOf(this.#numberOf(group, index));
  }

  /** The number of a group's key. */
  #numberOf(group: number, index: number): number {
    let left = group;
    for (let at = this.#keys.length - 1; at > index; at--) left = this.#before(left, at)[0];
    return index === 0 ? left : this.#before(left, index)[1];
  }

  /** Splits a group into the group by the earlier keys, and the number of this key. */
  #before(group: number, index: number): readonly [group: number, number: number] {
    if (this.#combined !== undefined) {
      const size = this.#sizeOf(index);
      return [Math.floor(group / size), group % size];
    }
    const pair = (this.#pairs[index - 1] as NumberNumbering).valueOf(group);
    return [Math.floor(pair / MOST_NUMBERED), pair % MOST_NUMBERED];
  }

  #sizeOf(index: number): number {
    /* v8 ignore next -- keys are only combined if all of them have a size */
    return this.#keys[index]?.size ?? 1;
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
