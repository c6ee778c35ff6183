import type { SortKey } from "../../columns.ts";
import { compile, type Formula, type Schema } from "../../index.ts";
import { grouped } from "../../util/grouped.ts";
import { FormulaEditor } from "./formula/formula-editor.ts";
import type { PageAddress } from "./formula/page-address.ts";
import type { PageActions, PageState, Panel } from "./panels/panel.ts";
import type {
  PlaygroundSource,
  RecordRow,
  RecordsView,
  ViewQuery,
} from "./records/playground-source.ts";
import { element } from "./shell/element.ts";
import { RecordTable } from "./table/record-table.ts";
import { wantedTexts } from "./table/wanted-texts.ts";

/** The page shows a message during a longer search. */
const SLOW_MS = 300;

export interface PageOptions {
  readonly source: PlaygroundSource;
  readonly formula: string;
  readonly sort: readonly SortKey[];
  /** The problem with the link that opened the page, if any. */
  readonly problem?: string;
  /** Stores a link to the current state. It does not include a console's key. */
  readonly address: PageAddress;
}

/** The formula, the records that match it, and the panels that explain it. */
export class RecordPage {
  readonly element: HTMLElement;
  readonly editor: FormulaEditor;
  readonly #table: RecordTable;
  readonly #count = element("p", { className: "count", attributes: { role: "status" } });
  readonly #problem = element("p", { className: "problem", attributes: { role: "alert" } });
  readonly #panels: Panel[] = [];
  readonly #panelHost = element("section", {
    className: "panels",
    attributes: { "aria-label": "About the formula" },
  });
  readonly #address: PageAddress;
  #source: PlaygroundSource;
  #formula: Formula | undefined;
  #sort: readonly SortKey[];
  #record: RecordRow | undefined;
  /** Aborts the running search when the formula changes. */
  #search = new AbortController();
  #view: RecordsView | undefined;
  /** The last count, as shown. */
  #counted = "";

  constructor({ source, formula, sort, problem = "", address }: PageOptions) {
    this.#source = source;
    this.#sort = sortable(sort, source);
    this.#address = address;
    this.#table = new RecordTable({
      sorted: (keys) => {
        this.#sort = keys;
        this.#find();
      },
      chosen: (record) => {
        this.#record = record;
        this.editor.show(record);
        this.#tell();
      },
      failed: (error) => this.fail(error),
    });
    this.#table.open(source.schema);
    const host = element("div", { className: "editor" });
    this.editor = new FormulaEditor(host, formula, source, () => this.#find());
    const columns = element(
      "details",
      { className: "menu" },
      element("summary", {}, "Columns"),
      this.#table.columns,
    );
    this.element = element(
      "div",
      { className: "page" },
      element(
        "section",
        { className: "formula", attributes: { "aria-label": "Formula" } },
        host,
        this.#problem,
      ),
      this.#panelHost,
      element(
        "section",
        { className: "records", attributes: { "aria-label": "Records" } },
        element(
          "div",
          { className: "bar" },
          this.#count,
          columns,
          this.#exportButton("csv"),
          this.#exportButton("ndjson"),
        ),
        this.#table.element,
      ),
    );
    // In a separate task, so that the editor handles keys first.
    setTimeout(() => {
      this.#find();
      if (problem !== "") this.complain(problem);
    });
  }

  /** Adds a panel, created with the page's actions. */
  add(make: (actions: PageActions) => Panel): void {
    const panel = make({
      // The focus stays where it is: a slider is moved repeatedly.
      setFormula: (text) => {
        this.editor.text = text;
      },
      selectSpan: (span) => this.editor.select(span),
      say: (message) => this.say(message),
    });
    this.#panels.push(panel);
    this.#panelHost.append(panel.element);
    panel.update(this.#state);
  }

  /** Opens other records, with the same formula or another one. */
  open(source: PlaygroundSource, formula = this.editor.text, sort: readonly SortKey[] = []): void {
    const old = this.#source;
    this.#source = source;
    this.#sort = sortable(sort, source);
    this.#record = undefined;
    this.#view = undefined;
    this.#counted = source.size === undefined ? "" : recordsText(source.size);
    this.#table.open(source.schema);
    this.editor.know(source);
    this.editor.text = formula;
    this.#find();
    old.close();
  }

  /** Shows the same records with another formula and order. */
  show(formula: string, sort: readonly SortKey[]): void {
    this.#sort = sortable(sort, this.#source);
    this.editor.text = formula;
    this.#find();
  }

  get schema(): Schema {
    return this.#source.schema;
  }

  /** Shows a problem below the formula. */
  complain(message: string): void {
    this.#problem.textContent = message;
  }

  /** Shows a message instead of the count. */
  say(message: string): void {
    this.#count.textContent = message;
  }

  /** Shows the last count again. */
  sayCount(): void {
    this.say(this.#counted);
  }

  /** Shows an error. The records stay unchanged. */
  fail(error: unknown): void {
    this.complain(error instanceof Error ? error.message : String(error));
    this.sayCount();
  }

  get #state(): PageState {
    return {
      source: this.#source,
      schema: this.#source.schema,
      text: this.editor.text,
      formula: this.#formula,
      sort: this.#sort,
      record: this.#record,
    };
  }

  #tell(): void {
    for (const panel of this.#panels) panel.update(this.#state);
    const { text, sort, source } = this.#state;
    this.#address.keep({ formula: text, sort, records: source.name });
  }

  /** Searches the records that match the formula in the editor. A running search is aborted. */
  #find(): void {
    const { text } = this.editor;
    const result = compile(text.trim() === "" ? "TRUE" : text, this.#source.schema, {
      codeGeneration: false,
    });
    this.#formula = result.ok ? result.formula : undefined;
    this.#search.abort();
    if (result.ok) {
      this.complain("");
      this.#search = new AbortController();
      this.#show({ formula: text, sort: this.#sort }, this.#search.signal);
    } else {
      this.complain(result.diagnostics[0]?.message ?? "");
      this.sayCount();
    }
    // The search runs in another thread.
    this.#tell();
  }

  async #show(query: ViewQuery, signal: AbortSignal): Promise<void> {
    const source = this.#source;
    // A message about other work stays.
    const slow = setTimeout(() => {
      if (!signal.aborted && this.#count.textContent === this.#counted) this.say("Searching…");
    }, SLOW_MS);
    try {
      const view = await source.view(query, signal).finally(() => clearTimeout(slow));
      if (signal.aborted || source !== this.#source) return;
      this.#view = view;
      const count = view.count ?? source.size ?? 0;
      const { listed = count } = view;
      this.#counted = countText(count, source.size, listed, view.milliseconds);
      this.sayCount();
      const wanted = wantedTexts(query.formula);
      this.#table.show({ view, count: listed, wanted }, query.sort);
      await this.editor.assist();
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  #exportButton(format: "csv" | "ndjson"): HTMLElement {
    const save = async (): Promise<void> => {
      const blob = await this.#view?.export(format, new AbortController().signal);
      if (blob === undefined) return;
      const href = URL.createObjectURL(blob);
      element("a", { href, download: `records.${format}` }).click();
      // By then, the browser has begun the download.
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    };
    return element(
      "button",
      {
        type: "button",
        className: "export",
        onclick: () => save().catch((error) => this.fail(error)),
      },
      `Save ${format.toUpperCase()}`,
    );
  }
}

function countText(
  count: number,
  size: number | undefined,
  listed: number,
  milliseconds: number,
): string {
  const found = grouped(count);
  const of = size === undefined ? "" : ` of ${grouped(size)}`;
  const time = milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
  const first = listed < count ? `, the first ${grouped(listed)} are listed` : "";
  return `${found}${of} ${nounFor(size ?? count)}, ${time} ms${first}`;
}

function recordsText(count: number): string {
  return `${grouped(count)} ${nounFor(count)}`;
}

function nounFor(count: number): string {
  return count === 1 ? "record" : "records";
}

/** The sort keys that apply to the records: a link may be for other ones. */
function sortable(sort: readonly SortKey[], { schema }: PlaygroundSource): readonly SortKey[] {
  return sort.filter(({ field }) => schema.fields.has(field));
}
