import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { linkTo } from "../../src/playground/formula/permalink.ts";
import { describePlayground } from "./in-playground.ts";

const count = (page: Page) => () => page.locator(".count").textContent();
const problem = (page: Page) => () => page.getByRole("alert").textContent();
const formula = (page: Page) => () => page.locator(".cm-content").innerText();

async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: "", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
}

/** The part of a browser that is used in it. */
interface Styled {
  getComputedStyle(of: unknown): { readonly direction: string };
}

/** The name of the records that are chosen. */
const chosen = (page: Page) => () =>
  page.getByRole("combobox", { name: "Records" }).locator("option:checked").textContent();

/** Whether all of an element is in the window. */
async function expectInside(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
}

describePlayground("the choice of records", (inPlayground) => {
  it("names the file that is shown, and leads back to the demo cars", async () => {
    await inPlayground({ records: "demo-100000" }, async (page) => {
      const types = page.getByRole("button", { name: "Types" });
      await drop(page, "one.ndjson", '{"id":"1","price":5}\n');
      await expect.poll(count(page)).toMatch(/^1 of 1 record,/);
      expect(await chosen(page)()).toBe("one.ndjson");
      await types.waitFor();
      await page.getByRole("combobox", { name: "Records" }).selectOption("demo-100000");
      await expect.poll(count(page)).toMatch(/^100,000 of 100,000 records/);
      expect(await chosen(page)()).toBe("100,000 demo cars");
      expect(await types.isVisible()).toBe(false);
    });
  });

  it("shows what was chosen last, even if it is ready first", async () => {
    await inPlayground({}, async (page) => {
      const cars = Array.from({ length: 100_000 }, (_, at) => `${at},a car,${at / 7}`);
      await drop(page, "large.csv", `id,title,price\n${cars.join("\n")}\n`);
      await drop(page, "small.csv", "id,price\na,1\nb,2\n");
      await expect.poll(count(page)).toMatch(/^2 of 2 records/);
      // The other file is given up when it has been read.
      await expect.poll(() => page.workers().length).toBe(1);
      expect(await count(page)()).toMatch(/^2 of 2 records/);
      expect(await chosen(page)()).toBe("small.csv");
    });
  });

  it("stays as it was if a file is damaged", async () => {
    await inPlayground({}, async (page) => {
      await expect.poll(count(page)).toMatch(/^10,000 of 10,000 records/);
      await drop(page, "bad.ndjson", '{"a":1}\n{"a":\n');
      await expect.poll(problem(page)).toMatch(/bad\.ndjson, line 2/);
      expect(await count(page)()).toMatch(/^10,000 of 10,000 records/);
      expect(await chosen(page)()).toBe("10,000 demo cars");
    });
  });

  it("shows no records of before beside a formula with a mistake", async () => {
    await inPlayground({ formula: "{price} > 5" }, async (page) => {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("{pric} > 5");
      await expect.poll(problem(page)).toContain("pric");
      await page.getByRole("combobox", { name: "Records" }).selectOption("demo-100000");
      await expect.poll(count(page)).toBe("100,000 records");
      expect(await page.locator(".row").count()).toBe(0);
    });
  });

  it("may have no records, one field, or none", async () => {
    await inPlayground({}, async (page) => {
      await drop(page, "empty.csv", "id,price\n");
      await expect.poll(count(page)).toMatch(/^0 of 0 records/);
      await page.getByRole("grid").focus();
      for (const key of ["End", "Enter", "PageUp"]) await page.keyboard.press(key);
      await drop(page, "none.ndjson", "{}\n");
      await expect.poll(count(page)).toMatch(/^1 of 1 record,/);
      await page.locator(".row").first().click();
      for (const name of ["SQL", "Query", "TypeScript", "curl"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        await expect.poll(() => page.getByRole("tabpanel").innerText()).not.toBe("");
      }
      expect(await problem(page)()).toBe("");
    });
  });

  it("is made by a link that is followed, with its formula and its order", async () => {
    await inPlayground({ formula: "{price} > 5" }, async (page) => {
      const follow = async (records: string, text: string): Promise<void> => {
        const sort = [{ field: "price", direction: "desc" as const }];
        const link = await linkTo({ formula: text, sort, records });
        await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
        await expect.poll(formula(page)).toBe(text);
        const price = page.getByRole("columnheader", { name: "price" });
        await expect.poll(() => price.getAttribute("aria-sort")).toBe("descending");
      };
      await follow("demo-10000", '{country} = "Italy"');
      await expect.poll(count(page)).toMatch(/^\d{3} of 10,000 records/);
      await follow("demo-100000", '{country} = "Spain"');
      await expect.poll(count(page)).toMatch(/^[\d,]+ of 100,000 records/);
      expect(await chosen(page)()).toBe("100,000 demo cars");
    });
  });
});

describePlayground("an example", (inPlayground) => {
  it("takes the place of the formula, and can be undone", async () => {
    await inPlayground({ formula: "{price} > 5" }, async (page) => {
      await page.getByLabel("Examples").selectOption({ label: "Cars in Italy" });
      await expect.poll(formula(page)).toBe('{country} = "Italy"');
      await expect.poll(count(page)).toMatch(/^\d{3} of 10,000 records/);
      await page.keyboard.press("Control+z");
      await expect.poll(formula(page)).toBe("{price} > 5");
      // The same one can be chosen again.
      await page.getByLabel("Examples").selectOption({ label: "Cars in Italy" });
      await expect.poll(formula(page)).toBe('{country} = "Italy"');
    });
  });
});

describePlayground("texts of all kinds", (inPlayground) => {
  it("are written from right to left if they begin so", async () => {
    const record = { id: "1", שם: "שלום, עולם (טוב).", title: "a car" };
    await inPlayground({}, async (page) => {
      await drop(page, "right.ndjson", `${JSON.stringify(record)}\n`);
      await expect.poll(count(page)).toMatch(/^1 of 1 record,/);
      const direction = (text: string) =>
        page
          .locator(".row > .cell", { hasText: text })
          .evaluate((cell) => (globalThis as unknown as Styled).getComputedStyle(cell).direction);
      expect(await direction("שלום")).toBe("rtl");
      expect(await direction("a car")).toBe("ltr");
    });
  });

  it("may be very long without leaving the window", async () => {
    const long = "x".repeat(3_000);
    const options = { viewport: { width: 640, height: 400 } };
    await inPlayground(
      {},
      async (page) => {
        await drop(
          page,
          `${long.slice(0, 200)}.ndjson`,
          `${JSON.stringify({ id: long, [long]: 1 })}\n`,
        );
        await expect.poll(count(page)).toMatch(/^1 of 1 record,/);
        await page.getByText("Columns", { exact: true }).click();
        await expectInside(page, ".column-list");
        await page.getByText("Columns", { exact: true }).click();
        await page.getByRole("button", { name: "Types" }).click();
        await expectInside(page, "dialog");
        await page.getByRole("button", { name: "Cancel" }).click();
        const widths = "[document.documentElement.scrollWidth, innerWidth]";
        const [wide = 0, screen = 0] = await page.evaluate<number[]>(widths);
        expect(wide).toBeLessThanOrEqual(screen);
      },
      options,
    );
  });

  it("may be missing: no formula is not a mistake", async () => {
    await inPlayground({}, async (page) => {
      const marks = () => page.locator(".cm-lintRange, .cm-lintPoint").count();
      await page.locator(".cm-content").click();
      await page.keyboard.type("{pric} > 5");
      await expect.poll(marks).toBeGreaterThan(0);
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await expect.poll(count(page)).toMatch(/^10,000 of 10,000 records/);
      // The editor looks for mistakes when nobody has typed for 200 ms.
      await page.waitForTimeout(500);
      expect(await marks()).toBe(0);
    });
  });
});
