import { compareText } from "../../../language/values/text/index.ts";
import type { Steps } from "../../../util/steps.ts";
import type { CodeColumn } from "../storage/column.ts";
import { BLANK_CODE } from "../storage/dictionary.ts";
import { LAST, radixSort } from "./radix-sort.ts";
import { stringKey } from "./string-key.ts";

const known = new WeakMap<CodeColumn, TextRanks>();

/**
 * The ranks of a dictionary's texts in their order. Sorting many texts is slow, so it is done in steps, which
 * concurrent orders share.
 */
export class TextRanks {
  readonly #texts: readonly string[];
  readonly #size: number;
  readonly #codes: Uint32Array;
  #sorting: Steps<void> | undefined;
  readonly #ranksByCode = new Map<1 | -1, Float64Array>();

  private constructor({ texts, size }: CodeColumn) {
    this.#texts = texts;
    this.#size = size;
    this.#codes = Uint32Array.from({ length: size }, (_, code) => code);
    const key = stringKey((code) => texts[code] as string);
    this.#sorting = radixSort(this.#codes, [key]);
  }

  static of(column: CodeColumn): TextRanks {
    const ranks = known.get(column) ?? new TextRanks(column);
    known.set(column, ranks);
    return ranks;
  }

  /** Does one step; returns whether any remain. */
  prepare(): boolean {
    if (this.#sorting?.next().done === true) this.#sorting = undefined;
    return this.#sorting !== undefined;
  }

  /** The rank of each code in ascending or descending order. Blanks come last in both. */
  byCode(sign: 1 | -1): Float64Array {
    while (this.prepare());
    const ranksByCode = this.#ranksByCode.get(sign) ?? new Float64Array(this.#size);
    if (!this.#ranksByCode.has(sign)) {
      for (const [rank, code] of this.#codes.entries()) ranksByCode[code] = sign * rank;
      ranksByCode[BLANK_CODE] = LAST;
      this.#ranksByCode.set(sign, ranksByCode);
    }
    return ranksByCode;
  }

  /** The rank of any text; between two ranks if the text is not in the dictionary. */
  rankOf(value: unknown, sign: 1 | -1): number {
    if (typeof value !== "string" || value === "") return LAST;
    const textAt = (rank: number): string => this.#texts[this.#codes[rank] as number] as string;
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(textAt(middle), value) < 0) low = middle + 1;
      else high = middle;
    }
    return sign * (low < this.#size && textAt(low) === value ? low : low - 0.5);
  }
}
