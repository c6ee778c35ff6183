import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

const built = (pattern: RegExp): string[] =>
  readdirSync(new URL("dist/", root))
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(new URL(`dist/${name}`, root), "utf8"));

const imported = (code: string): string[] =>
  ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);

describe("the built package", () => {
  it("has no run-time dependencies", () => {
    expect(manifest.dependencies).toBeUndefined();
  });

  it("imports nothing but its own files, in code and in declarations", () => {
    const foreign = built(/\.(?:c?js|d\.c?ts)$/)
      .flatMap(imported)
      .filter((specifier) => !specifier.startsWith("./"));
    expect(foreign).toEqual([]);
  });

  it("gives the same names as a module and through require", async () => {
    const module = await import(new URL("dist/index.js", root).href);
    const required = createRequire(import.meta.url)("../dist/index.cjs");
    expect(Object.keys(required).sort()).toEqual(Object.keys(module).sort());
  });

  it("loads where code generation is forbidden", () => {
    const load = `import("./dist/index.js").then(() => console.log("loaded"))`;
    const flags = ["--disallow-code-generation-from-strings", "-e", load];
    const output = execFileSync(process.execPath, flags, { cwd: root, encoding: "utf8" });
    expect(output).toBe("loaded\n");
  });

  it("loads without the globals of Node", () => {
    const hide = `for (const name of ["process", "Buffer", "global", "setImmediate"]) delete globalThis[name];`;
    const load = `const { log } = console; ${hide} import("./dist/index.js").then(() => log("loaded"))`;
    const output = execFileSync(process.execPath, ["-e", load], { cwd: root, encoding: "utf8" });
    expect(output).toBe("loaded\n");
  });
});
