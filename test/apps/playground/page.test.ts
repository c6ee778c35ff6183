import { expect, it } from "vitest";
import { type Linked, linkTo, readLink } from "../../../src/apps/playground/formula/permalink.ts";
import { describePlayground } from "./in-playground.ts";

describePlayground("the playground", (open) => {
  it("filters, sorts and shows all records without complaints, from its own files only", async () => {
    const playground = await open({}, { serviceWorkers: "allow" });
    const { page, opened, home } = playground;
    await playground.showsCount(/^10,000 of 10,000 records/);
    await page.keyboard.type("{coun");
    await playground.completion("country").click();
    await page.keyboard.type(' = "Ita');
    await playground.completion("Italy").click();
    await playground.showsFormula('{country} = "Italy"');
    await playground.showsCount(/^\d{3} of 10,000 records/);
    await page.locator(".row mark", { hasText: "Italy" }).first().waitFor();
    const countries = await page.locator(".row > :nth-child(4)").allTextContents();
    expect(new Set(countries)).toEqual(new Set(["Italy"]));

    const price = playground.column("price");
    await price.getByRole("button").click();
    await page.locator('[aria-sort="ascending"]').and(price).waitFor();
    await playground.press("Enter");
    await page.locator('[aria-sort="descending"]').and(price).waitFor();
    const prices = (await page.locator(".row > :nth-child(8)").allTextContents()).map(Number);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));

    const headers = await page.getByRole("columnheader").count();
    await page.getByText("Columns", { exact: true }).click();
    await page.getByLabel("url", { exact: true }).uncheck();
    await playground.column("url").waitFor({ state: "detached" });
    expect(await page.getByRole("columnheader").count()).toBe(headers - 1);
    const grip = page.getByRole("separator", { name: "Width of vin" });
    const width = Number(await grip.getAttribute("aria-valuenow"));
    await grip.focus();
    await playground.press("ArrowRight");
    expect(await grip.getAttribute("aria-valuenow")).toBe(String(width + 16));

    await playground.clear();
    await playground.showsCount(/^10,000 of 10,000 records/);
    await page.getByRole("grid").focus();
    await playground.press("End");
    await page.locator('.row.active[aria-rowindex="10001"]').waitFor();
    await playground.press("Home");
    await page.locator('.row.active[aria-rowindex="2"]').waitFor();

    expect(opened.complaints).toEqual([]);
    expect(opened.requests.filter((address) => !address.startsWith(home))).toEqual([]);
  });

  it("completes what was typed before completion was loaded", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const playground = await open({
      before: (empty) =>
        empty.route("**/assistance-*.js", async (route) => {
          await released;
          await route.continue();
        }),
    });
    const { page } = playground;
    await page.keyboard.type("{coun");
    expect(await page.locator("li[aria-selected]").count()).toBe(0);
    release();
    await playground.completion("country").waitFor();
  });

  it("takes an example, shows mistakes of a formula, and fixes one by a key", async () => {
    const playground = await open({ formula: "{price} > 5" });
    const { page } = playground;
    await page.getByLabel("Examples").selectOption({ label: "Cars in Italy" });
    await playground.showsFormula('{country} = "Italy"');
    await playground.showsCount(/^\d{3} of 10,000 records/);
    await playground.press("Control+z");
    await playground.showsFormula("{price} > 5");
    // The same one can be chosen again.
    await page.getByLabel("Examples").selectOption({ label: "Cars in Italy" });
    await playground.showsFormula('{country} = "Italy"');

    await playground.write('{contry} = "Italy"');
    await playground.showsProblem("contry");
    await playground.press("Home", "Control+.");
    await playground.showsFormula('{country} = "Italy"');
    await playground.showsNoProblem();

    // Other records are not shown beside a formula with a mistake. No formula is none.
    await playground.write("{pric} > 5");
    await page.locator(".cm-lintRange").waitFor();
    await playground.chooseRecords("demo-100000");
    await playground.showsCount(/^100,000 records$/);
    expect(await playground.rows.count()).toBe(0);
    await playground.clear();
    await playground.showsCount(/^100,000 of 100,000 records/);
    await playground.showsNoProblem();
  });

  it("keeps formula and order in its address, and follows links", async () => {
    const sort = [{ field: "price", direction: "desc" as const }];
    const playground = await open({ formula: "{price} > 50000", sort });
    const { page } = playground;
    const isDescending = page.locator('[aria-sort="descending"]').and(playground.column("price"));
    await isDescending.waitFor();
    await playground.write("{price} > 90000");
    let fragment = "";
    let linked: Linked | undefined;
    // The address follows the typing, some keys behind.
    while (linked?.formula !== "{price} > 90000") {
      await page.waitForURL(({ hash }) => hash.slice(1) !== fragment);
      fragment = new URL(page.url()).hash.slice(1);
      linked = await readLink(fragment);
    }
    expect(linked.sort).toEqual(sort);
    await page.reload();
    await playground.isWhole();
    await playground.showsFormula("{price} > 90000");
    await isDescending.waitFor();

    await playground.follow(
      await linkTo({ formula: "{price} > 5", sort: [], records: "demo-10000" }),
    );
    await playground.showsFormula("{price} > 5");
    await isDescending.waitFor({ state: "detached" });
    await playground.follow(
      await linkTo({ formula: '{country} = "Spain"', sort, records: "demo-100000" }),
    );
    await playground.showsCount(/^[\d,]+ of 100,000 records/);
    await playground.showsFormula('{country} = "Spain"');
    await playground.showsRecords("100,000 demo cars");
    await isDescending.waitFor();
  });

  it("shows the first formula if a link cannot be read", async () => {
    const playground = await open({ fragment: "nonsense" });
    await playground.showsProblem("The link");
    await playground.showsFormula(/^AND\(\{country\} = "Italy"/);
  });
});
