/** A number of each group, such as how many records it has. */
export class GroupCounts {
  #counts = new Float64Array(0);

  get bytes(): number {
    return this.#counts.byteLength;
  }

  get size(): number {
    return this.#counts.length;
  }

  reserve(groups: number): void {
    this.#counts = reserved(this.#counts, groups, 0);
  }

  of(group: number): number {
    return this.#counts[group] ?? 0;
  }

  /** Adds one to the group of each value. */
  add(groups: Uint32Array, count: number): void {
    const counts = this.#counts;
    for (let index = 0; index < count; index++) (counts[groups[index] as number] as number)++;
  }

  /** Adds one for each number that is not blank. */
  addNumbers(groups: Uint32Array, values: Float64Array, count: number): void {
    const counts = this.#counts;
    for (let index = 0; index < count; index++) {
      if (values[index] !== Number.POSITIVE_INFINITY) (counts[groups[index] as number] as number)++;
    }
  }

  addOne(group: number): void {
    (this.#counts[group] as number)++;
  }
}

/** An array with room for so many groups; new ones have the value `initial`. */
export function reserved(
  array: Float64Array,
  groups: number,
  initial: number,
): Float64Array<ArrayBuffer> {
  if (array.length >= groups) return array as Float64Array<ArrayBuffer>;
  const wider = new Float64Array(Math.max(groups, array.length * 2, 16)).fill(initial);
  wider.set(array);
  return wider;
}
