import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "../../grammar/site/build-site.ts";
import { POLICY } from "../../grammar/site/page-template.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { DIST } from "../harness/built.ts";
import { needForEach } from "../harness/extent.ts";
import { type PageServer, serveFolder } from "../harness/page-server.ts";

const folder = mkdtempSync(join(tmpdir(), "isoform-site-"));
let server: PageServer;

beforeAll(async () => {
  await buildSite(folder, join(DIST, "playground"));
  // It must not matter where the site is.
  server = await serveFolder(folder, "/a/folder/", POLICY);
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(BROWSERS)("the site, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;

  beforeAll(async () => {
    if (need.missing === undefined) browser = await start();
  });

  afterAll(() => browser?.close());

  /** Works with a page. It must have asked for files of the site only, and complained of nothing. */
  async function onPage(
    address: string,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const root = `${server.origin}/a/folder/`;
    const { page, complaints, requests } = await openPage(browser, root + address, options);
    await page.getByRole("searchbox").waitFor();
    await work(page);
    expect(complaints).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(root))).toEqual([]);
    await page.close();
  }

  it("runs every example of a page in place, with the value that the page says", async () => {
    await onPage("reference/functions/left.html", async (page) => {
      const examples = page.locator("code[data-run]");
      const expected = await examples.evaluateAll((all) =>
        all.map((code) => code.getAttribute("data-expected")),
      );
      for (const _ of expected) await page.getByRole("button", { name: /^Run / }).first().click();
      const outputs = page.locator(".output code");
      await expect.poll(() => outputs.allTextContents()).toEqual(expected);
    });
  });

  it("says what is wrong with a formula that is changed, and opens it in the playground", async () => {
    await onPage("reference/types.html", async (page) => {
      await page.getByRole("button", { name: "Run {tax} + 1", exact: true }).click();
      const input = page.getByRole("textbox", { name: "Formula" });
      await input.fill("{contry} = 1");
      await expect.poll(() => page.locator(".output").textContent()).toContain("contry");
      await input.fill("{price} < 20000");
      await expect.poll(() => page.locator(".output").textContent()).toBe("→ FALSE");
      await page.getByRole("link", { name: "Open in the playground" }).click();
      await expect.poll(() => page.locator(".cm-content").textContent()).toBe("{price} < 20000");
    });
  });

  it("teaches: an exercise says when it is solved", async () => {
    await onPage("tour.html", async (page) => {
      await page.getByRole("button", { name: "Try it" }).first().click();
      const output = page.locator(".exercise .output");
      await expect.poll(() => output.textContent()).toContain("not yet A, B, D");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("{year} >= 2022");
      await expect.poll(() => output.textContent()).toContain("Right: it returns A, B, D.");
      expect(await page.locator(".exercise tr.match > td:first-child").allTextContents()).toEqual([
        "A",
        "B",
        "D",
      ]);
      await expectAccessible(page);
    });
  });

  it("searches by the keyboard, with an index of its own", async () => {
    await onPage("index.html", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("workday_diff");
      await page.locator(".found a").first().waitFor();
      await expectAccessible(page);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.title()).toBe("WORKDAY_DIFF – isoform");
    });
  });

  it("has a light and a dark look, which it keeps", async () => {
    await onPage("reference/functions/search.html", async (page) => {
      const ground = (): Promise<string> =>
        page.evaluate("getComputedStyle(document.body).backgroundColor");
      await page.getByRole("button", { name: "Dark look" }).click();
      expect(await ground()).toBe("rgb(20, 23, 26)");
      await expectAccessible(page);
      await page.reload();
      await page.getByRole("button", { name: "Light look" }).waitFor();
      expect(await ground()).toBe("rgb(20, 23, 26)");
    });
  });

  it("fits a narrow screen", async () => {
    const viewport = { width: 360, height: 700 };
    await onPage(
      "reference/sql.html",
      async (page) => {
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
          360,
        );
        await expectAccessible(page);
      },
      { viewport },
    );
    // Also with an example that runs, and a long message on it.
    await onPage(
      "tour.html",
      async (page) => {
        await page.getByRole("button", { name: /^Run / }).first().click();
        await page.getByRole("textbox").first().fill('{country} = "Spain');
        await page.getByText("unterminated-text").waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
          360,
        );
      },
      { viewport },
    );
  });
});
