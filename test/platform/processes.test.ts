import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { DIST, EXPECTED, PROBE } from "./probe.ts";

/** Runs a module in a process of its own and gives the JSON that it prints. */
function run(code: string, ...flags: readonly string[]): unknown {
  const args = [...flags, "--input-type=module", "-e", code];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: DIST, encoding: "utf8" }));
}

const AS_MODULE = `const isoform = await import("./index.js");`;
const AS_REQUIRED = `import { createRequire } from "node:module"; const isoform = createRequire(process.cwd() + "/x.js")("./index.cjs");`;

/** Counts what is made from strings, from before the package is loaded. */
const COUNTING = `
  const made = [];
  const NativeFunction = Function;
  globalThis.Function = new Proxy(NativeFunction, {
    construct(target, parts) {
      made.push(String(parts.at(-1)));
      return Reflect.construct(target, parts);
    },
  });
`;

describe.each([
  ["imported as a module", AS_MODULE],
  ["required", AS_REQUIRED],
])("%s", (_, load) => {
  it("gives the same results with and without code generation", () => {
    const code = `${load} ${PROBE} console.log(result);`;
    expect(run(code)).toEqual(EXPECTED);
    expect(run(code, "--disallow-code-generation-from-strings")).toEqual(EXPECTED);
  });
});

describe("generated code", () => {
  const filterOf = (count: number): string => `
    const schema = isoform.defineSchema({ price: "number" });
    const formula = isoform.compileOrThrow("AND({price} > 10, {price} < 20)", schema);
    const rows = Array.from({ length: ${count} }, (_, index) => ({ price: index }));
    const found = formula.filter(rows).length;
    console.log(JSON.stringify({ found, made: made.filter((source) => source.includes("loop")).length }));
  `;

  it("is used for many rows", () => {
    expect(run(`${COUNTING} ${AS_MODULE} ${filterOf(10_000)}`)).toEqual({ found: 9, made: 1 });
  });

  it("is not used for a few rows", () => {
    expect(run(`${COUNTING} ${AS_MODULE} ${filterOf(100)}`)).toEqual({ found: 9, made: 0 });
  });

  it("is tried once where it is forbidden, and never again", () => {
    const filters = `
      const schema = isoform.defineSchema({ price: "number" });
      const rows = Array.from({ length: 10000 }, (_, index) => ({ price: index }));
      const found = [1, 2, 3].map((low) => isoform.compileOrThrow("{price} < " + low, schema).filter(rows).length);
      console.log(JSON.stringify({ found, made: made.length }));
    `;
    const flag = "--disallow-code-generation-from-strings";
    expect(run(`${COUNTING} ${AS_MODULE} ${filters}`, flag)).toEqual({ found: [1, 2, 3], made: 1 });
  });

  it("is not attempted while the package loads or a formula is checked", () => {
    const checks = `isoform.check("{price} > 1"); isoform.compileOrThrow("1", isoform.defineSchema({ a: "text" })); console.log(JSON.stringify(made));`;
    expect(run(`${COUNTING} ${AS_MODULE} ${checks}`)).toEqual([]);
  });
});

describe("loading the package", () => {
  it("adds nothing to the globals, and changes none of their prototypes", () => {
    const code = `
      const look = () => JSON.stringify(Object.getOwnPropertyNames(globalThis).sort().map((name) => {
        const value = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
        const prototype = typeof value === "function" ? value.prototype : undefined;
        return [name, prototype ? Object.getOwnPropertyNames(prototype).sort() : []];
      }));
      const globalsBefore = look();
      ${AS_MODULE} ${PROBE}
      console.log(JSON.stringify({ same: look() === globalsBefore, result: JSON.parse(result) }));
    `;
    expect(run(code)).toEqual({ same: true, result: EXPECTED });
  });

  it("works with a frozen Object.prototype and frozen intrinsics", () => {
    const code = `
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        const value = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
        if (typeof value === "function" && /^[A-Z]/.test(name)) { Object.freeze(value); Object.freeze(value.prototype); }
      }
      ${AS_MODULE} ${PROBE} console.log(result);
    `;
    expect(run(code)).toEqual(EXPECTED);
  });
});
