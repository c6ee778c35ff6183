import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoCars, demoSchema } from "../../src/demo/index.ts";
import { writeParquet } from "../../src/stores/files/write-parquet.ts";
import { csvHeader, csvLines, ndjsonLines } from "../../src/stores/files/write-records.ts";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import type { PageServer } from "../harness/page-server.ts";
import { servePlayground } from "./serve-playground.ts";

const cars = [...demoCars(500, 3)];
const names = [...demoSchema.fields.keys()];
const csv = csvHeader(names) + csvLines(cars, names);

async function parquet(): Promise<Buffer> {
  const written = await writeParquet([...demoSchema.fields.values()]);
  return Buffer.concat([written.add(cars), written.end()]);
}

type File = readonly [name: string, bytes: () => Buffer | Promise<Buffer>];

const FILES: readonly File[] = [
  ["cars.csv", () => Buffer.from(csv)],
  ["cars.csv.gz", () => gzipSync(csv)],
  ["cars.ndjson", () => Buffer.from(ndjsonLines(cars))],
  ["cars.json", () => Buffer.from(JSON.stringify(cars))],
  ["cars.parquet", parquet],
];

const HOSTILE = `${JSON.stringify({
  id: "1",
  "<script>alert(1)</script>": "<img src=x onerror=alert(1)>",
  ["__proto__"]: "polluted",
  constructor: "made",
  long: "x".repeat(1_000_000),
})}\n`;

describe.each(BROWSERS)("files in the playground, in $name", ({ need, start }) => {
  needForEach(need);

  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    if (need.missing !== undefined) return;
    server = await servePlayground();
    browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function opened() {
    const { page, complaints, requests } = await openPage(browser, `${server.origin}/try/`);
    await page.locator(".row").first().waitFor();
    const count = () => page.locator(".count").textContent();
    const choose = async (name: string, buffer: Buffer): Promise<void> => {
      await page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer });
    };
    const end = async (): Promise<void> => {
      expect(complaints).toEqual([]);
      expect(requests.filter((one) => !one.startsWith(`${server.origin}/try/`))).toEqual([]);
      await page.close();
    };
    return { page, count, choose, end };
  }

  it("of each format are read in the page", async () => {
    const { page, count, choose, end } = await opened();
    for (const [name, bytes] of FILES) {
      await choose(name, await bytes());
      await expect.poll(count).toMatch(/^500 of 500 records/);
      await page.locator(".cm-content").click();
      await page.keyboard.type("{price} > 40000");
      await page.keyboard.press("Escape");
      const expensive = cars.filter(({ price }) => price > 40_000).length;
      await expect.poll(count).toContain(`${expensive} of 500 records`);
    }
    await end();
  });

  it("that are none are refused with the place", async () => {
    const { page, choose, end } = await opened();
    const problem = () => page.getByRole("alert").textContent();
    await choose("cars.ndjson", Buffer.from('{"a":1}\n{"a":\n'));
    await expect.poll(problem).toMatch(/cars\.ndjson.*line 2/);
    await choose("cars.parquet", Buffer.from("PAR1 and no more"));
    await expect.poll(problem).toContain("cars.parquet");
    await choose("cars.txt", Buffer.from("a"));
    await expect.poll(problem).toContain("the name does not tell the format");
    await end();
  });

  it("may have other types than were told by the first records", async () => {
    const { page, count, choose, end } = await opened();
    await choose("parts.csv", Buffer.from("id,code\na,1\nb,02\n"));
    await expect.poll(count).toContain("2 of 2");
    await page.getByRole("button", { name: "Types" }).click();
    await page.getByLabel("Type of code").selectOption("text");
    await page.getByRole("button", { name: "Read the file again" }).click();
    await page.locator(".row", { hasText: "02" }).waitFor();
    await end();
  });

  it("with hostile names and texts are shown as they are", async () => {
    const { page, count, choose, end } = await opened();
    await choose("hostile.ndjson", Buffer.from(HOSTILE));
    await expect.poll(count).toContain("1 of 1");
    await page.locator(".row", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
    expect(
      await page.locator(".table img, .table script, .panels img, .panels script").count(),
    ).toBe(0);
    // A text of a million characters is not written into the page whole.
    expect((await page.locator(".row").first().innerText()).length).toBeLessThan(10_000);
    expect(await page.evaluate("({}).polluted")).toBeUndefined();
    await end();
  });
});
