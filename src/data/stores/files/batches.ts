import { BYTES_LOOKED_AT, RECORDS_LOOKED_AT } from "./raw-file.ts";

// This folder reads files of records, and writes records as lines of a file.

/** Batches of which the first were read ahead. */
interface LookedAt<Batch> {
  /** The batches read ahead. Reading `all` removes them, which frees their memory. */
  readonly first: readonly Batch[];
  readonly all: AsyncIterable<Batch>;
}

/**
 * Reads batches ahead until they have the records or the bytes from which types are inferred.
 *
 * @param sizeOf about the bytes of a batch
 */
export async function lookAhead<Batch extends { readonly positions: readonly number[] }>(
  batches: AsyncIterable<Batch>,
  sizeOf: (batch: Batch) => number,
): Promise<LookedAt<Batch>> {
  const iterator = batches[Symbol.asyncIterator]();
  const first: Batch[] = [];
  for (let records = 0, bytes = 0; records < RECORDS_LOOKED_AT && bytes < BYTES_LOOKED_AT; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    records += next.value.positions.length;
    bytes += sizeOf(next.value);
  }
  return { first, all: resumed(first, iterator) };
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
