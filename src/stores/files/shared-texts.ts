import { interned } from "../../in-memory/interned.ts";

/** Different texts after which it shows whether they come again. */
const TRIAL = 4096;
/** More different texts are not remembered. */
const MOST = 65_536;

/** Holds the texts of one field once each, where they come again and again, such as countries. Comparing them is quicker, too. */
export class SharedTexts {
  readonly #known = new Map<string, string>();
  #hits = 0;
  #isWorth = true;

  of(text: string): string {
    if (!this.#isWorth) return text;
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#hits++;
      return known;
    }
    const { size } = this.#known;
    if (size >= MOST) return text;
    if (size >= TRIAL && this.#hits < size) {
      this.#isWorth = false;
      this.#known.clear();
      return text;
    }
    const shared = interned(text);
    this.#known.set(shared, shared);
    return shared;
  }
}
