// This folder reads files of records, and writes records as lines of a file.

/**
 * Reads batches ahead until they hold at least a number of records. Returns all batches, including those read ahead.
 */
export async function lookAhead<Batch extends { readonly positions: readonly number[] }>(
  batches: AsyncIterable<Batch>,
  count: number,
  look: (batch: Batch) => void,
): Promise<AsyncIterable<Batch>> {
  const iterator = batches[Symbol.asyncIterator]();
  const seen: Batch[] = [];
  for (let records = 0; records < count; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    look(next.value);
    seen.push(next.value);
    records += next.value.positions.length;
  }
  return resumed(seen, iterator);
}

/** Yields the items already taken from an iterator, and then the rest of it. */
export async function* resumed<T>(taken: T[], iterator: AsyncIterator<T>): AsyncIterable<T> {
  try {
    for (let item = taken.shift(); item !== undefined; item = taken.shift()) yield item;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
/** Converts each batch when it is requested. */
export async function* mapped<From, To>(
  batches: AsyncIterable<From>,
  map: (batch: From) => To,
): AsyncIterable<To> {
  for await (const batch of batches) yield map(batch);
}
