import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { linkTo } from "../../../src/apps/playground/formula/permalink.ts";
import { describePages, openIn, openPage } from "../../harness/browser.ts";
import { DIST } from "../../harness/built.ts";
import type { PageServer } from "../../harness/page-server.ts";
import { Playground } from "./in-playground.ts";
import { servePlayground } from "./serve-playground.ts";

const KEPT = { serviceWorkers: "allow" } as const;

/** Waits until the browser has the whole page, and has dropped the files of other versions. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { serviceWorker } = navigator;
    const next = (target, event) => new Promise((go) => target.addEventListener(event, go, { once: true }));
    if (!serviceWorker.controller) await next(serviceWorker, "controllerchange");
    const worker = serviceWorker.controller;
    while (worker.state !== "activated") await next(worker, "statechange");
  })()`);
}

/** Takes the limit from the time that a page waits for its newer version, which a busy machine may exceed. */
async function awaitVersions(page: Page): Promise<void> {
  await page.addInitScript(`
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, delay) => (delay >= 2_000 ? 0 : setTimeout(work, delay));
  `);
}

/** Waits until the browser has a newer version, which the page has not taken. */
async function newerWaits(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    while (worker.state !== "installed") await new Promise((go) => worker.addEventListener("statechange", go, { once: true }));
  })()`);
}

/** Waits until the page is the version with a heading, and shows its records. */
async function showsVersion(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor();
  await page.locator(".row").first().waitFor();
}

/** A copy of the playground, which can become another version. */
function ownPlayground(): { readonly folder: string; readonly renew: (heading: string) => void } {
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
    renew: (heading) => {
      change("index.html", /<h1>[^<]*/, `<h1>${heading}`);
      // The version is a hash of all files.
      change(
        "offline.js",
        /"[0-9a-f]{16}"/,
        `"${Buffer.from(heading).toString("hex").padEnd(16, "0").slice(0, 16)}"`,
      );
    },
  };
}

async function served(folder?: string): Promise<PageServer> {
  const server = await servePlayground("/try/", folder);
  onTestFinished(() => server.close());
  return server;
}

describePages("the playground without a network", () => {
  it("opens again without its server, without complaints, and completes formulas", async () => {
    const server = await served();
    const link = await linkTo({ formula: "", sort: [], records: "demo-10000" });
    const home = `${server.origin}/try/`;
    const opened = await openPage(`${home}#${link}`, KEPT);
    const { page, complaints } = opened;
    await page.locator(".row").first().waitFor();
    await isKept(page);
    server.close();
    // The server is really gone.
    await expect(fetch(home)).rejects.toThrow();

    await page.reload();
    const playground = new Playground(opened, home);
    await playground.isWhole();
    await playground.showsCount(/^10,000 of 10,000 records/);
    await playground.editor.click();
    await page.keyboard.type("{pr");
    await playground.completion("price").waitFor();
    expect(complaints).toEqual([]);
  });

  it("has a new version after a reload, keeps the formula, and drops the old version's files", async () => {
    const { folder, renew } = ownPlayground();
    const server = await served(folder);
    const link = await linkTo({ formula: "{price} > 90000", sort: [], records: "demo-10000" });
    const address = `${server.origin}/try/#${link}`;
    const { page } = await openPage(address, KEPT, awaitVersions);
    await isKept(page);
    const caches = (): Promise<string[]> => page.evaluate<string[]>("caches.keys()");
    const [old, ...others] = await caches();
    expect(others).toEqual([]);

    renew("second");
    await newerWaits(page);
    await showsVersion(page, "isoform");
    await page.reload();
    await showsVersion(page, "second");
    expect(await page.locator(".cm-content").innerText()).toBe("{price} > 90000");
    await isKept(page);
    const kept = await caches();
    expect(kept).toHaveLength(1);
    expect(kept).not.toEqual([old]);

    // Another page of the old version still loads parts of itself, so that the old one stays until it is closed.
    const other = await openIn(page.context(), address);
    await other.page.locator(".row").first().waitFor();
    renew("third");
    await newerWaits(page);
    await page.reload();
    await showsVersion(page, "second");
    await other.page.close();
    await page.reload();
    await showsVersion(page, "third");
    // The files of the version are there without the server.
    server.close();
    await page.reload();
    await showsVersion(page, "third");
    await page.locator("optgroup").first().waitFor({ state: "attached" });
  });
});
