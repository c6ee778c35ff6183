import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../../harness/browser.ts";
import { snippetsOf } from "../../harness/snippets.ts";
import { NONCE, serveEditor } from "./editor-pages.ts";
import { describeEditor, Editor } from "./in-editor.ts";

const BASE =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const POLICIES = {
  "/nonce": `${BASE}; style-src 'nonce-${NONCE}'`,
  "/none": BASE,
};

class CodeMirror extends Editor {
  readonly lines: Locator = this.page.locator(".cm-line");
  readonly mistake: Locator = this.page.locator(".cm-lintRange-error");
  readonly hover: Locator = this.page.locator(".cm-tooltip-hover .cm-isoform-info");
  readonly signature: Locator = this.page.locator(".cm-tooltip.cm-isoform-info");
  readonly parameter: Locator = this.signature.locator("b");
  readonly detail: Locator = this.page.locator(".cm-completionDetail");
  readonly formatKey = "Shift+Alt+f";
  #accepted = 0;

  async accept(label: string): Promise<void> {
    // A list that waits for items of the last key takes none.
    await this.page
      .locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")
      .locator("li[aria-selected] .cm-completionLabel", { hasText: label })
      .waitFor();
    // A key within 75 ms is not for the list, which the person has not seen yet.
    await this.page.clock.setSystemTime(Date.now() + ++this.#accepted * 1_000);
    await this.press("Enter");
  }

  fix(): Promise<void> {
    return this.press("Control+.");
  }

  async showsValue(line: string, value: string): Promise<void> {
    await this.page
      .locator(`.cm-line[data-isoform-value=${JSON.stringify(value)}]`, { hasText: line })
      .waitFor();
  }

  colour(): Promise<string> {
    const field = '(document.body.shadowRoot ?? document).querySelector(".cm-isoform-field")';
    return this.page.evaluate(`getComputedStyle(${field}).color`);
  }
}

describeEditor(
  {
    name: "CodeMirror",
    program: "codemirror-page.ts",
    policies: POLICIES,
    colours: { light: "rgb(5, 80, 174)", dark: "rgb(121, 192, 255)" },
    edit: (opened) => new CodeMirror(opened),
  },
  (open, origin) => {
    it("fixes a mistake by a button beside its message, and undoes it", async () => {
      const editor = await open({ text: '{contry} = "Italy"' });
      await editor.mistake.hover();
      await editor.page.locator(".cm-diagnosticAction").click();
      await editor.showsLine('{country} = "Italy"');
      await editor.press("Control+z");
      await editor.showsLine('{contry} = "Italy"');
    });

    it("opens no list by itself after a complete formula, so that Enter begins a line", async () => {
      const editor = await open();
      await editor.type("AND({price} < 3, ");
      // A list opens 100 ms after the last key.
      await editor.page.clock.runFor(400);
      await editor.press("Enter");
      await editor.type("1)");
      await editor.showsLine("1)");
    });

    it("in a shadow root, has its colours without a nonce and without complaints", async () => {
      const editor = await open({ text: "{price}", path: "/none", options: "shadow" });
      await editor.lines.getByText("{price}").waitFor();
      expect(await editor.colour()).toBe("rgb(5, 80, 174)");
      expect(editor.complaints).toEqual([]);
    });

    it("outside a shadow root and without a nonce, violates the policy", async () => {
      let reported: Promise<unknown> | undefined;
      await openPage(`${origin()}/none`, {}, async (page) => {
        reported = page.waitForEvent("console", (message) => message.text().includes("style-src"));
      });
      await reported;
    });

    it("is made by the snippet of the reference", async () => {
      const snippets = snippetsOf("grammar/reference/editors.md");
      const { code = "" } = snippets.find(({ code }) => code.includes("isoform/codemirror")) ?? {};
      const served = await serveEditor(code, { "/": `${BASE}; style-src 'unsafe-inline'` });
      const { page } = await openPage(`${served.origin}/`);
      await page.locator(".cm-line[data-isoform-value=TRUE] .cm-isoform-field").waitFor();
      served.close();
    });
  },
);
