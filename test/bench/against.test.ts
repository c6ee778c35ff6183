import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparisonTable } from "../../bench/against/comparison.ts";
import { compareSizes } from "../../bench/against/sizes.ts";
import { compareFilters } from "../../bench/against/times.ts";
import * as columns from "../../src/columns.ts";
import * as isoform from "../../src/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "isoform-builds-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A build whose root has this source. */
function buildOf(name: string, source: string) {
  const build = { name, folder: join(folder, name) };
  mkdirSync(join(build.folder, "dist"), { recursive: true });
  writeFileSync(join(build.folder, "package.json"), '{ "type": "module", "sideEffects": false }');
  writeFileSync(join(build.folder, "dist/index.js"), source);
  return build;
}

const FEW = { rows: 300, rounds: 1 };

describe("two builds side by side", () => {
  it("are compared over each filter, on rows and on columns", async () => {
    const own = { build: { name: "new", folder }, isoform, columns };
    const other = { ...own, build: { name: "old", folder } };
    const lines = await compareFilters([own, other], FEW);
    const names = (kind: string) =>
      ["F1", "F2", "F3", "F4", "F5", "F6", "mean"].map((filter) => `${kind}, ${filter}`);
    expect(lines.map(({ what }) => what)).toEqual([...names("rows"), ...names("columns")]);
    expect(lines.every((line) => "ratio" in line && line.ratio.median > 0)).toBe(true);
  });

  it("are not compared where one of them lacks a feature, and the line says so", async () => {
    const own = { build: { name: "new", folder }, isoform, columns };
    const compileOrThrow = (): never => {
      throw new TypeError("compileOrThrow is not a function");
    };
    const other = {
      ...own,
      build: { name: "old", folder },
      isoform: { ...isoform, compileOrThrow },
    };
    const lines = await compareFilters([own, other], FEW);
    const reason = "old: compileOrThrow is not a function";
    expect(lines).toEqual([
      { what: "rows", reason },
      { what: "columns", reason },
    ]);
    expect(comparisonTable(own.build, other.build, lines)).toContain(
      `rows: not compared; ${reason}`,
    );
  });

  it("have the sizes of what a bundler keeps of each import", async () => {
    const body = (length: number) => `console.log("${"ab".repeat(length)}", Math.random())`;
    const parse = `export function parse() { ${body(10)} }`;
    const own = buildOf("own", `${parse} export function check() { ${body(20)} }`);
    const other = buildOf("other", parse);
    const [everything, alone, lacking] = await compareSizes(own, other);
    expect(everything).toMatchObject({ what: "size: everything", unit: "kB gzipped" });
    expect(everything && "own" in everything && everything.own > everything.other).toBe(true);
    expect(alone).toMatchObject({ ratio: { median: 1 } });
    expect(lacking).toMatchObject({ what: "size: `check` alone" });
    expect(lacking && "reason" in lacking && lacking.reason).toMatch(/^other: .*"check"/);
  });
});
