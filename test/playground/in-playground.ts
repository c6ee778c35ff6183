import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Linked, linkTo } from "../../src/playground/formula/permalink.ts";
import { BROWSERS, openPage, PLAIN_HOST } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import type { PageServer } from "../harness/page-server.ts";
import { servePlayground } from "./serve-playground.ts";

/** So many cars are made quickly. */
const FEW = "demo-10000";

/** Works in the page that a link opens. It must have asked for its own files only, and complained of nothing. */
export type InPlayground = (
  linked: Partial<Linked>,
  work: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
) => Promise<void>;

/** Describes the playground by tests in each browser. The tests of a browser share one. */
export function describePlayground(
  title: string,
  tests: (inPlayground: InPlayground) => void,
): void {
  describe.each(BROWSERS)(`${title}, in $name`, ({ need, start }) => {
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

    tests(async (linked, work, options = {}) => {
      const link = await linkTo({ formula: "", sort: [], records: FEW, ...linked });
      const home = `${server.origin}/try/`;
      const { page, complaints, requests } = await openPage(browser, `${home}#${link}`, options);
      await page.locator(".row").first().waitFor();
      await page.getByRole("tablist").waitFor();
      await work(page);
      expect(complaints).toEqual([]);
      // A test may open the same server by its other name.
      const own = requests.map((one) => one.replace(`//${PLAIN_HOST}:`, "//127.0.0.1:"));
      expect(own.filter((one) => !one.startsWith(home))).toEqual([]);
      await page.close();
    });
  });
}
