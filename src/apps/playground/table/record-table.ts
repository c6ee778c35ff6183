import type { SortKey } from "../../../columns.ts";
import type { Field, Schema } from "../../../index.ts";
import type { RecordRow, View } from "../records/record-source.ts";
import { element } from "../shell/element.ts";
import { cellContent } from "./cell.ts";
import { ScrolledRows } from "./scrolled-rows.ts";

const ROW_HEIGHT = 30;
/** So many rows are asked for at a time. */
const PIECE = 100;
const LEAST_WIDTH = 50;
const STEP = 16;
const ARROWS = { asc: " ▲", desc: " ▼" } as const;
const WIDTHS = { number: 100, boolean: 90, date: 150, text: 170, list: 170 } as const;

/** What is shown: records, and the texts in them that the formula looks for. */
export interface Shown {
  readonly view: View;
  readonly count: number;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

/** What the table tells. */
export interface TableListener {
  /** Another order was chosen. */
  sorted(sort: readonly SortKey[]): void;
  /** A record was chosen. */
  chosen(record: RecordRow): void;
  /** Records that are seen could not be read. */
  failed(error: unknown): void;
}

/** A table of as many records as there are: it has only the rows that are seen. */
export class RecordTable {
  readonly element: HTMLElement;
  /** The list of columns, each of which can be hidden. */
  readonly columns = element("div", { className: "column-list" });
  readonly #listener: TableListener;
  readonly #head = element("div", { className: "head", attributes: { role: "row" } });
  readonly #body = element("div", { className: "body", attributes: { role: "rowgroup" } });
  /** They and their cells stay when they are drawn anew: what is replaced while it is pressed gets no click. */
  readonly #rows: HTMLElement[] = [];
  readonly #scrolled: ScrolledRows;
  #fields: readonly Field[] = [];
  #widths = new Map<string, number>();
  readonly #hidden = new Set<string>();
  #sort: readonly SortKey[] = [];
  #shown: Shown | undefined;
  /** The records that were read, by the number of their piece; a piece that is being read has none yet. */
  #pieces = new Map<number, readonly RecordRow[] | undefined>();
  #reading = new AbortController();
  /** The record of the first row that is drawn. */
  #first = 0;
  /** The row that the keyboard is at. */
  #active = 0;

  constructor(listener: TableListener) {
    this.#listener = listener;
    this.element = element(
      "div",
      {
        className: "table",
        tabIndex: 0,
        attributes: { role: "grid", "aria-label": "Records" },
        onkeydown: (event) => this.#press(event),
      },
      element("div", { attributes: { role: "rowgroup" }, className: "header" }, this.#head),
      this.#body,
    );
    this.#scrolled = new ScrolledRows(this.element, this.#body, ROW_HEIGHT, () => this.#draw());
  }

  /** Shows records of another kind. */
  open({ fields }: Schema): void {
    this.#fields = [...fields.values()];
    this.#widths = new Map(this.#fields.map(({ name, type }) => [name, WIDTHS[type]]));
    this.#hidden.clear();
    this.#sort = [];
    this.#shown = undefined;
    this.#reading.abort();
    this.#changeColumns();
    this.#drawColumns();
  }

  /** Shows other records. */
  show(shown: Shown, sort: readonly SortKey[]): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#pieces = piecesOf(shown);
    this.#shown = shown;
    this.#active = 0;
    this.element.setAttribute("aria-rowcount", String(shown.count + 1));
    if (sort !== this.#sort) {
      this.#sort = sort;
      this.#markSort();
    }
    this.#scrolled.count = shown.count;
    this.element.scrollTop = 0;
    this.#draw();
  }

  get #visible(): readonly Field[] {
    return this.#fields.filter(({ name }) => !this.#hidden.has(name));
  }

  #drawColumns(): void {
    const boxes = this.#fields.map(({ name }) => {
      const box = element("input", {
        type: "checkbox",
        checked: !this.#hidden.has(name),
        onchange: () => {
          if (box.checked) this.#hidden.delete(name);
          else this.#hidden.add(name);
          this.#changeColumns();
          this.#draw();
        },
      });
      return element("label", { dir: "auto" }, box, ` ${name}`);
    });
    this.columns.replaceChildren(...boxes);
  }

  /** Draws the heads of other columns. The rows have no cells for these, and are made anew. */
  #changeColumns(): void {
    this.#keepRows(0);
    this.#head.replaceChildren(...this.#visible.map((field) => this.#headCell(field)));
    this.#layColumns();
    this.#markSort();
  }

  #headCell({ name, type, description }: Field): HTMLElement {
    const button = element(
      "button",
      {
        type: "button",
        title: description ?? "",
        dir: "auto",
        disabled: type === "list",
        onclick: () => this.#listener.sorted(nextSort(name, this.#directionOf(name))),
      },
      name,
      element("span", { className: "arrow", attributes: { "aria-hidden": "true" } }),
    );
    return element(
      "div",
      { className: `cell ${type}`, attributes: { role: "columnheader" } },
      button,
      this.#grip(name),
    );
  }

  #directionOf(name: string): "asc" | "desc" | undefined {
    const key = this.#sort.find(({ field }) => field === name);
    return key === undefined ? undefined : (key.direction ?? "asc");
  }

  /** Says in the head how the records are ordered. Its buttons stay, for the next click. */
  #markSort(): void {
    for (const [index, { name }] of this.#visible.entries()) {
      const direction = this.#directionOf(name);
      const cell = this.#head.children[index];
      const arrow = cell?.querySelector(".arrow");
      cell?.setAttribute("aria-sort", direction === undefined ? "none" : `${direction}ending`);
      if (arrow) arrow.textContent = direction === undefined ? "" : ARROWS[direction];
    }
  }

  /** What a column is made wider or narrower with. */
  #grip(name: string): HTMLElement {
    const resize = (width: number): void => {
      this.#widths.set(name, Math.max(LEAST_WIDTH, Math.round(width)));
      grip.setAttribute("aria-valuenow", String(this.#widthOf(name)));
      this.#layColumns();
    };
    const grip = element("div", {
      className: "grip",
      tabIndex: 0,
      attributes: {
        role: "separator",
        "aria-orientation": "vertical",
        "aria-label": `Width of ${name}`,
        "aria-valuenow": String(this.#widthOf(name)),
        "aria-valuemin": String(LEAST_WIDTH),
      },
      onkeydown: (event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        resize(this.#widthOf(name) + step);
      },
      onpointerdown: (event) => {
        event.preventDefault();
        grip.setPointerCapture(event.pointerId);
        const start = this.#widthOf(name) - event.clientX;
        grip.onpointermove = ({ clientX }) => resize(start + clientX);
        grip.onpointerup = () => {
          grip.onpointermove = null;
        };
      },
    });
    return grip;
  }

  #widthOf(name: string): number {
    return this.#widths.get(name) ?? LEAST_WIDTH;
  }

  #layColumns(): void {
    const widths = this.#visible.map(({ name }) => `${this.#widthOf(name)}px`);
    this.element.style.setProperty("--columns", widths.join(" "));
    this.element.setAttribute("aria-colcount", String(widths.length));
  }

  #draw(): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const seen = this.#scrolled.seen;
    this.#first = seen[0]?.index ?? 0;
    this.#keepRows(seen.length);
    for (const [place, row] of this.#rows.entries()) {
      const { index = 0, top = 0 } = seen[place] ?? {};
      row.className = index === this.#active ? "row active" : "row";
      row.setAttribute("aria-rowindex", String(index + 2));
      row.style.transform = `translateY(${top}px)`;
      this.#fill(row, this.#recordAt(index, shown), shown);
    }
  }

  #fill(row: HTMLElement, record: RecordRow | undefined, { wanted }: Shown): void {
    for (const [place, { name }] of this.#visible.entries()) {
      const content =
        record === undefined ? ["…"] : cellContent(record[name], wanted.get(name) ?? []);
      row.children[place]?.replaceChildren(...content);
    }
  }

  #keepRows(count: number): void {
    while (this.#rows.length > count) this.#rows.pop()?.remove();
    while (this.#rows.length < count) {
      const place = this.#rows.length;
      const cells = this.#visible.map(({ type }) =>
        element("div", {
          className: `cell ${type}`,
          dir: "auto",
          attributes: { role: "gridcell" },
        }),
      );
      const row = element(
        "div",
        { attributes: { role: "row" }, onclick: () => this.#choose(this.#first + place) },
        ...cells,
      );
      this.#rows.push(row);
      this.#body.append(row);
    }
  }

  /** The record at a place, if it was read; otherwise it is drawn when it is. */
  #recordAt(index: number, { view }: Shown): RecordRow | undefined {
    const piece = Math.floor(index / PIECE);
    if (this.#pieces.has(piece)) return this.#pieces.get(piece)?.[index % PIECE];
    const pieces = this.#pieces;
    pieces.set(piece, undefined);
    view.rows(piece * PIECE, (piece + 1) * PIECE, this.#reading.signal).then(
      (records) => {
        pieces.set(piece, records);
        if (pieces === this.#pieces) this.#draw();
      },
      // It is asked for again when it is seen again.
      (error: unknown) => {
        pieces.delete(piece);
        if (pieces === this.#pieces) this.#listener.failed(error);
      },
    );
    return undefined;
  }

  #choose(index: number): void {
    const shown = this.#shown;
    const record = shown === undefined ? undefined : this.#recordAt(index, shown);
    this.#active = index;
    this.#draw();
    if (record !== undefined) this.#listener.chosen(record);
  }

  #press(event: KeyboardEvent): void {
    if (event.target !== this.element || this.#shown === undefined) return;
    const { count } = this.#shown;
    const page = this.#scrolled.pageRows;
    const to = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (event.key === "Enter") this.#choose(this.#active);
    if (to === undefined) return;
    event.preventDefault();
    this.#active = Math.max(0, Math.min(count - 1, to));
    this.#scrolled.show(this.#active);
    this.#draw();
  }
}

/** The pieces that came with the count. */
function piecesOf({ view: { first }, count }: Shown): Map<number, readonly RecordRow[]> {
  const pieces = new Map<number, readonly RecordRow[]>();
  for (let from = 0; from < first.length; from += PIECE) {
    const piece = first.slice(from, from + PIECE);
    // A piece that is cut short is asked for whole.
    if (piece.length === PIECE || from + piece.length === count) pieces.set(from / PIECE, piece);
  }
  return pieces;
}

/** What a click on the name of a field leads to: ascending, descending, no order. */
function nextSort(field: string, direction: "asc" | "desc" | undefined): readonly SortKey[] {
  if (direction === "desc") return [];
  return [{ field, direction: direction === "asc" ? "desc" : "asc" }];
}
