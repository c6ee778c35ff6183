import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { DIST } from "../../harness/built.ts";
import { ask } from "./harness/client.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();

const SCRIPT = readdirSync(join(DIST, "console")).find((name) => /^console-.*\.js$/.test(name));
let service: Served;

beforeAll(async () => {
  const store = await carStore(someCars(3));
  service = await serve({ collections: { cars: { store } }, console: true, prefix: "/v1" });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  ask(`${service.url}${path}`, { headers, method });

describe("the console's files", () => {
  it("are a page with a strict policy, which is revalidated each time", async () => {
    const page = await get("/v1/");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.headers["content-security-policy"]).not.toMatch(/unsafe|https?:|\*/);
    const known = await get("/v1/", { "if-none-match": String(page.headers.etag) });
    expect([known.status, known.text]).toEqual([304, ""]);
  });

  it("are scripts and styles, cached for ever, and compressed if the client accepts it", async () => {
    const path = `/v1/console/${SCRIPT}`;
    const plain = await get(path);
    const zipped = await get(path, { "accept-encoding": "gzip" });
    expect(plain.headers["cache-control"]).toContain("immutable");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.headers.vary).toContain("accept-encoding");
    expect(gunzipSync(zipped.body).toString()).toBe(plain.text);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  it("are found from the address without a trailing slash", async () => {
    const found = await get("/v1");
    expect([found.status, found.headers.location]).toEqual([308, "/v1/"]);
  });

  it.each([
    "/v1/console/none.js",
    "/v1/console/index.html",
    "/v1/console/..%2findex.js",
    "/v1/console/%2e%2e%2f%2e%2e%2fpackage.json",
    "/v1/console/..%5cindex.js",
    "/v1/console/__proto__",
    "/v1/console/%00",
  ])("are not found at other addresses: %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("are not served unless the console is switched on", async () => {
    const store = await carStore(someCars(3));
    const other = await serve({ collections: { cars: { store } } });
    expect((await ask(`${other.url}/`, {})).status).toBe(404);
    expect((await ask(`${other.url}/console/${SCRIPT}`, {})).status).toBe(404);
  });
});
