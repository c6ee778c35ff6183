import { element } from "../shell/element.ts";
import { CodeView } from "./code-view.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";

/** A text that is made of the formula. */
export class CodePanel implements Panel {
  readonly element: HTMLElement;
  readonly #code: CodeView;
  readonly #write: (state: PageState) => string | undefined;

  /** @param write makes the text; `undefined` if the formula has a mistake, which keeps the last text */
  constructor(
    label: string,
    explanation: string,
    actions: PageActions,
    write: (state: PageState) => string | undefined,
  ) {
    this.#write = write;
    this.#code = new CodeView(label, actions);
    this.element = element(
      "div",
      {},
      element("p", { className: "quiet" }, explanation),
      this.#code.element,
    );
  }

  update(state: PageState): void {
    const text = this.#write(state);
    if (text !== undefined) this.#code.text = text;
  }
}
