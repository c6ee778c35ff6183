import { isText } from "../../../language/values/text/index.ts";
import { copyText } from "../../evaluation/copy-text.ts";

/** The code of the blank text. */
export const BLANK_CODE = 0;

/**
 * The distinct texts of a column, with codes in order of first occurrence. Texts are only added, so a reader that knows
 * its size can go on reading.
 */
export class Dictionary {
  readonly texts: string[];
  readonly #codes: Map<string, number>;

  /** @param codes the initial texts with their codes, in order; the blank text is the first */
  constructor(codes: ReadonlyMap<string, number> = new Map([["", BLANK_CODE]])) {
    this.texts = [...codes.keys()];
    this.#codes = new Map(codes);
  }

  get size(): number {
    return this.texts.length;
  }

  codeOf(text: string): number | undefined {
    return this.#codes.get(text);
  }

  /** The code of a raw value; adds a new text. Everything but a text is blank. */
  add(raw: unknown): number {
    if (typeof raw !== "string") return BLANK_CODE;
    const known = this.#codes.get(raw);
    if (known !== undefined) return known;
    if (!isText(raw)) return BLANK_CODE;
    const code = this.texts.length;
    const text = copyText(raw);
    this.texts.push(text);
    this.#codes.set(text, code);
    return code;
  }
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The codes, copied to a wider array if codes below `size` do not fit. */
export function widenCodes(codes: Codes, size: number): Codes {
  if (size > 65_536) return codes instanceof Uint32Array ? codes : new Uint32Array(codes);
  if (size > 256) return codes instanceof Uint8Array ? new Uint16Array(codes) : codes;
  return codes;
}
