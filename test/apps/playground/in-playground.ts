import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Linked, linkTo } from "../../../src/apps/playground/formula/permalink.ts";
import { describePages, exactly, type OpenPage, openPage } from "../../harness/browser.ts";
import type { PageServer } from "../../harness/page-server.ts";
import { CHROMIUM } from "../../harness/start-browser.ts";
import { FormulaPage } from "./formula-page.ts";
import { servePlayground } from "./serve-playground.ts";

/** How a playground is opened. */
interface Opened extends Partial<Linked> {
  /** In the place of a link to the rest. */
  readonly fragment?: string;
  /** The name of the host that serves it. */
  readonly host?: string;
  /** Prepares the page before the playground is loaded. */
  readonly before?: (empty: Page) => Promise<unknown>;
}

/** So many cars are made quickly. */
const FEW = "demo-10000";

export class Playground extends FormulaPage {
  readonly opened: OpenPage;
  /** The address of the playground, below which all of its files are. */
  readonly home: string;

  constructor(opened: OpenPage, home: string) {
    super(opened.page);
    this.opened = opened;
    this.home = home;
  }

  /** Waits until the page shows records, and has the parts that it loads afterwards. */
  async isWhole(): Promise<void> {
    await this.rows.first().waitFor();
    await this.page.getByRole("tablist").waitFor();
    await this.page.locator("optgroup").first().waitFor({ state: "attached" });
  }

  async openFile(name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: "", buffer: Buffer.from(content) };
    await this.page.locator("input[type=file]").setInputFiles(file);
  }

  async chooseRecords(name: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "Records" }).selectOption(name);
  }

  /** Waits until the choice of records shows this name. */
  async showsRecords(name: string): Promise<void> {
    const chosen = this.page.getByRole("combobox", { name: "Records" }).locator("option:checked");
    await chosen.filter({ hasText: exactly(name) }).waitFor({ state: "attached" });
  }
}

/** Opens the playground by a link, and waits until it is whole. */
export type OpenPlayground = (
  linked?: Opened,
  options?: BrowserContextOptions,
) => Promise<Playground>;

/** Describes the playground by tests in a browser. They share a server. */
export function describePlayground(title: string, tests: (open: OpenPlayground) => void): void {
  describePages(title, () => {
    let server: PageServer;

    beforeAll(async () => {
      if (CHROMIUM.missing === undefined) server = await servePlayground();
    });
    afterAll(() => server?.close());

    tests(async ({ fragment, host = "127.0.0.1", before, ...linked } = {}, options = {}) => {
      const link = fragment ?? (await linkTo({ formula: "", sort: [], records: FEW, ...linked }));
      const home = `${server.origin.replace("127.0.0.1", host)}/try/`;
      const opened = await openPage(`${home}#${link}`, options, before);
      const playground = new Playground(opened, home);
      await playground.isWhole();
      return playground;
    });
  });
}
