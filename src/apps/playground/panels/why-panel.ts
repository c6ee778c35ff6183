import { element } from "../shell/element.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";
import { TreeView } from "./tree-view.ts";
import { whyRows } from "./why-rows.ts";

/** Explains why the selected record matches or not: each part of the formula with its value. */
export class WhyPanel implements Panel {
  readonly element: HTMLElement;
  readonly #verdict = element("p", { className: "verdict" });
  readonly #tree: TreeView;

  constructor({ selectSpan }: PageActions) {
    this.#tree = new TreeView("The parts of the formula", selectSpan);
    this.element = element("div", { className: "why" }, this.#verdict, this.#tree.element);
  }

  update({ text, formula, record, schema }: PageState): void {
    const isBlank = text.trim() === "";
    this.#tree.element.hidden = record === undefined || formula === undefined || isBlank;
    if (record === undefined)
      this.#verdict.textContent = "Choose a record in the table to see why it matches or not.";
    else if (isBlank) this.#verdict.textContent = "Without a formula, every record matches.";
    else if (formula === undefined) this.#verdict.textContent = "The formula has a mistake.";
    else {
      const matches = formula.matches(record);
      this.#verdict.textContent = matches ? "The record matches." : "The record does not match.";
      this.#tree.show(whyRows(text, formula.explain(record), schema));
    }
  }
}
