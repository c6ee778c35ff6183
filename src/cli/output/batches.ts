/** What an iterable gives, in lists of a size. */
export function* batchesOf<T>(things: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const thing of things) {
    batch.push(thing);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
