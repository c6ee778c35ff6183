import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { vectorMemory } from "../../../src/backends/columns/wasm/vector-memory.ts";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";

const ROWS = 60_000;
const ROUNDS = 20;
const schema = defineSchema({ n: "number" });
const formula = compileOrThrow<unknown>("{n} < 50", schema);
const n = Array.from({ length: ROWS }, (_, row) => row % 97);
const below = n.filter((value) => value < 50).length;

function search(): void {
  const columns = Columns.from([], schema, { strategy: "vectors" });
  columns.appendColumns({ n });
  expect(columns.count(formula)).toBe(below);
}

it("the memory of vector loops is free again once their columns are collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const size = (): number => vectorMemory()?.views.bytes.length ?? 0;
  const rounds = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      for (let time = 0; time < ROUNDS; time++) search();
      collect();
      // The registry is notified of collected columns in a later task.
      await sleep(1);
    }
  };
  search();
  const first = size();
  await rounds();
  const grown = size() - first;
  console.info(`${ROUNDS * ROUNDS} columns of ${ROWS} numbers grew the memory by ${grown} bytes`);
  // One round takes a twentieth of what all would take together.
  expect(grown).toBeLessThan((ROUNDS * ROUNDS * 4 * ROWS) / 4);
});
