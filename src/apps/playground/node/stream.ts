/** What of streams the readers of files use. */
export const Readable = {
  /** Bytes as a stream, which reads no more of them than is asked for. */
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

/** Leads a stream through another one. An error of either is what the reader of the second one gets. */
export function pipeline(
  from: ReadableStream<Uint8Array>,
  through: TransformStream<Uint8Array, Uint8Array> & { [Symbol.asyncIterator]?: unknown },
  done: () => void,
): void {
  from.pipeTo(through.writable).then(done, done);
  through[Symbol.asyncIterator] = () => piecesOf(through.readable);
}

/** The pieces of a stream. Not every browser lets a loop go over the stream itself. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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
