import { expect, it } from "vitest";
import { linkTo } from "../../../src/apps/playground/formula/permalink.ts";
import { createKey, createKeyring, type Keyring } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { StoreError } from "../../../src/data/stores/store.ts";
import { defineSchema } from "../../../src/index.ts";
import { describePages } from "../../harness/browser.ts";
import { FaultInjector } from "../service/harness/fault-injector.ts";
import { carStore, serve, serviceTests } from "../service/harness/serve.ts";
import { CARS, openConsole, serveCars } from "./in-console.ts";

serviceTests();

describePages("the console, when something is wrong,", () => {
  it("reports that its key was revoked, at the next page of records and at the next search", async () => {
    const { token, stored } = createKey("reader");
    let keyring = createKeyring([stored]);
    const keys: Keyring = { find: (given) => keyring.find(given) };
    const service = await serveCars({ keys });
    const opened = await openConsole({ ...service, token });
    await opened.showsCars();
    keyring = createKeyring([{ ...stored, revoked: new Date().toISOString() }]);
    await opened.page.getByRole("grid").focus();
    await opened.press("End");
    await opened.showsProblem(/key/);
    await opened.write("{price} > 0");
    await opened.showsProblem(/key/);
  });

  it("shows how long to wait after too many requests", async () => {
    const opened = await openConsole(await serveCars({ rate: { requests: 4, seconds: 60 } }));
    for (let price = 0; price < 4; price++) await opened.write(`{price} > ${price}`);
    await opened.showsProblem(/Try again in \d+ seconds/);
  });

  it("reports that the database does not respond, until it does", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const opened = await openConsole(
      await serve({ collections: { cars: { store } }, console: true }),
    );
    await opened.showsCars();
    store.faults = { error: new StoreError("unavailable", "it is gone") };
    await opened.write("{price} > 1");
    await opened.showsProblem("cannot be reached");
    store.faults = {};
    await opened.write("{price} > 0");
    await opened.showsNoProblem();
    await opened.showsCars();
  });

  it("ends a slow search at the next key press", async () => {
    const store = new FaultInjector(await carStore(CARS));
    const opened = await openConsole(
      await serve({ collections: { cars: { store } }, console: true }),
    );
    await opened.showsCars();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.faults = { before: () => released };
    await opened.write('{country} = "Spain"');
    await opened.showsCount(/^Searching…$/);
    store.faults = {};
    const isGivenUp = opened.page.waitForEvent("requestfailed", (request) =>
      request.url().includes("Spain"),
    );
    await opened.write('{country} = "Italy"');
    await isGivenUp;
    const italian = CARS.filter(({ country }) => country === "Italy").length;
    const count = new RegExp(`^${italian} records`);
    await opened.showsCount(count);
    release();
    await opened.showsCount(count);
  });

  it("shows nothing of one collection in another", async () => {
    const store = await MemoryStore.from(
      [{ id: "a", size: 3 }],
      defineSchema({ id: { type: "text", key: true }, size: "number" }),
    );
    const opened = await openConsole(
      await serve({
        collections: { cars: { store: await carStore(CARS) }, shoes: { store } },
        console: true,
      }),
    );
    await opened.showsCars();
    await opened.write("{price} > 0");
    const collection = opened.page.getByLabel("Collection");
    await collection.selectOption("shoes");
    await opened.showsProblem("price");
    await opened.page.locator(".count:empty").waitFor({ state: "attached" });
    expect(await opened.rows.count()).toBe(0);
    // A link leads back.
    await opened.follow(await linkTo({ formula: "{price} > 1", sort: [], records: "cars" }));
    await opened.showsCars();
    expect(await collection.inputValue()).toBe("cars");
    await collection.selectOption("shoes");
    await opened.write("{size} = 3");
    await opened.showsCount(/^1 record,/);
  });
});
