/** A binary heap that can also remove an item that is not the first. Both take logarithmic time. */
export class Heap<T> {
  readonly #isBefore: (a: T, b: T) => boolean;
  readonly #items: T[] = [];
  readonly #indexes = new Map<T, number>();

  /** @param isBefore a total order of the items, which must not change while they are in the heap */
  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    this.#rise(item, this.size);
  }

  /** Removes an item, if it is in the heap. */
  remove(item: T): void {
    const index = this.#indexes.get(item);
    if (index === undefined) return;
    this.#indexes.delete(item);
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#sink(last, this.#rise(last, index));
  }

  #put(item: T, index: number): void {
    this.#items[index] = item;
    this.#indexes.set(item, index);
  }

  /** Puts an item at an index, or above it. Returns the index that it gets. */
  #rise(item: T, from: number): number {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#items[above] as T;
      if (!this.#isBefore(item, parent)) break;
      this.#put(parent, index);
      index = above;
    }
    this.#put(item, index);
    return index;
  }

  #sink(item: T, from: number): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.size) break;
      const right = left + 1;
      const isRight =
        right < this.size && this.#isBefore(this.#items[right] as T, this.#items[left] as T);
      const below = isRight ? right : left;
      const child = this.#items[below] as T;
      if (!this.#isBefore(child, item)) break;
      this.#put(child, index);
      index = below;
    }
    this.#put(item, index);
  }
}
