import { expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { expectAccessible } from "../../harness/accessible.ts";
import { describePages, openPage } from "../../harness/browser.ts";
import { HIDDEN, KEY, OWN, RECORDS, schemaOf, VISIBLE } from "../service/harness/scoped.ts";
import { serve, serviceTests } from "../service/harness/serve.ts";
import { CARS, Console, openConsole, serveCars } from "./in-console.ts";

serviceTests();

describePages("the console", () => {
  it("asks for a key once, and shows the matching records by pages, without complaints", async () => {
    const { url, token } = await serveCars();
    const { page, complaints, requests } = await openPage(`${url}/`);
    const opened = new Console(page);
    await opened.enter(token);
    await opened.showsCars();
    await page.getByRole("grid").focus();
    await opened.press("End");
    await page.locator('.row.active[aria-rowindex="1001"]', { hasText: "https:" }).waitFor();
    await opened.write('{country} = "Italy"');
    const italian = CARS.filter(({ country }) => country === "Italy");
    const count = new RegExp(`^${italian.length} records`);
    await opened.showsCount(count);
    await opened.column("price").getByRole("button").click();
    const cheapest = Math.min(...italian.map(({ price }) => price));
    await page.locator(".row.active", { hasText: String(cheapest) }).waitFor();
    await opened.rows.first().click();
    await page.getByRole("tab", { name: "Why", selected: true }).waitFor();
    await opened.openTab("curl");
    await page
      .getByRole("tabpanel")
      .filter({ hasText: `${url}/cars` })
      .waitFor();
    await expectAccessible(page);
    expect(page.url()).not.toContain(token);
    await page.reload();
    await opened.showsCount(count);
    expect(await page.evaluate("localStorage.length")).toBe(0);

    // That the service refuses a request without a key is an error to the browser.
    expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(url) && !one.startsWith("data:"))).toEqual([]);
    expect(requests.filter((one) => one.includes(token))).toEqual([]);
  });

  it("works below a prefix, shows that it is loading, and asks again after a wrong key", async () => {
    const { url, token } = await serveCars({ prefix: "/v1" });
    const { page } = await openPage(`${url}/v1/`);
    const opened = new Console(page);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.getByLabel("Key").waitFor();
    await page.route("**/schema", async (route) => {
      await released;
      await route.continue();
    });
    await opened.enter("a wrong key");
    await opened.showsProblem("Asking the service…");
    expect(await page.getByRole("button", { name: "Show the records" }).isDisabled()).toBe(true);
    release();
    await opened.showsProblem("The service does not accept this key.");
    await opened.enter(token);
    await opened.showsCars();
    await page.getByRole("button", { name: "Use another key" }).click();
    await page.getByLabel("Key").waitFor();
    expect(await page.evaluate("sessionStorage.getItem('isoform-key') || null")).toBe(null);
  });

  it("shows no field that is hidden from the key", async () => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    const service = await serve({ collections: { cars: { store } }, console: true, key: KEY });
    const opened = await openConsole(service);
    await opened.showsCount(new RegExp(`^${OWN.length} records`));
    // The last of the parts that are loaded afterwards.
    await opened.page.locator(".chart > *").first().waitFor();
    const text = await opened.page.locator("body").innerText();
    for (const hidden of Object.keys(HIDDEN)) expect(text).not.toContain(hidden);
    await opened.write("{margin} > 3");
    await opened.showsProblem(/no field.*margin|margin.*no field/);
  });
});
