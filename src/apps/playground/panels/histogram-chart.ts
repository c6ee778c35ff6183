import type { Field } from "../../../index.ts";
import { grouped } from "../../../util/grouped.ts";
import type { Distribution, Histogram } from "../distribution/distribution.ts";
import { element } from "../shell/element.ts";
import type { Chart, Choose } from "./chart.ts";
import type { Choice } from "./field-choice.ts";
import { svgElement } from "./svg-element.ts";

const HEIGHT = 100;
const BIN = 10;
/** The least height of a bin that is not empty, so that it is visible. */
const LEAST_HEIGHT = 1.5;

/** A histogram. A range of bins is selected by mouse, touch, or two sliders. */
export class HistogramChart implements Chart {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #choose: Choose;
  readonly #edges: readonly number[];
  readonly #isDate: boolean;
  readonly #all: readonly SVGRectElement[];
  readonly #matching: readonly SVGRectElement[];
  readonly #range: SVGRectElement;
  readonly #plot: SVGSVGElement;
  readonly #from: HTMLInputElement;
  readonly #to: HTMLInputElement;
  readonly #chosen = element("output", { className: "range" });
  /** The position where the pointer was pressed; `undefined` while it is up. */
  #start: number | undefined;

  constructor(field: Field, { edges, isDate }: Histogram, choose: Choose) {
    this.#field = field;
    this.#choose = choose;
    this.#edges = edges;
    this.#isDate = isDate;
    const bins = edges.slice(1).map((_, bin) => bin);
    this.#all = bins.map((bin) => bar(bin, "all"));
    this.#matching = bins.map((bin) => bar(bin, "matching"));
    this.#range = svgElement("rect", { class: "chosen", y: "0", height: String(HEIGHT) });
    this.#plot = svgElement(
      "svg",
      {
        class: "plot",
        viewBox: `0 0 ${bins.length * BIN} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
      },
      this.#range,
      ...this.#all,
      ...this.#matching,
    );
    this.#plot.addEventListener("pointerdown", (event) => this.#press(event));
    this.#plot.addEventListener("pointermove", (event) => this.#drag(event));
    this.#plot.addEventListener("pointerup", (event) => this.#release(event));
    this.#plot.addEventListener("pointercancel", () => {
      this.#start = undefined;
    });
    this.#from = this.#slider("From");
    this.#to = this.#slider("Up to");
    const ticks = [0, Math.floor(bins.length / 2), bins.length].map((edge) =>
      element("span", {}, this.#edgeText(edge)),
    );
    this.element = element(
      "div",
      { className: "histogram" },
      this.#plot,
      element("div", { className: "ticks", attributes: { "aria-hidden": "true" } }, ...ticks),
      element(
        "div",
        { className: "sliders" },
        element("label", {}, "From ", this.#from),
        element("label", {}, "Up to ", this.#to),
        this.#chosen,
      ),
    );
  }

  show(distribution: Distribution, choice: Choice | undefined): boolean {
    if (distribution.kind !== "histogram" || distribution.edges.join() !== this.#edges.join()) {
      return false;
    }
    const { all, matching } = distribution;
    const most = Math.max(...all, 1);
    for (const [bin, count] of all.entries()) {
      raise(this.#all[bin], count / most);
      raise(this.#matching[bin], (matching[bin] ?? 0) / most);
    }
    const { name } = this.#field;
    this.#plot.setAttribute(
      "aria-label",
      `${name.slice(0, 100)}: ${total(matching)} of ${total(all)} values, from ${this.#edgeText(0)} to ${this.#edgeText(this.#edges.length - 1)}`,
    );
    if (this.#start === undefined) this.#showRange(this.#binsOf(choice));
    return true;
  }

  /** The first and the last bin of a selection. Bounds that were typed may lie inside bins. */
  #binsOf(choice: Choice | undefined): readonly [number, number] {
    const last = this.#edges.length - 2;
    if (choice?.kind !== "range") return [0, last];
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = choice;
    const lower = this.#edges.findLastIndex((edge) => edge <= from);
    const upper = this.#edges.findIndex((edge) => edge >= to);
    const first = Math.min(Math.max(lower, 0), last);
    return [first, Math.max(first, upper === -1 ? last : Math.min(upper - 1, last))];
  }

  #showRange([first, last]: readonly [number, number]): void {
    this.#range.setAttribute("x", String(first * BIN));
    this.#range.setAttribute("width", String((last - first + 1) * BIN));
    this.#from.value = String(first);
    this.#to.value = String(last + 1);
    for (const slider of [this.#from, this.#to]) {
      slider.setAttribute("aria-valuetext", this.#edgeText(Number(slider.value)));
    }
    const isAll = first === 0 && last === this.#edges.length - 2;
    this.#range.setAttribute("visibility", isAll ? "hidden" : "visible");
    this.#chosen.textContent = isAll
      ? ""
      : `${this.#edgeText(first)} to ${this.#edgeText(last + 1)}`;
  }

  #slider(label: string): HTMLInputElement {
    return element("input", {
      type: "range",
      min: "0",
      max: String(this.#edges.length - 1),
      step: "1",
      attributes: { "aria-label": `${label}, ${this.#field.name.slice(0, 100)}` },
      oninput: ({ target }) => this.#showRange(this.#slid(target)),
      onchange: ({ target }) => this.#commit(this.#slid(target)),
    });
  }

  /** The bins between the sliders. If they cross, the other slider follows the moved one. */
  #slid(moved: EventTarget | null): readonly [number, number] {
    const count = this.#edges.length - 1;
    const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
    return moved === this.#from
      ? [Math.min(from, count - 1), Math.max(to - 1, Math.min(from, count - 1))]
      : [Math.min(from, Math.max(to - 1, 0)), Math.max(to - 1, 0)];
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#plot.setPointerCapture(event.pointerId);
    this.#start = this.#binAt(event);
    this.#showRange([this.#start, this.#start]);
  }

  #drag(event: PointerEvent): void {
    if (this.#start !== undefined) this.#showRange(ordered(this.#start, this.#binAt(event)));
  }

  #release(event: PointerEvent): void {
    if (this.#start === undefined) return;
    const range = ordered(this.#start, this.#binAt(event));
    this.#start = undefined;
    this.#commit(range);
  }

  #binAt({ clientX }: PointerEvent): number {
    const { left, width } = this.#plot.getBoundingClientRect();
    const count = this.#edges.length - 1;
    const bin = Math.floor(((clientX - left) / Math.max(width, 1)) * count);
    return Math.min(Math.max(bin, 0), count - 1);
  }

  /** The outermost edges need no condition. */
  #commit([first, last]: readonly [number, number]): void {
    const count = this.#edges.length - 1;
    const from = first === 0 ? undefined : this.#edges[first];
    const to = last === count - 1 ? undefined : this.#edges[last + 1];
    const isAll = from === undefined && to === undefined;
    const choice: Choice = {
      kind: "range",
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    };
    this.#choose(this.#field, () => (isAll ? undefined : choice));
  }

  #edgeText(index: number): string {
    const edge = this.#edges[index];
    if (edge === undefined) return "";
    if (!this.#isDate) return numberText(edge);
    const text = new Date(edge).toISOString();
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.replace(".000Z", "Z");
  }
}

function bar(bin: number, kind: string): SVGRectElement {
  return svgElement("rect", { class: kind, x: String(bin * BIN + 0.5), width: String(BIN - 1) });
}

function raise(rect: SVGRectElement | undefined, share: number): void {
  const height = share === 0 ? 0 : Math.max(share * HEIGHT, LEAST_HEIGHT);
  rect?.setAttribute("height", String(height));
  rect?.setAttribute("y", String(HEIGHT - height));
}

function ordered(one: number, other: number): readonly [number, number] {
  return [Math.min(one, other), Math.max(one, other)];
}

function total(counts: readonly number[]): string {
  return grouped(counts.reduce((sum, count) => sum + count, 0));
}

/** Years have no thousands separators. */
function numberText(value: number): string {
  const isLarge = Math.abs(value) >= 10_000 && Math.abs(value) < 1e15;
  return isLarge ? grouped(value) : String(value);
}
