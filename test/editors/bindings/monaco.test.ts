import type { Locator } from "playwright-core";
import { it } from "vitest";
import { NONCE } from "./editor-pages.ts";
import { describeEditor, Editor, withAnySpaces } from "./in-editor.ts";

const POLICIES = {
  "/": `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; font-src 'self'; img-src data:; style-src-elem 'self' 'nonce-${NONCE}'; style-src-attr 'unsafe-inline'`,
};

class Monaco extends Editor {
  readonly lines: Locator = this.page.locator(".view-line");
  readonly mistake: Locator = this.page.locator(".squiggly-error");
  readonly hover: Locator = this.page.locator(".monaco-hover-content");
  readonly signature: Locator = this.page.locator(".parameter-hints-widget.visible");
  readonly parameter: Locator = this.signature.locator(".parameter.active");
  readonly detail: Locator = this.page.locator(".suggest-widget .focused .details-label");
  readonly formatKey = "Control+Shift+i";

  async accept(label: string): Promise<void> {
    await this.page.locator(".suggest-widget .focused .label-name", { hasText: label }).waitFor();
    await this.press("Enter");
  }

  async fix(title: string): Promise<void> {
    await this.press("Control+.");
    await this.page.getByText(title).waitFor();
    await this.press("Enter");
  }

  async showsValue(line: string, value: string): Promise<void> {
    const shown = new RegExp(withAnySpaces(value));
    await this.lines.filter({ hasText: line }).filter({ hasText: shown }).waitFor();
  }

  async colour(): Promise<string> {
    // The class of what has no colour of its own is `mtk1`.
    const field = ".view-line span span:not(.mtk1)";
    await this.page.locator(field).first().waitFor();
    return this.page.evaluate(`getComputedStyle(document.querySelector("${field}")).color`);
  }
}

describeEditor(
  {
    name: "Monaco",
    program: "monaco-page.ts",
    policies: POLICIES,
    colours: { light: "rgb(0, 17, 136)", dark: "rgb(116, 176, 223)" },
    edit: (opened) => new Monaco(opened),
  },
  (open) => {
    it("does not repeat a search that a later one cancels", async () => {
      const editor = await open();
      await editor.type("{country} = con");
      // As a person does who is in a hurry.
      for (let time = 0; time < 3; time++) {
        await editor.page.evaluate('editor.trigger("", "editor.action.triggerSuggest", {})');
      }
      await editor.accept("CONCATENATE");
      await editor.showsLine("{country} = CONCATENATE(text)");
    });
  },
);
