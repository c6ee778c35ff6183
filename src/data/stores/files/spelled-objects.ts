import { mayRound, withNumbersAsTexts } from "../../../language/values/exact-number.ts";

/** Strings that should be JSON objects, one for each record. */
export interface ObjectStrings {
  readonly texts: readonly string[];
  readonly positions: readonly number[];
  /** The string that all of them are substrings of, if any. */
  readonly source?: string;
}

/** JSON objects with their numbers as spelled in the source. Each is parsed on demand. */
export class SpelledObjects {
  readonly #texts: readonly string[];
  readonly #objects = new Map<number, object>();
  readonly #hasExponent: boolean[] = [];
  /** For each row, whether it may have such a number; `undefined` if no row may. */
  readonly #mayRound: readonly boolean[] | undefined;

  constructor({ texts, source }: ObjectStrings) {
    this.#texts = texts;
    // Scanning one long string takes a third of the time.
    const isExact = source !== undefined && !mayRound(source);
    this.#mayRound = isExact ? undefined : texts.map(mayRound);
  }

  /** The number of characters of all rows. */
  get characters(): number {
    return this.#texts.reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether a row may have a number whose digits a double does not hold; underflow to 0 does not count. */
  mayRound(row: number): boolean {
    return this.#mayRound?.[row] === true;
  }

  /** A record may have many zeros, so each is searched once. */
  hasExponent(row: number): boolean {
    const known = this.#hasExponent[row];
    if (known !== undefined) return known;
    const has = /e-/i.test(this.#texts[row] ?? "");
    this.#hasExponent[row] = has;
    return has;
  }

  at(row: number): object {
    const known = this.#objects.get(row);
    if (known !== undefined) return known;
    // The same source was already parsed as an object.
    const object: object = JSON.parse(withNumbersAsTexts(this.#texts[row] ?? "{}"));
    this.#objects.set(row, object);
    return object;
  }
}
