import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PROBLEMS } from "../../../src/apps/service/http-problem.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { expectAccessible } from "../../harness/accessible.ts";
import { describePages, openPage } from "../../harness/browser.ts";
import { HIDDEN, KEY, RECORDS, schemaOf, VISIBLE } from "../service/harness/scoped.ts";
import { carStore, serve, serviceTests, someCars } from "../service/harness/serve.ts";

// The documentation of the real service. What the key may not see is nowhere; nothing goes elsewhere.

serviceTests();

describePages("the documentation", () => {
  async function enter(page: Page, token: string): Promise<void> {
    await page.getByLabel("Key").fill(token);
    await page.keyboard.press("Enter");
  }

  /** Opens an operation by the keyboard. */
  async function open(page: Page, name: string) {
    const summary = page.locator("summary", { hasText: name });
    await summary.focus();
    await page.keyboard.press("Enter");
    const operation = page.locator("details[open]", { has: summary });
    await operation.locator(".try").waitFor();
    return operation;
  }

  it("shows all that can be requested, and requests it, without complaints", async () => {
    const store = await carStore(someCars(100, 5));
    const { url, token } = await serve({ collections: { cars: { store } }, prefix: "/v1" });
    const { page, complaints, requests } = await openPage(`${url}/v1/docs`);
    await enter(page, "wrong");
    await page.getByRole("alert").filter({ hasText: /key/i }).waitFor();
    await enter(page, token);
    const query = await open(page, "GET /cars The records");
    await query.getByLabel("filterByFormula").fill("AND({pricee} < 5,\n{year} = '2020')");
    await query.getByLabel("sort.0.field").selectOption("price");
    await query.getByLabel("maxRecords").fill("2");
    await query.getByLabel("maxRecords").press("Enter");
    const answer = query.locator(".answer");
    await answer.filter({ hasText: /^422 / }).waitFor();
    expect(await answer.textContent()).toContain("1 | AND({pricee} < 5,\n  |     ^^^^^^^^");
    await query.getByLabel("filterByFormula").fill("{price} > 0");
    await query.getByRole("button", { name: "Send" }).click();
    await answer.filter({ hasText: /^200 / }).waitFor();
    const [, json = ""] = ((await answer.textContent()) ?? "").split("\n\n");
    expect(JSON.parse(json)).toHaveLength(2);
    expect(await query.locator(".command").textContent()).toContain(`${url}/v1/cars?`);

    const posted = await open(page, "POST /cars/count");
    await posted.getByLabel("Body").fill('{ "filterByFormula": "{price} > 0" }');
    await posted.getByRole("button", { name: "Send" }).click();
    await posted.locator(".answer", { hasText: '"count": 100' }).waitFor();

    const values = await open(page, "GET /cars/values/{field}");
    await values.getByLabel("field", { exact: true }).selectOption("country");
    await values.getByRole("button", { name: "Send" }).click();
    await values.locator(".answer", { hasText: '"Italy"' }).waitFor();

    const problems = page.locator("section", {
      has: page.getByRole("heading", { name: "Problems" }),
    });
    for (const code of Object.keys(PROBLEMS)) expect(await problems.textContent()).toContain(code);
    await expectAccessible(page);
    await page.reload();
    await page.locator("summary", { hasText: "GET /cars The records" }).waitFor();

    // What the service refuses is an error to the browser.
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    expect(requests.filter((one) => !one.startsWith(url) && !one.startsWith("data:"))).toEqual([]);
    expect(requests.filter((one) => one.includes(token))).toEqual([]);
  });

  it("shows what the key may see", async () => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    const service = await serve({ collections: { cars: { store } }, key: KEY });
    const { page } = await openPage(`${service.url}/docs`);
    await enter(page, service.token);
    await open(page, "GET /cars The records");
    const text = (await page.locator("main").textContent()) ?? "";
    for (const name of Object.keys(VISIBLE)) expect(text).toContain(name);
    for (const name of Object.keys(HIDDEN)) expect(text).not.toContain(`${name}?`);
  });

  it("shows hostile names unchanged, on a narrow screen in the dark theme", async () => {
    const fields = ["<script>alert(1)</script>", "__proto__", "x".repeat(20_000), "`a`"];
    const schema = defineSchema(
      Object.fromEntries([
        ["id", { type: "text", key: true }],
        ...fields.map((name) => [
          name,
          { type: "text", description: `<b>${name.slice(0, 20)}</b>` },
        ]),
      ]),
    );
    const store = await MemoryStore.from([{ id: "a" }], schema);
    const service = await serve({
      collections: { "<i>odd</i>": { store, path: "/odd" } },
      openDocs: true,
    });
    const viewport = { width: 360, height: 700 };
    const { page } = await openPage(`${service.url}/docs`, { viewport });
    await page.getByRole("button", { name: "Dark theme" }).click();
    const query = await open(page, "GET /odd The records");
    expect(await query.textContent()).toContain("<script>alert(1)</script>");
    expect(await page.locator("main b, main i, main script").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
});
