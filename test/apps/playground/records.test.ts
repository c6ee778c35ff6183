import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { writeParquet } from "../../../src/data/stores/files/write-parquet.ts";
import { csvHeader, csvLines, ndjsonLines } from "../../../src/data/stores/files/write-records.ts";
import { describePlayground, type Playground } from "./in-playground.ts";

const cars = [...demoCars(500, 3)];
const names = [...demoSchema.fields.keys()];
const csv = csvHeader(names) + csvLines(cars, names);

async function parquet(): Promise<Buffer> {
  const written = await writeParquet([...demoSchema.fields.values()]);
  return Buffer.concat([written.add(cars), written.end()]);
}

const FILES: readonly (readonly [name: string, bytes: () => Buffer | Promise<Buffer>])[] = [
  ["cars.csv", () => Buffer.from(csv)],
  ["cars.csv.gz", () => gzipSync(csv)],
  ["cars.ndjson", () => Buffer.from(ndjsonLines(cars))],
  ["cars.json", () => Buffer.from(JSON.stringify(cars))],
  ["cars.parquet", parquet],
];

describePlayground("the records of the playground", (open) => {
  it("are those of a file of each format, read in the page, with the types that were chosen", async () => {
    const playground = await open();
    const { page } = playground;
    const expensive = cars.filter(({ price }) => price > 40_000).length;
    for (const [name, bytes] of FILES) {
      await playground.openFile(name, await bytes());
      await playground.showsRecords(name);
      await playground.showsCount(/^500 of 500 records/);
      await playground.write("{price} > 40000");
      await playground.showsCount(new RegExp(`^${expensive} of 500 records`));
      await playground.clear();
    }

    // The types are others than the first lines suggest.
    await playground.openFile("parts.csv", "id,code\na,1\nb,02\n");
    await playground.showsCount(/^2 of 2/);
    await page.getByRole("button", { name: "Types" }).click();
    await page.getByLabel("Type of code").selectOption("text");
    await page.getByRole("button", { name: "Read the file again" }).click();
    await page.locator(".row", { hasText: "02" }).waitFor();
  });

  it("stay unchanged if a file cannot be read, with the line in the problem; a file may hold no records", async () => {
    const playground = await open();
    const { page } = playground;
    await playground.showsCount(/^10,000 of 10,000 records/);
    for (const [name, content, problem] of [
      ["bad.ndjson", '{"a":1}\n{"a":\n', /bad\.ndjson, line 2/],
      ["cars.parquet", "PAR1 and no more", "cars.parquet"],
      ["cars.txt", "a", "the format is not clear from the name"],
    ] as const) {
      await playground.openFile(name, content);
      await playground.showsProblem(problem);
      await playground.showsCount(/^10,000 of 10,000 records/);
      await playground.showsRecords("10,000 demo cars");
    }
    await playground.openFile("one.ndjson", '{"id":"1","price":5}\n');
    await playground.showsCount(/^1 of 1 record,/);
    await playground.showsRecords("one.ndjson");
    await playground.showsNoProblem();
    const types = page.getByRole("button", { name: "Types" });
    await types.waitFor();
    // The choice leads back.
    await playground.chooseRecords("demo-10000");
    await playground.showsCount(/^10,000 of 10,000 records/);
    await playground.showsRecords("10,000 demo cars");
    await types.waitFor({ state: "hidden" });

    // There may be none, or one without a field.
    await playground.openFile("empty.csv", "id,price\n");
    await playground.showsCount(/^0 of 0 records/);
    await page.getByRole("grid").focus();
    await playground.press("End", "Enter", "PageUp");
    await playground.openFile("none.ndjson", "{}\n");
    await playground.showsCount(/^1 of 1 record,/);
    await playground.rows.first().click();
    await showsPanels(playground, ["SQL", "Query", "TypeScript", "curl"]);
    await playground.showsNoProblem();
  });

  it("are those of the last choice, even if an earlier one loads later", async () => {
    const playground = await open();
    const large = Array.from({ length: 100_000 }, (_, index) => `${index},a car,${index / 7}`);
    const given = playground.page.waitForEvent("worker");
    await playground.openFile("large.csv", `id,title,price\n${large.join("\n")}\n`);
    const reading = await given;
    // The worker that reads the large file ends when it has read it, and shows nothing.
    const isOver = reading.waitForEvent("close");
    await playground.openFile("small.csv", "id,price\na,1\nb,2\n");
    await playground.showsCount(/^2 of 2 records/);
    await isOver;
    await playground.showsCount(/^2 of 2 records/);
    await playground.showsRecords("small.csv");
  });

  it("are written from right to left if they begin so, and stay in the window if they are long", async () => {
    const playground = await open({}, { viewport: { width: 640, height: 400 } });
    const { page } = playground;
    const record = { id: "1", שם: "שלום, עולם (טוב).", title: "a car" };
    await playground.openFile("right.ndjson", `${JSON.stringify(record)}\n`);
    await playground.showsCount(/^1 of 1 record,/);
    const direction = (text: string): Promise<string> =>
      page
        .locator(".row > .cell", { hasText: text })
        .evaluate((cell: unknown) => Object(globalThis).getComputedStyle(cell).direction);
    expect(await direction("שלום")).toBe("rtl");
    expect(await direction("a car")).toBe("ltr");

    const long = "x".repeat(3_000);
    const content = `${JSON.stringify({ id: long, [long]: 1 })}\n`;
    await playground.openFile(`${long.slice(0, 200)}.ndjson`, content);
    await page.locator(".row", { hasText: long.slice(0, 50) }).waitFor();
    const expectInside = async (selector: string): Promise<void> => {
      const box = await page.locator(selector).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(640);
    };
    await page.getByText("Columns", { exact: true }).click();
    await expectInside(".column-list");
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("button", { name: "Types" }).click();
    await expectInside("dialog");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(640);
  });

  it("are shown unchanged, with hostile names and values, in the table and in all panels", async () => {
    const chosen = ["__proto__", "constructor", "<img src=x onerror=alert(1)>", "}{\\\\"];
    const hostile = [...chosen, "<script>alert(1)</script>", "x".repeat(20_000)];
    const record = Object.fromEntries([
      ["id", "1"],
      ...hostile.map((name) => [name, name]),
      ["long", "x".repeat(1_000_000)],
    ]);
    const playground = await open();
    const { page } = playground;
    await playground.openFile("hostile.ndjson", `${JSON.stringify(record)}\n`);
    await playground.showsCount(/^1 of 1/);
    await page.locator(".row", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
    // A text of a million characters is not written into the page whole.
    expect((await playground.rows.first().innerText()).length).toBeLessThan(10_000);
    for (const name of chosen) {
      await playground.clear();
      await playground.chooseField(name);
      const bar = page.locator(".bar-button", { hasText: name });
      await bar.click();
      await bar.and(page.locator('[aria-pressed="true"]')).waitFor();
      await playground.showsCount(/^1 of 1/);
    }
    await playground.rows.first().click();
    await page.getByText("The record matches.").waitFor();
    await showsPanels(playground, [
      "SQL",
      "Query",
      "TypeScript",
      "curl",
      "Rules",
      "Syntax",
      "Core",
    ]);
    expect(await page.locator("img, .table script, .panels script").count()).toBe(0);
    expect(await page.evaluate("({}).polluted")).toBeUndefined();
  });
});

/** Waits until each of these tabs shows something. */
async function showsPanels(playground: Playground, tabs: readonly string[]): Promise<void> {
  for (const name of tabs) {
    await playground.openTab(name);
    await playground.page.getByRole("tabpanel", { name }).filter({ hasText: /./ }).waitFor();
  }
}
