import type { SortKey } from "../../../columns.ts";
import type { Field, Schema } from "../../../index.ts";
import type { RecordRow, RecordsView } from "../records/playground-source.ts";
import { element } from "../shell/element.ts";
import { cellContent } from "./cell.ts";
import { ScrolledRows } from "./scrolled-rows.ts";

const ROW_HEIGHT = 30;
/** Rows requested at a time. */
const CHUNK_ROWS = 100;
const LEAST_WIDTH = 50;
const STEP = 16;
const ARROWS = { asc: " ▲", desc: " ▼" } as const;
const WIDTHS = { number: 100, boolean: 90, date: 150, text: 170, list: 170 } as const;

/** The records to show, and the strings to mark in them. */
export interface Shown {
  readonly view: RecordsView;
  readonly count: number;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

/** Callbacks of the table. */
export interface TableListener {
  /** The user changed the order. */
  sorted(sort: readonly SortKey[]): void;
  /** The user selected a record. */
  chosen(record: RecordRow): void;
  /** Visible records could not be read. */
  failed(error: unknown): void;
}

/** A virtual table: it only has elements for visible rows. */
export class RecordTable {
  readonly element: HTMLElement;
  /** The list of columns, in which each can be hidden. */
  readonly columns = element("div", { className: "column-list" });
  readonly #listener: TableListener;
  readonly #head = element("div", { className: "head", attributes: { role: "row" } });
  readonly #body = element("div", { className: "body", attributes: { role: "rowgroup" } });
  /** Rows and cells are reused when redrawing: an element replaced while it is pressed gets no click. */
  readonly #rows: HTMLElement[] = [];
  readonly #scrolled: ScrolledRows;
  #fields: readonly Field[] = [];
  #widths = new Map<string, number>();
  readonly #hidden = new Set<string>();
  #sort: readonly SortKey[] = [];
  #shown: Shown | undefined;
  /** The loaded records by page number; `undefined` while a page is loading. */
  #chunks = new Map<number, readonly RecordRow[] | undefined>();
  #reading = new AbortController();
  /** The index of the first row drawn. */
  #first = 0;
  /** The index of the row with the keyboard focus. */
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

  /** Shows records of another schema. */
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
    this.#chunks = chunksOf(shown);
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

  /** Rebuilds headers and rows for other columns. */
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

  /** Shows the order in the headers. Their buttons are reused, for the next click. */
  #markSort(): void {
    for (const [index, { name }] of this.#visible.entries()) {
      const direction = this.#directionOf(name);
      const cell = this.#head.children[index];
      const arrow = cell?.querySelector(".arrow");
      cell?.setAttribute("aria-sort", direction === undefined ? "none" : `${direction}ending`);
      if (arrow) arrow.textContent = direction === undefined ? "" : ARROWS[direction];
    }
  }

  /** The handle that resizes a column. */
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
    for (const [position, row] of this.#rows.entries()) {
      const { index = 0, top = 0 } = seen[position] ?? {};
      row.className = index === this.#active ? "row active" : "row";
      row.setAttribute("aria-rowindex", String(index + 2));
      row.style.transform = `translateY(${top}px)`;
      this.#fill(row, this.#recordAt(index, shown), shown);
    }
  }

  #fill(row: HTMLElement, record: RecordRow | undefined, { wanted }: Shown): void {
    for (const [position, { name }] of this.#visible.entries()) {
      const content =
        record === undefined ? ["…"] : cellContent(record[name], wanted.get(name) ?? []);
      row.children[position]?.replaceChildren(...content);
    }
  }

  #keepRows(count: number): void {
    while (this.#rows.length > count) this.#rows.pop()?.remove();
    while (this.#rows.length < count) {
      const position = this.#rows.length;
      const cells = this.#visible.map(({ type }) =>
        element("div", {
          className: `cell ${type}`,
          dir: "auto",
          attributes: { role: "gridcell" },
        }),
      );
      const row = element(
        "div",
        { attributes: { role: "row" }, onclick: () => this.#choose(this.#first + position) },
        ...cells,
      );
      this.#rows.push(row);
      this.#body.append(row);
    }
  }

  /** The record at an index, if it is loaded; otherwise loads its page and draws it later. */
  #recordAt(index: number, { view }: Shown): RecordRow | undefined {
    const chunk = Math.floor(index / CHUNK_ROWS);
    if (this.#chunks.has(chunk)) return this.#chunks.get(chunk)?.[index % CHUNK_ROWS];
    const chunks = this.#chunks;
    chunks.set(chunk, undefined);
    view.rows(chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS, this.#reading.signal).then(
      (records) => {
        chunks.set(chunk, records);
        if (chunks === this.#chunks) this.#draw();
      },
      // The page is requested again when it becomes visible again.
      (error: unknown) => {
        chunks.delete(chunk);
        if (chunks === this.#chunks) this.#listener.failed(error);
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

/** The pages that came with the count. */
function chunksOf({ view: { first }, count }: Shown): Map<number, readonly RecordRow[]> {
  const chunks = new Map<number, readonly RecordRow[]>();
  for (let from = 0; from < first.length; from += CHUNK_ROWS) {
    const chunk = first.slice(from, from + CHUNK_ROWS);
    // An incomplete page is requested again.
    if (chunk.length === CHUNK_ROWS || from + chunk.length === count)
      chunks.set(from / CHUNK_ROWS, chunk);
  }
  return chunks;
}

/** The order after a click on a header: ascending, descending, unsorted. */
function nextSort(field: string, direction: "asc" | "desc" | undefined): readonly SortKey[] {
  if (direction === "desc") return [];
  return [{ field, direction: direction === "asc" ? "desc" : "asc" }];
}
