import { expect, it } from "vitest";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { HIDDEN, KEY, OWN, RECORDS, schemaOf, VISIBLE } from "../service/harness/scoped.ts";
import { serve } from "../service/harness/serve.ts";
import { CARS, count, describeConsole, enter, problem, serveCars, write } from "./in-console.ts";

describeConsole("the console", (opened) => {
  it("asks for a key once, and shows the records that match, by pages", async () => {
    const service = await serveCars();
    const { page } = await opened(service);
    await enter(page, service.token);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.locator('.row.active[aria-rowindex="1001"]', { hasText: "https:" }).waitFor();
    await write(page, '{country} = "Italy"');
    const italian = CARS.filter(({ country }) => country === "Italy");
    await expect.poll(count(page)).toContain(`${italian.length} records`);
    await page.getByRole("columnheader", { name: "price" }).getByRole("button").click();
    const cheapest = Math.min(...italian.map(({ price }) => price));
    await page.locator(".row.active", { hasText: String(cheapest) }).waitFor();
    await page.locator(".row").first().click();
    await page.getByRole("tab", { name: "Why", selected: true }).waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    await expect
      .poll(() => page.getByRole("tabpanel").textContent())
      .toContain(`${service.url}/cars`);
    await expectAccessible(page);
    expect(page.url()).not.toContain(service.token);
    await page.reload();
    await expect.poll(count(page)).toContain(`${italian.length} records`);
    expect(await page.evaluate("localStorage.length")).toBe(0);
  });

  it("works below a prefix, and asks again after a wrong key", async () => {
    const service = await serveCars({ prefix: "/v1" });
    const { page } = await opened(service, "/v1");
    await enter(page, "a wrong key");
    await expect.poll(problem(page)).toBe("The service does not accept this key.");
    await enter(page, service.token);
    await expect.poll(count(page)).toMatch(/^1,000 records/);
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
    await expect.poll(count(page)).toContain(`${OWN.length} records`);
    await page.waitForTimeout(300);
    const text = await page.locator("body").innerText();
    for (const hidden of Object.keys(HIDDEN)) expect(text).not.toContain(hidden);
    await write(page, "{margin} > 3");
    await expect.poll(problem(page)).toContain("margin");
    await expect.poll(problem(page)).toContain("no field");
  });
});
