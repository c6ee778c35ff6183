/** A sparse set of steps in insertion order. Clearing takes constant time, and memory is allocated only once. */
export class StepSet {
  size = 0;
  readonly #steps: Uint16Array;
  /** For each step, its index in `#steps`; stale unless `#steps` has the step at that index. */
  readonly #places: Uint16Array;

  constructor(capacity: number) {
    this.#steps = new Uint16Array(capacity);
    this.#places = new Uint16Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  has(step: number): boolean {
    /* v8 ignore next -- the index is in range */
    const place = this.#places[step] ?? 0;
    return place < this.size && this.#steps[place] === step;
  }

  add(step: number): void {
    if (this.has(step)) return;
    this.#places[step] = this.size;
    this.#steps[this.size++] = step;
  }

  at(place: number): number {
    /* v8 ignore next -- the index is in range */
    return this.#steps[place] ?? 0;
  }

  sorted(): Uint16Array {
    return this.#steps.slice(0, this.size).sort();
  }
}
