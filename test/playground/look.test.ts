import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { BROWSERS, CHROMIUM, openPage, startBrowser } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import type { PageServer } from "../harness/page-server.ts";
import { servePlayground } from "./serve-playground.ts";

/** How light a colour of the page is, from 0 to 255. */
function lightness(page: Page, selector: string, property: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const color = getComputedStyle(document.querySelector("${selector}")).${property};
    const [red, green, blue] = color.match(/[\\d.]+/g).map(Number);
    return (red + green + blue) / 3;
  })()`);
}

describe.each(BROWSERS)("the look of the playground, in $name", ({ need, startDark }) => {
  needForEach(need);

  let browser: Browser;
  let options: BrowserContextOptions;
  let server: PageServer;

  beforeAll(async () => {
    if (need.missing !== undefined) return;
    server = await servePlayground();
    ({ browser, options } = await startDark());
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it("is dark on a dark machine, and light if the reader wants it, also the next time", async () => {
    const link = await linkTo({ formula: '{country} = "Italy"', sort: [], records: "demo-10000" });
    const address = `${server.origin}/try/#${link}`;
    const { page, complaints } = await openPage(browser, address, options);
    const isDark = async (): Promise<void> => {
      await page.locator(".row").first().waitFor();
      await page.getByRole("tablist").waitFor();
      expect(await lightness(page, "body", "backgroundColor")).toBeLessThan(60);
      expect(await lightness(page, "body", "color")).toBeGreaterThan(180);
    };
    await isDark();
    // The colours of the formula and of the picture as well.
    await expectAccessible(page);
    await page.getByRole("button", { name: "Light look" }).click();
    await expect.poll(() => lightness(page, "body", "backgroundColor")).toBeGreaterThan(200);
    await expectAccessible(page);
    await page.reload();
    await page.locator(".row").first().waitFor();
    expect(await lightness(page, "body", "backgroundColor")).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Dark look" }).click();
    await isDark();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the look of the playground, in a reader's own few colours", () => {
  needForEach(CHROMIUM);

  it("keeps what only colours tell: bars, and the record and the tab that are chosen", async () => {
    const server = await servePlayground();
    const browser = await startBrowser();
    onTestFinished(async () => {
      await browser.close();
      server.close();
    });
    const link = await linkTo({ formula: '{country} = "Italy"', sort: [], records: "demo-10000" });
    const address = `${server.origin}/try/#${link}`;
    const { page } = await openPage(browser, address, { forcedColors: "active" });
    await page.locator(".row").first().click();
    await page.getByRole("combobox", { name: "Field" }).selectOption({ label: "country" });
    await page.locator(".bar-button").first().waitFor();
    const style = (selector: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`,
      );
    expect(await style(".bar-track .matching", "backgroundColor")).not.toBe(
      await style(".bar-track .all", "backgroundColor"),
    );
    expect(await style(".row.active", "outlineStyle")).toBe("solid");
    const tab = (isChosen: boolean) =>
      style(`[role=tab][aria-selected=${isChosen}]`, "borderBottomColor");
    expect(await tab(true)).not.toBe(await tab(false));
  });
});
