import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/*
 * Writes the lists of each category of functions, `src/language/functions/<category>/index.ts`, with and without
 * documentation, from the files beside it, so that adding a function only takes one file. Runs before `generate.ts`,
 * which imports the live registry. With `--check`, nothing is written: it lists outdated files, and fails if there are
 * any.
 */
const FUNCTIONS = new URL("../../src/language/functions/", import.meta.url);
const LINE_WIDTH = 100;
const isCheck = process.argv.includes("--check");

for (const entry of readdirSync(FUNCTIONS, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const url = new URL(`${entry.name}/index.ts`, FUNCTIONS);
  const content = listOf(entry.name);
  if (readFileSync(url, "utf8") === content) continue;
  if (isCheck) {
    console.error(
      `src/language/functions/${entry.name}/index.ts is not up to date: run \`npm run gen\``,
    );
    process.exitCode = 1;
  } else {
    writeFileSync(url, content);
    console.log(`src/language/functions/${entry.name}/index.ts`);
  }
}

function listOf(category: string): string {
  const folder = new URL(`${category}/`, FUNCTIONS);
  const defined = readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((stem) => stem !== "index")
    .sort()
    .flatMap((stem) => {
      const source = readFileSync(new URL(`${stem}.ts`, folder), "utf8");
      const [, name] = /^export const (\w+) = defineBuiltIn\(/m.exec(source) ?? [];
      return name === undefined ? [] : [{ stem, name }];
    });
  const imports = defined.map(({ stem, name }) =>
    importOf([name, `${name}Documentation`], `./${stem}.ts`),
  );
  const names = defined.map(({ name }) => name);
  const entries = defined.map(
    ({ name }) => `{ definition: ${name}, documentation: ${name}Documentation }`,
  );
  return [
    'import type { DocumentedFunction, FunctionDefinition } from "../define.ts";',
    ...imports,
    "",
    ...list(`${category.toUpperCase()}_FUNCTIONS: readonly FunctionDefinition[]`, names),
    "",
    ...list(
      `DOCUMENTED_${category.toUpperCase()}_FUNCTIONS: readonly DocumentedFunction[]`,
      entries,
    ),
    "",
  ].join("\n");
}

function importOf(names: readonly string[], path: string): string {
  const short = `import { ${names.join(", ")} } from "${path}";`;
  if (short.length <= LINE_WIDTH) return short;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${path}";`;
}

function list(declared: string, entries: readonly string[]): readonly string[] {
  const short = `export const ${declared} = [${entries.join(", ")}];`;
  if (short.length <= LINE_WIDTH) return [short];
  return [`export const ${declared} = [`, ...entries.map((entry) => `  ${entry},`), "];"];
}
