import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";

/** The array of a column. */
export type InputArray = Float64Array | Float32Array | Uint8Array | Uint16Array | Uint32Array;

/** Where a vector loop reads a column. */
export interface VectorInput {
  /**
   * Copies the rows from `from` up to `to`, within one block, unless they are there; returns the address of row `from`.
   */
  at(from: number, to: number): number;
}

/** The memory that values are copied to. */
interface InputMemory {
  copy(values: InputArray, from: number, to: number, offset: number): void;
}

/** A part of the scratch memory: the rows are copied on every run. */
export class ScratchInput implements VectorInput {
  readonly #memory: InputMemory;
  readonly #values: InputArray;
  readonly #offset: number;

  constructor(memory: InputMemory, values: InputArray, offset: number) {
    this.#memory = memory;
    this.#values = values;
    this.#offset = offset;
  }

  at(from: number, to: number): number {
    this.#memory.copy(this.#values, from, to, this.#offset);
    return this.#offset;
  }
}

/** Room for a whole column: a row is copied when it is first read. */
export class ResidentInput implements VectorInput {
  readonly #memory: InputMemory;
  readonly #values: InputArray;
  readonly #size: number;
  readonly #offset: number;
  /** The number of leading rows of each block that were copied. Rows that are appended later are not included. */
  readonly #copied: Uint16Array;

  constructor(memory: InputMemory, values: InputArray, offset: number) {
    this.#memory = memory;
    this.#values = values;
    this.#size = values.BYTES_PER_ELEMENT;
    this.#offset = offset;
    this.#copied = new Uint16Array(Math.ceil(values.length / BLOCK));
  }

  at(from: number, to: number): number {
    const block = from >> BLOCK_BITS;
    const copied = (block << BLOCK_BITS) + (this.#copied[block] as number);
    if (copied < to) {
      this.#memory.copy(this.#values, copied, to, this.#offset + this.#size * copied);
      this.#copied[block] = to - (block << BLOCK_BITS);
    }
    return this.#offset + this.#size * from;
  }
}
