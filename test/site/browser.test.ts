import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSite } from "../../grammar/site/build-site.ts";
import { POLICY } from "../../grammar/site/page-template.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { CHROMIUM, describePages, exactly, type OpenPage, openPage } from "../harness/browser.ts";
import { DIST } from "../harness/built.ts";
import { type PageServer, serveFolder } from "../harness/page-server.ts";

describePages("the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "isoform-site-"));
  let server: PageServer;
  let home: string;

  beforeAll(async () => {
    if (CHROMIUM.missing !== undefined) return;
    await buildSite(folder, join(DIST, "playground"));
    // It must not matter where the site is.
    server = await serveFolder(folder, "/a/folder/", POLICY);
    home = `${server.origin}/a/folder/`;
  });
  afterAll(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(address: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const opened = await openPage(home + address, options);
    await opened.page.getByRole("searchbox").waitFor();
    return opened;
  }

  it("runs every example of a page in place, with the value that the page says, silently", async () => {
    const { page, complaints, requests } = await open("reference/functions/left.html");
    const expected = await page
      .locator("code[data-run]")
      .evaluateAll((all) => all.map((code) => code.getAttribute("data-expected") ?? ""));
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
    expect(complaints).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(home))).toEqual([]);
  });

  it("says what is wrong with a formula that is changed, and opens it in the playground", async () => {
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

  it("teaches: an exercise says when it is solved, on a narrow screen as well", async () => {
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

  it("searches by the keyboard, with an index of its own", async () => {
    const { page } = await open("index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("workday_diff");
    await page.locator(".found a").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "WORKDAY_DIFF", level: 1 }).waitFor();
  });

  it("has a light and a dark theme, which it keeps, and fits a narrow screen", async () => {
    const { page } = await open("reference/sql.html", { viewport: { width: 360, height: 700 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    const background = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.getByRole("button", { name: "Dark look" }).click();
    expect(await background()).toBe("rgb(20, 23, 26)");
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("button", { name: "Light look" }).waitFor();
    expect(await background()).toBe("rgb(20, 23, 26)");
  });
});
