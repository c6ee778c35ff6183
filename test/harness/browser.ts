import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { describe, onTestFinished, test } from "vitest";
import { needForEach } from "./extent.ts";
import { sharedByProcess } from "./shared-by-process.ts";
import { CHROMIUM, startBrowser } from "./start-browser.ts";

/** The time that a page has to show something. The error of a miss names the locator that was awaited. */
const PATIENCE_MS = 30_000;

/** The time-out of a test with pages. */
const PAGE_TEST_MS = 60_000;

/** One browser for all test files of a process. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures that are used from the pattern
const withBrowser = test.extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
  const browser = await sharedByProcess(startBrowser);
  onCleanup(() => browser.close());
  return browser;
});

let shared: Browser | undefined;

/** Describes pages by tests in a browser. A test whose browser stumbles is retried once, which the end of a run counts. */
export function describePages(title: string, tests: () => void): void {
  describe(title, { retry: 1, timeout: PAGE_TEST_MS }, () => {
    needForEach(CHROMIUM);
    if (CHROMIUM.missing === undefined) {
      withBrowser.beforeAll(({ browser }) => {
        shared = browser;
      });
    }
    tests();
  });
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, violations of the policy among them, and exceptions so far. */
  readonly complaints: readonly string[];
  /** The addresses that the page requested so far. */
  readonly requests: readonly string[];
}

/**
 * Opens a page in a profile of its own, which ends with the test.
 *
 * @param options such as the size of the window, the colour scheme, or `serviceWorkers: "allow"`, which takes a second more
 * @param before prepares the page before it loads
 */
export async function openPage(
  address: string,
  options: BrowserContextOptions = {},
  before: (empty: Page) => Promise<unknown> = async () => undefined,
): Promise<OpenPage> {
  if (shared === undefined) throw new Error("`openPage` is for tests within `describePages`");
  const context = await shared.newContext({ serviceWorkers: "block", ...options });
  onTestFinished(() => context.close());
  return openIn(context, address, before);
}

/** Opens one more page of a profile. */
export async function openIn(
  context: BrowserContext,
  address: string,
  before: (empty: Page) => Promise<unknown> = async () => undefined,
): Promise<OpenPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await before(page);
  await page.goto(address);
  return { page, complaints, requests };
}

/** A pattern of a text that is the whole of an element. */
export function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
}
