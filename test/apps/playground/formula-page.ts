import type { Locator, Page } from "playwright-core";
import { exactly } from "../../harness/browser.ts";

/**
 * The playground or the console, used as a person uses it. Each `show…` waits until the page shows what is expected, and
 * its error says what that was.
 */
export class FormulaPage {
  readonly page: Page;
  readonly editor: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.locator(".cm-content");
    this.rows = page.locator(".row");
  }

  async showsCount(text: RegExp): Promise<void> {
    await this.page.locator(".count", { hasText: text }).waitFor();
  }

  async showsProblem(text: string | RegExp): Promise<void> {
    await this.page.getByRole("alert").filter({ hasText: text }).waitFor();
  }

  async showsNoProblem(): Promise<void> {
    await this.page.locator("[role=alert]:empty").waitFor({ state: "attached" });
  }

  async showsFormula(formula: string | RegExp): Promise<void> {
    const text = typeof formula === "string" ? exactly(formula) : formula;
    await this.editor.filter({ hasText: text }).waitFor();
  }

  formula(): Promise<string> {
    return this.editor.innerText();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a formula in the place of the one that is there. */
  async write(formula: string): Promise<void> {
    await this.clear();
    await this.page.keyboard.type(formula);
    await this.press("Escape");
  }

  async clear(): Promise<void> {
    await this.editor.click();
    await this.press("Control+a", "Delete");
  }

  /** The selected completion, once the list has the items of the last key. */
  completion(label: string): Locator {
    return this.page
      .locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")
      .locator("li[aria-selected]", { hasText: label });
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole("tab", { name, exact: true }).click();
  }

  /** Chooses the field whose values the picture shows. */
  async chooseField(name: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "Field" }).selectOption({ label: name });
  }

  /** The header of a column, which says the order, and sorts by a click. */
  column(name: string): Locator {
    return this.page.getByRole("columnheader", { name });
  }

  /** Follows a link while the page is open, which changes the fragment of its address only. */
  async follow(link: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(link)}`);
  }
}
