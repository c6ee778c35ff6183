import { BLOCK } from "../storage/blocks.ts";
import { FreeList } from "./free-list.ts";
import { type InputArray, ResidentInput, ScratchInput, type VectorInput } from "./vector-input.ts";

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** @throws `RangeError` if there are no more pages */
  grow(pages: number): number;
}

export type RunLoop = (count: number, base: number) => number;

/** The part of `WebAssembly` that is used here. Portable code is compiled without the platform's types. */
interface WebAssemblyLike {
  readonly Memory: new (limits: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly m: { readonly m: WasmMemory } },
  ) => { readonly exports: { readonly r: RunLoop } };
}

const PAGE = 65_536;
/** The size of the scratch area in pages. Resident columns follow it. */
export const PAGES = 16;
const SCRATCH_SIZE = PAGES * PAGE;
/** The maximum number of bytes of resident columns; the blocks of all others are copied on every run. */
const MOST_RESIDENT = 256 * 1024 * 1024;

// The memory layout: a table of the indexes of the 1 bits of every byte; then constants, the addresses of the inputs,
// the rows found, and the values of columns.
export const POSITIONS_OF_BITS = 0;
const CONSTANTS = 2_048;
const CONSTANT_SIZE = 16;
/** The maximum number of columns that a loop reads. */
export const MOST_INPUTS = 32;
export const HITS = 8_192;
export const ADDRESSES: number = HITS - 4 * MOST_INPUTS;
/** There is some room after the rows found, because eight are written at a time. */
export const INPUTS: number = HITS + 4 * BLOCK + 64;

/** Padding between columns. If all began at the same offset of a page, they would compete for the processor's cache. */
const APART = 320;

/** Views of the memory. They are rebuilt whenever it has grown. */
interface MemoryViews {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly addresses: Uint32Array;
  /** The rows found; `bits` is the same area as one bit for each row of a block. */
  readonly hits: Int32Array;
  readonly bits: Uint32Array;
}

/**
 * The memory that all vector loops share: only one runs at a time, and none needs the scratch data of an earlier run.
 * It also caches the columns that loops have read, until their arrays are garbage-collected.
 */
export class VectorMemory {
  readonly #memory: WasmMemory;
  readonly #webAssembly: WebAssemblyLike;
  readonly #room = new FreeList(SCRATCH_SIZE, (end) => this.#growTo(end));
  readonly #resident = new WeakMap<InputArray, ResidentInput>();
  readonly #finalizers = new FinalizationRegistry<number>((offset) => this.#room.give(offset));
  #mostResident = MOST_RESIDENT;
  #views: MemoryViews;

  constructor(webAssembly: WebAssemblyLike) {
    this.#webAssembly = webAssembly;
    this.#memory = new webAssembly.Memory({ initial: PAGES });
    this.#views = viewsOf(this.#memory.buffer);
    const { bytes } = this.#views;
    for (let byte = 0; byte < 256; byte++) {
      let offset = POSITIONS_OF_BITS + 8 * byte;
      for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) bytes[offset++] = bit;
    }
  }

  load(bytes: Uint8Array<ArrayBuffer>): RunLoop {
    const module = new this.#webAssembly.Module(bytes);
    const imports = { m: { m: this.#memory } };
    return new this.#webAssembly.Instance(module, imports).exports.r;
  }

  /** The current views. */
  get views(): MemoryViews {
    return this.#views;
  }

  setConstants(constants: Uint8Array): void {
    this.#views.bytes.set(constants, CONSTANTS);
  }

  /** Copies a range of values to an offset. */
  copy(values: InputArray, from: number, to: number, offset: number): void {
    const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = values;
    const bytes = new Uint8Array(buffer, byteOffset + size * from, size * (to - from));
    this.#views.bytes.set(bytes, offset);
  }

  /** Where a loop reads a column: resident if there is room, otherwise in the scratch area. */
  inputFor(values: InputArray, scratch: number): VectorInput {
    return this.#residentInput(values) ?? new ScratchInput(this, values, scratch);
  }

  #residentInput(values: InputArray): ResidentInput | undefined {
    const known = this.#resident.get(values);
    if (known !== undefined) return known;
    const size = values.byteLength + APART;
    if (this.#room.taken + size > this.#mostResident) return undefined;
    const offset = this.#room.take(size);
    if (offset === undefined) return undefined;
    const input = new ResidentInput(this, values, offset);
    this.#resident.set(values, input);
    this.#finalizers.register(values, offset);
    return input;
  }

  /** Stops making columns resident. */
  keepNoColumns(): void {
    this.#mostResident = 0;
  }

  #growTo(end: number): boolean {
    const missing = end - this.#memory.buffer.byteLength;
    if (missing <= 0) return true;
    try {
      this.#memory.grow(Math.ceil(missing / PAGE));
      this.#views = viewsOf(this.#memory.buffer);
      return true;
    } catch {
      return false;
    }
  }
}

function viewsOf(buffer: ArrayBuffer): MemoryViews {
  return {
    bytes: new Uint8Array(buffer),
    addresses: new Uint32Array(buffer, ADDRESSES, MOST_INPUTS),
    hits: new Int32Array(buffer, HITS, BLOCK),
    bits: new Uint32Array(buffer, HITS, BLOCK >>> 5),
  };
}

let memory: VectorMemory | undefined;
let isInitialised = false;

/** The shared memory; `undefined` if there is no WebAssembly, or if a content security policy forbids it. */
export function vectorMemory(): VectorMemory | undefined {
  if (isInitialised) return memory;
  isInitialised = true;
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyLike };
  try {
    if (WebAssembly !== undefined) memory = new VectorMemory(WebAssembly);
  } catch {
    memory = undefined;
  }
  return memory;
}

/** Assigns memory offsets to the constants of a loop, and numbers to its inputs. */
export class VectorPlan {
  readonly #inputs = new Map<InputArray, { readonly number: number; readonly scratch: number }>();
  readonly #constants: Uint8Array[] = [];
  #end = INPUTS;

  /** Assigns a number to a column: the index of its address among the addresses. */
  input(values: InputArray): number {
    const known = this.#inputs.get(values);
    if (known !== undefined) return known.number;
    const scratch = this.#end;
    const number = this.#inputs.size;
    this.#end += values.BYTES_PER_ELEMENT * BLOCK + APART;
    if (this.#end > SCRATCH_SIZE || number === MOST_INPUTS) {
      throw new RangeError("a loop reads too many columns");
    }
    this.#inputs.set(values, { number, scratch });
    return number;
  }

  /** Assigns an offset to a constant of at most 16 bytes. */
  constant(value: Uint8Array): number {
    const offset = CONSTANTS + CONSTANT_SIZE * this.#constants.length;
    if (offset + CONSTANT_SIZE > ADDRESSES) throw new RangeError("a loop has too many constants");
    this.#constants.push(value);
    return offset;
  }

  /** The columns in the order of their numbers, each with its scratch offset. */
  get inputs(): readonly (readonly [values: InputArray, scratch: number])[] {
    return [...this.#inputs].map(([values, { scratch }]) => [values, scratch]);
  }

  /** All constants in their memory layout. */
  get constants(): Uint8Array {
    const bytes = new Uint8Array(CONSTANT_SIZE * this.#constants.length);
    for (const [index, constant] of this.#constants.entries()) {
      bytes.set(constant, CONSTANT_SIZE * index);
    }
    return bytes;
  }
}
