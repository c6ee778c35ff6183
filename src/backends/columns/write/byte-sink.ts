/** Bytes are copied in words of this size, so up to seven bytes after the last one may be copied as well. */
export const WORD = 8;

/** Makes an array of bytes, which may have any values. */
export type Allocate = (length: number) => Uint8Array;

/** An array of bytes that grows. Writers take the place at which they write, and return the place after their bytes. */
export class ByteSink {
  readonly #allocate: Allocate;
  bytes: Uint8Array;
  /** A view of the same bytes. */
  view: DataView;

  constructor(capacity: number, allocate: Allocate = (length) => new Uint8Array(length)) {
    this.#allocate = allocate;
    this.bytes = allocate(capacity);
    this.view = viewOf(this.bytes);
  }

  /** Makes room for `count` bytes from `at` on, and for a word after them. Bytes from `at` on are not kept. */
  room(at: number, count: number): void {
    const needed = at + count + WORD;
    if (needed <= this.bytes.length) return;
    const wider = this.#allocate(Math.max(needed, 2 * this.bytes.length));
    wider.set(this.bytes.subarray(0, at));
    this.bytes = wider;
    this.view = viewOf(wider);
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
