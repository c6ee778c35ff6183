import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { defineSchema } from "../../src/index.ts";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { KeyFile } from "../../src/service/index.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { StoreError } from "../../src/stores/store.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { type Started, startEngine } from "../engines/engine.ts";
import { load } from "../engines/install.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import { type Database, fillTable } from "../service/harness/databases.ts";
import { FaultInjector } from "../service/harness/fault-injector.ts";
import { HIDDEN, KEY, OWN, RECORDS, schemaOf, VISIBLE } from "../service/harness/scoped.ts";
import {
  carStore,
  type Served,
  type ServeOptions,
  serve,
  serviceTests,
  someCars,
} from "../service/harness/serve.ts";

// The console before the real service. What the key may not see is nowhere; nothing goes elsewhere.

serviceTests();

const POLL = { timeout: 60_000 };
const CARS = someCars(1_000, 5);

/** A PostgreSQL server that can be killed. */
interface MortalDatabase extends Database {
  keep(): Promise<void>;
  crash(): Promise<void>;
  restart(): Promise<void>;
}

async function startPostgres(): Promise<Started<MortalDatabase>> {
  const started = await startEngine("postgres");
  if (!started.ok) return started;
  const { engine } = started;
  const { host, user, database } = engine.connection;
  return {
    ok: true,
    engine: {
      source: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      options: { driver: load("pg") },
      keep: () => engine.execute("CHECKPOINT"),
      crash: () => engine.crash(),
      restart: () => engine.restart(),
      close: () => engine.close(),
    },
  };
}

async function serveCars(options: Partial<ServeOptions> = {}): Promise<Served> {
  return serve({
    collections: { cars: { store: await carStore(CARS) } },
    console: true,
    ...options,
  });
}

describe.each(BROWSERS)("the console, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;

  beforeAll(async () => {
    if (need.missing === undefined) browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** Opens the console of a service. Requests that the service refuses are told by the browser, too: those are expected. */
  async function opened(service: Served, prefix = "") {
    const { page, complaints, requests } = await openPage(browser, `${service.url}${prefix}/`);
    onTestFinished(async () => {
      await page.close();
      const unexpected = complaints.filter(
        (text) => !/Failed to load resource|status of 4|status of 5/.test(text),
      );
      expect(unexpected).toEqual([]);
      expect(
        requests.filter((one) => !one.startsWith(service.url) && !one.startsWith("data:")),
      ).toEqual([]);
      expect(requests.filter((one) => one.includes(service.token))).toEqual([]);
    });
    return { page, requests };
  }

  async function enter(page: Page, token: string): Promise<void> {
    await page.getByLabel("Key").fill(token);
    await page.keyboard.press("Enter");
  }

  async function write(page: Page, formula: string): Promise<void> {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(formula);
    await page.keyboard.press("Escape");
  }

  const count = (page: Page) => () => page.locator(".count").textContent();
  const problem = (page: Page) => () => page.getByRole("alert").textContent();

  it("asks for a key once, and shows the records that match, by pages", async () => {
    const service = await serveCars();
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.locator('.row.active[aria-rowindex="1001"]', { hasText: "https:" }).waitFor();
    await write(page, '{country} = "Italy"');
    const italian = CARS.filter(({ country }) => country === "Italy");
    await expect.poll(count(page), POLL).toContain(`${italian.length} records`);
    await page.getByRole("columnheader", { name: "price" }).getByRole("button").click();
    const cheapest = Math.min(...italian.map(({ price }) => price));
    await page.locator(".row.active", { hasText: String(cheapest) }).waitFor();
    await page.locator(".row").first().click();
    await page.getByRole("tab", { name: "Why", selected: true }).waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    await expect
      .poll(() => page.getByRole("tabpanel").textContent(), POLL)
      .toContain(`${service.url}/cars`);
    await expectAccessible(page);
    expect(page.url()).not.toContain(service.token);
    await page.reload();
    await expect.poll(count(page), POLL).toContain(`${italian.length} records`);
    expect(await page.evaluate("localStorage.length")).toBe(0);
  });

  it("works below a prefix, and asks again after a wrong key", async () => {
    const service = await serveCars({ prefix: "/v1" });
    const { page } = await opened(service, "/v1");
    await enter(page, "a wrong key");
    await expect.poll(problem(page), POLL).toBe("The service does not accept this key.");
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    await page.getByRole("button", { name: "Use another key" }).click();
    await page.getByLabel("Key").waitFor();
    expect(
      await page.evaluate("sessionStorage.length === 0 || !sessionStorage.getItem('isoform-key')"),
    ).toBe(true);
  });

  it("shows nothing that the key may not see", async () => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    const service = await serve({ collections: { cars: { store } }, console: true, key: KEY });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toContain(`${OWN.length} records`);
    await page.waitForTimeout(300);
    const text = await page.locator("body").innerText();
    for (const hidden of Object.keys(HIDDEN)) expect(text).not.toContain(hidden);
    await write(page, "{margin} > 3");
    await expect.poll(problem(page), POLL).toContain("margin");
    await expect.poll(problem(page), POLL).toContain("no field");
  });

  it("says so when its key is revoked", async () => {
    const folder = mkdtempSync(join(tmpdir(), "isoform-console-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "keys.json");
    const { token, stored } = await KeyFile.add(path, "reader");
    const keys = await KeyFile.open(path);
    keys.follow(() => undefined);
    onTestFinished(() => keys.close());
    const service = await serveCars({ keys });
    const { page } = await opened(service);
    await enter(page, token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    await KeyFile.revoke(path, stored.id);
    // Other pages of the same answer are refused as well, and so is the next search.
    await page.getByRole("grid").focus();
    await expect
      .poll(async () => {
        for (const key of ["Home", "End"]) await page.keyboard.press(key);
        return problem(page)();
      }, POLL)
      .toMatch(/key/);
    let asked = 0;
    await expect
      .poll(async () => {
        await write(page, `{price} > ${asked++}`);
        return problem(page)();
      }, POLL)
      .toMatch(/key/);
  });

  it("says how long to wait after too many requests", async () => {
    const service = await serveCars({ rate: { requests: 4, seconds: 60 } });
    const { page } = await opened(service);
    await enter(page, service.token);
    await page.locator(".row").first().waitFor();
    for (let price = 0; price < 4; price++) await write(page, `{price} > ${price}`);
    await expect.poll(problem(page), POLL).toMatch(/Try again in \d+ seconds/);
  });

  it("says so when the database does not answer, and shows records again when it does", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const service = await serve({ collections: { cars: { store } }, console: true });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    store.faults = { error: new StoreError("unavailable", "it is gone") };
    await write(page, "{price} > 1");
    await expect.poll(problem(page), POLL).toContain("cannot be reached");
    store.faults = {};
    await write(page, "{price} > 0");
    await expect.poll(problem(page), POLL).toBe("");
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
  });

  describeEngine("postgres", startPostgres, (database) => {
    it("says so when its database server is dead, and shows records again when it runs", async () => {
      const store = await fillTable(database(), "cars", demoSchema, CARS);
      // A killed server has what was written before.
      await database().keep();
      const service = await serve({ collections: { cars: { store } }, console: true });
      const { page } = await opened(service);
      await enter(page, service.token);
      await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
      await database().crash();
      await write(page, "{price} > 1");
      await expect.poll(problem(page), POLL).toContain("cannot be reached");
      await database().restart();
      let asked = 1;
      await expect
        .poll(async () => {
          await write(page, `{price} > -${asked++}`);
          await page.waitForTimeout(300);
          return problem(page)();
        }, POLL)
        .toBe("");
      await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
      await service.stop();
    });
  });

  it("shows nothing of one collection in another one", async () => {
    const store = await MemoryStore.from(
      [{ id: "a", size: 3 }],
      defineSchema({ id: { type: "text", key: true }, size: "number" }),
    );
    const service = await serve({
      collections: { cars: { store: await carStore(CARS) }, shoes: { store } },
      console: true,
    });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    await write(page, "{price} > 0");
    const collection = page.getByLabel("Collection");
    await collection.selectOption("shoes");
    await expect.poll(problem(page), POLL).toContain("price");
    expect(await page.locator(".row").count()).toBe(0);
    expect(await count(page)()).toBe("");
    // A link leads back.
    const link = await linkTo({ formula: "{price} > 1", sort: [], records: "cars" });
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    expect(await collection.inputValue()).toBe("cars");
    await collection.selectOption("shoes");
    await write(page, "{size} = 3");
    await expect.poll(count(page), POLL).toMatch(/^1 record,/);
  });

  it("ends a search that is slow with the next key", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const service = await serve({ collections: { cars: { store } }, console: true });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page), POLL).toMatch(/^1,000 records/);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.faults = { before: () => released };
    const before = store.begun;
    await write(page, '{country} = "Spain"');
    await expect.poll(() => store.begun, POLL).toBeGreaterThan(before);
    await expect.poll(count(page), POLL).toBe("Searching…");
    store.faults = {};
    await write(page, '{country} = "Italy"');
    const italian = CARS.filter(({ country }) => country === "Italy").length;
    await expect.poll(count(page), POLL).toContain(`${italian} records`);
    release();
    await expect.poll(() => store.begun - store.ended, POLL).toBe(0);
    expect(await count(page)()).toContain(`${italian} records`);
  });
});
