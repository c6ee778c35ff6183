import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { describePages, openPage } from "../harness/browser.ts";
import { type PageServer, servePages } from "../harness/page-server.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const PAGES: Readonly<Record<string, string>> = {
  "/good": '<html lang="en"><title>good</title><main><h1>Good</h1><button>Press</button></main>',
  "/bad":
    '<html lang="en"><title>bad</title><main><h1>Bad</h1><input><p style="color: red">!<script src="/bad.js"></script>',
};
const SCRIPTS: Readonly<Record<string, string>> = {
  "/bad.js": `
    fetch("http://localhost:1/").catch(() => {});
    console.warn("careful");
    navigator.serviceWorker.addEventListener("controllerchange", () => fetch("/lost").catch(() => {
      setTimeout(() => { throw new Error("thrown") });
    }));
    navigator.serviceWorker.register("/failing.js");
  `,
  "/failing.js": `
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("fetch", (event) => {
      if (event.request.url.endsWith("/lost")) event.respondWith(Promise.reject(new Error("lost")));
    });
  `,
};

/** What the other tests of pages rely on: that a page with an error does not go unnoticed. */
describePages("the harness of pages", () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await servePages((path) => {
      const script = SCRIPTS[path];
      if (script !== undefined) return { type: "text/javascript", body: script };
      const body = PAGES[path];
      return body === undefined
        ? undefined
        : { type: "text/html", body: `<!doctype html>${body}`, policy: POLICY };
    });
  });
  afterAll(() => server.close());

  it("reports nothing for a page without errors", async () => {
    const { page, complaints, requests } = await openPage(`${server.origin}/good`);
    await page.getByRole("button").click();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    expect(requests.filter((address) => !address.endsWith("/favicon.ico"))).toEqual([
      `${server.origin}/good`,
    ]);
  });

  it("reports violations of the policy, warnings, exceptions and failing service workers", async () => {
    const logged = [/style-src/, /connect-src/, /careful/, /net::ERR_FAILED/];
    let reported: Promise<unknown> | undefined;
    const { page, complaints } = await openPage(
      `${server.origin}/bad`,
      { serviceWorkers: "allow" },
      async (empty) => {
        reported = Promise.all([
          empty.waitForEvent("pageerror"),
          ...logged.map((pattern) =>
            empty.waitForEvent("console", (message) => pattern.test(message.text())),
          ),
        ]);
      },
    );
    await reported;
    for (const pattern of [...logged, /thrown/]) expect(complaints.join("\n")).toMatch(pattern);
    await expect(expectAccessible(page)).rejects.toThrow("label");
  });
});
