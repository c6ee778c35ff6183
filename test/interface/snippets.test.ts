import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

/*
 * The snippets of the README and of pages that need no other package compile under the strictest settings, as a user
 * would compile them against the built package. `test/readme.test.ts` runs them.
 */

const root = new URL("../../", import.meta.url);
const PAGES = [
  "README.md",
  "grammar/reference/columns.md",
  "grammar/reference/service.md",
  "grammar/reference/sql.md",
];

const files = new Map<string, string>();
for (const page of PAGES) {
  const text = readFileSync(new URL(page, root), "utf8");
  for (const { 1: code = "", index } of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, index).split("\n").length;
    const name = `${page.replaceAll("/", "-")}-line-${line}.mts`;
    files.set(fileURLToPath(new URL(`test/interface/${name}`, root)), `${code}\nexport {};\n`);
  }
}

const dist = fileURLToPath(new URL("dist", root));
const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
  noEmit: true,
  paths: { isoform: [`${dist}/index.d.ts`], "isoform/*": [`${dist}/*.d.ts`] },
};

function messagesOf(sources: ReadonlyMap<string, string>): readonly string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = sources.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${file?.fileName}, ${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

it("the snippets of the pages compile under strict settings", () => {
  expect(files.size).toBeGreaterThan(12);
  expect(messagesOf(files)).toEqual([]);
});

it("such a check finds an element that may be missing, and a residual that may be", () => {
  const name = fileURLToPath(new URL("test/interface/wrong.mts", root));
  const found = messagesOf(
    new Map([
      [
        name,
        `import { compileOrThrow, defineSchema } from "isoform";
import { sqlite } from "isoform/sql";
const formula = compileOrThrow("{n} > 1", defineSchema({ n: "number" }));
const rows = [{ n: 1 }];
formula.matches(rows[1]);
formula.toSql(sqlite).residual.matches({});
formula.toSql(rows);
`,
      ],
    ]),
  );
  expect(found.map((text) => /, (\d+):/.exec(text)?.[1])).toEqual(["5", "6", "7"]);
});
