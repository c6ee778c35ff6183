import { element } from "../shell/element.ts";
import type { PageActions } from "./panel.ts";

/** Text to read and to copy. */
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
          this.#copy().then((isCopied) =>
            say(`${label}: ${isCopied ? "copied" : "selected. Copy it with the keyboard"}.`),
          );
        },
      },
      "Copy",
    );
    this.element = element("div", {}, copy, this.#pre);
  }

  set text(text: string) {
    this.#code.textContent = text;
  }

  /** Without HTTPS, the clipboard API is missing; copying a selection usually works. */
  async #copy(): Promise<boolean> {
    const text = this.#code.textContent;
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      getSelection()?.selectAllChildren(this.#code);
      return document.execCommand("copy");
    }
  }
}
