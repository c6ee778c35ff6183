import { crc32 } from "node:zlib";

/** Begins the note of a sum. */
const MARK = "isoform:";

/**
 * The CRC-32 of bytes, by which other bytes are told from them. It is noted in a file before its end, where no reader of
 * Arrow looks. It finds damage, but nobody who means to deceive is kept out.
 */
export class ByteSum {
  #sum = 0;
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#sum = crc32(bytes, this.#sum);
    this.#length += bytes.length;
  }

  /** The note of the sum so far, which a file holds. */
  note(): Uint8Array {
    const note = Buffer.alloc(NOTE_LENGTH);
    note.write(MARK, "latin1");
    note.writeUInt32LE(this.#sum, MARK.length);
    return note;
  }

  /** Another text for other bytes. */
  get text(): string {
    return `${this.#length}:${this.#sum}`;
  }
}

/** The length keeps what follows at a multiple of eight bytes. */
export const NOTE_LENGTH = 16;

/** Whether some bytes are a note of a sum. */
export function isNote(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MARK.length)).toString("latin1") === MARK;
}
