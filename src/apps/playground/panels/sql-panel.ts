import { element } from "../shell/element.ts";
import { CodeView } from "./code-view.ts";
import { DIALECTS } from "./dialects.ts";
import { markedText } from "./marked-text.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";
import type { SqlForm } from "./sql-form.ts";

/** The formula in the SQL of a database: as a condition, or in a whole query. */
export class SqlPanel implements Panel {
  readonly element: HTMLElement;
  readonly #kind: "condition" | "query";
  readonly #select: HTMLSelectElement;
  readonly #code: CodeView;
  readonly #params = element("ol", { className: "params" });
  readonly #formula = element("p", { className: "marked" });
  readonly #note = element("p", { className: "quiet", attributes: { "aria-live": "polite" } });
  #state: PageState | undefined;

  constructor(kind: "condition" | "query", actions: PageActions) {
    this.#kind = kind;
    this.#code = new CodeView("SQL", actions);
    this.#select = element(
      "select",
      { onchange: () => this.#draw() },
      ...DIALECTS.map(({ title }) => element("option", { value: title }, title)),
    );
    this.element = element(
      "div",
      { className: "sql" },
      element("label", {}, "Database ", this.#select),
      this.#note,
      this.#formula,
      this.#code.element,
      this.#params,
    );
  }

  update(state: PageState): void {
    this.#state = state;
    this.#draw();
  }

  /** A dialect is loaded on first use; by then, the panel may have to show another one. */
  async #draw(): Promise<void> {
    const state = this.#state;
    const dialect = DIALECTS.find(({ title }) => title === this.#select.value);
    if (state?.formula === undefined || dialect === undefined) return;
    const { formula, schema, sort, source } = state;
    let form: SqlForm | string;
    try {
      const [{ conditionForm, queryForm }, loaded] = await Promise.all([
        import("./sql-form.ts"),
        dialect.load(),
      ]);
      if (state !== this.#state || dialect.title !== this.#select.value) return;
      form =
        this.#kind === "condition"
          ? conditionForm(formula, loaded)
          : queryForm(formula, loaded, { schema, sort, table: source.name });
    } catch (error) {
      form = error instanceof Error ? error.message : String(error);
    }
    this.#show(form, formula.source);
  }

  #show(form: SqlForm | string, text: string): void {
    const isForm = typeof form !== "string";
    this.#code.element.hidden = !isForm;
    this.#formula.hidden = !isForm || form.reasons.length === 0;
    this.#params.hidden = !isForm || form.params.length === 0;
    if (!isForm) {
      this.#note.textContent = `There is no such query: ${form}.`;
      return;
    }
    this.#note.textContent =
      form.reasons.length > 0
        ? "The database finds the records that may match. The marked part is decided in memory:"
        : "The database decides the whole formula.";
    this.#code.text = form.sql;
    this.#params.replaceChildren(
      ...form.params.map((param) => element("li", {}, element("code", {}, shown(param)))),
    );
    this.#formula.replaceChildren(
      ...markedText(text, form.left).map((segment) =>
        segment.mark === undefined
          ? segment.text
          : element("mark", { title: segment.mark }, segment.text),
      ),
      ...form.reasons.map((reason) => element("small", {}, reason)),
    );
  }
}

const MOST_SHOWN = 500;

function shown(param: string | number): string {
  const text = JSON.stringify(param);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
