import { element } from "../shell/element.ts";
import type { PageState, Panel } from "./panel.ts";

/** A tab. Its panel is created when it is first opened, and updated while it is open. */
export interface Tab {
  readonly title: string;
  readonly make: () => Panel;
}

/** Panels of which one is visible. The arrow keys switch between tabs. */
export class Tabs implements Panel {
  readonly element: HTMLElement;
  readonly #tabs: readonly Tab[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #made = new Map<Tab, Panel>();
  readonly #host = element("div", { className: "tab-panel", tabIndex: 0, id: "panel" });
  #open = 0;
  #state: PageState | undefined;

  constructor(label: string, tabs: readonly Tab[]) {
    this.#tabs = tabs;
    this.#buttons = tabs.map(({ title }, index) =>
      element(
        "button",
        {
          type: "button",
          id: `tab-${index}`,
          attributes: { role: "tab", "aria-controls": "panel" },
          onclick: () => this.open(index),
        },
        title,
      ),
    );
    const list = element(
      "div",
      {
        className: "tab-list",
        attributes: { role: "tablist", "aria-label": label },
        onkeydown: (event) => this.#press(event),
      },
      ...this.#buttons,
    );
    this.#host.setAttribute("role", "tabpanel");
    this.element = element("div", { className: "tabs" }, list, this.#host);
    this.open(0);
  }

  open(index: number): void {
    const tab = this.#tabs[index];
    if (tab === undefined) return;
    this.#open = index;
    for (const [position, button] of this.#buttons.entries()) {
      button.setAttribute("aria-selected", String(position === index));
      button.tabIndex = position === index ? 0 : -1;
    }
    this.#host.setAttribute("aria-labelledby", `tab-${index}`);
    const panel = this.#made.get(tab) ?? tab.make();
    this.#made.set(tab, panel);
    this.#host.replaceChildren(panel.element);
    if (this.#state !== undefined) panel.update(this.#state);
  }

  update(state: PageState): void {
    this.#state = state;
    const tab = this.#tabs[this.#open];
    if (tab !== undefined) this.#made.get(tab)?.update(state);
  }

  #press(event: KeyboardEvent): void {
    const last = this.#tabs.length - 1;
    const to = {
      ArrowRight: this.#open === last ? 0 : this.#open + 1,
      ArrowLeft: this.#open === 0 ? last : this.#open - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.open(to);
    this.#buttons[to]?.focus();
  }
}
