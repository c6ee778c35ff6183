/** A sparse set of steps in insertion order. Clearing takes constant time, and memory is allocated only once. */
export class StepSet {
  size = 0;
  readonly #steps: Uint16Array;
  /** For each step, its index in `#steps`; stale unless `#steps` has the step at that index. */
  readonly #indexes: Uint16Array;

  constructor(capacity: number) {
    this.#steps = new Uint16Array(capacity);
    this.#indexes = new Uint16Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  has(step: number): boolean {
    /* v8 ignore next -- the index is in range */
    const index = this.#indexes[step] ?? 0;
    return index < this.size && this.#steps[index] === step;
  }

  add(step: number): void {
    if (this.has(step)) return;
    this.#indexes[step] = this.size;
    this.#steps[this.size++] = step;
  }

  at(index: number): number {
    /* v8 ignore next -- the index is in range */
    return this.#steps[index] ?? 0;
  }

  sorted(): Uint16Array {
    return this.#steps.slice(0, this.size).sort();
  }
}
