import type { Span } from "../../../index.ts";
import { grouped } from "../../../util/grouped.ts";
import { element } from "../shell/element.ts";
import type { TreeRow } from "./tree-row.ts";

/** The most lines: more would make the page slow. */
const MOST_ROWS = 400;
/** The most levels of indentation. */
const DEEPEST = 24;

/** A tree with one line for each node. The arrow keys move between lines; Enter or a click selects one. */
export class TreeView {
  readonly element: HTMLElement;
  readonly #lines: HTMLElement;
  readonly #rest = element("p", { className: "quiet" });
  readonly #chosen: (span: Span) => void;
  #rows: readonly TreeRow[] = [];
  #active = 0;

  /** @param chosen called with the span of the selected line */
  constructor(label: string, chosen: (span: Span) => void) {
    this.#chosen = chosen;
    this.#lines = element("div", {
      className: "tree",
      attributes: { role: "tree", "aria-label": label },
      onkeydown: (event) => this.#press(event),
      onclick: ({ target }) => {
        const line = target instanceof Element ? target.closest(".tree-row") : null;
        if (line === null) return;
        this.#go([...this.#lines.children].indexOf(line));
        this.#choose();
      },
    });
    this.element = element("div", {}, this.#lines, this.#rest);
  }

  show(rows: readonly TreeRow[]): void {
    this.#rows = rows.slice(0, MOST_ROWS);
    const left = rows.length - this.#rows.length;
    this.#rest.textContent = left === 0 ? "" : `${grouped(left)} more parts`;
    this.#lines.replaceChildren(
      ...this.#rows.map((row, index) => lineOf(row, this.#rows[index + 1])),
    );
    this.#active = Math.max(0, Math.min(this.#active, this.#rows.length - 1));
    this.#lineAt(this.#active)?.setAttribute("tabindex", "0");
  }

  #lineAt(index: number): HTMLElement | undefined {
    const line = this.#lines.children[index];
    return line instanceof HTMLElement ? line : undefined;
  }

  #press(event: KeyboardEvent): void {
    const last = this.#rows.length - 1;
    const to = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, Home: 0, End: last }[
      event.key
    ];
    if (event.key === "Enter" || event.key === " ") this.#choose();
    else if (to !== undefined) this.#go(Math.max(0, Math.min(to, last)));
    else return;
    event.preventDefault();
  }

  #go(index: number): void {
    this.#lineAt(this.#active)?.setAttribute("tabindex", "-1");
    this.#active = index;
    const line = this.#lineAt(index);
    line?.setAttribute("tabindex", "0");
    line?.focus();
  }

  #choose(): void {
    const span = this.#rows[this.#active]?.span;
    if (span !== undefined) this.#chosen(span);
  }
}

function lineOf(
  { depth, label, detail, tone, decides }: TreeRow,
  next: TreeRow | undefined,
): HTMLElement {
  // The deepest deciding line is the reason; those above only lead to it.
  const isReason = decides === true && !(next?.decides === true && next.depth > depth);
  const line = element(
    "div",
    {
      className: ["tree-row", ...(decides === true ? ["decides"] : [])].join(" "),
      tabIndex: -1,
      attributes: { role: "treeitem", "aria-level": String(depth + 1) },
    },
    element("span", { className: "tree-label" }, label),
    ...(detail === undefined
      ? []
      : [" ", element("span", { className: `tree-detail ${tone ?? ""}` }, detail)]),
    ...(isReason ? [" ", element("span", { className: "reason" }, "decided")] : []),
  );
  line.style.paddingInlineStart = `${0.4 + Math.min(depth, DEEPEST)}em`;
  return line;
}
