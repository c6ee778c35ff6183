import type { Field } from "../../../index.ts";
import { grouped } from "../../../util/grouped.ts";
import type { Counts, Distribution } from "../distribution/distribution.ts";
import { element } from "../shell/element.ts";
import { BarsChart } from "./bars-chart.ts";
import type { Chart, Choose } from "./chart.ts";
import type { Choice } from "./field-choice.ts";
import { HistogramChart } from "./histogram-chart.ts";
import { joinChoice, joinedChoice } from "./join-choice.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";

/** The chart updates after a pause in typing: its worker cannot search records at the same time. */
const PAUSE_MS = 250;

/** A chart of one field's values. A selection in the chart is added to the formula. */
export class ChartPanel implements Panel {
  readonly element: HTMLElement;
  readonly #actions: PageActions;
  readonly #details: HTMLDetailsElement;
  readonly #select: HTMLSelectElement;
  readonly #host = element("div", { className: "chart" });
  readonly #note = element("p", { className: "quiet", attributes: { "aria-live": "polite" } });
  readonly #clear: HTMLButtonElement;
  #chart: Chart | undefined;
  #state: PageState | undefined;
  #asking = new AbortController();
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(actions: PageActions) {
    this.#actions = actions;
    this.#select = element("select", { onchange: () => this.#restart() });
    this.#clear = element(
      "button",
      {
        type: "button",
        hidden: true,
        onclick: () => {
          const field = this.#field;
          if (field !== undefined) this.#join(field, () => undefined);
          this.#select.focus();
        },
      },
      "Clear the choice",
    );
    this.#details = element(
      "details",
      { open: true, className: "picture", ontoggle: () => this.#ask() },
      element("summary", {}, "Chart"),
      element(
        "div",
        { className: "picture-head" },
        element("label", {}, "Field ", this.#select),
        this.#clear,
      ),
      this.#host,
      this.#note,
    );
    this.element = this.#details;
  }

  update(state: PageState): void {
    const isOther = state.source !== this.#state?.source;
    this.#state = state;
    if (isOther) {
      this.#select.replaceChildren(...fieldOptions(state));
      this.#restart();
      return;
    }
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  get #field(): Field | undefined {
    return [...(this.#state?.schema.fields.values() ?? [])][Number(this.#select.value)];
  }

  /** Starts over, for another field or other records. */
  #restart(): void {
    this.#chart = undefined;
    this.#host.replaceChildren();
    this.#note.textContent = "";
    this.#ask();
  }

  /** Requests the distribution. A formula with an error leaves the chart unchanged. */
  async #ask(): Promise<void> {
    const [state, field] = [this.#state, this.#field];
    this.#asking.abort();
    if (!this.#details.open || state?.formula === undefined || field === undefined) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const found = await state.source.distribution(field.name, state.text, signal);
      if (!signal.aborted) this.#show(field, found, joinedChoice(state.text, field));
    } catch (error) {
      if (signal.aborted) return;
      this.#host.replaceChildren();
      this.#chart = undefined;
      this.#note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #show(field: Field, distribution: Distribution, choice: Choice | undefined): void {
    this.#clear.hidden = choice === undefined;
    this.#note.textContent = noteOf(distribution);
    if (this.#chart?.show(distribution, choice) === true) return;
    this.#chart = chartOf(field, distribution, this.#join);
    this.#chart?.show(distribution, choice);
    this.#host.replaceChildren(...(this.#chart === undefined ? [] : [this.#chart.element]));
  }

  readonly #join: Choose = (field, change) => {
    const { text = "" } = this.#state ?? {};
    const joined = joinChoice(text, field, change(joinedChoice(text, field)));
    if (joined === undefined) {
      this.#actions.say(
        "The choice cannot be added to the formula: the formula has a mistake, or would be too long.",
      );
      this.#ask();
    } else if (joined === text) this.#ask();
    else this.#actions.setFormula(joined);
  };
}

/** Options are identified by index, since a field may have any name. */
function fieldOptions({ schema }: PageState): readonly HTMLElement[] {
  const fields = [...schema.fields.values()];
  // Starts with a field that suits a chart, such as numbers or few values.
  const suits = ({ type, role, choices }: Field): boolean =>
    role !== "key" && (type !== "text" || choices !== undefined);
  const first = fields.findIndex(suits);
  return fields.map(({ name }, index) => {
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    return element(
      "option",
      { value: String(index), selected: index === Math.max(first, 0) },
      shown,
    );
  });
}

function chartOf(field: Field, distribution: Distribution, choose: Choose): Chart | undefined {
  if (distribution.kind === "bars") return new BarsChart(field, distribution, choose);
  if (distribution.kind === "too-many-values" || distribution.edges.length === 0) return undefined;
  return new HistogramChart(field, distribution, choose);
}

function noteOf(distribution: Distribution): string {
  if (distribution.kind === "too-many-values") {
    return "The field has too many different values for a chart.";
  }
  const { blanks, errors } = distribution;
  const isEmpty = distribution.kind === "histogram" && distribution.edges.length === 0;
  return [
    ...(isEmpty ? ["No record has a value"] : []),
    ...(distribution.kind === "histogram" ? partOf("blank values", blanks) : []),
    ...partOf("errors", errors),
  ].join(" · ");
}

function partOf(name: string, { all, matching }: Counts): readonly string[] {
  return all === 0 ? [] : [`${grouped(matching)} of ${grouped(all)} ${name} match`];
}
