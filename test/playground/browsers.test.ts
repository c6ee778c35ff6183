import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import { type PageServer, servePages } from "../harness/page-server.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const PAGES: Readonly<Record<string, string>> = {
  "/good": '<html lang="en"><title>good</title><main><h1>Good</h1><button>Press</button></main>',
  "/bad": '<html lang="en"><title>bad</title><main><h1>Bad</h1><input><p style="color: red">!',
  "/asking": '<html lang="en"><title>asking</title><script src="/asking.js"></script>',
  "/loud": '<html lang="en"><title>loud</title><script src="/loud.js"></script>',
  "/served": '<html lang="en"><title>served</title><script src="/served.js"></script>',
};
const SCRIPTS: Readonly<Record<string, string>> = {
  "/asking.js": 'fetch("http://localhost:1/").catch(() => {});',
  "/loud.js": 'console.warn("careful"); setTimeout(() => { throw new Error("thrown") });',
  "/served.js": `
    navigator.serviceWorker.addEventListener("controllerchange", () => fetch("/lost").catch(() => {}));
    navigator.serviceWorker.register("/failing.js");
  `,
  "/failing.js": `
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("fetch", (event) => {
      if (event.request.url.endsWith("/lost")) event.respondWith(Promise.reject(new Error("lost")));
    });
  `,
};

/** What the other tests in browsers rely on: that a page which is wrong does not go unnoticed. */
describe.each(BROWSERS)("the harness, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    if (need.missing !== undefined) return;
    server = await servePages((path) => {
      const script = SCRIPTS[path];
      if (script !== undefined) return { type: "text/javascript", body: script };
      const body = PAGES[path];
      return body === undefined
        ? undefined
        : { type: "text/html", body: `<!doctype html>${body}`, policy: POLICY };
    });
    browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it("hears no complaint of a page that is right", async () => {
    const { page, complaints, requests } = await openPage(browser, `${server.origin}/good`);
    await page.getByRole("button").click();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    expect(requests.filter((address) => !address.endsWith("/favicon.ico"))).toEqual([
      `${server.origin}/good`,
    ]);
    await page.close();
  });

  it("sees what the policy refuses, and what is not accessible", async () => {
    const { page, complaints } = await openPage(browser, `${server.origin}/bad`);
    await expect.poll(() => complaints.join("\n")).toContain("violates style-src-attr");
    await expect(expectAccessible(page)).rejects.toThrow("label");
    await page.close();
  });

  it("hears of a request that the policy refuses", async () => {
    const { page, complaints } = await openPage(browser, `${server.origin}/asking`);
    await expect.poll(() => complaints.join("\n")).toContain("violates connect-src");
    await page.close();
  });

  it("hears warnings and exceptions", async () => {
    const { page, complaints } = await openPage(browser, `${server.origin}/loud`);
    await expect.poll(() => complaints.join("\n")).toMatch(/careful[\s\S]*thrown/);
    await page.close();
  });

  it("hears of a service worker that fails to answer", async () => {
    const { page, complaints } = await openPage(browser, `${server.origin}/served`);
    await expect.poll(() => complaints.join("\n")).toMatch(/lost.*rejected|net::ERR_FAILED/);
    await page.close();
  });
});
