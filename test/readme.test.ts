import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FigureRecord } from "../bench/record/figure-record.ts";
import { MEASURED_SECTIONS } from "../bench/record/pages.ts";
import { PAGES, pageText, ROOT, runSnippet, snippetsOf } from "./harness/snippets.ts";

const text = pageText("README.md");

describe("README", () => {
  const every = PAGES.flatMap((page) =>
    snippetsOf(page)
      .filter(({ needsPostgres, needsPage, file }) => !needsPostgres && !needsPage && !file)
      .map((snippet) => [page, snippet.line, snippet] as const),
  );

  it.each(every)(
    "the snippet of %s on line %i has the result in its comments",
    async (_page, _line, snippet) => {
      const { results, rendered } = await runSnippet(snippet);
      for (const [value, said] of results) expect(value).toEqual(said);
      expect(results.length + (rendered === undefined ? 0 : 1)).toBeGreaterThan(0);
    },
  );

  it("shows a diagnostic as it is rendered", async () => {
    const snippet = snippetsOf("README.md").find(({ code }) => code.includes("render(formula"));
    if (snippet === undefined) throw new Error("the README renders no error");
    const { rendered } = await runSnippet(snippet);
    expect(snippetsOf("README.md", "text").map(({ code }) => code.trimEnd())).toContain(
      rendered?.trimEnd(),
    );
  });

  it("shows the recorded figures", () => {
    const record = FigureRecord.read();
    for (const section of ["speed", "service", "rows"] as const) {
      expect(text).toContain(MEASURED_SECTIONS[section](record));
    }
  });

  it("names existing files", () => {
    for (const [, path = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(() => readFileSync(new URL(path, ROOT)), path).not.toThrow(/ENOENT/);
    }
  });
});
