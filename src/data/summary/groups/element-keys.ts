import type { Outcome } from "../../../language/values/plain.ts";
import { lowerText } from "../../../language/values/text/index.ts";
import type { GroupKeys } from "./group-keys.ts";
import { BATCH } from "./value-batch.ts";

/** Groups records by the elements of a list. A record without elements is in the group of the blank. */
export interface ElementsKey {
  /** The name of a list field. */
  readonly elements: string;
  /** Only elements that begin with this string count. */
  readonly prefix?: string;
  /** Whether the prefix ignores case. Default: `false`. */
  readonly ignoreCase?: boolean;
  /** The name in the result. Default: the name of the field. */
  readonly name?: string;
}

/** A filter for elements. */
export interface WantedElements {
  /** The required prefix. */
  readonly prefix: string;
  /** Whether the prefix ignores case. */
  readonly ignoreCase: boolean;
}

/** The number of the blank text, the key of records without elements. */
const BLANK_ELEMENT = 0;

/** The list elements of records, as numbers. */
export interface ListElements<Rows> {
  readonly bytes: number;
  /** One more than the largest number, if known in advance. */
  readonly size: number | undefined;
  /** The numbers of what `of` returns; the same unless given. */
  readonly numbers?: Uint32Array | undefined;
  /** The numbers of a record's elements. */
  of(rows: Rows, index: number): Iterable<number>;
  textOf(number: number): string;
  /** The records at some indices; an index may occur repeatedly. */
  repeated(rows: Rows, indexes: Uint32Array): Rows;
}

/** Returns a test for the prefix of a text. */
export function beginsWith({ prefix, ignoreCase }: WantedElements): (text: string) => boolean {
  if (prefix === "") return () => true;
  if (!ignoreCase) return (text) => text.startsWith(prefix);
  const wanted = lowerText(prefix);
  return (text) => lowerText(text).startsWith(wanted);
}

/**
 * Keys from the elements of a list. A record is in the group of each distinct element, so its values are read once for
 * each of them.
 */
export class ElementKeys<Rows> implements GroupKeys<Rows> {
  readonly #elements: ListElements<Rows>;
  readonly #isWanted: (text: string) => boolean;
  readonly #countsBlank: boolean;
  readonly #indexes = new Uint32Array(BATCH);
  readonly #numbers = new Uint32Array(BATCH);
  /** For each element, the last record that had it. */
  #seen = new Uint32Array(64);
  #record = 0;
  #numbered = 0;
  #found = 0;

  /** @param wanted the filter for elements */
  constructor(elements: ListElements<Rows>, wanted: WantedElements) {
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

  /**
   * The same records, repeated once for each of their elements, in batches. Add each batch before requesting the next.
   */
  *repeated(rows: Rows, count: number): Generator<readonly [Rows, number], void, undefined> {
    let size = 0;
    for (let index = 0; index < count; index++) {
      for (const number of this.#distinct(rows, index)) {
        this.#indexes[size] = index;
        this.#numbers[size++] = number;
        this.#numbered = Math.max(this.#numbered, number + 1);
        if (size < BATCH) continue;
        yield [this.#elements.repeated(rows, this.#indexes), size];
        size = 0;
      }
    }
    if (size > 0) yield [this.#elements.repeated(rows, this.#indexes.subarray(0, size)), size];
  }

  *#distinct(rows: Rows, index: number): Generator<number, void, undefined> {
    this.#record++;
    let isEmpty = true;
    const { numbers } = this.#elements;
    for (const element of this.#elements.of(rows, index)) {
      const number = numbers === undefined ? element : (numbers[element] as number);
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

  /** Writes the element numbers of the last batch of `repeat`. */
  number(_: Rows, count: number, into: Uint32Array): void {
    into.set(this.#numbers.subarray(0, count));
  }

  valueOf(number: number): Outcome {
    return this.#elements.textOf(number);
  }
}
