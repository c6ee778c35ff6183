import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { addressOf, functionAddress, SECTIONS } from "../../../src/apps/site/site-pages.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { expectAccessible } from "../../harness/accessible.ts";
import { describePages, exactly, type OpenPage, openPage } from "../../harness/browser.ts";
import { needForEach } from "../../harness/extent.ts";
import { type PageServer, serveFolder } from "../../harness/page-server.ts";
import { CHROMIUM } from "../../harness/start-browser.ts";

// `test/prepare.ts` builds it, if there is a browser to test it with.
const { base: BASE, folder } = inject("site") ?? { base: "/", folder: "" };

/** The pages of the site that are built, by their addresses. */
function builtPages(): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".html") && !/^(?:404|playground\/.*)\.html$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("the built pages of the site", () => {
  needForEach(CHROMIUM);

  /** The problem of a link from one page of the site. */
  function problemOf(page: string, link: string): string | undefined {
    const { origin, pathname, hash } = new URL(link, `http://site.test${BASE}${page}`);
    if (origin !== "http://site.test") return undefined;
    if (!pathname.startsWith(BASE)) return `${link}: outside of the site`;
    const path = decodeURI(pathname.slice(BASE.length));
    const target = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const file = existsSync(join(folder, target)) ? target : `${target}.html`;
    if (!existsSync(join(folder, file))) return `${link}: no file`;
    if (hash === "" || !file.endsWith(".html") || file.startsWith("playground")) return undefined;
    const text = readFileSync(join(folder, file), "utf8");
    return text.includes(`id="${decodeURI(hash.slice(1))}"`) ? undefined : `${link}: no heading`;
  }

  it("link to pages, headings and files that exist", () => {
    for (const [page, html] of builtPages()) {
      const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
      const problems = links
        .map((link) => problemOf(page, link.replaceAll("&amp;", "&")))
        .filter(Boolean);
      expect([page, problems]).toEqual([page, []]);
    }
    expect(problemOf("tour.html", "guides/nothing.html")).toContain("no file");
    expect(problemOf("tour.html", "guides/server.html#nothing")).toContain("no heading");
  });

  it("are all in the navigation, unless they are the page of a function or the first page", () => {
    const listed = Object.values(SECTIONS).flat().map(addressOf);
    const functions = DOCUMENTED_FUNCTIONS.map(({ definition: { name } }) => functionAddress(name));
    expect([...builtPages().keys()].sort()).toEqual(
      [...listed, ...functions, "index.md"].map((page) => page.replace(/md$/, "html")).sort(),
    );
  });

  it("have titles and descriptions of their own, and are read without JavaScript", () => {
    const pages = builtPages();
    const titles = [...pages.values()].map((html) => /<title>(.*)<\/title>/.exec(html)?.[1] ?? "");
    expect(new Set(titles).size).toBe(pages.size);
    for (const [page, html] of pages) {
      expect(html, page).toContain("<h1");
      const described = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? "";
      expect(described.length, page).toBeGreaterThan(10);
      expect(described.length, page).toBeLessThan(260);
    }
  });

  it("of functions have every example with its value, and what databases decide", () => {
    for (const { definition, documentation } of DOCUMENTED_FUNCTIONS) {
      const name = definition.name.toLowerCase();
      const html = readFileSync(join(folder, `reference/functions/${name}.html`), "utf8");
      const runs = html.split('aria-label="Run ').length - 1;
      expect([name, runs]).toEqual([name, documentation.examples.length]);
      for (const engine of ["SQLite", "DuckDB", "PostgreSQL", "MariaDB", "ClickHouse"]) {
        expect(html).toContain(engine);
      }
    }
  });
});

describePages("the site", () => {
  let server: PageServer;
  let home: string;

  beforeAll(async () => {
    if (CHROMIUM.missing !== undefined) return;
    // The pages have a stricter policy of their own; generated code is forbidden in both.
    server = await serveFolder(
      folder,
      BASE,
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    );
    home = server.origin + BASE;
  });
  afterAll(() => server?.close());

  async function open(address: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const opened = await openPage(home + address, options);
    // Buttons work from then on.
    await opened.page.waitForFunction("'__vue_app__' in document.querySelector('#app')");
    return opened;
  }

  it("runs every example of a page in place, with the same value, without complaints", async () => {
    const { page, complaints, requests } = await open("reference/functions/left.html");
    const rows = page.locator("tr", { has: page.getByRole("button", { name: /^Run / }) });
    const expected = await rows.locator("td:nth-child(2)").allTextContents();
    expect(expected.length).toBeGreaterThan(2);
    const outputs = page.locator(".output code");
    for (const [index, value] of expected.entries()) {
      await page.getByRole("button", { name: /^Run / }).first().click();
      await outputs
        .nth(index)
        .filter({ hasText: exactly(value) })
        .waitFor();
    }
    expect(await outputs.allTextContents()).toEqual(expected);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(home) && !one.startsWith("data:"))).toEqual([]);
  });

  it("shows mistakes of a changed formula, and opens it in the playground", async () => {
    const { page } = await open("reference/types.html");
    await page.getByRole("button", { name: "Run {tax} + 1", exact: true }).click();
    const input = page.getByRole("textbox", { name: "Formula" });
    await input.fill("{contry} = 1");
    await page.locator(".output", { hasText: "contry" }).waitFor();
    await input.fill("{price} < 20000");
    await page.locator(".output", { hasText: /^→ FALSE$/ }).waitFor();
    await page.getByRole("link", { name: "Open in the playground" }).click();
    await page.locator(".cm-content", { hasText: exactly("{price} < 20000") }).waitFor();
  });

  it("shows when an exercise of the tour is solved, on a narrow screen as well", async () => {
    const { page } = await open("tour.html");
    await page.getByRole("button", { name: "Try it" }).first().click();
    const output = page.locator(".exercise .output");
    await output.filter({ hasText: "not yet A, B, D" }).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("{year} >= 2022");
    await output.filter({ hasText: "Right: it returns A, B, D." }).waitFor();
    const matching = page.locator(".exercise tr.match > td:first-child");
    expect(await matching.allTextContents()).toEqual(["A", "B", "D"]);
    await expectAccessible(page);

    await page.setViewportSize({ width: 360, height: 700 });
    await page.getByRole("button", { name: /^Run / }).first().click();
    await page.getByRole("textbox").first().fill('{country} = "Spain');
    await page.getByText("unterminated-text").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });

  it("finds a function by the keyboard alone", async () => {
    const { page } = await open("index.html");
    await page.keyboard.press("/");
    // The search is loaded by then, and keys before it has the focus would be lost.
    await page.locator("#localsearch-input:focus").waitFor();
    await page.keyboard.type("workday_diff");
    await page.locator(".result.selected", { hasText: "WORKDAY_DIFF" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "WORKDAY_DIFF", level: 1 }).waitFor();
  });

  it.each(["index.html", "reference/sql.html"])(
    "has a persistent light and dark theme on %s, and fits a narrow screen",
    async (address) => {
      const { page, complaints } = await open(address);
      await expectAccessible(page);
      const isDark = "document.documentElement.classList.contains('dark')";
      await page.getByRole("switch").first().click();
      await page.waitForFunction(isDark);
      await expectAccessible(page);
      await page.reload();
      expect(await page.evaluate(isDark)).toBe(true);
      await page.setViewportSize({ width: 360, height: 700 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
      expect(complaints).toEqual([]);
    },
  );
});
