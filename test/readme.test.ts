import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const text = readFileSync(new URL("README.md", root), "utf8");
/** Pages whose snippets are run as those of the README are. */
const PAGES = [
  "README.md",
  "grammar/reference/columns.md",
  "grammar/reference/service.md",
  "grammar/reference/sql.md",
];

interface Snippet {
  readonly code: string;
  readonly line: number;
}

function snippets(language: string, page = text): readonly Snippet[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...page.matchAll(fence)].map(({ 1: code = "", index }) => ({
    code,
    line: page.slice(0, index).split("\n").length,
  }));
}

/** A snippet as a module that hands out the value of each line that ends in a comment, and what the comment says. */
function instrument(code: string): string {
  const lines = code.split("\n").map((line) => {
    const shown = /^(\S.*);\s*\/\/ (.+)$/.exec(line);
    return shown === null ? line : `results.push([${shown[1]}, ${shown[2]}]);`;
  });
  const last = lines.findLastIndex((line) => line.startsWith("render("));
  if (last >= 0) lines[last] = `export const rendered = ${lines[last]}`;
  const source = `export const results = [];\n${lines.join("\n")}`
    .replace(
      /from "isoform(?:\/([^"]+))?"/g,
      (_, path = "index") => `from "${new URL(`dist/${path}.js`, root).href}"`,
    )
    .replace(
      'from "fastify"',
      `from "${pathToFileURL(createRequire(import.meta.url).resolve("fastify")).href}"`,
    );
  return ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
  }).outputText;
}

const folder = mkdtempSync(join(tmpdir(), "isoform-readme-"));

async function run({
  code,
  line,
}: Snippet): Promise<{ results: [unknown, unknown][]; rendered?: string }> {
  const source = instrument(code);
  const file = join(folder, `line-${line}-${source.length}.mjs`);
  writeFileSync(file, source);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

describe("README", () => {
  const code = snippets("ts");
  const every = PAGES.flatMap((page) =>
    snippets("ts", readFileSync(new URL(page, root), "utf8")).map(
      (snippet) => [page, snippet.line, snippet] as const,
    ),
  );

  it.each(every)(
    "the snippet of %s on line %i does what it says",
    async (_page, _line, snippet) => {
      const { results, rendered } = await run(snippet);
      for (const [value, said] of results) expect(value).toEqual(said);
      expect(results.length + (rendered === undefined ? 0 : 1)).toBeGreaterThan(0);
    },
  );

  it("shows the error as it is rendered", async () => {
    const snippet = code.find(({ code: source }) => source.includes("render(formula"));
    if (snippet === undefined) throw new Error("the README renders no error");
    const { rendered } = await run(snippet);
    expect(snippets("text").map(({ code: shown }) => shown.trimEnd())).toContain(
      rendered?.trimEnd(),
    );
  });

  it("states the figures that were measured", () => {
    const results = JSON.parse(readFileSync(new URL("bench/results/latest.json", root), "utf8"));
    const { means } = results.rows;
    expect(text).toContain(`takes ${means.isoform.toFixed(2)} of the time`);
    expect(text).toContain(`libraries, ${means["json-logic-engine"].toFixed(2)}.`);
  });

  it("names files that exist", () => {
    for (const [, path = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(() => readFileSync(new URL(path, root)), path).not.toThrow(/ENOENT/);
    }
  });
});
