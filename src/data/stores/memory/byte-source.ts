const LINE_END = 0x0a;

/** The stream ended early. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}

/** A stream that begins with lines of text, followed by binary data. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** The next line, without its end. @throws {@link CutOff} */
  async line(): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const end = this.#chunk.indexOf(LINE_END);
      if (end >= 0) {
        text += decoder.decode(this.#chunk.subarray(0, end));
        this.#chunk = this.#chunk.subarray(end + 1);
        return text;
      }
      text += decoder.decode(this.#chunk, { stream: true });
      await this.#next();
    }
  }

  /** Fills an array with the next bytes. @throws {@link CutOff} */
  async fill(array: Uint8Array): Promise<void> {
    for (let at = 0; at < array.length; ) {
      if (this.#chunk.length === 0) await this.#next();
      const some = this.#chunk.subarray(0, array.length - at);
      array.set(some, at);
      at += some.length;
      this.#chunk = this.#chunk.subarray(some.length);
    }
  }

  async #next(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw new CutOff("the bytes were cut off");
    this.#chunk = next.value;
  }
}
