import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** The folder of the project. */
export const ROOT = new URL("../../", import.meta.url);

/** Pages whose snippets are compiled and run as those of the README are. */
export const PAGES = [
  "README.md",
  "grammar/reference/columns.md",
  "grammar/reference/custom-functions.md",
  "grammar/reference/editors.md",
  "grammar/reference/embedding.md",
  "grammar/reference/files.md",
  "grammar/reference/service.md",
  "grammar/reference/sql.md",
  "grammar/reference/summaries.md",
  "grammar/reference/tables.md",
  "src/apps/site/pages/index.md",
  "src/apps/site/pages/guides/databases.md",
  "src/apps/site/pages/guides/from-airtable.md",
  "src/apps/site/pages/guides/security.md",
  "src/apps/site/pages/guides/server.md",
  "src/apps/site/pages/guides/tenants.md",
];

/** A piece of code of a page. */
export interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly code: string;
  /** Whether it asks a PostgreSQL server, which a test has to start first. */
  readonly needsPostgres: boolean;
  /** Whether it runs in a page only. */
  readonly needsPage: boolean;
  /** Its name, if it is a file of a program of several. */
  readonly file: string | undefined;
}

export function pageText(page: string): string {
  return readFileSync(new URL(page, ROOT), "utf8");
}

export function snippetsOf(page: string, language = "ts"): readonly Snippet[] {
  const text = pageText(page);
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...text.matchAll(fence)].map(({ 1: code = "", index }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    code,
    needsPostgres: code.includes('from "pg"'),
    needsPage: code.includes("document."),
    file: /^\/\/ ([a-z-]+\.ts)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1],
  }));
}

const require = createRequire(import.meta.url);
const fileOf = (path: string): string => pathToFileURL(path).href;

/**
 * A snippet as a module that hands out the value of each line that ends in a comment, and what the comment says.
 *
 * @param packages where packages are that are not installed with the project
 */
function instrument(code: string, packages: Readonly<Record<string, string>>): string {
  const lines = code.split("\n").map((line) => {
    const shown = /^(\S.*);\s*\/\/ (.+)$/.exec(line);
    return shown === null ? line : `results.push([${shown[1]}, ${shown[2]}]);`;
  });
  const last = lines.findLastIndex((line) => line.startsWith("render("));
  if (last >= 0) lines[last] = `export const rendered = ${lines[last]}`;
  const source = `export const results = [];\n${lines.join("\n")}`
    .replace(
      /from "isoform(?:\/([^"]+))?"/g,
      (_, path = "index") => `from "${new URL(`dist/${path}.js`, ROOT).href}"`,
    )
    .replace(PACKAGES, (_, name: string) => {
      return `from "${fileOf(packages[name] ?? require.resolve(name))}"`;
    })
    .replace(/from "\.\/([a-z-]+)\.ts"/g, 'from "./$1.mjs"');
  return ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
  }).outputText;
}

const PACKAGES = /from "(apache-arrow|express|fastify|knex|kysely|pg|drizzle-orm(?:\/[a-z-]+)?)"/g;

const folder = mkdtempSync(join(tmpdir(), "isoform-snippets-"));

/** Runs a snippet with the built package, and returns what it exports. */
export async function runSnippet<Exports = object>(
  { page, line, code }: Snippet,
  packages: Readonly<Record<string, string>> = {},
): Promise<Exports & { readonly results: [unknown, unknown][]; readonly rendered?: string }> {
  const file = join(folder, `${page.replaceAll("/", "-")}-${line}.mjs`);
  writeFileSync(file, instrument(code, packages));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** Runs a program of several files, and returns what the file of that name exports. */
export async function runProgram<Exports>(
  start: string,
  files: readonly Pick<Snippet, "file" | "code">[],
  packages: Readonly<Record<string, string>>,
): Promise<Exports> {
  const program = mkdtempSync(join(folder, "program-"));
  for (const { file = "", code } of files) {
    writeFileSync(join(program, file.replace(/\.ts$/, ".mjs")), instrument(code, packages));
  }
  return import(
    /* @vite-ignore */ pathToFileURL(join(program, start.replace(/\.ts$/, ".mjs"))).href
  );
}
