/** The positions of a file's records, run-length encoded: most records are on consecutive lines. */
export class RecordOffsets {
  readonly #rows: number[] = [];
  readonly #positions: number[] = [];
  #length = 0;
  #next = Number.NaN;

  add(positions: readonly number[]): void {
    for (const position of positions) {
      if (position !== this.#next) {
        this.#rows.push(this.#length);
        this.#positions.push(position);
      }
      this.#length++;
      this.#next = position + 1;
    }
  }

  at(row: number): number {
    let low = 0;
    for (let high = this.#rows.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#rows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return (this.#positions[low] ?? 0) + row - (this.#rows[low] ?? 0);
  }
}
