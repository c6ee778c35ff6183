import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { BROWSERS, openPage } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import {
  carStore,
  type Served,
  type ServeOptions,
  serve,
  serviceTests,
  someCars,
} from "../service/harness/serve.ts";

export const CARS = someCars(1_000, 5);

export async function serveCars(options: Partial<ServeOptions> = {}): Promise<Served> {
  return serve({
    collections: { cars: { store: await carStore(CARS) } },
    console: true,
    ...options,
  });
}

/** Opens the console of a service, and says what the page has asked for. */
export type OpenConsole = (
  service: Served,
  prefix?: string,
) => Promise<{ readonly page: Page; readonly requests: readonly string[] }>;

/** Describes the console before the real service by tests in each browser. The tests of a browser share one. */
export function describeConsole(title: string, tests: (opened: OpenConsole) => void): void {
  serviceTests();

  describe.each(BROWSERS)(`${title}, in $name`, ({ need, start }) => {
    needForEach(need);

    let browser: Browser;

    beforeAll(async () => {
      if (need.missing === undefined) browser = await start();
    });

    afterAll(async () => {
      await browser?.close();
    });

    /** Opens the console of a service. Requests that the service refuses are told by the browser, too: those are expected. */
    async function opened(service: Served, prefix = "") {
      const { page, complaints, requests } = await openPage(browser, `${service.url}${prefix}/`);
      onTestFinished(async () => {
        await page.close();
        const unexpected = complaints.filter(
          (text) => !/Failed to load resource|status of 4|status of 5/.test(text),
        );
        expect(unexpected).toEqual([]);
        expect(
          requests.filter((one) => !one.startsWith(service.url) && !one.startsWith("data:")),
        ).toEqual([]);
        expect(requests.filter((one) => one.includes(service.token))).toEqual([]);
      });
      return { page, requests };
    }

    tests(opened);
  });
}

export async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel("Key").fill(token);
  await page.keyboard.press("Enter");
}

export async function write(page: Page, formula: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(formula);
  await page.keyboard.press("Escape");
}

export const count = (page: Page) => () => page.locator(".count").textContent();
export const problem = (page: Page) => () => page.getByRole("alert").textContent();
