import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import { servePlayground } from "./serve-playground.ts";

const POLL = { timeout: 60_000 };

describe.each(BROWSERS)("the playground without a network, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;

  beforeAll(async () => {
    if (need.missing === undefined) browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
  });

  it("opens again after its server is gone, and helps to write a formula", async () => {
    const server = await servePlayground();
    const link = await linkTo({ formula: "", sort: [], records: "demo-10000" });
    const { page, complaints } = await openPage(browser, `${server.origin}/try/#${link}`);
    await page.locator(".row").first().waitFor();
    const isKept = "navigator.serviceWorker.controller?.state";
    await expect.poll(() => page.evaluate(isKept), POLL).toBe("activated");
    server.close();
    // The server is really gone.
    await expect(fetch(`${server.origin}/try/`)).rejects.toThrow();

    await page.reload();
    const count = page.locator(".count");
    await expect.poll(() => count.textContent(), POLL).toMatch(/^10,000 of 10,000 records/);
    await page.locator(".cm-content").click();
    await page.keyboard.type("{pr");
    await page.locator("li[aria-selected]", { hasText: "price" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
