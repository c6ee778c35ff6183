import { BLOCK } from "../storage/blocks.ts";

interface Memory {
  readonly buffer: ArrayBuffer;
}

type Run = (count: number, base: number) => number;

/** The parts of `WebAssembly` that are used here. Portable code is compiled without the platform's types. */
interface WebAssemblyLike {
  readonly Memory: new (limits: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly m: { readonly m: Memory } },
  ) => { readonly exports: { readonly r: Run } };
}

/** The size of the memory in pages of 64 kB. */
export const PAGES = 16;
const SIZE = PAGES * 65_536;

// The offsets in memory: for each byte, the places of its bits that are 1; then constants, the rows found, and the
// values of columns.
export const PLACES_OF_BITS = 0;
const CONSTANTS = 2_048;
const CONSTANT_SIZE = 16;
export const HITS = 8_192;
/** The rows found have some more room, because eight are written at a time. */
export const INPUTS: number = HITS + 4 * BLOCK + 64;

/** Bytes between columns. If all began at the same place of a page, they would compete for the processor's cache. */
const APART = 320;

type Values = Float64Array | Float32Array | Uint8Array | Uint16Array | Uint32Array;

/** The memory that all vector loops share: only one runs at a time, and none needs data of an earlier run. */
class VectorMemory {
  readonly hits: Int32Array;
  readonly #memory: Memory;
  readonly #bytes: Uint8Array;
  readonly #webAssembly: WebAssemblyLike;

  constructor(webAssembly: WebAssemblyLike) {
    this.#webAssembly = webAssembly;
    this.#memory = new webAssembly.Memory({ initial: PAGES });
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.hits = new Int32Array(this.#memory.buffer, HITS, BLOCK);
    for (let byte = 0; byte < 256; byte++) {
      let place = PLACES_OF_BITS + 8 * byte;
      for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) this.#bytes[place++] = bit;
    }
  }

  load(bytes: Uint8Array<ArrayBuffer>): Run {
    const module = new this.#webAssembly.Module(bytes);
    const imports = { m: { m: this.#memory } };
    return new this.#webAssembly.Instance(module, imports).exports.r;
  }

  /** The bytes of the memory from an offset on. */
  bytes(offset: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer, offset, size);
  }

  /** A block's part of the memory from an offset on, as an array of the same type as `like`. */
  view(offset: number, like: Values): Values {
    const Type = like.constructor as new (
      buffer: ArrayBuffer,
      at: number,
      length: number,
    ) => Values;
    return new Type(this.#memory.buffer, offset, BLOCK);
  }

  setConstants(constants: Uint8Array): void {
    this.#bytes.set(constants, CONSTANTS);
  }
}

let memory: VectorMemory | undefined;
let wasAsked = false;

/** The shared memory; `undefined` if there is no WebAssembly here, or if a policy forbids it. */
export function vectorMemory(): VectorMemory | undefined {
  if (wasAsked) return memory;
  wasAsked = true;
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyLike };
  try {
    if (WebAssembly !== undefined) memory = new VectorMemory(WebAssembly);
  } catch {
    memory = undefined;
  }
  return memory;
}

/** Gives the constants and the inputs of a loop their offsets in memory. */
export class VectorPlan {
  readonly #inputs = new Map<Values, number>();
  readonly #constants: Uint8Array[] = [];
  #end = INPUTS;

  /** The offset for a block of a column's values. */
  input(values: Values): number {
    const known = this.#inputs.get(values);
    if (known !== undefined) return known;
    const offset = this.#end;
    this.#end += values.BYTES_PER_ELEMENT * BLOCK + APART;
    if (this.#end > SIZE) throw new RangeError("a loop reads too many columns");
    this.#inputs.set(values, offset);
    return offset;
  }

  /** The offset for a constant of at most 16 bytes. */
  constant(value: Uint8Array): number {
    const offset = CONSTANTS + CONSTANT_SIZE * this.#constants.length;
    if (offset + CONSTANT_SIZE > HITS) throw new RangeError("a loop has too many constants");
    this.#constants.push(value);
    return offset;
  }

  get inputs(): readonly (readonly [values: Values, offset: number])[] {
    return [...this.#inputs];
  }

  /** All constants, one after another as in memory. */
  get constants(): Uint8Array {
    const bytes = new Uint8Array(CONSTANT_SIZE * this.#constants.length);
    for (const [index, constant] of this.#constants.entries()) {
      bytes.set(constant, CONSTANT_SIZE * index);
    }
    return bytes;
  }
}
