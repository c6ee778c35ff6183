/** Bytes are copied in words of so many, and what is copied may reach beyond its end by one less. */
export const WORD = 8;

/** Makes an array of so many bytes, whatever these are. */
export type Allocate = (length: number) => Uint8Array;

/** Bytes that grow as they are written to. Writers take the place to write at, and answer the place behind what they wrote. */
export class ByteSink {
  readonly #allocate: Allocate;
  bytes: Uint8Array;
  /** The same. */
  view: DataView;

  constructor(capacity: number, allocate: Allocate = (length) => new Uint8Array(length)) {
    this.#allocate = allocate;
    this.bytes = allocate(capacity);
    this.view = viewOf(this.bytes);
  }

  /** Makes room for so many bytes at a place, and for a word more. */
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
