import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formulaBlock } from "../../../src/apps/site/formula-block.ts";
import { runFormula } from "../../../src/apps/site/formula-runner.ts";
import { markdownFiles } from "../../../src/apps/site/markdown-files.ts";
import { PLAYGROUND } from "../../../src/apps/site/playground-page.ts";
import { ASSETS, siteLink } from "../../../src/apps/site/site-links.ts";
import { TOUR_CARS, TOUR_SCHEMA } from "../../../src/apps/site/tour-cars.ts";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { postgres } from "../../../src/sql.ts";

const ROOT = new URL("../../../", import.meta.url);

function blocksOf(file: string): readonly (readonly [language: string, text: string])[] {
  const markdown = readFileSync(new URL(file, ROOT), "utf8");
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", text = ""]) => [language, text],
  );
}

describe("the links of the site", () => {
  it.each([
    ["grammar/reference/sql.md", "types.md#conditions", "/reference/types.md#conditions"],
    ["grammar/reference/sql.md", "functions.md#left", "/reference/functions/left.md"],
    ["grammar/reference/sql.md", "functions.md", "/reference/functions.md"],
    ["grammar/reference/sql.md", "#the-residual", "#the-residual"],
    ["grammar/reference/sql.md", "../railroad.svg", "/railroad.svg"],
    ["grammar/reference/sql.md", "https://example.com/a.md", "https://example.com/a.md"],
    ["src/apps/site/pages/tour.md", "guides/server.md", "/guides/server.md"],
    ["src/apps/site/pages/tour.md", "../../playground/index.html", "/playground/index.html"],
    ["src/apps/site/pages/guides/agreement.md", "../../../../../SECURITY.md", "/security.md"],
    ["src/apps/site/pages/reference/[name].md", "#left", "/reference/functions/left.md"],
    ["src/apps/site/pages/reference/[name].md", "types.md", "/reference/types.md"],
    ["CHANGELOG.md", "grammar/conformance/README.md", "/conformance/index.md"],
  ])("a link of %s to %s leads to %s", (file, link, expected) => {
    expect(siteLink(file, link)).toBe(expected);
  });

  it("lead to files that exist", () => {
    expect(Object.keys(ASSETS).filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
  });
});

describe("the Markdown of the site", () => {
  const files = markdownFiles("/docs/");

  it("links to Markdown and files of the site", () => {
    for (const [address, text] of files) {
      const prose = text.replaceAll(/^```[\s\S]*?^```$|`+[^`\n]*`+|!\[[^\]]*\]\([^)]*\)/gm, "");
      const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = ""]) => link);
      const others = new Set([...files.keys(), ...Object.values(ASSETS), PLAYGROUND]);
      const broken = links.filter(
        (link) => !/^https?:/.test(link) && !others.has(link.replace(/^\/docs\//, "")),
      );
      expect([address, broken]).toEqual([address, []]);
    }
  });

  it("is listed for language models", () => {
    for (const address of files.keys()) {
      if (address !== "llms.txt") expect(files.get("llms.txt")).toContain(`](/docs/${address}): `);
    }
  });
});

describe("the example of the home page", () => {
  it("has the SQL of its formula", () => {
    const blocks = new Map(blocksOf("src/apps/site/.vitepress/theme/hero-example.md"));
    const schema = defineSchema({ country: "text", price: "number", tax: "number" });
    const { where } = compileOrThrow(blocks.get("isoform") ?? "", schema).toSql(postgres);
    expect(`(${blocks.get("sql")?.trim().replaceAll(/\s+/g, " ")})`).toBe(where);
  });
});

describe("the tour", () => {
  const blocks = blocksOf("src/apps/site/pages/tour.md").map(([language, text]) =>
    formulaBlock(language, text),
  );
  const columns = Columns.from(TOUR_CARS, TOUR_SCHEMA);

  /** The cars that a formula returns, over objects and over columns. */
  function found(source: string): string {
    const formula = compileOrThrow(source, TOUR_SCHEMA);
    const overRows = formula.filter(TOUR_CARS).map(({ id }) => id);
    const numbers = [...formula.select(columns)];
    expect(numbers.map((number) => TOUR_CARS[number]?.id)).toEqual(overRows);
    return overRows.join(", ");
  }

  it("has filters and exercises", () => {
    expect(blocks.filter((block) => block?.kind === "filter").length).toBeGreaterThan(20);
    expect(blocks.filter((block) => block?.kind === "exercise").length).toBeGreaterThan(5);
  });

  it.each(blocks.filter((block) => block !== undefined))(
    "$kind: $formula returns $expected",
    ({ kind, formula, expected, solution }) => {
      if (kind !== "exercise") expect(found(formula)).toBe(expected);
      else {
        expect(found(formula)).not.toBe(expected);
        expect(found(solution ?? "")).toBe(expected);
        expect(runFormula(kind, solution ?? "", expected)).toMatchObject({ isSolved: true });
      }
    },
  );
});
