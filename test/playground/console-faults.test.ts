import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../src/demo/index.ts";
import { defineSchema } from "../../src/index.ts";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { KeyFile } from "../../src/service/index.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { StoreError } from "../../src/stores/store.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { type Started, startEngine } from "../engines/engine.ts";
import { load } from "../engines/install.ts";
import { type Database, fillTable } from "../service/harness/databases.ts";
import { FaultInjector } from "../service/harness/fault-injector.ts";
import { carStore, serve } from "../service/harness/serve.ts";
import { CARS, count, describeConsole, enter, problem, serveCars, write } from "./in-console.ts";

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

describeConsole("what the console says of faults", (opened) => {
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
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    await KeyFile.revoke(path, stored.id);
    // Other pages of the same answer are refused as well, and so is the next search.
    await page.getByRole("grid").focus();
    await expect
      .poll(async () => {
        for (const key of ["Home", "End"]) await page.keyboard.press(key);
        return problem(page)();
      })
      .toMatch(/key/);
    let asked = 0;
    await expect
      .poll(async () => {
        await write(page, `{price} > ${asked++}`);
        return problem(page)();
      })
      .toMatch(/key/);
  });

  it("says how long to wait after too many requests", async () => {
    const service = await serveCars({ rate: { requests: 4, seconds: 60 } });
    const { page } = await opened(service);
    await enter(page, service.token);
    await page.locator(".row").first().waitFor();
    for (let price = 0; price < 4; price++) await write(page, `{price} > ${price}`);
    await expect.poll(problem(page)).toMatch(/Try again in \d+ seconds/);
  });

  it("says so when the database does not answer, and shows records again when it does", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const service = await serve({ collections: { cars: { store } }, console: true });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    store.faults = { error: new StoreError("unavailable", "it is gone") };
    await write(page, "{price} > 1");
    await expect.poll(problem(page)).toContain("cannot be reached");
    store.faults = {};
    await write(page, "{price} > 0");
    await expect.poll(problem(page)).toBe("");
    await expect.poll(count(page)).toMatch(/^1,000 records/);
  });

  describeEngine("postgres", startPostgres, (database) => {
    it("says so when its database server is dead, and shows records again when it runs", async () => {
      const store = await fillTable(database(), "cars", demoSchema, CARS);
      // A killed server has what was written before.
      await database().keep();
      const service = await serve({ collections: { cars: { store } }, console: true });
      const { page } = await opened(service);
      await enter(page, service.token);
      await expect.poll(count(page)).toMatch(/^1,000 records/);
      await database().crash();
      await write(page, "{price} > 1");
      await expect.poll(problem(page)).toContain("cannot be reached");
      await database().restart();
      let asked = 1;
      await expect
        .poll(async () => {
          await write(page, `{price} > -${asked++}`);
          await page.waitForTimeout(300);
          return problem(page)();
        })
        .toBe("");
      await expect.poll(count(page)).toMatch(/^1,000 records/);
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
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    await write(page, "{price} > 0");
    const collection = page.getByLabel("Collection");
    await collection.selectOption("shoes");
    await expect.poll(problem(page)).toContain("price");
    expect(await page.locator(".row").count()).toBe(0);
    expect(await count(page)()).toBe("");
    // A link leads back.
    const link = await linkTo({ formula: "{price} > 1", sort: [], records: "cars" });
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    expect(await collection.inputValue()).toBe("cars");
    await collection.selectOption("shoes");
    await write(page, "{size} = 3");
    await expect.poll(count(page)).toMatch(/^1 record,/);
  });

  it("says that it asks a service that is slow, and can be asked again", async () => {
    const service = await serveCars();
    const { page } = await opened(service);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.getByLabel("Key").waitFor();
    await page.route("**/schema", async (route) => {
      await released;
      await route.continue();
    });
    await enter(page, "wrong");
    await expect.poll(problem(page)).toBe("Asking the service…");
    expect(await page.getByRole("button", { name: "Show the records" }).isDisabled()).toBe(true);
    release();
    await expect.poll(problem(page)).toBe("The service does not accept this key.");
    await enter(page, service.token);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
  });

  it("ends a search that is slow with the next key", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const service = await serve({ collections: { cars: { store } }, console: true });
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.faults = { before: () => released };
    const before = store.begun;
    await write(page, '{country} = "Spain"');
    await expect.poll(() => store.begun).toBeGreaterThan(before);
    await expect.poll(count(page)).toBe("Searching…");
    store.faults = {};
    await write(page, '{country} = "Italy"');
    const italian = CARS.filter(({ country }) => country === "Italy").length;
    await expect.poll(count(page)).toContain(`${italian} records`);
    release();
    await expect.poll(() => store.begun - store.ended).toBe(0);
    expect(await count(page)()).toContain(`${italian} records`);
  });
});
