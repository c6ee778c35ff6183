import { Assembler } from "./assembler.ts";
import { loadedRun } from "./vector-loop.ts";
import { INPUTS, PAGES, VectorPlan, vectorMemory } from "./vector-memory.ts";

/** A required byte: the byte `behind` bytes after the offset must be one of `bytes`. */
export interface ByteAt {
  readonly behind: number;
  readonly bytes: readonly number[];
}

/** Finds the offsets at which all required bytes occur. */
export interface ByteSearch {
  /** The number of offsets that one call searches. */
  readonly step: number;
  /**
   * The matching offsets in `[from, to)`, at most `step` after `from`, ascending. The next call overwrites the array.
   */
  readonly next: (bytes: Uint8Array, from: number, to: number) => Int32Array;
}

/** The number of offsets that one call searches. */
const OFFSETS = 32_768;
/** The maximum distance between two required bytes. */
const MOST_BEHIND = 65_536;
/** The bytes of a vector, and the number of vectors between two checks for a match. */
const VECTOR = 16;
const VECTORS = 4;
/** The address of the results, after the bytes to search. */
const FOUND: number = INPUTS + OFFSETS + MOST_BEHIND + VECTORS * VECTOR;

// The integer locals.
const COUNT = 0;
const BASE = 1;
const OFFSET = 2;
const OUT = 3;
const MASK = 4;
const WHOLES = 5;

/** A search that tests 64 offsets at a time; `undefined` if the platform has no vectors. */
export function byteSearch(wanted: readonly ByteAt[]): ByteSearch | undefined {
  const memory = vectorMemory();
  const most = Math.max(...wanted.map(({ behind }) => behind));
  /* v8 ignore next -- every platform that the tests run on has vectors, and constants are limited in length */
  if (memory === undefined || most > MOST_BEHIND) return undefined;
  const plan = new VectorPlan();
  const run = loadedRun(memory, searchModule(wanted, plan));
  /* v8 ignore next -- every platform that the tests run on has vectors */
  if (run === undefined) return undefined;
  const { constants } = plan;
  return {
    step: OFFSETS,
    next: (bytes, from, to) => {
      const count = Math.min(OFFSETS, to - from);
      memory.setConstants(constants);
      const { bytes: input } = memory.views;
      input.set(bytes.subarray(from, from + count + most), INPUTS);
      const found = new Int32Array(input.buffer, FOUND, run(count, from));
      // The loop always tests 64 offsets, so the last ones may lie after the end.
      let size = found.length;
      while (size > 0 && (found[size - 1] as number) >= to) size--;
      return found.subarray(0, size);
    },
  };
}

function searchModule(wanted: readonly ByteAt[], plan: VectorPlan): Uint8Array<ArrayBuffer> {
  const code = new Assembler(WHOLES);
  const tests = wanted.map(({ behind, bytes }) => {
    const locals = bytes.map((byte) => {
      const local = code.vector();
      code.put("i32Const", 0).at("loadSplat8", plan.constant(Uint8Array.of(byte)));
      code.put("localSet", local);
      return local;
    });
    return { behind, locals };
  });
  const masks = Array.from({ length: VECTORS }, () => code.vector());
  code.put("loop");
  for (const [vector, mask] of masks.entries()) {
    for (const [index, { behind, locals }] of tests.entries()) {
      for (const [other, local] of locals.entries()) {
        code.put("localGet", OFFSET).at("load", INPUTS + behind + VECTOR * vector);
        code.put("localGet", local).put("i8Equal");
        if (other > 0) code.put("or");
      }
      if (index > 0) code.put("and");
    }
    code.put("localSet", mask);
  }
  for (const [index, mask] of masks.entries()) {
    code.put("localGet", mask);
    if (index > 0) code.put("or");
  }
  code.put("anyTrue").put("if");
  for (const [vector, mask] of masks.entries()) {
    code.put("localGet", mask).put("i8Bitmask").put("localTee", MASK).put("if").put("loop");
    code.put("localGet", OUT).put("localGet", BASE).put("localGet", OFFSET).put("i32Add");
    code.put("i32Const", VECTOR * vector).put("i32Add");
    code.put("localGet", MASK).put("i32TrailingZeros").put("i32Add").at("i32Store", FOUND);
    code.put("localGet", OUT).put("i32Const", 4).put("i32Add").put("localSet", OUT);
    // Clears the lowest bit.
    code.put("localGet", MASK).put("localGet", MASK).put("i32Const", -1).put("i32Add");
    code.put("i32And").put("localTee", MASK).put("branchIf", 0).put("end").put("end");
  }
  code.put("end");
  code
    .put("localGet", OFFSET)
    .put("i32Const", VECTORS * VECTOR)
    .put("i32Add");
  code.put("localTee", OFFSET).put("localGet", COUNT).put("i32LessUnsigned").put("branchIf", 0);
  code.put("end");
  code.put("localGet", OUT).put("i32Const", 2).put("i32ShiftRightUnsigned");
  return code.module(PAGES);
}
