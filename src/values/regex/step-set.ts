/** A set of steps in the order they were added. It is emptied in no time, and never allocates again. */
export class StepSet {
  size = 0;
  readonly #steps: Uint16Array;
  /** For each step where it would stand; stale unless `#steps` agrees. */
  readonly #places: Uint16Array;

  constructor(capacity: number) {
    this.#steps = new Uint16Array(capacity);
    this.#places = new Uint16Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  has(step: number): boolean {
    const place = this.#places[step] ?? 0;
    return place < this.size && this.#steps[place] === step;
  }

  add(step: number): void {
    if (this.has(step)) return;
    this.#places[step] = this.size;
    this.#steps[this.size++] = step;
  }

  at(place: number): number {
    return this.#steps[place] ?? 0;
  }

  sorted(): Uint16Array {
    return this.#steps.slice(0, this.size).sort();
  }
}
