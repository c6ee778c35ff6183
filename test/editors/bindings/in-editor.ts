import { readFileSync } from "node:fs";
import type { Locator, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describePages, type OpenPage, openPage } from "../../harness/browser.ts";
import type { PageServer } from "../../harness/page-server.ts";
import { CHROMIUM } from "../../harness/start-browser.ts";
import { GERMAN } from "../../language/messages/german.ts";
import { serveEditor } from "./editor-pages.ts";

/** The pattern of a text whose spaces may be any white space, as editors write it. */
export function withAnySpaces(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "\\s");
}

/** A page with an editor, used as a person uses it. Each binding says where its editor shows things. */
export abstract class Editor {
  readonly page: Page;
  readonly complaints: readonly string[];

  constructor({ page, complaints }: OpenPage) {
    this.page = page;
    this.complaints = complaints;
  }

  /** The lines of the formula. */
  abstract readonly lines: Locator;
  abstract readonly mistake: Locator;
  /** What is shown about the part under the pointer. */
  abstract readonly hover: Locator;
  /** The call that is being written, and its parameter at the cursor. */
  abstract readonly signature: Locator;
  abstract readonly parameter: Locator;
  /** The detail of a completion. */
  abstract readonly detail: Locator;
  abstract readonly formatKey: string;

  /** Waits until a completion is the selected one, and accepts it by Enter. */
  abstract accept(label: string): Promise<void>;
  /** Applies the fix of the mistake at the cursor by keys. */
  abstract fix(title: string): Promise<void>;
  /** Waits until a value of the sample record stands at the end of a line. */
  abstract showsValue(line: string, value: string): Promise<void>;
  /** The colour of the field that is the formula, once it has one. */
  abstract colour(): Promise<string>;

  /** Waits until a line has this text, whatever white space the editor writes. */
  async showsLine(text: string): Promise<void> {
    await this.lines.filter({ hasText: new RegExp(`^${withAnySpaces(text)}$`) }).waitFor();
  }

  /** Moves the pointer over a token once it has its own element: a line without colours is one. */
  async hoverOver(token: string): Promise<void> {
    await this.lines.getByText(token, { exact: true }).hover();
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async clear(): Promise<void> {
    await this.press("Control+a");
    await this.press("Delete");
  }
}

/** How the page of an editor is opened. */
interface Opened {
  readonly path?: string;
  readonly text?: string;
  /** Options of the page, in its address. */
  readonly options?: string;
  /** Answers requests for values of fields, which get no answer unless given. */
  readonly answer?: (route: Route) => Promise<void>;
}

export type OpenEditor<E extends Editor> = (opened?: Opened) => Promise<E>;

/** A binding of an editor, and how its tests use it. */
interface Binding<E extends Editor> {
  readonly name: string;
  /** The file of the page's program. */
  readonly program: string;
  /** The content security policy at each path; the first path is where an editor is opened. */
  readonly policies: Readonly<Record<string, string>>;
  readonly colours: { readonly light: string; readonly dark: string };
  edit(opened: OpenPage): E;
}

/**
 * Describes a binding by the tests of every binding, and by tests of its own.
 *
 * @param ownTests get the function that opens an editor, and the origin of the pages
 */
export function describeEditor<E extends Editor>(
  { name, program, policies, colours, edit }: Binding<E>,
  ownTests: (open: OpenEditor<E>, origin: () => string) => void,
): void {
  const [first = "/"] = Object.keys(policies);
  describePages(name, () => {
    let pages: PageServer;

    beforeAll(async () => {
      if (CHROMIUM.missing !== undefined) return;
      pages = await serveEditor(readFileSync(new URL(program, import.meta.url), "utf8"), policies);
    });
    afterAll(() => pages?.close());

    const open: OpenEditor<E> = async ({
      path = first,
      text = "",
      options = "",
      answer = async () => undefined,
    } = {}) => {
      const address = `${pages.origin}${path}?${new URLSearchParams({ text })}&${options}`;
      const opened = await openPage(address, {}, (page) => page.route("**/cars/values/**", answer));
      const editor = edit(opened);
      await editor.lines.first().waitFor();
      return editor;
    };

    it("completes by Enter and Tab, shows the signature of the current call, and formats, without complaints", async () => {
      const editor = await open();
      await editor.type("pri");
      await editor.accept("price");
      await editor.showsLine("{price}");
      await editor.type(" < LE");
      await editor.accept("LEN");
      await editor.showsLine("{price} < LEN(text)");
      await editor.type("coun");
      await editor.accept("country");
      await editor.press("Tab");
      await editor.type(" + 1");
      await editor.showsLine("{price} < LEN({country}) + 1");

      await editor.clear();
      await editor.type("LEFT({country}, ");
      await editor.signature.filter({ hasText: "LEFT(text, count) → text" }).waitFor();
      await editor.signature.filter({ hasText: "how many characters to take" }).waitFor();
      await editor.parameter.filter({ hasText: /^count$/ }).waitFor();
      await editor.press("Escape");
      await editor.signature.waitFor({ state: "hidden" });

      await editor.press("Backspace");
      await editor.type("2 )");
      await editor.press(editor.formatKey);
      await editor.showsLine("LEFT({country}, 2)");
      expect(editor.complaints).toEqual([]);
    });

    it("fixes a mistake by a key", async () => {
      const editor = await open({ text: '{contry} = "Italy"' });
      await editor.mistake.waitFor();
      await editor.fix("write `country`");
      await editor.showsLine('{country} = "Italy"');
    });

    it("offers values of the provider; the next key cancels the search; other items wait for no provider", async () => {
      const editor = await open({
        answer: async (route) => {
          if (!route.request().url().includes("/country?prefix=I&")) return;
          await route.fulfill({ json: [{ value: "Italy", count: 7 }] });
        },
      });
      // If the keys are slow, the blank before the quote begins a search of its own, which the quote cancels.
      const unanswered = new Set<Request>();
      editor.page.on("request", (one) => {
        if (/\/country\?(?!prefix=I&)/.test(one.url())) unanswered.add(one);
      });
      editor.page.on("requestfailed", (one) => unanswered.delete(one));
      await editor.type('{country} = "');
      await expect.poll(() => unanswered.size).toBeGreaterThan(0);
      await editor.type("I");
      await expect.poll(() => unanswered.size).toBe(0);
      await editor.accept("Italy");
      await editor.showsLine('{country} = "Italy"');

      // This search never gets an answer.
      await editor.clear();
      await editor.type("{country} = con");
      await editor.accept("CONCATENATE");
      await editor.showsLine("{country} = CONCATENATE(text)");
    });

    it("shows the values of a sample record at the ends of lines", async () => {
      const text = 'AND(\n  {country} = "Italy",\n  {price} / 0 < 5\n)';
      const editor = await open({ text, options: "record" });
      await editor.showsValue("Italy", "TRUE");
      await editor.showsValue("/ 0", "error");
    });

    it("has the colours of a light theme, shows hovers, and reads no description as HTML", async () => {
      const editor = await open({ text: "{price}", options: "light" });
      expect(await editor.colour()).toBe(colours.light);
      await editor.hoverOver("{price}");
      await editor.hover.filter({ hasText: "price: number" }).waitFor();
      await editor.hover.filter({ hasText: "In euros" }).waitFor();
      expect(await editor.hover.locator("img").count()).toBe(0);
    });

    it("has the colours of a dark theme", async () => {
      const editor = await open({ text: "{price}", options: "dark" });
      expect(await editor.colour()).toBe(colours.dark);
    });

    it("says everything in German with a German catalogue, silently", async () => {
      const editor = await open({ text: "{contry} = {price}", options: "german&record" });
      await editor.mistake.waitFor();
      await editor.hoverOver("{price}");
      await editor.hover.filter({ hasText: "price: Zahl" }).waitFor();
      await editor.fix("`country` schreiben");
      await editor.showsLine("{country} = {price}");

      await editor.clear();
      await editor.type("LEFT(");
      await editor.signature.filter({ hasText: "LEFT(text, count) → Text" }).waitFor();
      await editor.signature.filter({ hasText: "der Text, aus dem genommen wird" }).waitFor();
      await editor.type("pric");
      await editor.detail.filter({ hasText: "Zahl" }).first().waitFor();
      await editor.accept("price");
      await editor.type(", 1 / 0)");
      await editor.showsValue("1 / 0", "Fehler");

      const other = await open({ text: "VALUE({country})", options: "german&record" });
      await other.showsValue("VALUE", `Fehler: ${GERMAN.causes["not-a-number"]}`);
    });

    ownTests(open, () => pages.origin);
  });
}
