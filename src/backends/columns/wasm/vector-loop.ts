/* WebAssembly loops that test 16 rows or 64 offsets at a time with vectors. */

import type { Flags } from "../condition/forms.ts";
import type { VectorInput } from "./vector-input.ts";
import { type RunLoop, type VectorMemory, VectorPlan, vectorMemory } from "./vector-memory.ts";
import { type LoopResult, vectorModule } from "./vector-writer.ts";

/** Writes the matching rows in `[from, to)` to `hits`, starting at index `size`; returns the new size. */
export type VectorScan = (from: number, to: number, hits: Int32Array, size: number) => number;

/** Cached loops by module. Conditions that differ only in constants share one. */
const known = new Map<string, RunLoop>();
const MOST_KNOWN = 128;

/**
 * A vectorised scan that tests 16 rows at a time; `undefined` if the platform has no vectors, or if the flags have no
 * vector form. Rows are copied to WebAssembly memory before they are first tested.
 */
export function vectorScan(flags: Flags): VectorScan | undefined {
  const loop = loopOf(flags, "rows");
  if (loop === undefined) return undefined;
  return (from, to, hits, size) => {
    let count = loop.run(from, to);
    const { hits: found } = loop.memory.views;
    // The loop always tests 16 rows, so the last ones may not exist.
    while (count > 0 && (found[count - 1] as number) >= to) count--;
    hits.set(found.subarray(0, count), size);
    return size + count;
  };
}

/** A loop that counts rows. The number of rows to test must be a multiple of 16. */
export function vectorCount(flags: Flags): ((from: number, to: number) => number) | undefined {
  return loopOf(flags, "count")?.run;
}

/** A loop that counts rows and writes one bit for each. The rows must be a whole block. */
export function vectorMark(
  flags: Flags,
): ((from: number, to: number, words: Uint32Array) => number) | undefined {
  const loop = loopOf(flags, "bits");
  /* v8 ignore next -- the caller marks rows only if vectors find them */
  if (loop === undefined) return undefined;
  return (from, to, words) => {
    const count = loop.run(from, to);
    words.set(loop.memory.views.bits, from >>> 5);
    return count;
  };
}

interface Loop {
  readonly run: (from: number, to: number) => number;
  readonly memory: VectorMemory;
}

function loopOf(flags: Flags, result: LoopResult): Loop | undefined {
  const memory = vectorMemory();
  if (memory === undefined) return undefined;
  const plan = new VectorPlan();
  const bytes = vectorModule(flags, plan, result);
  if (bytes === undefined) return undefined;
  const run = loadedRun(memory, bytes);
  if (run === undefined) return undefined;
  const { constants, inputs } = plan;
  let vectors: readonly VectorInput[] | undefined;
  return {
    memory,
    run: (from, to) => {
      vectors ??= inputs.map(([values, scratch]) => memory.inputFor(values, scratch));
      const { addresses } = memory.views;
      for (const [number, vector] of vectors.entries()) addresses[number] = vector.at(from, to);
      memory.setConstants(constants);
      return run(to - from, from);
    },
  };
}

/** Loads the loop of a module; `undefined` if a content security policy forbids it, or if the engine has no vectors. */
export function loadedRun(
  memory: VectorMemory,
  bytes: Uint8Array<ArrayBuffer>,
): RunLoop | undefined {
  const key = String.fromCharCode(...bytes);
  let run = known.get(key);
  if (run === undefined) {
    try {
      run = memory.load(bytes);
    } catch {
      // A content security policy forbids it, or the engine has no vectors.
      return undefined;
    }
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  } else {
    known.delete(key);
  }
  known.set(key, run);
  return run;
}
