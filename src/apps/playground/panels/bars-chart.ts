import type { Field } from "../../../index.ts";
import { grouped } from "../../../util/grouped.ts";
import type { Bars, Counts, Distribution } from "../distribution/distribution.ts";
import { element } from "../shell/element.ts";
import type { Chart, Choose } from "./chart.ts";
import type { Choice } from "./field-choice.ts";

type BarValue = string | boolean | null;

/** A bar for each value. A click selects it; with Shift or Control it is added to the selection. */
export class BarsChart implements Chart {
  readonly element: HTMLElement;
  readonly #values: readonly BarValue[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #others = element("p", { className: "quiet" });

  constructor(field: Field, bars: Bars, choose: Choose) {
    this.#values = valuesOf(bars);
    this.#buttons = this.#values.map((value) =>
      element("button", {
        type: "button",
        className: "bar-button",
        onclick: ({ shiftKey, ctrlKey, metaKey }) => {
          const isMore = shiftKey || ctrlKey || metaKey;
          // The chart may be older than the formula, so a click changes the current selection.
          choose(field, (now) => {
            const values = clicked(value, chosenOf(now), isMore);
            return values.length === 0 ? undefined : { kind: "values", values };
          });
        },
      }),
    );
    this.element = element(
      "div",
      { className: "bars" },
      element(
        "div",
        { attributes: { role: "group", "aria-label": `Values of ${field.name.slice(0, 100)}` } },
        ...this.#buttons,
      ),
      this.#others,
    );
  }

  show(distribution: Distribution, choice: Choice | undefined): boolean {
    if (distribution.kind !== "bars") return false;
    const values = valuesOf(distribution);
    if (values.length !== this.#values.length) return false;
    if (!values.every((value, index) => value === this.#values[index])) return false;
    const { bars, blanks, others } = distribution;
    const chosen = chosenOf(choice);
    const most = Math.max(1, ...bars.map(({ all }) => all), blanks.all);
    for (const [index, button] of this.#buttons.entries()) {
      const value = this.#values[index] ?? null;
      const counts = bars[index] ?? blanks;
      button.setAttribute("aria-pressed", String(chosen.includes(value)));
      button.replaceChildren(
        element("span", { className: "bar-label", dir: "auto" }, labelOf(value)),
        track(counts, most),
        element("span", { className: "bar-count" }, countsText(counts)),
      );
    }
    this.#others.textContent = others === undefined ? "" : `Other values: ${countsText(others)}`;
    return true;
  }
}

function chosenOf(choice: Choice | undefined): readonly BarValue[] {
  return choice?.kind === "values" ? choice.values : [];
}

/** The selection after a click. */
function clicked(
  value: BarValue,
  chosen: readonly BarValue[],
  isMore: boolean,
): readonly BarValue[] {
  const wasChosen = chosen.includes(value);
  const others = chosen.filter((one) => one !== value);
  if (isMore) return wasChosen ? others : [...others, value];
  return wasChosen && others.length === 0 ? [] : [value];
}

/** The values, with the blank last. */
function valuesOf({ bars, blanks }: Bars): readonly BarValue[] {
  return [...bars.map(({ value }) => value), ...(blanks.all > 0 ? [null] : [])];
}

function labelOf(value: BarValue): string {
  if (value === null) return "blank";
  return typeof value === "string" ? value : value ? "TRUE" : "FALSE";
}

function countsText({ all, matching }: Counts): string {
  return `${grouped(matching)} of ${grouped(all)}`;
}

function track({ all, matching }: Counts, most: number): HTMLElement {
  const both = (["all", "matching"] as const).map((kind) => {
    const bar = element("span", { className: kind });
    bar.style.width = `${((kind === "all" ? all : matching) / most) * 100}%`;
    return bar;
  });
  return element(
    "span",
    { className: "bar-track", attributes: { "aria-hidden": "true" } },
    ...both,
  );
}
