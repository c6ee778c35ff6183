import { mayRound, withNumbersAsTexts } from "../../../language/values/exact-number.ts";

/** Texts that should be JSON objects: one for each record. */
export interface JsonTexts {
  readonly texts: readonly string[];
  readonly places: readonly number[];
  /** The text that they were cut from, if each is a part of it. */
  readonly source?: string;
}

/** The objects of some JSON texts with their numbers as the texts spell them. Each is parsed only if it is asked for. */
export class SpelledObjects {
  readonly #texts: readonly string[];
  readonly #objects = new Map<number, object>();
  /** `undefined` if no text may have such a number. */
  readonly #mayRound: readonly boolean[] | undefined;

  constructor({ texts, source }: JsonTexts) {
    this.#texts = texts;
    // To look at one long text takes a third of the time.
    const isExact = source !== undefined && !mayRound(source);
    this.#mayRound = isExact ? undefined : texts.map(mayRound);
  }

  /** Whether a row may have a number whose digits a double does not keep; one that is nearly 0 does not count. */
  mayRound(row: number): boolean {
    return this.#mayRound?.[row] === true;
  }

  hasExponent(row: number): boolean {
    return /e-/i.test(this.#texts[row] ?? "");
  }

  at(row: number): object {
    const known = this.#objects.get(row);
    if (known !== undefined) return known;
    // The text was parsed before, as an object.
    const object: object = JSON.parse(withNumbersAsTexts(this.#texts[row] ?? "{}"));
    this.#objects.set(row, object);
    return object;
  }
}
