import { RowMask, rowsWithin } from "../mask/row-mask.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { CodeColumn, ListColumn } from "../storage/column.ts";
import { BLANK_CODE, type Codes } from "../storage/dictionary.ts";

/** Longer lists of codes are found again for each use. */
const MOST_CACHED = 65_536;

/**
 * The rows that searches are limited to, such as those in the scope of a key. Neither plans nor summaries depend on the
 * texts of other rows.
 */
export class RowSubset {
  readonly mask: RowMask;
  readonly #codes = new WeakMap<Codes, Uint32Array>();

  constructor(mask: RowMask) {
    this.mask = mask;
  }

  /** The codes of the rows' texts in order of appearance, after that of the blank text. */
  codesOf(column: CodeColumn | ListColumn): Uint32Array {
    const known = this.#codes.get(column.codes);
    if (known !== undefined) return known;
    const codes = Uint32Array.from(codesIn(column, this.mask));
    if (codes.length <= MOST_CACHED) this.#codes.set(column.codes, codes);
    return codes;
  }
}

function codesIn(column: CodeColumn | ListColumn, mask: RowMask): readonly number[] {
  const { codes, size } = column;
  const found: number[] = [BLANK_CODE];
  const isKnown = new Uint8Array(size);
  isKnown[BLANK_CODE] = 1;
  const words = RowMask.wordsOf(mask);
  const rows = new Uint32Array(BLOCK);
  for (let from = 0; from < mask.length; from += BLOCK) {
    const count = rowsWithin(words, from, Math.min(from + BLOCK, mask.length), rows, 0);
    for (let index = 0; index < count; index++) {
      const row = rows[index] as number;
      const isList = column.kind === "lists";
      const end = isList ? (column.offsets[row + 1] as number) : row + 1;
      for (let at = isList ? (column.offsets[row] as number) : row; at < end; at++) {
        const code = codes[at] as number;
        if (isKnown[code] === 0) found.push(code);
        isKnown[code] = 1;
      }
    }
  }
  return found;
}
