/** The positions of a file's records, run-length encoded: most records are on consecutive lines. */
export class RecordOffsets {
  readonly #rows: number[] = [];
  readonly #places: number[] = [];
  #length = 0;
  #next = Number.NaN;

  add(places: readonly number[]): void {
    for (const place of places) {
      if (place !== this.#next) {
        this.#rows.push(this.#length);
        this.#places.push(place);
      }
      this.#length++;
      this.#next = place + 1;
    }
  }

  at(row: number): number {
    let low = 0;
    for (let high = this.#rows.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#rows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return (this.#places[low] ?? 0) + row - (this.#rows[low] ?? 0);
  }
}
