import type { Steps } from "../../../util/steps.ts";
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
  #bytes: number;
  readonly #codes = new WeakMap<Codes, Uint32Array>();
  /** Numbers of codes that some columns exceed. */
  readonly #exceeded = new WeakMap<Codes, number>();

  constructor(mask: RowMask) {
    this.mask = mask;
    this.#bytes = RowMask.wordsOf(mask).byteLength;
  }

  /** The bytes of the mask and of the cached codes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The codes of the rows' texts in order of appearance, after that of the blank text. */
  *codesOf(column: CodeColumn | ListColumn): Steps<Uint32Array> {
    return this.#codes.get(column.codes) ?? (yield* this.#found(column, Number.POSITIVE_INFINITY));
  }

  /** The same; `undefined` if there are more than `most`, which is found out without looking at all rows. */
  *fewCodesOf(column: CodeColumn, most: number): Steps<Uint32Array | undefined> {
    if (most <= (this.#exceeded.get(column.codes) ?? 0)) return undefined;
    const codes = this.#codes.get(column.codes) ?? (yield* this.#found(column, most));
    if (codes.length <= most) return codes;
    this.#exceeded.set(column.codes, most);
    return undefined;
  }

  *#found(column: CodeColumn | ListColumn, most: number): Steps<Uint32Array> {
    const codes = Uint32Array.from(yield* codesIn(column, this.mask, most));
    if (codes.length <= Math.min(most, MOST_CACHED) && !this.#codes.has(column.codes)) {
      this.#codes.set(column.codes, codes);
      this.#bytes += codes.byteLength;
    }
    return codes;
  }
}

/** @param most once there are more codes, the rows after this block are left out */
function* codesIn(
  column: CodeColumn | ListColumn,
  mask: RowMask,
  most: number,
): Steps<readonly number[]> {
  const { codes, size } = column;
  const found: number[] = [BLANK_CODE];
  const isKnown = new Uint8Array(size);
  isKnown[BLANK_CODE] = 1;
  const words = RowMask.wordsOf(mask);
  const rows = new Uint32Array(BLOCK);
  for (let from = 0; from < mask.length && found.length <= most; from += BLOCK) {
    yield;
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
