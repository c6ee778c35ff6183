import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { Program, type Run, temporaryFolder } from "../apps/cli/run-cli.ts";
import { extent, figure } from "./figures.ts";

// The real program with little memory, and files that need far more than they seem to.

/** The heap of the program, in mebibytes. */
const HEAP_MIB = 256;
/** Of this length, gzip leaves 583 KB. */
const BOMB_BYTES = extent(100, 600) * 1_000_000;

async function filter(name: string, content: Uint8Array, ...args: string[]): Promise<Run> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const from = performance.now();
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` };
  const run = await new Program(["filter", ...args, path], { env }).ended;
  figure(`${name} of ${content.length} bytes`, performance.now() - from, "ms");
  return run;
}

const bomb = (text: string): Uint8Array =>
  gzipSync(Buffer.alloc(BOMB_BYTES, text), { level: constants.Z_BEST_COMPRESSION });

it("20 records with 100,000 names are filtered", async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
  const record = Object.fromEntries(names.map((name, index) => [name, index]));
  const lines = Array.from({ length: 20 }, (_, id) => `${JSON.stringify({ id, ...record })}\n`);
  const { code, out, err } = await filter("wide.ndjson", Buffer.from(lines.join("")), "{id} = 3");
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toEqual({ id: 3, ...record });
});

it("a CSV of 100,000 columns is filtered", async () => {
  const columns = Array.from({ length: 100_000 }, (_, index) => `c${index}`);
  const text = `id,${columns.join()}\n1${",".repeat(columns.length)}\n`;
  const { code, out, err } = await filter("wide.csv", Buffer.from(text), "{id} = 1", "--count");
  expect([code, out, err]).toEqual([0, "1\n", ""]);
});

it("compressed empty lines are no records", async () => {
  const { code, out, err } = await filter("empty.ndjson.gz", bomb("\n"), "TRUE()", "--count");
  expect([code, out, err]).toEqual([0, "0\n", ""]);
});

it("a compressed line without an end is refused", async () => {
  const { code, err } = await filter("endless.ndjson.gz", bomb(" "), "TRUE()", "--count");
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("line 1: the line is longer than 64 MB"),
  ]);
});
