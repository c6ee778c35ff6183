import { element } from "../shell/element.ts";
import type { PageActions } from "./panel.ts";

/** A text to read and to copy. */
export class CodeView {
  readonly element: HTMLElement;
  readonly #code = element("code");
  readonly #pre: HTMLElement;

  constructor(label: string, { say }: Pick<PageActions, "say">) {
    this.#pre = element(
      "pre",
      { className: "code", tabIndex: 0, attributes: { "aria-label": label, role: "region" } },
      this.#code,
    );
    const copy = element(
      "button",
      {
        type: "button",
        onclick: () => {
          this.#copy().then(() => say(`${label}: copied.`));
        },
      },
      "Copy",
    );
    this.element = element("div", {}, copy, this.#pre);
  }

  set text(text: string) {
    this.#code.textContent = text;
  }

  /** Pages that are not served safely may not write to the clipboard; a selection can be copied always. */
  async #copy(): Promise<void> {
    const text = this.#code.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection()?.selectAllChildren(this.#code);
      document.execCommand("copy");
    }
  }
}
