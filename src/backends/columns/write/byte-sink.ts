/** The size of the words in which bytes are copied. A copy may therefore overwrite up to seven bytes after its end. */
export const WORD = 8;

/** Allocates an array of bytes with arbitrary content. */
export type Allocate = (length: number) => Uint8Array;

const NOTHING = new Uint8Array(0);

/**
 * A growable array of bytes, which is allocated when the first bytes are written. Writers take the offset to write at, and
 * return the offset after their bytes.
 */
export class ByteSink {
  readonly #capacity: number;
  readonly #allocate: Allocate;
  bytes: Uint8Array = NOTHING;
  /** A view of the same bytes. */
  view: DataView = viewOf(NOTHING);

  constructor(capacity: number, allocate: Allocate = (length) => new Uint8Array(length)) {
    this.#capacity = capacity;
    this.#allocate = allocate;
  }

  /** Reserves room for `count` bytes from `at` on and one more word. Bytes from `at` on are discarded. */
  room(at: number, count: number): void {
    const needed = at + count + WORD;
    if (needed <= this.bytes.length) return;
    const wider = this.#allocate(Math.max(needed, 2 * this.bytes.length, this.#capacity));
    wider.set(this.bytes.subarray(0, at));
    this.bytes = wider;
    this.view = viewOf(wider);
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
