import { crc32 } from "node:zlib";

/** The first bytes of a checksum note. */
const MARK = "isoform:";

/**
 * The CRC-32 of a file's bytes. It is stored in a note before the footer, which readers of Arrow ignore. It detects
 * corruption, not tampering.
 */
export class ByteSum {
  #sum = 0;
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#sum = crc32(bytes, this.#sum);
    this.#length += bytes.length;
  }

  /** The checksum so far, as the note that is written to the file. */
  note(): Uint8Array {
    const note = Buffer.alloc(NOTE_LENGTH);
    note.write(MARK, "latin1");
    note.writeUInt32LE(this.#sum, MARK.length);
    return note;
  }

  /** Identifies the bytes: different bytes have another length or sum. */
  get text(): string {
    return `${this.#length}:${this.#sum}`;
  }
}

/** A multiple of eight, so that the bytes after the note stay aligned. */
export const NOTE_LENGTH = 16;

export function isNote(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MARK.length)).toString("latin1") === MARK;
}
