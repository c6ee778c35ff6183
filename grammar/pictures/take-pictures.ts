import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { linkTo } from "../../src/apps/playground/formula/permalink.ts";
import { servePlayground } from "../../test/apps/playground/serve-playground.ts";
import { startBrowser } from "../../test/harness/start-browser.ts";

// Makes the pictures of the playground and of the console from the real pages: `npm run pictures`. It needs Chromium.

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = join(ROOT, "grammar/pictures");
const FORMULA = 'AND({country} = "Italy", {price} < 50000, FIND("AD15", {optionCodes}))';
const SIZE = { width: 1280, height: 760 };
const LOOKS = ["light", "dark"] as const;

/** A service of demo cars, with the key that it made for its run. */
async function startService(): Promise<{ address: string; key: string; stop(): void }> {
  const program = [join(ROOT, "dist/cli.js"), "serve", "--demo", "100000", "--port", "0"];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const [, key = "", address = ""] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const found = /x-api-key: (\S+)[\s\S]*serving (http:\/\/[^/\s]+)/.exec(output);
      if (found !== null) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`the service ended:\n${output}`)));
  });
  return { address, key, stop: () => child.kill() };
}

/** Chooses a record, opens a panel, and waits until nothing moves. */
async function arrange(page: Page, tab: string): Promise<void> {
  await page.locator(".row").nth(3).click();
  await page.getByRole("tab", { name: tab, exact: true }).click();
  await page.getByRole("tabpanel").waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
}

async function inEachLook(
  browser: Browser,
  name: string,
  open: (page: Page) => Promise<void>,
): Promise<void> {
  for (const colorScheme of LOOKS) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await open(page);
    await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.png`) });
    await page.close();
  }
}

mkdirSync(OUT, { recursive: true });
const browser = await startBrowser();
const pages = await servePlayground();
const service = await startService();
try {
  const link = await linkTo({
    formula: FORMULA,
    sort: [{ field: "price", direction: "asc" }],
    records: "demo-100000",
  });
  await inEachLook(browser, "playground", async (page) => {
    await page.goto(`${pages.origin}/try/#${link}`);
    await page.locator(".row mark").first().waitFor();
    await arrange(page, "SQL");
  });
  await inEachLook(browser, "console", async (page) => {
    await page.goto(service.address);
    await page.getByLabel("Key").fill(service.key);
    await page.keyboard.press("Enter");
    await page.locator(".row").first().waitFor();
    await page.locator(".cm-content").fill(FORMULA);
    await page.locator(".row mark").first().waitFor();
    await arrange(page, "Why");
  });
} finally {
  await browser.close();
  pages.close();
  service.stop();
}
