import { BLANK } from "../../../backends/evaluation/encoded-value.ts";

/** Fewer groups are counted in several lanes: incrementing one counter repeatedly stalls the processor. */
const FEW = 256;
const LANES = 4;

/** A count for each group, such as the number of its records. */
export class GroupCounts {
  #counts = new Float64Array(0);
  readonly #lanes = new Uint32Array(FEW * LANES);
  #isInLanes = false;

  get bytes(): number {
    return this.#counts.byteLength + this.#lanes.byteLength;
  }

  get size(): number {
    return this.#counts.length;
  }

  reserve(groups: number): void {
    this.#counts = reserved(this.#counts, groups, 0);
  }

  of(group: number): number {
    if (this.#isInLanes) this.#gather();
    /* v8 ignore next -- the index is inside */
    return this.#counts[group] ?? 0;
  }

  /** Adds one to the group of each value. */
  add(groups: Uint32Array | Uint8Array | Uint16Array, count: number): void {
    if (this.#counts.length <= FEW) this.#addInLanes(groups, count);
    else {
      const counts = this.#counts;
      for (let index = 0; index < count; index++) (counts[groups[index] as number] as number)++;
    }
  }

  #addInLanes(groups: Uint32Array | Uint8Array | Uint16Array, count: number): void {
    const lanes = this.#lanes;
    this.#isInLanes = true;
    const whole = count - (count % LANES);
    for (let index = 0; index < whole; index += LANES) {
      (lanes[groups[index] as number] as number)++;
      (lanes[FEW + (groups[index + 1] as number)] as number)++;
      (lanes[2 * FEW + (groups[index + 2] as number)] as number)++;
      (lanes[3 * FEW + (groups[index + 3] as number)] as number)++;
    }
    for (let index = whole; index < count; index++) (lanes[groups[index] as number] as number)++;
  }

  #gather(): void {
    for (let group = 0; group < Math.min(FEW, this.#counts.length); group++) {
      for (let lane = 0; lane < LANES; lane++) {
        (this.#counts[group] as number) += this.#lanes[lane * FEW + group] as number;
      }
    }
    this.#lanes.fill(0);
    this.#isInLanes = false;
  }

  /** Adds one for each number that is not blank. */
  addNumbers(groups: Uint32Array, values: Float64Array, count: number): void {
    const counts = this.#counts;
    for (let index = 0; index < count; index++) {
      if (values[index] !== BLANK) (counts[groups[index] as number] as number)++;
    }
  }

  /** The counts of some groups. */
  part(groups: Uint32Array): Float64Array {
    return Float64Array.from(groups, (group) => this.of(group));
  }

  /** Adds the counts of another instance. */
  merge(part: Float64Array, groups: Uint32Array): void {
    for (const [index, group] of groups.entries()) {
      (this.#counts[group] as number) += part[index] as number;
    }
  }

  addOne(group: number): void {
    (this.#counts[group] as number)++;
  }
}

/** An array grown to a larger number of groups; new elements are `initial`. */
export function reserved(
  array: Float64Array,
  groups: number,
  initial: number,
): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(Math.max(groups, array.length * 2, 16)).fill(initial);
  wider.set(array);
  return wider;
}
