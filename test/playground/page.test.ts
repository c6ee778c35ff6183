import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Linked, linkTo, readLink } from "../../src/playground/formula/permalink.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import type { PageServer } from "../harness/page-server.ts";
import { servePlayground } from "./serve-playground.ts";

/** So many cars are made quickly. */
const FEW = "demo-10000";

/** The playground, used as a person uses it. */
class Playground {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  count(): Promise<string | null> {
    return this.page.locator(".count").textContent();
  }

  /** Waits until so many cars are shown. */
  async shows(count: RegExp): Promise<void> {
    await expect.poll(() => this.count()).toMatch(count);
  }

  formula(): Promise<string> {
    return this.page.locator(".cm-content").innerText();
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a formula in the place of the one that is there. */
  async write(formula: string): Promise<void> {
    await this.page.locator(".cm-content").click();
    await this.press("Control+a");
    await this.type(formula);
    await this.press("Escape");
  }

  /** The texts of a column, from the top. */
  column(index: number): Promise<readonly string[]> {
    return this.page.locator(`.row > :nth-child(${index})`).allTextContents();
  }
}

describe.each(BROWSERS)("the playground, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    if (need.missing !== undefined) return;
    server = await servePlayground();
    browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Works in the page that a link opens. It must have asked for its own files only, and complained of nothing. */
  async function inPlayground(
    linked: Partial<Linked>,
    work: (playground: Playground) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const link = await linkTo({ formula: "", sort: [], records: FEW, ...linked });
    await inPage(`#${link}`, work, options);
  }

  async function inPage(
    fragment: string,
    work: (playground: Playground) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const address = `${server.origin}/try/${fragment}`;
    const { page, complaints, requests } = await openPage(browser, address, options);
    await page.locator(".row").first().waitFor();
    await work(new Playground(page));
    expect(complaints).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(`${server.origin}/try/`))).toEqual([]);
    await page.close();
  }

  it("filters while a formula is typed, with completion of fields and of the data's values", async () => {
    await inPlayground({}, async (playground) => {
      await playground.shows(/^10,000 of 10,000 records/);
      await playground.type("{coun");
      await playground.page.locator("li[aria-selected]", { hasText: "country" }).waitFor();
      await playground.page.waitForTimeout(100);
      await playground.press("Enter");
      await playground.type(' = "Ita');
      await playground.page.locator("li[aria-selected]", { hasText: "Italy" }).waitFor();
      await playground.page.waitForTimeout(100);
      await playground.press("Enter");
      expect(await playground.formula()).toBe('{country} = "Italy"');
      await playground.shows(/^\d{3} of 10,000 records/);
      expect(new Set(await playground.column(4))).toEqual(new Set(["Italy"]));
      expect(await playground.page.locator(".row mark").first().textContent()).toBe("Italy");
    });
  });

  it("completes what was typed before it could help", async () => {
    const { page, complaints } = await openPage(browser, "about:blank");
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assistance-*.js", async (route) => {
      await released;
      await route.continue();
    });
    const link = await linkTo({ formula: "", sort: [], records: FEW });
    await page.goto(`${server.origin}/try/#${link}`);
    await page.locator(".row").first().waitFor();
    await page.keyboard.type("{coun");
    expect(await page.locator("li[aria-selected]").count()).toBe(0);
    release();
    await page.locator("li[aria-selected]", { hasText: "country" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("says what is wrong, and mends it by the keyboard", async () => {
    await inPlayground({}, async (playground) => {
      await playground.write('{contry} = "Italy"');
      const problem = playground.page.getByRole("alert");
      await expect.poll(() => problem.textContent()).toContain("contry");
      await playground.press("Home", "Control+.");
      await expect.poll(() => playground.formula()).toBe('{country} = "Italy"');
      await expect.poll(() => problem.textContent()).toBe("");
    });
  });

  it("sorts by a click and by the keyboard, hides a column, and makes one wider", async () => {
    await inPlayground({}, async ({ page }) => {
      const price = page.getByRole("columnheader", { name: "price" });
      await price.getByRole("button").click();
      await expect.poll(() => price.getAttribute("aria-sort")).toBe("ascending");
      await page.keyboard.press("Enter");
      await expect.poll(() => price.getAttribute("aria-sort")).toBe("descending");
      const shown = await page.locator(".row > :nth-child(8)").allTextContents();
      const prices = shown.map(Number);
      expect(prices).toEqual([...prices].sort((a, b) => b - a));

      await page.getByText("Columns", { exact: true }).click();
      await page.getByLabel("url", { exact: true }).uncheck();
      await expect.poll(() => page.getByRole("columnheader").count()).toBe(12);
      const grip = page.getByRole("separator", { name: "Width of vin" });
      const before = Number(await grip.getAttribute("aria-valuenow"));
      await grip.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => grip.getAttribute("aria-valuenow")).toBe(String(before + 16));
    });
  });

  it("goes through all records by the keyboard", async () => {
    await inPlayground({}, async ({ page }) => {
      await page.getByRole("grid").focus();
      await page.keyboard.press("End");
      await page.locator('.row.active[aria-rowindex="10001"]').waitFor();
      await page.keyboard.press("Home");
      await page.locator('.row.active[aria-rowindex="2"]').waitFor();
    });
  });

  it("keeps the formula and the order in its address", async () => {
    const formula = "{price} > 50000";
    const sort = [{ field: "price", direction: "desc" as const }];
    await inPlayground({ formula, sort }, async (playground) => {
      await playground.shows(/ of 10,000 records/);
      await playground.write("{price} > 90000");
      const { page } = playground;
      const linked = () => readLink(new URL(page.url()).hash.slice(1));
      await expect.poll(linked).toMatchObject({ formula: "{price} > 90000", sort });
      await playground.shows(/^[\d,]+ of 10,000/);
      const count = await playground.count();
      await page.reload();
      await page.locator(".row").first().waitFor();
      expect(await playground.formula()).toBe("{price} > 90000");
      expect((await playground.count())?.split(",")[0]).toBe(count?.split(",")[0]);
    });
  });

  it("shows the first formula if a link cannot be read", async () => {
    await inPage("#nonsense", async ({ page }) => {
      await expect.poll(() => page.getByRole("alert").textContent()).toContain("The link");
    });
  });

  it("is accessible, also on a narrow screen and in the dark", async () => {
    await inPlayground(
      { formula: '{country} = "Italy"' },
      async (playground) => {
        await playground.shows(/ of 10,000/);
        await expectAccessible(playground.page);
        const wide = "document.documentElement.scrollWidth";
        expect(await playground.page.evaluate(wide)).toBeLessThanOrEqual(360);
        await playground.page.getByRole("button", { name: / look$/ }).click();
        await expectAccessible(playground.page);
      },
      { viewport: { width: 360, height: 700 } },
    );
  });
});
