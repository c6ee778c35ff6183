/** A cache whose values together take at most a number of bytes. */
export class ByteCache<Key, Value extends { readonly bytes: number }> {
  /** The values, each with its bytes when it was set; those set first come first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** @param mostBytes the maximum number of bytes of all values together */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Caches a value, unless it alone exceeds the limit. The values that were set first are evicted for it. */
  set(key: Key, value: Value): void {
    this.#delete(key);
    const { bytes } = value;
    if (bytes > this.#mostBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const first of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#delete(first);
    }
  }

  #delete(key: Key): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
