import { type Buffer, isAscii } from "node:buffer";

/** What is among some characters: controls, or others than those of ASCII. */
export type CharacterKind = "ascii" | "other" | "controls";

/** The engine copies a part of a text that is shorter than this. */
const COPIED = 13;

/** Cuts texts out of bytes that are UTF-8. */
export class TextCutter {
  readonly bytes: Buffer;
  /** A character for each byte, so that places are the same in both: what is ASCII can be searched in it. */
  readonly characters: string;
  readonly #isAscii: boolean;
  readonly #areOwn: boolean;
  /** The same four at a time, from the beginning of the memory in which they lie. */
  readonly #words: Int32Array;

  /**
   * @param areOwn whether each text has memory of its own; otherwise they may be parts of one long text, all of which they keep: that
   * is quicker for those who do not keep texts
   */
  constructor(bytes: Buffer, areOwn: boolean) {
    this.#areOwn = areOwn;
    this.bytes = bytes;
    this.characters = bytes.toString("latin1");
    this.#isAscii = isAscii(bytes);
    this.#words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >>> 2);
  }

  /** @param isAscii whether all characters there are known to be ASCII */
  cut(from: number, to: number, isAscii = this.#isAscii): string {
    if (!isAscii && this.look(from, to) !== "ascii") return this.bytes.toString("utf8", from, to);
    return this.#areOwn && to - from >= COPIED
      ? this.bytes.toString("latin1", from, to)
      : this.characters.slice(from, to);
  }

  /** Looks at each character, four at a time. */
  look(from: number, to: number): CharacterKind {
    const { bytes } = this;
    const { byteOffset } = bytes;
    const firstWord = (byteOffset + from + 3) >>> 2;
    const lastWord = (byteOffset + to) >>> 2;
    if (firstWord >= lastWord) return this.#lookAtEach(from, to, 0);
    let seen = 0;
    for (let index = firstWord; index < lastWord; index++) {
      const word = this.#words[index] as number;
      // Taking 32 from a byte that is less sets its highest bit, which was not set before.
      if (((word - FOUR_SPACES) & ~word & HIGHEST_BITS) !== 0) return "controls";
      seen |= word;
    }
    const before = this.#lookAtEach(from, firstWord * 4 - byteOffset, seen);
    const after = this.#lookAtEach(lastWord * 4 - byteOffset, to, seen);
    return before === "controls" ? before : after === "ascii" ? before : after;
  }

  #lookAtEach(from: number, to: number, before: number): CharacterKind {
    let seen = before;
    for (let at = from; at < to; at++) {
      const byte = this.bytes[at] as number;
      if (byte < SPACE) return "controls";
      seen |= byte;
    }
    return (seen & HIGHEST_BITS) === 0 ? "ascii" : "other";
  }
}

const SPACE = 0x20;
const FOUR_SPACES = 0x20202020;
const HIGHEST_BITS = 0x80808080;
