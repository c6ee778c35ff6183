/** Collects the first rows of an order, in a heap with the last of them on top. */
export class FirstRows {
  readonly #most: number;
  readonly #compare: (a: number, b: number) => number;
  readonly #heap: number[] = [];

  constructor(most: number, compare: (a: number, b: number) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  /** The row that the next better row replaces; `undefined` until the heap is full. */
  get last(): number | undefined {
    return this.#heap.length < this.#most ? undefined : this.#heap[0];
  }

  /** Adds a row. If the heap is full, the row must precede `last`. */
  add(row: number): void {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(row);
      this.#rise(heap.length - 1, row);
    } else this.#sink(row);
  }

  /** The collected rows, ascending. */
  rows(): Uint32Array {
    return Uint32Array.from(this.#heap).sort();
  }

  #rise(index: number, row: number): void {
    const heap = this.#heap;
    let at = index;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as number;
      if (this.#compare(parent, row) >= 0) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = row;
  }

  /** Replaces the top of the heap. */
  #sink(row: number): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const right = below + 1;
      const isRight =
        right < heap.length && this.#compare(heap[right] as number, heap[below] as number) > 0;
      const child = isRight ? right : below;
      const next = heap[child] as number;
      if (this.#compare(next, row) <= 0) break;
      heap[at] = next;
      at = child;
    }
    heap[at] = row;
  }
}
