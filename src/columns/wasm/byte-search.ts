import type { Flag } from "../condition/forms.ts";
import { BLOCK } from "../storage/blocks.ts";
import { Zones } from "../storage/zones.ts";
import { loadedRun } from "./vector-loop.ts";
import { VectorPlan, vectorMemory } from "./vector-memory.ts";
import { vectorModule } from "./vector-writer.ts";

/** The byte that stands `behind` bytes after a place must be one of `bytes`. */
export interface ByteAt {
  readonly behind: number;
  readonly bytes: readonly number[];
}

/** Calls `onPlace`, in ascending order, for each place from `from` up to `to` at which all wanted bytes stand. */
export type ByteSearch = (
  bytes: Uint8Array,
  from: number,
  to: number,
  onPlace: (place: number) => void,
) => void;

/** A search that tests sixteen places at a time; `undefined` if there are no vectors here. */
export function byteSearch(wanted: readonly [ByteAt, ...ByteAt[]]): ByteSearch | undefined {
  const memory = vectorMemory();
  /* v8 ignore next -- every platform that the tests run on has vectors */
  if (memory === undefined) return undefined;
  const plan = new VectorPlan();
  const zones = new Zones();
  const inputs: { readonly behind: number; readonly codes: Uint8Array }[] = [];
  const flagOf = ({ behind, bytes }: ByteAt): Flag => {
    // This empty array only reserves memory: the bytes to search are copied there at each search.
    const codes = new Uint8Array(0);
    inputs.push({ behind, codes });
    const table = new Uint8Array(256);
    for (const byte of bytes) table[byte] = 1;
    return { op: "test", test: { kind: "table", codes, zones, table } };
  };
  const [first, ...others] = wanted;
  const module = vectorModule([flagOf(first), ...others.map(flagOf)], plan);
  const run = module && loadedRun(memory, module);
  /* v8 ignore next -- every platform that the tests run on has vectors */
  if (run === undefined) return undefined;
  const { constants } = plan;
  const views = inputs.map(({ behind, codes }) => ({
    behind,
    view: memory.view(plan.input(codes), codes),
  }));
  const { hits } = memory;
  return (bytes, from, to, onPlace) => {
    memory.setConstants(constants);
    for (let at = from; at < to; at += BLOCK) {
      const count = Math.min(BLOCK, to - at);
      for (const { behind, view } of views) {
        view.set(bytes.subarray(at + behind, at + behind + count));
      }
      const found = run(count, at);
      for (let index = 0; index < found; index++) {
        const place = hits[index] as number;
        // The loop always tests sixteen places, so at the end it may find places that do not exist.
        if (place < to) onPlace(place);
      }
    }
  };
}
