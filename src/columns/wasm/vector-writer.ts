import type { BitsTest, ColumnTest, RangeTest, TableTest } from "../condition/column-test.ts";
import type { Flag, Quantity } from "../condition/forms.ts";
import { Assembler, type Op } from "./assembler.ts";
import { HITS, PAGES, PLACES_OF_BITS, type VectorPlan } from "./vector-memory.ts";

/** Rows that are tested at a time: a vector has a byte for each. */
const ROWS = 16;

// The locals that hold whole numbers.
const COUNT = 0;
const BASE = 1;
const ROW = 2;
const OUT = 3;
const MASK = 4;
const PART = 5;
/** The locals that hold the row multiplied by 1, 2, 4 and 8 bytes. */
const ROW_TIMES = { 1: ROW, 2: 6, 4: 7, 8: 8 } as const;
const WHOLES = 9;

/** At most this many codes are compared one by one; for more, a table is faster. */
const MOST_CODES = 3;
const MOST_TABLES = 8;

const COMPARISONS: Readonly<Record<"<" | "<=" | ">" | "===" | "!==", Op>> = {
  "<": "f64Less",
  "<=": "f64LessOrEqual",
  ">": "f64Greater",
  "===": "f64Equal",
  "!==": "f64NotEqual",
};
const ARITHMETIC: Readonly<Record<"+" | "-" | "*" | "/", Op>> = {
  "+": "f64Add",
  "-": "f64Subtract",
  "*": "f64Multiply",
  "/": "f64Divide",
};
const CALLS = { abs: "f64Abs", floor: "f64Floor", sqrt: "f64SquareRoot" } as const;

/** What a loop does with the rows it finds: it writes their numbers, counts them, or writes a bit for each row. */
export type LoopResult = "rows" | "count" | "bits";

/** Thrown for a branchless form that vectors cannot compute. */
class NoVectorForm extends Error {
  override readonly name = "NoVectorForm";
}

/**
 * The module of a loop that finds the rows of a block for which all flags are 1, sixteen at a time; `undefined` if a
 * flag cannot be computed with vectors. If `result` is `count`, the loop only counts the rows; if it is `bits`, it writes
 * a bit for each row. Both need a multiple of sixteen rows. The module does not contain the constants.
 */
export function vectorModule(
  flags: readonly [Flag, ...Flag[]],
  plan: VectorPlan,
  result: LoopResult = "rows",
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new VectorWriter(plan).module(flags, result);
  } catch {
    // A flag has no such form, or there are too many columns or constants.
    return undefined;
  }
}

/** A mask is a vector with 255 or 0 for each of sixteen rows; a vector of numbers has the numbers of two rows. */
class VectorWriter {
  readonly #plan: VectorPlan;
  readonly #code = new Assembler(WHOLES);
  readonly #masks = new Map<Flag, number>();
  /** The locals of vectors of numbers, for each pair of the sixteen rows. */
  readonly #numbers = Array.from({ length: ROWS / 2 }, () => new Map<Quantity, number>());
  readonly #constants = new Map<Quantity | number, number>();

  constructor(plan: VectorPlan) {
    this.#plan = plan;
  }

  module(flags: readonly [Flag, ...Flag[]], result: LoopResult): Uint8Array<ArrayBuffer> {
    const code = this.#code;
    code.put("loop");
    for (const [size, shift] of [
      [2, 1],
      [4, 2],
      [8, 3],
    ] as const) {
      code
        .put("localGet", ROW)
        .put("i32Const", shift)
        .put("i32ShiftLeft")
        .put("localSet", ROW_TIMES[size]);
    }
    if (result === "bits") {
      // Where the two bytes of these rows are written.
      code.put("localGet", ROW).put("i32Const", 3).put("i32ShiftRightUnsigned");
    }
    const [first, ...others] = flags;
    this.#flag(first);
    for (const flag of others) {
      this.#flag(flag);
      code.put("and");
    }
    code.put("i8Bitmask");
    if (result === "bits") code.at("storeShort", HITS);
    else if (result === "count") {
      code.put("i32Popcount").put("localGet", OUT).put("i32Add").put("localSet", OUT);
    } else {
      code.put("localTee", MASK).put("if");
      this.#writeHits(0);
      this.#writeHits(8);
      code.put("end");
    }
    code.put("localGet", ROW).put("i32Const", ROWS).put("i32Add").put("localTee", ROW);
    code.put("localGet", COUNT).put("i32LessUnsigned").put("branchIf", 0);
    code.put("end");
    code.put("localGet", OUT);
    if (result === "rows") code.put("i32Const", 2).put("i32ShiftRightUnsigned");
    return code.module(PAGES);
  }

  /**
   * Writes the rows whose bits are 1, among eight bits of the mask. It always stores eight numbers, but `OUT` advances
   * only by these rows.
   */
  #writeHits(first: number): void {
    const code = this.#code;
    const rows = code.vector();
    const places = code.vector();
    code.put("localGet", BASE).put("localGet", ROW).put("i32Add");
    code.put("i32Const", first).put("i32Add").put("i32Splat").put("localSet", rows);
    code.put("localGet", MASK).put("i32Const", first).put("i32ShiftRightUnsigned");
    code.put("i32Const", 255).put("i32And").put("localTee", PART);
    code
      .put("i32Const", 3)
      .put("i32ShiftLeft")
      .at("loadBytesAsWords", PLACES_OF_BITS)
      .put("localSet", places);
    code.put("localGet", OUT).put("localGet", places).put("i32ExtendLowI16");
    code.put("localGet", rows).put("i32VectorAdd").at("store", HITS);
    code.put("localGet", OUT).put("localGet", places).put("i32ExtendHighI16");
    code
      .put("localGet", rows)
      .put("i32VectorAdd")
      .at("store", HITS + 16);
    code.put("localGet", OUT).put("localGet", PART).put("i32Popcount");
    code.put("i32Const", 2).put("i32ShiftLeft").put("i32Add").put("localSet", OUT);
  }

  /** Puts a mask on the stack. A mask that was computed before is read from its local. */
  #flag(flag: Flag): void {
    const known = this.#masks.get(flag);
    if (known !== undefined) {
      this.#code.put("localGet", known);
      return;
    }
    this.#computeFlag(flag);
    const local = this.#code.vector();
    this.#code.put("localTee", local);
    this.#masks.set(flag, local);
  }

  #computeFlag(flag: Flag): void {
    const code = this.#code;
    switch (flag.op) {
      case "constant":
        this.#everyRow(flag.value);
        return;
      case "test":
        this.#columnTest(flag.test);
        return;
      case "all":
      case "any": {
        const [first, ...others] = flag.parts;
        /* v8 ignore next -- `combined` makes no form without parts */
        if (first === undefined) throw new NoVectorForm();
        this.#flag(first);
        for (const part of others) {
          this.#flag(part);
          code.put(flag.op === "all" ? "and" : "or");
        }
        return;
      }
      case "differ":
        this.#flag(flag.a);
        this.#flag(flag.b);
        code.put("xor");
        return;
      case "not":
        this.#flag(flag.part);
        code.put("not");
        return;
      case "compare":
        this.#eachPair((pair) => {
          this.#number(flag.x, pair);
          this.#number(flag.y, pair);
          code.put(COMPARISONS[flag.by]);
        });
    }
  }

  #everyRow(value: boolean): void {
    this.#code.bytes("constant", new Array<number>(ROWS).fill(value ? 255 : 0));
  }

  #columnTest(columnTest: ColumnTest): void {
    switch (columnTest.kind) {
      case "range":
        this.#range(columnTest);
        return;
      case "table":
        this.#table(columnTest);
        return;
      case "bits":
        this.#bits(columnTest);
    }
  }

  #range({ values, low, high, isInside }: RangeTest): void {
    const code = this.#code;
    const offset = this.#plan.input(values);
    const tests: (readonly ["Equal" | "GreaterOrEqual" | "LessOrEqual", number])[] = [];
    if (low === high) tests.push(["Equal", low]);
    else {
      if (low > Number.NEGATIVE_INFINITY) tests.push(["GreaterOrEqual", low]);
      if (high < Number.POSITIVE_INFINITY) tests.push(["LessOrEqual", high]);
    }
    if (tests.length === 0) {
      this.#everyRow(isInside);
      return;
    }
    if (values instanceof Float32Array) {
      const placed = tests.map(([op, bound]) => {
        const short = bytesOf(Float32Array.of(shortBound(op, bound)));
        return [op, this.#plan.constant(short)] as const;
      });
      this.#eachFour((four) => {
        for (const [index, [op, bound]] of placed.entries()) {
          code.put("localGet", ROW_TIMES[4]).at("load", offset + 16 * four);
          code.put("i32Const", 0).at("loadSplat32", bound).put(`f32${op}`);
          if (index > 0) code.put("and");
        }
      });
    } else {
      const placed = tests.map(([op, bound]) => [op, this.#double(bound)] as const);
      this.#eachPair((pair) => {
        for (const [index, [op, bound]] of placed.entries()) {
          code.put("localGet", ROW_TIMES[8]).at("load", offset + 16 * pair);
          code.put("i32Const", 0).at("loadSplat64", bound).put(`f64${op}`);
          if (index > 0) code.put("and");
        }
      });
    }
    if (!isInside) code.put("not");
  }

  #table({ codes, table }: TableTest): void {
    const wanted = [...table.keys()].filter((code) => table[code] === 1);
    const others = [...table.keys()].filter((code) => table[code] !== 1);
    if (wanted.length <= MOST_CODES) this.#anyCode(codes, wanted);
    else if (others.length <= MOST_CODES) {
      this.#anyCode(codes, others);
      this.#code.put("not");
    } else this.#swizzle(codes, table);
  }

  /** Whether the code is one of a few. */
  #anyCode(codes: TableTest["codes"], wanted: readonly number[]): void {
    const code = this.#code;
    if (wanted.length === 0) {
      this.#everyRow(false);
      return;
    }
    const offset = this.#plan.input(codes);
    for (const [index, one] of wanted.entries()) {
      if (codes instanceof Uint8Array) {
        const constant = this.#plan.constant(Uint8Array.of(one));
        code.put("localGet", ROW).at("load", offset);
        code.put("i32Const", 0).at("loadSplat8", constant).put("i8Equal");
      } else if (codes instanceof Uint16Array) {
        const constant = this.#plan.constant(bytesOf(Uint16Array.of(one)));
        for (const half of [0, 16]) {
          code.put("localGet", ROW_TIMES[2]).at("load", offset + half);
          code.put("i32Const", 0).at("loadSplat16", constant).put("i16Equal");
        }
        code.put("i8NarrowI16");
      } else {
        const constant = this.#plan.constant(bytesOf(Uint32Array.of(one)));
        this.#eachFour((four) => {
          code.put("localGet", ROW_TIMES[4]).at("load", offset + 16 * four);
          code.put("i32Const", 0).at("loadSplat32", constant).put("i32Equal");
        });
      }
      if (index > 0) code.put("or");
    }
  }

  /** Looks codes up in a table, in parts of sixteen codes. Each part gives 0 for the codes of the others. */
  #swizzle(codes: TableTest["codes"], table: Uint8Array): void {
    const tables = Math.ceil(table.length / ROWS);
    if (!(codes instanceof Uint8Array) || tables > MOST_TABLES) throw new NoVectorForm();
    const code = this.#code;
    const offset = this.#plan.input(codes);
    for (let index = 0; index < tables; index++) {
      const part = table.slice(ROWS * index, ROWS * (index + 1)).map((wanted) => 255 * wanted);
      code.put("i32Const", 0).at("load", this.#plan.constant(part));
      code.put("localGet", ROW).at("load", offset);
      if (index > 0) {
        // The codes of this part become numbers below 16; the codes of all other parts stay above.
        code.bytes("constant", new Array<number>(ROWS).fill(ROWS * index)).put("xor");
      }
      code.put("swizzle");
      if (index > 0) code.put("or");
    }
  }

  #bits({ words, isAny }: BitsTest): void {
    const code = this.#code;
    if (words.length === 0) {
      this.#everyRow(!isAny);
      return;
    }
    const placed = words.map(
      ([bits, mask]) =>
        [this.#plan.input(bits), this.#plan.constant(bytesOf(Int32Array.of(mask)))] as const,
    );
    this.#eachFour((four) => {
      for (const [index, [offset, mask]] of placed.entries()) {
        code.put("localGet", ROW_TIMES[4]).at("load", offset + 16 * four);
        code.put("i32Const", 0).at("loadSplat32", mask).put("and");
        if (index > 0) code.put("or");
      }
      this.#everyRow(false);
      code.put("i32Equal");
    });
    if (isAny) code.put("not");
  }

  /** Makes a mask from four vectors that have 32 bits for each row. */
  #eachFour(write: (four: number) => void): void {
    for (const half of [0, 2]) {
      write(half);
      write(half + 1);
      this.#code.put("i16NarrowI32");
    }
    this.#code.put("i8NarrowI16");
  }

  /** Makes a mask from eight vectors that have 64 bits for each row. */
  #eachPair(write: (pair: number) => void): void {
    this.#eachFour((four) => {
      write(2 * four);
      write(2 * four + 1);
      // Takes the lower half of each of the four rows.
      this.#code.bytes("shuffle", [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]);
    });
  }

  #number(quantity: Quantity, pair: number): void {
    const code = this.#code;
    switch (quantity.op) {
      case "constant":
        code.put("i32Const", 0).at("loadSplat64", this.#double(quantity.value));
        return;
      case "column": {
        const offset = this.#plan.input(quantity.values);
        if (quantity.values instanceof Float32Array) {
          code
            .put("localGet", ROW_TIMES[4])
            .at("loadHalf", offset + 8 * pair)
            .put("f64PromoteF32");
        } else code.put("localGet", ROW_TIMES[8]).at("load", offset + 16 * pair);
        return;
      }
      case "arithmetic":
      case "abs":
      case "floor":
      case "sqrt":
      case "choose": {
        const numbers = this.#numbers[pair];
        const known = numbers?.get(quantity);
        if (known !== undefined) {
          code.put("localGet", known);
          return;
        }
        this.#number(quantity.x, pair);
        if (quantity.op === "arithmetic") {
          this.#number(quantity.y, pair);
          code.put(ARITHMETIC[quantity.by]);
        } else if (quantity.op === "choose") {
          this.#number(quantity.y, pair);
          this.#flagOfPair(quantity.when, pair);
          code.put("select");
        } else code.put(CALLS[quantity.op]);
        const local = code.vector();
        code.put("localTee", local);
        numbers?.set(quantity, local);
        return;
      }
      default:
        throw new NoVectorForm();
    }
  }

  /** Puts the flag of two rows on the stack, with 64 bits for each. */
  #flagOfPair(flag: Flag, pair: number): void {
    this.#flag(flag);
    this.#flag(flag);
    const bytes = [2 * pair, 2 * pair + 1].flatMap((row) => new Array<number>(8).fill(row));
    this.#code.bytes("shuffle", bytes);
  }

  #double(value: number): number {
    const known = this.#constants.get(value);
    if (known !== undefined) return known;
    const offset = this.#plan.constant(bytesOf(Float64Array.of(value)));
    this.#constants.set(value, offset);
    return offset;
  }
}

/** The bound as a number of four bytes, such that the same numbers of four bytes satisfy it. */
function shortBound(op: "Equal" | "GreaterOrEqual" | "LessOrEqual", bound: number): number {
  const near = Math.fround(bound);
  if (near === bound) return near;
  // No number of four bytes equals the bound, and none equals NaN.
  if (op === "Equal") return Number.NaN;
  if (op === "LessOrEqual") return near < bound ? near : shortBefore(near);
  return near > bound ? near : -shortBefore(-near);
}

const short = new Float32Array(1);
const shortBits = new Int32Array(short.buffer);

/** The largest number of four bytes that is less than the value. */
function shortBefore(value: number): number {
  if (value === 0) return -(2 ** -149);
  short[0] = value;
  const step = value > 0 ? -1 : 1;
  /* v8 ignore next -- the index is inside */
  shortBits[0] = (shortBits[0] ?? 0) + step;
  return short[0];
}

function bytesOf(array: { readonly buffer: ArrayBuffer }): Uint8Array {
  return new Uint8Array(array.buffer);
}
