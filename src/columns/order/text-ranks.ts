import { compareText } from "../../values/text/index.ts";
import type { CodeColumn } from "../storage/column.ts";
import { BLANK_CODE } from "../storage/dictionary.ts";

const LAST = Number.POSITIVE_INFINITY;

const known = new WeakMap<CodeColumn, Map<1 | -1, TextRanks>>();

/** The places of a dictionary's texts in ascending or descending order. Blanks come last in both. */
export class TextRanks {
  readonly byCode: Float64Array;
  readonly #sorted: readonly string[];
  readonly #sign: 1 | -1;

  private constructor({ texts, size }: CodeColumn, sign: 1 | -1) {
    const codes = Uint32Array.from({ length: size }, (_, code) => code);
    codes.sort((a, b) => compareText(texts[a] as string, texts[b] as string));
    this.byCode = new Float64Array(size);
    for (const [rank, code] of codes.entries()) this.byCode[code] = sign * rank;
    this.byCode[BLANK_CODE] = LAST;
    this.#sorted = Array.from(codes, (code) => texts[code] as string);
    this.#sign = sign;
  }

  static of(column: CodeColumn, sign: 1 | -1): TextRanks {
    const bySign = known.get(column) ?? new Map<1 | -1, TextRanks>();
    known.set(column, bySign);
    const ranks = bySign.get(sign) ?? new TextRanks(column, sign);
    bySign.set(sign, ranks);
    return ranks;
  }

  /** The place of any text; between two places if the text is not in the dictionary. */
  placeOf(value: unknown): number {
    if (typeof value !== "string" || value === "") return LAST;
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(this.#sorted[middle] as string, value) < 0) low = middle + 1;
      else high = middle;
    }
    return this.#sign * (this.#sorted[low] === value ? low : low - 0.5);
  }
}
