import { MOST_NUMBERED } from "./numbering.ts";
import { SummaryError } from "./summary-error.ts";

/** Integers below this, such as years and prices, are looked up in an array without hashing. */
const MOST_SMALL = 1 << 18;
const FIRST_SMALL = 1 << 12;

/** Numbers are divided among this number of hash tables (a power of two), so that none takes long to grow. */
const SHARD_BITS = 6;
const FIRST_CAPACITY = 64;
const CHUNK_BITS = 14;
const CHUNK = 1 << CHUNK_BITS;

/** A random seed, so that nobody can prepare colliding numbers. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** A hash table with linear probing. */
interface Shard {
  keys: Float64Array;
  /** One more than the number of the key in the same slot; 0 if the slot is free. */
  numbers: Uint32Array;
  size: number;
}

/** Assigns numbers from 0 on to distinct values, in order of appearance. All errors share one number. */
export class NumberNumbering {
  /** One more than the number assigned to each small integer; 0 if it has none. */
  #small: Uint32Array = new Uint32Array(FIRST_SMALL);
  readonly #shards: (Shard | undefined)[] = new Array<undefined>(1 << SHARD_BITS).fill(undefined);
  readonly #values: Float64Array[] = [];
  #size = 0;
  /** One more than the number assigned to errors; 0 until there is one. */
  #error = 0;
  #room = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#small.byteLength + this.#room * 12 + this.#values.length * CHUNK * 8;
  }

  /**
   * Writes the number of each value.
   *
   * @throws {@link SummaryError} if there are too many values
   */
  number(values: Float64Array, count: number, into: Uint32Array): void {
    const words = new Uint32Array(values.buffer, values.byteOffset, count * 2);
    let small = this.#small;
    for (let index = numberKnown(values, count, small, into); index < count; index++) {
      const value = values[index] as number;
      const whole = value | 0;
      if (whole === value && whole >= 0 && whole < MOST_SMALL) {
        if (whole >= small.length) small = this.#widen(whole);
        let known = small[whole] as number;
        if (known === 0) {
          known = this.#add(whole) + 1;
          small[whole] = known;
        }
        into[index] = known - 1;
      } else if (!Number.isNaN(value)) {
        const low = words[index * 2] as number;
        into[index] = this.#find(value, hashOf(low, words[index * 2 + 1] as number));
      } else {
        if (this.#error === 0) this.#error = this.#add(value) + 1;
        into[index] = this.#error - 1;
      }
    }
  }

  #widen(whole: number): Uint32Array {
    const wider = new Uint32Array(2 << (31 - Math.clz32(whole)));
    wider.set(this.#small);
    this.#small = wider;
    return wider;
  }

  #find(value: number, hash: number): number {
    const at = hash >>> (32 - SHARD_BITS);
    let shard = this.#shards[at];
    if (shard === undefined) {
      shard = { ...emptyTable(FIRST_CAPACITY), size: 0 };
      this.#shards[at] = shard;
      this.#room += FIRST_CAPACITY;
    }
    const { keys, numbers } = shard;
    const mask = keys.length - 1;
    let slot = hash & mask;
    for (;;) {
      const number = numbers[slot] as number;
      if (number === 0) break;
      if (keys[slot] === value) return number - 1;
      slot = (slot + 1) & mask;
    }
    const number = this.#add(value);
    keys[slot] = value;
    numbers[slot] = number + 1;
    shard.size++;
    if (shard.size * 2 > keys.length) this.#grow(shard);
    return number;
  }

  #add(value: number): number {
    const number = this.#size;
    /* v8 ignore next 3 -- that many take too long */
    if (number === MOST_NUMBERED) {
      throw new SummaryError("too-large", `there are more than ${MOST_NUMBERED} different values`);
    }
    if (number >> CHUNK_BITS === this.#values.length) this.#values.push(new Float64Array(CHUNK));
    (this.#values[number >> CHUNK_BITS] as Float64Array)[number & (CHUNK - 1)] = value;
    this.#size++;
    return number;
  }

  #grow(shard: Shard): void {
    const { keys, numbers } = shard;
    const wider = emptyTable(keys.length * 2);
    const mask = wider.keys.length - 1;
    const words = new Uint32Array(keys.buffer);
    for (let from = 0; from < keys.length; from++) {
      const number = numbers[from] as number;
      if (number === 0) continue;
      let slot = hashOf(words[from * 2] as number, words[from * 2 + 1] as number) & mask;
      while (wider.numbers[slot] !== 0) slot = (slot + 1) & mask;
      wider.keys[slot] = keys[from] as number;
      wider.numbers[slot] = number;
    }
    this.#room += keys.length;
    shard.keys = wider.keys;
    shard.numbers = wider.numbers;
  }

  /** The value with a number. */
  valueOf(number: number): number {
    return (this.#values[number >> CHUNK_BITS] as Float64Array)[number & (CHUNK - 1)] as number;
  }
}

/**
 * Writes the numbers of known small values; stops at the first other value and returns its index. Most batches have
 * none.
 */
function numberKnown(
  values: Float64Array,
  count: number,
  small: Uint32Array,
  into: Uint32Array,
): number {
  for (let index = 0; index < count; index++) {
    const value = values[index] as number;
    const whole = value | 0;
    if (whole !== value) return index;
    // `undefined` for negative integers, and beyond the array.
    const known = small[whole];
    if (known === undefined || known === 0) return index;
    into[index] = known - 1;
  }
  return count;
}

function emptyTable(capacity: number): Pick<Shard, "keys" | "numbers"> {
  return { keys: new Float64Array(capacity), numbers: new Uint32Array(capacity) };
}

/** Hashes the two words of a number. */
function hashOf(low: number, high: number): number {
  let hash = Math.imul(low ^ SEED, 0x85ebca6b) ^ Math.imul(high + SEED, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x7feb352d);
  return hash ^ (hash >>> 16);
}
