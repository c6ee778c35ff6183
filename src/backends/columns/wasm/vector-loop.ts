/* Loops of WebAssembly: they test sixteen rows or places at a time, with vectors. */

import type { Flag } from "../condition/forms.ts";
import type { VectorInput } from "./vector-input.ts";
import { VectorPlan, vectorMemory } from "./vector-memory.ts";
import { type LoopResult, vectorModule } from "./vector-writer.ts";

type Flags = readonly [Flag, ...Flag[]];

type Run = (count: number, base: number) => number;

/** Writes the rows found from `from` up to `to` into `hits`, from `size` on; returns the new size. */
export type VectorScan = (from: number, to: number, hits: Int32Array, size: number) => number;

/** Loops by their modules. Conditions that differ only in constants share one. */
const known = new Map<string, Run>();
const MOST_KNOWN = 128;

/**
 * A scan that tests sixteen rows at a time with the vectors of WebAssembly; `undefined` if there are no vectors here,
 * or if the flags have no such form. The rows of columns are copied to its memory before they are first tested.
 */
export function vectorScan(flags: Flags): VectorScan | undefined {
  const loop = loopOf(flags, "rows");
  if (loop === undefined) return undefined;
  return (from, to, hits, size) => {
    let count = loop.run(from, to);
    const { hits: found } = loop.memory.views;
    // The loop always tests sixteen rows, so at the end it may find rows that do not exist.
    while (count > 0 && (found[count - 1] as number) >= to) count--;
    hits.set(found.subarray(0, count), size);
    return size + count;
  };
}

/** The same, but the loop only counts the rows found. The number of rows to test must be a multiple of sixteen. */
export function vectorCount(flags: Flags): ((from: number, to: number) => number) | undefined {
  return loopOf(flags, "count")?.run;
}

/** The same, but the loop also writes a bit for each row. The rows must be a whole block. */
export function vectorMark(
  flags: Flags,
): ((from: number, to: number, words: Uint32Array) => number) | undefined {
  const loop = loopOf(flags, "bits");
  /* v8 ignore next -- only rows that vectors find are marked so */
  if (loop === undefined) return undefined;
  return (from, to, words) => {
    const count = loop.run(from, to);
    words.set(loop.memory.views.bits, from >>> 5);
    return count;
  };
}

type VectorMemory = NonNullable<ReturnType<typeof vectorMemory>>;

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
  let places: readonly VectorInput[] | undefined;
  return {
    memory,
    run: (from, to) => {
      places ??= inputs.map(([values, scratch]) => memory.placeOf(values, scratch));
      const { addresses } = memory.views;
      for (const [number, place] of places.entries()) addresses[number] = place.at(from, to);
      memory.setConstants(constants);
      return run(to - from, from);
    },
  };
}

/** The loop of a module; `undefined` if a policy forbids to load it, or if the engine cannot. */
export function loadedRun(memory: VectorMemory, bytes: Uint8Array<ArrayBuffer>): Run | undefined {
  const key = String.fromCharCode(...bytes);
  let run = known.get(key);
  if (run === undefined) {
    try {
      run = memory.load(bytes);
    } catch {
      // A policy forbids it, or the engine has no vectors.
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
