import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { browserBundle, EXPECTED, PROBE } from "./probe.ts";

// A context of its own has what the language itself brings, and nothing of Node or of a browser.

describe.each([
  ["with code generation", true],
  ["without code generation", false],
])("a bundle for browsers, %s", (_, strings) => {
  it("compiles and filters with the globals of the language only", async () => {
    const bundle = await browserBundle();
    const context = createContext(Object.create(null), {
      codeGeneration: { strings, wasm: false },
    });
    const missing = [
      "process",
      "Buffer",
      "require",
      "module",
      "global",
      "setTimeout",
      "queueMicrotask",
      "URL",
      "TextEncoder",
      "structuredClone",
      "window",
      "document",
    ];
    expect(
      runInContext(`[${missing.map((name) => `typeof ${name}`).join()}].join()`, context),
    ).toBe(missing.map(() => "undefined").join());
    expect(runInContext(`try { new Function("return 1")(); } catch { 0 }`, context)).toBe(
      strings ? 1 : 0,
    );
    const globals = "Object.getOwnPropertyNames(globalThis).sort().join()";
    runInContext(bundle, context);
    const before = runInContext(globals, context);
    const result: unknown = JSON.parse(
      runInContext(`(() => { ${PROBE} return result; })()`, context),
    );
    expect(result).toEqual(EXPECTED);
    expect(runInContext(globals, context)).toBe(before);
  });

  it("has no name of Node in its code", async () => {
    const bundle = await browserBundle();
    expect(bundle).not.toMatch(/\bprocess\.(env|versions|platform)|["']node:|\bimport\s*\(/);
  });
});
