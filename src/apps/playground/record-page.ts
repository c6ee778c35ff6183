import type { SortKey } from "../../columns.ts";
import { compile, type Formula, type Schema } from "../../index.ts";
import { grouped } from "../../util/grouped.ts";
import { FormulaEditor } from "./formula/formula-editor.ts";
import type { PageAddress } from "./formula/page-address.ts";
import type { PageActions, PageState, Panel } from "./panels/panel.ts";
import type { RecordRow, RecordSource, View, ViewQuery } from "./records/record-source.ts";
import { element } from "./shell/element.ts";
import { RecordTable } from "./table/record-table.ts";
import { wantedTexts } from "./table/wanted-texts.ts";

/** A search that takes longer says so. */
const SLOW_MS = 300;

/** What a page is begun with. */
export interface PageOptions {
  readonly source: RecordSource;
  readonly formula: string;
  readonly sort: readonly SortKey[];
  /** What was wrong with the link that the page was opened by. */
  readonly problem?: string;
  /** Keeps a link to what is shown. The key of a console is not part of it. */
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
  #source: RecordSource;
  #formula: Formula | undefined;
  #sort: readonly SortKey[];
  #record: RecordRow | undefined;
  /** Aborts the search that runs, when the next key is pressed. */
  #search = new AbortController();
  #view: View | undefined;
  /** How many records were found last. */
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
    // A task of its own, so that the text box takes keys before.
    setTimeout(() => {
      this.#find();
      if (problem !== "") this.complain(problem);
    });
  }

  /** Adds a panel, made with what it may ask of the page. */
  add(make: (actions: PageActions) => Panel): void {
    const panel = make({
      // The keyboard stays where it is: a slider is moved more than once.
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

  /** Shows other records, with the same formula or another one. */
  open(source: RecordSource, formula = this.editor.text, sort: readonly SortKey[] = []): void {
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

  /** Shows the same records by another formula, in another order. */
  show(formula: string, sort: readonly SortKey[]): void {
    this.#sort = sortable(sort, this.#source);
    this.editor.text = formula;
    this.#find();
  }

  get schema(): Schema {
    return this.#source.schema;
  }

  /** Says what is wrong, under the formula. */
  complain(message: string): void {
    this.#problem.textContent = message;
  }

  /** Says something in the place of the count. */
  say(message: string): void {
    this.#count.textContent = message;
  }

  /** Says again how many records were found last. */
  sayCount(): void {
    this.say(this.#counted);
  }

  /** Says what went wrong; the records are those of before. */
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

  /** Finds the records that match what is in the editor. A search that still runs is no longer wanted. */
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
    // The records are searched elsewhere meanwhile.
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
      // The browser has begun to read it by then.
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

/** The part of an order that the records can have: a link may come from other ones. */
function sortable(sort: readonly SortKey[], { schema }: RecordSource): readonly SortKey[] {
  return sort.filter(({ field }) => schema.fields.has(field));
}
