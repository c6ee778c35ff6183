import type { Outcome } from "../../../language/values/plain.ts";
import { lowerText } from "../../../language/values/text/index.ts";
import type { GroupKeys } from "./group-keys.ts";
import { BATCH } from "./value-batch.ts";

/** A record is in the group of each element of its list, or in that of the blank if it has none. */
export interface ElementsKey {
  /** The name of a list field. */
  readonly elements: string;
  /** Elements that do not begin with this text do not count. */
  readonly prefix?: string;
  /** Whether the prefix may be in upper or lower case; it may not unless this is `true`. */
  readonly ignoreCase?: boolean;
  /** The name in the result; that of the field unless given. */
  readonly name?: string;
}

/** Which elements count. */
export interface WantedElements {
  /** What they begin with. */
  readonly prefix: string;
  /** Whether they may do so in upper or lower case. */
  readonly ignoreCase: boolean;
}

/** The number of the blank text. A record without elements is in its group. */
const BLANK_ELEMENT = 0;

/** The elements of the lists of records, by their numbers. */
export interface Elements<Rows> {
  readonly bytes: number;
  /** If it is known beforehand, one more than the largest number. */
  readonly size: number | undefined;
  /** The numbers of a record's elements. */
  of(rows: Rows, index: number): Iterable<number>;
  textOf(number: number): string;
  /** The records at some places, each as often as its place is there. */
  repeated(rows: Rows, places: Uint32Array): Rows;
}

/** Tests whether a text begins as it should. */
export function beginsWith({ prefix, ignoreCase }: WantedElements): (text: string) => boolean {
  if (prefix === "") return () => true;
  if (!ignoreCase) return (text) => text.startsWith(prefix);
  const wanted = lowerText(prefix);
  return (text) => lowerText(text).startsWith(wanted);
}

/**
 * The elements of a list, as what records are grouped by. A record is in the group of each of its elements, once, so it
 * is there several times when its values are read.
 */
export class ElementKeys<Rows> implements GroupKeys<Rows> {
  readonly #elements: Elements<Rows>;
  readonly #isWanted: (text: string) => boolean;
  readonly #countsBlank: boolean;
  readonly #places = new Uint32Array(BATCH);
  readonly #numbers = new Uint32Array(BATCH);
  /** By the numbers of elements: the record that had it last. */
  #seen = new Uint32Array(64);
  #record = 0;
  #numbered = 0;
  #found = 0;

  /** @param wanted elements that begin otherwise do not count */
  constructor(elements: Elements<Rows>, wanted: WantedElements) {
    this.#elements = elements;
    this.#isWanted = beginsWith(wanted);
    this.#countsBlank = wanted.prefix === "";
  }

  get bytes(): number {
    return this.#elements.bytes + this.#seen.byteLength;
  }

  get size(): number | undefined {
    return this.#elements.size;
  }

  get numbered(): number {
    return this.#numbered;
  }

  get found(): number {
    return this.#found;
  }

  /** The same records, once for each of their elements, in batches. Each is to be added before the next is asked for. */
  *repeated(rows: Rows, count: number): Generator<readonly [Rows, number], void, undefined> {
    let size = 0;
    for (let index = 0; index < count; index++) {
      for (const number of this.#distinct(rows, index)) {
        this.#places[size] = index;
        this.#numbers[size++] = number;
        this.#numbered = Math.max(this.#numbered, number + 1);
        if (size < BATCH) continue;
        yield [this.#elements.repeated(rows, this.#places), size];
        size = 0;
      }
    }
    if (size > 0) yield [this.#elements.repeated(rows, this.#places.subarray(0, size)), size];
  }

  *#distinct(rows: Rows, index: number): Generator<number, void, undefined> {
    this.#record++;
    let isEmpty = true;
    for (const number of this.#elements.of(rows, index)) {
      isEmpty = false;
      if (number >= this.#seen.length) this.#widen(number);
      if (this.#seen[number] === this.#record) continue;
      const isNew = this.#seen[number] === 0;
      this.#seen[number] = this.#record;
      if (!this.#isWanted(this.#elements.textOf(number))) continue;
      if (isNew) this.#found++;
      yield number;
    }
    if (!isEmpty || !this.#countsBlank) return;
    if (this.#seen[BLANK_ELEMENT] === 0) this.#found++;
    this.#seen[BLANK_ELEMENT] = this.#record;
    yield BLANK_ELEMENT;
  }

  #widen(number: number): void {
    const wider = new Uint32Array(number * 2);
    wider.set(this.#seen);
    this.#seen = wider;
  }

  /** Writes the numbers of the batch that was repeated last. */
  number(_: Rows, count: number, into: Uint32Array): void {
    into.set(this.#numbers.subarray(0, count));
  }

  valueOf(number: number): Outcome {
    return this.#elements.textOf(number);
  }
}
