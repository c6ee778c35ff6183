import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { DOCUMENTED_FUNCTIONS } from "../src/language/functions/documentation.ts";
import { neededDeclarations } from "./harness/built.ts";
import { needForEach } from "./harness/extent.ts";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

const dist = new URL("dist/", root);

const imported = (file: URL): string[] =>
  ts
    .preProcessFile(readFileSync(file, "utf8"), true, true)
    .importedFiles.map(({ fileName }) => fileName);

/** What the files of sub-paths import that is not the package's own. */
function foreignImports(names: readonly string[], endings: readonly string[]): string[] {
  const pending = names.flatMap((name) => endings.map((end) => new URL(`${name}.${end}`, dist)));
  const seen = new Set<string>();
  const foreign = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file.href)) continue;
    seen.add(file.href);
    for (const specifier of imported(file)) {
      if (!specifier.startsWith(".")) foreign.add(specifier);
      else pending.push(declarationOf(new URL(specifier, file), file));
    }
  }
  return [...foreign].sort();
}

/** Declarations import by the names of the code. */
function declarationOf(target: URL, from: URL): URL {
  if (!/\.d\.c?ts$/.test(from.href)) return target;
  return new URL(target.href.replace(/\.(c?)js$/, ".d.$1ts"));
}

function filesOf(ending: RegExp): readonly string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
    ending.test(file),
  );
}

function shippedCode(): string {
  const files = filesOf(/\.c?js$/);
  return files.map((file) => readFileSync(new URL(file, dist), "utf8")).join("\n");
}

/** What a bundler keeps of a sub-path. */
async function bundled(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`${name}.js`, dist));
  const options = { bundle: true, write: false, format: "esm", charset: "utf8" } as const;
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return outputFiles.map(({ text }) => text).join("\n");
}

/** The sub-paths that run on Node only. */
const ON_NODE = ["stores", "service"];

/** The bindings of editors, which import the editor. */
const EDITORS = ["codemirror", "monaco"];

const subPaths = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith(".json"))
  .map((path) => (path === "." ? "index" : path.slice(2)));

describe.each([
  ["code", ["js", "cjs"]],
  ["declarations", ["d.ts", "d.cts"]],
])("the built package, in its %s", (form, endings) => {
  if (form === "declarations") needForEach(neededDeclarations());

  it("imports nothing but its own files", () => {
    expect(subPaths).toEqual(expect.arrayContaining(["index", "sql", ...ON_NODE]));
    const portable = subPaths.filter((path) => ![...ON_NODE, ...EDITORS].includes(path));
    expect(foreignImports(portable, endings)).toEqual([]);
  });

  it("imports only Node's modules on Node and in editors, and optional packages", () => {
    const packages = foreignImports([...ON_NODE, ...EDITORS], endings).filter(
      (name) => !name.startsWith("node:"),
    );
    expect(Object.keys(manifest.peerDependencies)).toEqual(expect.arrayContaining(packages));
    expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(
      Object.keys(manifest.peerDependencies),
    );
  });
});

describe("the built package", () => {
  it("has no run-time dependencies", () => {
    expect(manifest.dependencies).toBeUndefined();
  });

  it("has no source maps, and readable code: a stack trace names what failed", () => {
    expect(filesOf(/\.map$/)).toEqual([]);
    expect(shippedCode()).not.toContain("sourceMappingURL");
    expect(shippedCode()).toContain("function checkArguments(");
  });

  it("lets bundlers drop the documentation of functions", async () => {
    const summaries = DOCUMENTED_FUNCTIONS.map(({ documentation }) => documentation.summary);
    const missing = async (name: string): Promise<number> => {
      const code = await bundled(name);
      return summaries.filter((summary) => !code.includes(summary)).length;
    };
    expect(await missing("index")).toBe(summaries.length);
    expect(await missing("language")).toBe(0);
  });

  it("has the same exports as a module and through require", async () => {
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

  it("searches columns in threads where code generation is forbidden, as a module and through require", () => {
    const search = `async ({ compileOrThrow, defineSchema }, { Columns }, { ScanPool }) => {
      const schema = defineSchema({ price: "number" });
      const columns = Columns.from(Array.from({ length: 5000 }, (_, price) => ({ price })), schema);
      const pool = ScanPool.open({ threads: 1, isEager: true });
      let used;
      const own = pool.scan;
      const value = async (...work) => (used = await own(...work));
      Object.defineProperty(pool, "scan", { value });
      const count = await pool.count(compileOrThrow("MOD({price}, 5) = 1", schema), columns);
      await pool.close();
      console.log(count, used === undefined ? "here" : "in a thread");
    }`;
    const [asModule, required] = [
      "(name) => import(name + '.js')",
      "(name) => require(name + '.cjs')",
    ].map((load) => {
      const names = `["index", "columns", "stores"].map((name) => "./dist/" + name)`;
      const program = `Promise.all(${names}.map(${load})).then((all) => (${search})(...all))`;
      const flags = ["--disallow-code-generation-from-strings", "-e", program];
      return execFileSync(process.execPath, flags, { cwd: root, encoding: "utf8" });
    });
    expect([asModule, required]).toEqual(["1000 in a thread\n", "1000 in a thread\n"]);
  });

  it("loads without the globals of Node", () => {
    const hide = `for (const name of ["process", "Buffer", "global", "setImmediate"]) delete globalThis[name];`;
    const load = `const { log } = console; ${hide} import("./dist/index.js").then(() => log("loaded"))`;
    const output = execFileSync(process.execPath, ["-e", load], { cwd: root, encoding: "utf8" });
    expect(output).toBe("loaded\n");
  });
});
