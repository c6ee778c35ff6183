import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { findEntries } from "../../grammar/site/browser/find-entries.ts";
import { siteTexts } from "../../grammar/site/build-site.ts";
import { formulaBlock } from "../../grammar/site/formula-block.ts";
import { ASSETS, PLAYGROUND, SiteLinks } from "../../grammar/site/site-links.ts";
import { ROOT, SECTIONS, sources } from "../../grammar/site/site-sources.ts";
import { TOUR_CARS, TOUR_SCHEMA } from "../../grammar/site/tour-cars.ts";
import { Columns } from "../../src/columns.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/functions/documentation.ts";
import { compileOrThrow } from "../../src/index.ts";

const FILES = { script: "assets/main.js", style: "assets/site.css" };
const texts = siteTexts(FILES);
const pages = [...texts].filter(([address]) => address.endsWith(".html"));
const markdown = [...texts].filter(([address]) => address.endsWith(".md"));

const others = new Set([
  ...Object.values(FILES),
  ...Object.values(ASSETS),
  `${PLAYGROUND}/index.html`,
]);

function textAt(address: string): string {
  const text = texts.get(address);
  if (text === undefined) throw new Error(`there is no ${address}`);
  return text;
}

/** What is wrong with a link from one file of the site. */
function problemOf(from: string, link: string): string | undefined {
  if (/^(?:https?|mailto|data):/.test(link)) return undefined;
  const [path = "", heading] = link.replaceAll("&amp;", "&").split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), path);
  if (others.has(target)) return undefined;
  const text = texts.get(target);
  if (text === undefined) return `${link}: no file`;
  if (heading === undefined || !target.endsWith(".html")) return undefined;
  return text.includes(`id="${heading}"`) ? undefined : `${link}: no heading`;
}

describe("the pages of the site", () => {
  it.each(pages)("the links of %s lead somewhere", (address, html) => {
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(20);
    expect(links.map((link) => problemOf(address, link)).filter(Boolean)).toEqual([]);
  });

  it("have Markdown beside them, whose links lead to Markdown", () => {
    expect(markdown.map(([address]) => address.replace(/md$/, "html")).sort()).toEqual(
      pages.map(([address]) => address).sort(),
    );
    for (const [address, text] of markdown) {
      const prose = text.replace(/^```[\s\S]*?^```$/gm, "").replaceAll(/`+[^`]*`+/g, "code");
      const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
      expect(links.map((link) => problemOf(address, link)).filter(Boolean)).toEqual([]);
    }
  });

  it("refuse a link that leads nowhere", () => {
    const all = sources();
    const tour = all.find(({ address }) => address === "tour");
    if (tour === undefined) throw new Error("there is no tour");
    const links = new SiteLinks(all);
    expect(() => links.resolve(tour, "guides/nothing.md", ".html")).toThrow(/guides\/nothing\.md/);
    expect(problemOf("tour.html", "guides/server.html#nothing")).toContain("no heading");
  });

  it("have titles and descriptions of their own", () => {
    const heads = pages.map(([, html]) => /<title>(.*)<\/title>/.exec(html)?.[1] ?? "");
    expect(new Set(heads).size).toBe(pages.length);
    for (const [address, html] of pages) {
      const described = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? "";
      expect(described.length, address).toBeGreaterThan(10);
      expect(described.length, address).toBeLessThan(260);
    }
  });

  it("are read without JavaScript, under a policy that allows nothing in the page to run", () => {
    for (const [address, html] of pages) {
      expect(html, address).toContain("<h1");
      expect(html.match(/<script(?! type="module" src=)/), address).toBeNull();
      expect(html.match(/<style|\sstyle="|\son[a-z]+="|javascript:/), address).toBeNull();
    }
  });

  it("are all in the navigation, or are the page of a function", () => {
    const listed = Object.values(SECTIONS).flat();
    const functions = DOCUMENTED_FUNCTIONS.map(
      ({ definition: { name } }) => `reference/functions/${name.toLowerCase()}`,
    );
    expect([...listed, ...functions].sort()).toEqual(
      sources()
        .map(({ address }) => address)
        .sort(),
    );
  });

  it("are listed for language models", () => {
    const text = textAt("llms.txt");
    for (const [address] of markdown) expect(text).toContain(`](${address}): `);
  });

  it("take only files that are there", () => {
    expect(Object.keys(ASSETS).filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
  });
});

describe.each(DOCUMENTED_FUNCTIONS)(
  "the page of $definition.name",
  ({ definition, documentation }) => {
    const html = textAt(`reference/functions/${definition.name.toLowerCase()}.html`);

    it("has every example with its value, and says what databases do", () => {
      expect(html.split('data-run="formula"').length - 1).toBe(documentation.examples.length);
      expect(html).toContain('id="in-databases"');
      for (const engine of ["SQLite", "DuckDB", "PostgreSQL", "MariaDB", "ClickHouse"]) {
        expect(html).toContain(engine);
      }
    });
  },
);

describe("the tour", () => {
  const blocks = [...textAt("tour.md").matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language, text = ""]) => formulaBlock(language, text),
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
      }
    },
  );
});

describe("the search", () => {
  const entries = JSON.parse(textAt("search.json"));
  const first = (query: string): string | undefined =>
    findEntries(entries, query.toLowerCase().split(" "))[0]?.[0];

  it("finds a function by its name, a page by its title, a part by its heading", () => {
    expect(first("left")).toBe("reference/functions/left.html");
    expect(first("REGEX_MATCH")).toBe("reference/functions/regex_match.html");
    expect(first("limits and security")).toBe("guides/security.html");
    expect(first("computed fields")).toMatch(/#computed-fields$/);
  });

  it("finds only what has all words, from their beginnings", () => {
    expect(findEntries(entries, ["left", "zzz"])).toEqual([]);
    for (const [, title, heading, text] of findEntries(entries, ["postgr"])) {
      expect(`${title} ${heading} ${text}`).toMatch(/(?<![\p{L}\p{N}])postgr/iu);
    }
  });
});
