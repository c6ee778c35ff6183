import type { Flag, Quantity } from "../condition/forms.ts";
import type { Op } from "./assembler.ts";
import { writeColumnTest } from "./column-test-code.ts";
import {
  BASE,
  COUNT,
  FIRST_ADDRESS,
  MASK,
  NoVectorForm,
  OUT,
  PART,
  ROW,
  ROWS,
  VectorCode,
} from "./vector-code.ts";
import { HITS, PAGES, POSITIONS_OF_BITS, type VectorPlan } from "./vector-memory.ts";

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

/** How a loop returns the rows it finds: as row numbers, as a count, or as bits and a count. */
export type LoopResult = "rows" | "count" | "bits";

/**
 * Assembles a loop that finds the rows of a block for which all flags are 1, 16 at a time; `undefined` if a flag has no
 * vector form. If `result` is `count`, the loop only counts; if it is `bits`, it also writes one bit for each row. Both
 * need a multiple of 16 rows. Constants are not part of the module.
 */
export function vectorModule(
  flags: readonly [Flag, ...Flag[]],
  plan: VectorPlan,
  result: LoopResult = "rows",
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new VectorWriter(plan).module(flags, result);
  } catch {
    // A flag has no vector form, or there are too many columns or constants.
    return undefined;
  }
}

/** Emits the loop. Shared subexpressions are computed once. */
class VectorWriter {
  readonly #code: VectorCode;
  readonly #masks = new Map<Flag, number>();
  /** The cached locals of numeric vectors, for each pair of the 16 rows. */
  readonly #numbers = Array.from({ length: ROWS / 2 }, () => new Map<Quantity, number>());

  constructor(plan: VectorPlan) {
    this.#code = new VectorCode(plan);
  }

  module(flags: readonly [Flag, ...Flag[]], result: LoopResult): Uint8Array<ArrayBuffer> {
    const code = this.#code;
    code.put("loop");
    if (result === "bits") {
      // The address of the two bytes of these rows.
      code.put("localGet", ROW).put("i32Const", 3).put("i32ShiftRightUnsigned");
    }
    const [first, ...others] = flags;
    this.#flag(first);
    for (const flag of others) {
      this.#flag(flag);
      code.put("and");
    }
    code.put("i8Bitmask");
    if (result === "bits") {
      code.put("localTee", MASK).at("storeShort", HITS).put("localGet", MASK);
    }
    if (result !== "rows") {
      code.put("i32Popcount").put("localGet", OUT).put("i32Add").put("localSet", OUT);
    } else {
      code.put("localTee", MASK).put("if");
      this.#writeHits(0);
      this.#writeHits(8);
      code.put("end");
    }
    for (const [number, [values]] of code.plan.inputs.entries()) {
      this.#add(ROWS * values.BYTES_PER_ELEMENT, FIRST_ADDRESS + number);
    }
    this.#add(ROWS, ROW);
    code.put("localGet", ROW).put("localGet", COUNT).put("i32LessUnsigned").put("branchIf", 0);
    code.put("end");
    code.put("localGet", OUT);
    if (result === "rows") code.put("i32Const", 2).put("i32ShiftRightUnsigned");
    return code.module(PAGES);
  }

  #add(number: number, local: number): void {
    this.#code.put("localGet", local).put("i32Const", number).put("i32Add").put("localSet", local);
  }

  /**
   * Emits the output of the rows whose bits are 1, among eight bits of the mask. It always stores eight numbers, but
   * `OUT` advances only by the matches.
   */
  #writeHits(first: number): void {
    const code = this.#code;
    const rows = code.vector();
    const positions = code.vector();
    code.put("localGet", BASE).put("localGet", ROW).put("i32Add");
    code.put("i32Const", first).put("i32Add").put("i32Splat").put("localSet", rows);
    code.put("localGet", MASK).put("i32Const", first).put("i32ShiftRightUnsigned");
    code.put("i32Const", 255).put("i32And").put("localTee", PART);
    code
      .put("i32Const", 3)
      .put("i32ShiftLeft")
      .at("loadBytesAsWords", POSITIONS_OF_BITS)
      .put("localSet", positions);
    code.put("localGet", OUT).put("localGet", positions).put("i32ExtendLowI16");
    code.put("localGet", rows).put("i32VectorAdd").at("store", HITS);
    code.put("localGet", OUT).put("localGet", positions).put("i32ExtendHighI16");
    code
      .put("localGet", rows)
      .put("i32VectorAdd")
      .at("store", HITS + 16);
    code.put("localGet", OUT).put("localGet", PART).put("i32Popcount");
    code.put("i32Const", 2).put("i32ShiftLeft").put("i32Add").put("localSet", OUT);
  }

  /** Emits a flag, which leaves a mask on the stack. A mask that was computed before is read from its local. */
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
        this.#code.everyRow(flag.value);
        return;
      case "test":
        writeColumnTest(code, flag.test);
        return;
      case "all":
      case "any": {
        const [first, ...others] = flag.parts;
        /* v8 ignore next -- `combined` creates no form without parts */
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
        this.#code.eachPair((pair) => {
          this.#number(flag.x, pair);
          this.#number(flag.y, pair);
          code.put(COMPARISONS[flag.by]);
        });
    }
  }

  #number(quantity: Quantity, pair: number): void {
    const code = this.#code;
    switch (quantity.op) {
      case "constant":
        code.put("i32Const", 0).at("loadSplat64", this.#code.double(quantity.value));
        return;
      case "column": {
        code.put("localGet", this.#code.addressOf(quantity.values));
        if (quantity.values instanceof Float32Array) {
          code.at("loadHalf", 8 * pair).put("f64PromoteF32");
        } else code.at("load", 16 * pair);
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

  /** Emits the flag of two rows, with 64 bits for each. */
  #flagOfPair(flag: Flag, pair: number): void {
    this.#flag(flag);
    this.#flag(flag);
    const bytes = [2 * pair, 2 * pair + 1].flatMap((row) => new Array<number>(8).fill(row));
    this.#code.bytes("shuffle", bytes);
  }
}
