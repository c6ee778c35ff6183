import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { neededDeclarations, ROOT } from "../harness/built.ts";
import { needForEach } from "../harness/extent.ts";
import compilers from "./compilers/package.json" with { type: "json" };

/** `test/prepare.ts` installs them from npm. */
const COMPILERS = fileURLToPath(new URL("compilers", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoform-types-"));

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/isoform"), "junction");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODULES = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => `isoform${path.slice(1)}`);

/** The sub-paths that need neither Node nor a page. */
const PORTABLE = MODULES.filter((name) =>
  /^isoform(\/(columns|adapters|sql.*|summary|language))?$/.test(name),
);

/** Types that are `any` would accept the last line. */
const USES = `
import { compileOrThrow, defineSchema, type RowOf } from "isoform";
import { Columns } from "isoform/columns";
import { postgres } from "isoform/sql";
const schema = defineSchema({ name: "text", price: "number" });
const row: RowOf<typeof schema> = { name: "a", price: 1 };
const formula = compileOrThrow("{price} > 1", schema);
export const names: readonly (string | null | undefined)[] = formula.filter([row]).map(({ name }) => name);
export const rows: Uint32Array = formula.select(Columns.from([row], schema));
export const where: string | undefined = formula.toSql(postgres).where;
// @ts-expect-error -- a price is a number
export const wrong: RowOf<typeof schema> = { name: "a", price: "1" };
`;

interface Setup {
  readonly files: readonly string[];
  readonly modules: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

const WITH_NODE = { lib: ["ES2022", "DOM"], types: ["node"] };

const SETUPS: Readonly<Record<string, Setup>> = {
  "node16, as a module and through require": {
    files: ["module.mts", "require.cts"],
    modules: MODULES,
    options: { ...WITH_NODE, module: "node16", moduleResolution: "node16" },
  },
  bundler: {
    files: ["bundler.ts"],
    modules: MODULES,
    options: { ...WITH_NODE, module: "esnext", moduleResolution: "bundler" },
  },
  "bundler, without the types of Node and of pages": {
    files: ["portable.ts"],
    modules: PORTABLE,
    options: { lib: ["ES2020"], types: [], module: "esnext", moduleResolution: "bundler" },
  },
  node10: {
    files: ["node10.ts"],
    // It does not find the declarations of `monaco-editor` itself.
    modules: MODULES.filter((name) => name !== "isoform/monaco"),
    options: {
      ...WITH_NODE,
      module: "commonjs",
      moduleResolution: "node10",
      // The declarations of Fastify's logger need it.
      esModuleInterop: true,
    },
  },
};

/** What the compiler prints: nothing if it accepts all. */
function compiled(compiler: string, name: string, { files, modules, options }: Setup) {
  const imports = modules.map((path, index) => `export * as module${index} from "${path}";\n`);
  for (const file of files) writeFileSync(join(folder, file), imports.join("") + USES);
  const config = join(folder, `${name}.json`);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ target: "es2022", typeRoots: [join(ROOT, "node_modules/@types")] },
    ...options,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const tsc = join(COMPILERS, "node_modules", compiler, "bin/tsc");
  return new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, "-p", config], (error, output) => {
      resolve(output || (error?.message ?? ""));
    });
  });
}

/** Where the newest compiler reads the declarations as the oldest does, one of them is enough. */
const OLDEST_ONLY = new Set(["node10"]);
const NEWEST_ONLY = new Set(["bundler", "bundler, without the types of Node and of pages"]);

const [OLDEST] = Object.keys(compilers.dependencies);

describe.each(Object.keys(compilers.dependencies))("%s", (compiler) => {
  needForEach(neededDeclarations());

  const others = compiler === OLDEST ? NEWEST_ONLY : OLDEST_ONLY;
  it.each(Object.entries(SETUPS).filter(([name]) => !others.has(name)))(
    "accepts the declarations with the resolution %s",
    // A compiler reads all declarations of the package and of its peers: 17 s beside ten busy processes.
    { timeout: 60_000 },
    async (name, setup) => {
      expect(await compiled(compiler, name, setup)).toBe("");
    },
  );
});
