/** The part of `node:stream` that the readers of files use. */
export const Readable = {
  /** Converts bytes to a stream, which reads them on demand. */
  from(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
    const iterator = bytes[Symbol.asyncIterator]();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    });
  },
};

/** Pipes a stream through another one. The reader of the second one gets the errors of both. */
export function pipeline(
  from: ReadableStream<Uint8Array>,
  through: TransformStream<Uint8Array, Uint8Array> & { [Symbol.asyncIterator]?: unknown },
  done: () => void,
): void {
  from.pipeTo(through.writable).then(done, done);
  through[Symbol.asyncIterator] = () => chunksOf(through.readable);
}

/** The chunks of a stream. Not every browser supports async iteration over streams. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
