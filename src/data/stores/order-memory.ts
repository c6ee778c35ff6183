/** The memory that the order of a query takes: the values of computed fields, and the numbers of rows. */
export class OrderMemory {
  readonly #hold: ((bytes: number) => void) | undefined;
  #bytes = 0;

  /** @param hold called with the bytes that the order takes now; throws if that is too much */
  constructor(hold: ((bytes: number) => void) | undefined) {
    this.#hold = hold;
  }

  /** Adds a part of the order. Returns a function to call with the bytes that the part takes now. */
  part(): (bytes: number) => void {
    let mine = 0;
    return (bytes) => {
      this.#set(this.#bytes + bytes - mine);
      mine = bytes;
    };
  }

  /** The records of the query. The memory is released when they end. */
  async *during<T>(records: AsyncIterable<T>): AsyncGenerator<T, undefined> {
    try {
      yield* records;
    } finally {
      this.release();
    }
  }

  /** Releases the memory of all parts, which must not be used any more. */
  release(): void {
    if (this.#bytes > 0) this.#set(0);
  }

  #set(bytes: number): void {
    this.#hold?.(bytes);
    this.#bytes = bytes;
  }
}
