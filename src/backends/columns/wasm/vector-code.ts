import { Assembler } from "./assembler.ts";
import type { InputArray } from "./vector-input.ts";
import { ADDRESSES, MOST_INPUTS, type VectorPlan } from "./vector-memory.ts";

/** The number of rows tested at a time: one byte of a vector for each. */
export const ROWS = 16;

// The integer locals.
export const COUNT = 0;
export const BASE = 1;
export const ROW = 2;
export const OUT = 3;
export const MASK = 4;
export const PART = 5;
/** The first of the locals that hold the address of the current rows in each column. */
export const FIRST_ADDRESS = 6;
const WHOLES = FIRST_ADDRESS + MOST_INPUTS;

/** Thrown for a branchless form that vectors cannot compute. */
export class NoVectorForm extends Error {
  override readonly name = "NoVectorForm";
}

/**
 * The code of a loop over rows, 16 at a time. A mask is a vector with 255 or 0 for each row; a vector of numbers holds
 * the numbers of two rows.
 */
export class VectorCode extends Assembler {
  readonly plan: VectorPlan;
  readonly #addresses = new Set<number>();
  readonly #doubles = new Map<number, number>();

  constructor(plan: VectorPlan) {
    super(WHOLES);
    this.plan = plan;
  }

  /** The local that holds the address of the current rows in a column. */
  addressOf(values: InputArray): number {
    const number = this.plan.input(values);
    const local = FIRST_ADDRESS + number;
    if (!this.#addresses.has(local)) {
      this.#addresses.add(local);
      this.before
        .put("i32Const", 0)
        .at("i32Load", ADDRESSES + 4 * number)
        .put("localSet", local);
    }
    return local;
  }

  /** Pushes a constant mask. */
  everyRow(value: boolean): void {
    this.bytes("constant", new Array<number>(ROWS).fill(value ? 255 : 0));
  }

  /** Builds a mask from four vectors that have 32 bits for each row. */
  eachFour(write: (four: number) => void): void {
    for (const half of [0, 2]) {
      write(half);
      write(half + 1);
      this.put("i16NarrowI32");
    }
    this.put("i8NarrowI16");
  }

  /** Builds a mask from eight vectors that have 64 bits for each row. */
  eachPair(write: (pair: number) => void): void {
    this.eachFour((four) => {
      write(2 * four);
      write(2 * four + 1);
      // Takes the lower half of each of the four rows.
      this.bytes("shuffle", [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]);
    });
  }

  /** The offset of an eight-byte constant. */
  double(value: number): number {
    const known = this.#doubles.get(value);
    if (known !== undefined) return known;
    const offset = this.plan.constant(bytesOf(Float64Array.of(value)));
    this.#doubles.set(value, offset);
    return offset;
  }
}

export function bytesOf(array: { readonly buffer: ArrayBuffer }): Uint8Array {
  return new Uint8Array(array.buffer);
}
