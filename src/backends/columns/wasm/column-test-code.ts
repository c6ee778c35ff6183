import type { BitsTest, ColumnTest, RangeTest, TableTest } from "../condition/column-test.ts";
import { bytesOf, NoVectorForm, ROWS, type VectorCode } from "./vector-code.ts";

/** Up to this many codes are compared one by one; for more, a table is faster. */
const MOST_CODES = 3;
const MOST_TABLES = 8;

/** Emits a column test, which leaves its mask on the stack. */
export function writeColumnTest(code: VectorCode, columnTest: ColumnTest): void {
  switch (columnTest.kind) {
    case "range":
      writeRange(code, columnTest);
      return;
    case "table":
      writeTable(code, columnTest);
      return;
    case "bits":
      writeBits(code, columnTest);
  }
}

function writeRange(code: VectorCode, { values, low, high, isInside }: RangeTest): void {
  const address = code.addressOf(values);
  const tests: (readonly ["Equal" | "GreaterOrEqual" | "LessOrEqual", number])[] = [];
  if (low === high) tests.push(["Equal", low]);
  else {
    if (low > Number.NEGATIVE_INFINITY) tests.push(["GreaterOrEqual", low]);
    if (high < Number.POSITIVE_INFINITY) tests.push(["LessOrEqual", high]);
  }
  if (tests.length === 0) {
    code.everyRow(isInside);
    return;
  }
  if (values instanceof Float32Array) {
    const placed = tests.map(([op, bound]) => {
      const short = bytesOf(Float32Array.of(shortBound(op, bound)));
      return [op, code.plan.constant(short)] as const;
    });
    code.eachFour((four) => {
      for (const [index, [op, bound]] of placed.entries()) {
        code.put("localGet", address).at("load", 16 * four);
        code.put("i32Const", 0).at("loadSplat32", bound).put(`f32${op}`);
        if (index > 0) code.put("and");
      }
    });
  } else {
    const placed = tests.map(([op, bound]) => [op, code.double(bound)] as const);
    code.eachPair((pair) => {
      for (const [index, [op, bound]] of placed.entries()) {
        code.put("localGet", address).at("load", 16 * pair);
        code.put("i32Const", 0).at("loadSplat64", bound).put(`f64${op}`);
        if (index > 0) code.put("and");
      }
    });
  }
  if (!isInside) code.put("not");
}

function writeTable(code: VectorCode, { codes, table }: TableTest): void {
  const wanted = [...table.keys()].filter((one) => table[one] === 1);
  const others = [...table.keys()].filter((one) => table[one] !== 1);
  if (wanted.length <= MOST_CODES) writeAnyCode(code, codes, wanted);
  else if (others.length <= MOST_CODES) {
    writeAnyCode(code, codes, others);
    code.put("not");
  } else writeSwizzle(code, codes, table);
}

/** Tests whether a code is one of a few. */
function writeAnyCode(
  code: VectorCode,
  codes: TableTest["codes"],
  wanted: readonly number[],
): void {
  if (wanted.length === 0) {
    code.everyRow(false);
    return;
  }
  const address = code.addressOf(codes);
  for (const [index, one] of wanted.entries()) {
    if (codes instanceof Uint8Array) {
      const constant = code.plan.constant(Uint8Array.of(one));
      code.put("localGet", address).at("load", 0);
      code.put("i32Const", 0).at("loadSplat8", constant).put("i8Equal");
    } else if (codes instanceof Uint16Array) {
      const constant = code.plan.constant(bytesOf(Uint16Array.of(one)));
      for (const half of [0, 16]) {
        code.put("localGet", address).at("load", half);
        code.put("i32Const", 0).at("loadSplat16", constant).put("i16Equal");
      }
      code.put("i8NarrowI16");
    } else {
      const constant = code.plan.constant(bytesOf(Uint32Array.of(one)));
      code.eachFour((four) => {
        code.put("localGet", address).at("load", 16 * four);
        code.put("i32Const", 0).at("loadSplat32", constant).put("i32Equal");
      });
    }
    if (index > 0) code.put("or");
  }
}

/** Looks codes up in a table, 16 entries at a time. Each lookup gives 0 for codes outside its entries. */
function writeSwizzle(code: VectorCode, codes: TableTest["codes"], table: Uint8Array): void {
  const tables = Math.ceil(table.length / ROWS);
  if (!(codes instanceof Uint8Array) || tables > MOST_TABLES) throw new NoVectorForm();
  const address = code.addressOf(codes);
  for (let index = 0; index < tables; index++) {
    const part = table.slice(ROWS * index, ROWS * (index + 1)).map((wanted) => 255 * wanted);
    code.put("i32Const", 0).at("load", code.plan.constant(part));
    code.put("localGet", address).at("load", 0);
    if (index > 0) {
      // Codes within these entries become numbers below 16; all other codes are above.
      code.bytes("constant", new Array<number>(ROWS).fill(ROWS * index)).put("xor");
    }
    code.put("swizzle");
    if (index > 0) code.put("or");
  }
}

function writeBits(code: VectorCode, { words, isAny }: BitsTest): void {
  if (words.length === 0) {
    code.everyRow(!isAny);
    return;
  }
  const placed = words.map(
    ([bits, mask]) =>
      [code.addressOf(bits), code.plan.constant(bytesOf(Int32Array.of(mask)))] as const,
  );
  code.eachFour((four) => {
    for (const [index, [address, mask]] of placed.entries()) {
      code.put("localGet", address).at("load", 16 * four);
      code.put("i32Const", 0).at("loadSplat32", mask).put("and");
      if (index > 0) code.put("or");
    }
    code.everyRow(false);
    code.put("i32Equal");
  });
  if (isAny) code.put("not");
}

/** Converts a bound to a 32-bit float that accepts the same 32-bit floats. */
function shortBound(op: "Equal" | "GreaterOrEqual" | "LessOrEqual", bound: number): number {
  const near = Math.fround(bound);
  if (near === bound) return near;
  // No 32-bit float equals the bound, and none equals NaN.
  if (op === "Equal") return Number.NaN;
  if (op === "LessOrEqual") return near < bound ? near : shortBefore(near);
  return near > bound ? near : -shortBefore(-near);
}

const short = new Float32Array(1);
const shortBits = new Int32Array(short.buffer);

/** The largest 32-bit float less than a 32-bit float. */
function shortBefore(value: number): number {
  if (value === 0) return -(2 ** -149);
  short[0] = value;
  const step = value > 0 ? -1 : 1;
  /* v8 ignore next -- the index is in range */
  shortBits[0] = (shortBits[0] ?? 0) + step;
  return short[0];
}
