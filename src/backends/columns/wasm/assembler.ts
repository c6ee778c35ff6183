/** The WebAssembly instructions that the loops use. */
const OP = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  end: [0x0b],
  branch: [0x0c],
  branchIf: [0x0d],
  localGet: [0x20],
  localSet: [0x21],
  localTee: [0x22],
  i32Load: [0x28],
  i32Store: [0x36],
  storeShort: [0x3b],
  i32Const: [0x41],
  i32LessUnsigned: [0x49],
  i32TrailingZeros: [0x68],
  i32Popcount: [0x69],
  i32Add: [0x6a],
  i32And: [0x71],
  i32ShiftLeft: [0x74],
  i32ShiftRightUnsigned: [0x76],
  load: [0xfd, 0x00],
  loadBytesAsWords: [0xfd, 0x02],
  loadSplat8: [0xfd, 0x07],
  loadSplat16: [0xfd, 0x08],
  loadSplat32: [0xfd, 0x09],
  loadSplat64: [0xfd, 0x0a],
  store: [0xfd, 0x0b],
  constant: [0xfd, 0x0c],
  shuffle: [0xfd, 0x0d],
  swizzle: [0xfd, 0x0e],
  i32Splat: [0xfd, 0x11],
  i8Equal: [0xfd, 0x23],
  i16Equal: [0xfd, 0x2d],
  i32Equal: [0xfd, 0x37],
  f32Equal: [0xfd, 0x41],
  f32LessOrEqual: [0xfd, 0x45],
  f32GreaterOrEqual: [0xfd, 0x46],
  f64Equal: [0xfd, 0x47],
  f64NotEqual: [0xfd, 0x48],
  f64Less: [0xfd, 0x49],
  f64Greater: [0xfd, 0x4a],
  f64LessOrEqual: [0xfd, 0x4b],
  f64GreaterOrEqual: [0xfd, 0x4c],
  not: [0xfd, 0x4d],
  and: [0xfd, 0x4e],
  or: [0xfd, 0x50],
  xor: [0xfd, 0x51],
  select: [0xfd, 0x52],
  anyTrue: [0xfd, 0x53],
  /** Loads eight bytes: two 32-bit floats, which `f64PromoteF32` converts to 64-bit floats. */
  loadHalf: [0xfd, 0x5d],
  f64PromoteF32: [0xfd, 0x5f],
  i8Bitmask: [0xfd, 0x64],
  i8NarrowI16: [0xfd, 0x65],
  f64Floor: [0xfd, 0x75],
  i16NarrowI32: [0xfd, 0x85, 0x01],
  i32ExtendLowI16: [0xfd, 0xa9, 0x01],
  i32ExtendHighI16: [0xfd, 0xaa, 0x01],
  i32VectorAdd: [0xfd, 0xae, 0x01],
  f64Abs: [0xfd, 0xec, 0x01],
  f64SquareRoot: [0xfd, 0xef, 0x01],
  f64Add: [0xfd, 0xf0, 0x01],
  f64Subtract: [0xfd, 0xf1, 0x01],
  f64Multiply: [0xfd, 0xf2, 0x01],
  f64Divide: [0xfd, 0xf3, 0x01],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type Op = keyof typeof OP;

const I32 = 0x7f;
const V128 = 0x7b;

/** A sequence of instructions. */
class Code {
  readonly #code: number[] = [];

  get written(): readonly number[] {
    return this.#code;
  }

  /** Appends an instruction with its immediates: locals, depths or constants. */
  put(op: Op, ...numbers: readonly number[]): this {
    this.#code.push(...OP[op]);
    for (const number of numbers)
      this.#code.push(...(op === "i32Const" ? signed(number) : unsigned(number)));
    return this;
  }

  /** Appends a load or store, `offset` bytes after the address on the stack. */
  at(op: Op, offset: number): this {
    this.#code.push(...OP[op], 0, ...unsigned(offset));
    return this;
  }

  /** Appends an instruction followed by raw bytes. */
  bytes(op: Op, bytes: readonly number[]): this {
    this.#code.push(...OP[op], ...bytes);
    return this;
  }
}

/** Assembles a module with one function, which takes two integers, returns one, and imports its memory. */
export class Assembler extends Code {
  /** The prologue, which runs before all other instructions. */
  readonly before: Code = new Code();
  #vectors = 0;
  readonly #wholes: number;

  /** @param wholes the number of integer locals, including the two parameters */
  constructor(wholes: number) {
    super();
    this.#wholes = wholes;
  }

  /** Allocates a vector local. */
  vector(): number {
    return this.#wholes + this.#vectors++;
  }

  module(pages: number): Uint8Array<ArrayBuffer> {
    const more = this.#wholes - 2;
    const locals = [2, ...unsigned(more), I32, ...unsigned(this.#vectors), V128];
    const body = [...locals, ...this.before.written, ...this.written, 0x0b];
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(1, [1, 0x60, 2, I32, I32, 1, I32]),
      // Imports the memory `m` of the module `m`.
      ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, ...unsigned(pages)]),
      ...section(3, [1, 0]),
      // Exports the function as `r`.
      ...section(7, [1, 1, 0x72, 0x00, 0]),
      ...section(10, [1, ...unsigned(body.length), ...body]),
    ]);
  }
}

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** Encodes an unsigned integer as LEB128. */
function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

function signed(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -0x40 || rest > 0x3f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest & 0x7f);
  return bytes;
}
