import { element } from "../shell/element.ts";
import { CodeView } from "./code-view.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";

/** Source code generated from the formula. */
export class CodePanel implements Panel {
  readonly element: HTMLElement;
  readonly #code: CodeView;
  readonly #write: (state: PageState) => string | undefined;

  /** @param write generates the code; `undefined` if the formula has an error, which leaves the last code */
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
