import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { CHROMIUM, openPage, startBrowser } from "../harness/browser.ts";
import { needForEach } from "../harness/extent.ts";
import { type EditorPages, serveEditor } from "./editor-pages.ts";

/** A page with an editor, used as a person uses it. */
export abstract class Editor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  abstract text(): Promise<string>;

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /**
   * Holds the pointer over a place until what it brings up is shown. An editor that has not ended its start hears no
   * movement: a person who sees nothing moves the pointer again, and so does this.
   */
  async point(place: Locator, shown: Locator): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.page.mouse.move(0, 0);
        await place.hover();
        await shown.waitFor({ timeout: 5000 });
      },
      { timeout: 300_000 },
    );
  }
}

/** How the page of an editor is opened: at a path, with a text, and with options in its address. */
interface Opened {
  readonly path?: string;
  readonly text?: string;
  readonly options?: string;
}

/** What tests of an editor work with. */
export interface EditorTests<E extends Editor> {
  readonly browser: Browser;
  readonly pages: EditorPages;
  /** Works in an editor. Its page must have complained of nothing at the end. */
  inEditor(opened: Opened, work: (editor: E) => Promise<void>): Promise<void>;
}

/**
 * Describes an editor by tests in a browser.
 *
 * @param program the file of the page's program
 * @param policies the content security policy at each path; the first path is where an editor is opened
 */
export function describeEditor<E extends Editor>(
  name: string,
  program: string,
  policies: Readonly<Record<string, string>>,
  makeEditor: (page: Page) => E,
  tests: (given: EditorTests<E>) => void,
): void {
  const [first = "/"] = Object.keys(policies);
  describe(name, () => {
    needForEach(CHROMIUM);

    let browser: Browser | undefined;
    let pages: EditorPages | undefined;

    beforeAll(async () => {
      if (CHROMIUM.missing !== undefined) return;
      pages = await serveEditor(readFileSync(new URL(program, import.meta.url), "utf8"), policies);
      browser = await startBrowser();
    });

    afterAll(async () => {
      await browser?.close();
      pages?.close();
    });

    const given: EditorTests<E> = {
      get browser() {
        if (browser === undefined) throw new Error("the browser is not started");
        return browser;
      },
      get pages() {
        if (pages === undefined) throw new Error("the pages are not served");
        return pages;
      },
      async inEditor({ path = first, text = "", options = "" }, work) {
        const address = `${given.pages.origin}${path}?${new URLSearchParams({ text })}&${options}`;
        const { page, complaints } = await openPage(given.browser, address);
        try {
          await work(makeEditor(page));
        } finally {
          await page.close();
        }
        expect(complaints).toEqual([]);
      },
    };
    tests(given);
  });
}
