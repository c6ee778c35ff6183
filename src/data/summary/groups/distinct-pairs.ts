import { GroupCounts } from "./group-counts.ts";
import { NumberNumbering } from "./number-numbering.ts";
import { MOST_NUMBERED } from "./numbering.ts";
import { BATCH } from "./value-batch.ts";

/** The first groups have a bit for each value, in planes of 32 groups. */
const PLANES = 2;
const IN_PLANES = 32 * PLANES;
const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;

/** Counts the distinct values of each group. */
export class DistinctPairs {
  readonly #counts = new GroupCounts();
  /** For each plane, its chunks of values. */
  readonly #planes: readonly Uint32Array[][] = Array.from({ length: PLANES }, () => []);
  /** Pairs of the other groups and their values. */
  readonly #others = new NumberNumbering();
  readonly #pairs = new Float64Array(BATCH);
  readonly #owners = new Uint32Array(BATCH);
  readonly #indexes = new Uint32Array(BATCH);

  get bytes(): number {
    const chunks = this.#planes.reduce((sum, plane) => sum + plane.length, 0);
    return this.#counts.bytes + this.#others.bytes + chunks * CHUNK * 4;
  }

  reserve(groups: number): void {
    this.#counts.reserve(groups);
  }

  /** Adds pairs of groups and values. The value `none` is skipped. */
  add(groups: Uint32Array, values: Uint32Array, count: number, none: number): void {
    let others = 0;
    for (let index = 0; index < count; index++) {
      const value = values[index] as number;
      if (value === none) continue;
      const group = groups[index] as number;
      if (group < IN_PLANES) this.#mark(group, value);
      else {
        this.#owners[others] = group;
        this.#pairs[others++] = group * MOST_NUMBERED + value;
      }
    }
    if (others > 0) this.#addOthers(others);
  }

  #mark(group: number, value: number): void {
    const plane = this.#planes[group >> 5] as Uint32Array[];
    const chunk = plane[value >> CHUNK_BITS] ?? widened(plane, value >> CHUNK_BITS);
    const bit = 1 << (group & 31);
    const index = value & (CHUNK - 1);
    const marked = chunk[index] as number;
    if ((marked & bit) !== 0) return;
    chunk[index] = marked | bit;
    this.#counts.addOne(group);
  }

  #addOthers(count: number): void {
    const indexes = this.#indexes;
    let known = this.#others.size;
    this.#others.number(this.#pairs, count, indexes);
    for (let index = 0; index < count; index++) {
      // A new pair gets the next number.
      if (indexes[index] !== known) continue;
      known++;
      this.#counts.addOne(this.#owners[index] as number);
    }
  }

  of(group: number): number {
    return this.#counts.of(group);
  }
}

function widened(plane: Uint32Array[], index: number): Uint32Array {
  while (plane.length <= index) plane.push(new Uint32Array(CHUNK));
  return plane[index] as Uint32Array;
}
