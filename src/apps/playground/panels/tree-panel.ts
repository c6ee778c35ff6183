import { element } from "../shell/element.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";
import type { TreeRow } from "./tree-row.ts";
import { TreeView } from "./tree-view.ts";

/** A tree generated from the formula alone. */
export class TreePanel implements Panel {
  readonly element: HTMLElement;
  readonly #tree: TreeView;
  readonly #rows: (state: PageState) => readonly TreeRow[] | undefined;

  /** @param rows generates the lines; `undefined` if the formula has an error, which leaves the last tree */
  constructor(
    label: string,
    explanation: string,
    { selectSpan }: PageActions,
    rows: (state: PageState) => readonly TreeRow[] | undefined,
  ) {
    this.#rows = rows;
    this.#tree = new TreeView(label, selectSpan);
    this.element = element(
      "div",
      {},
      element("p", { className: "quiet" }, explanation),
      this.#tree.element,
    );
  }

  update(state: PageState): void {
    const rows = this.#rows(state);
    if (rows !== undefined) this.#tree.show(rows);
  }
}
