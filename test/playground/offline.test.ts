import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { DIST } from "../harness/built.ts";
import { needForEach } from "../harness/extent.ts";
import { servePlayground } from "./serve-playground.ts";

/** Waits until the browser has the whole page. */
async function isKept(page: Page): Promise<void> {
  const state = "navigator.serviceWorker.controller?.state";
  await expect.poll(() => page.evaluate(state)).toBe("activated");
}

/** Waits until the page shows its records, and has the parts that it loads afterwards. */
async function isWhole(page: Page): Promise<void> {
  await page.locator(".row").first().waitFor();
  await page.locator("optgroup").first().waitFor({ state: "attached" });
}

/** Waits until the browser has a newer version, which the page has not taken. */
async function newerWaits(page: Page): Promise<void> {
  const waits = `(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    return registration.waiting?.state;
  })()`;
  await expect.poll(() => page.evaluate(waits)).toBe("installed");
}

/** A copy of the playground, which can become another version. */
function ownPlayground(): { readonly folder: string; readonly renew: (title: string) => void } {
  const folder = mkdtempSync(join(tmpdir(), "isoform-offline-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(DIST, "playground"), folder, { recursive: true });
  const change = (name: string, from: RegExp, to: string): void => {
    const path = join(folder, name);
    const before = readFileSync(path, "utf8");
    expect(before).toMatch(from);
    writeFileSync(path, before.replace(from, to));
  };
  return {
    folder,
    renew: (title) => {
      change("index.html", /<title>[^<]*/, `<title>${title}`);
      // The version is a hash of all files.
      change(
        "offline.js",
        /"[0-9a-f]{16}"/,
        `"${Buffer.from(title).toString("hex").padEnd(16, "0").slice(0, 16)}"`,
      );
    },
  };
}

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
    await isKept(page);
    server.close();
    // The server is really gone.
    await expect(fetch(`${server.origin}/try/`)).rejects.toThrow();

    await page.reload();
    await isWhole(page);
    const count = page.locator(".count");
    await expect.poll(() => count.textContent()).toMatch(/^10,000 of 10,000 records/);
    await page.locator(".cm-content").click();
    await page.keyboard.type("{pr");
    await page.locator("li[aria-selected]", { hasText: "price" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("has a new version after a reload, with the formula, and drops the files of the old one", async () => {
    const { folder, renew } = ownPlayground();
    const server = await servePlayground("/try/", folder);
    onTestFinished(() => server.close());
    const link = await linkTo({ formula: "{price} > 90000", sort: [], records: "demo-10000" });
    const address = `${server.origin}/try/#${link}`;
    const context = await browser.newContext();
    const { page, complaints } = await openPage(context, address);
    await isKept(page);
    const [old, ...others] = await page.evaluate<string[]>("caches.keys()");
    expect(others).toEqual([]);

    renew("second");
    await newerWaits(page);
    expect(await page.title()).toBe("isoform playground");
    await page.reload();
    await expect.poll(() => page.title()).toBe("second");
    await page.locator(".row").first().waitFor();
    expect(await page.locator(".cm-content").innerText()).toBe("{price} > 90000");
    const kept = () => page.evaluate<string[]>("caches.keys()");
    await expect.poll(async () => (await kept()).length).toBe(1);
    expect(await kept()).not.toEqual([old]);

    // Another page of the old version still loads parts of itself, so that the old one stays until it is closed.
    const { page: other } = await openPage(context, address);
    await other.locator(".row").first().waitFor();
    renew("third");
    await newerWaits(page);
    await page.reload();
    await page.locator(".row").first().waitFor();
    expect(await page.title()).toBe("second");
    await other.close();
    await page.reload();
    await expect.poll(() => page.title()).toBe("third");
    await page.locator(".row").first().waitFor();
    // The files of the version are there without the server.
    server.close();
    await page.reload();
    await isWhole(page);
    expect(await page.title()).toBe("third");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
