import { demoSchema } from "../../../src/demo/demo-schema.ts";
import { EXAMPLE_NOW } from "../../../src/functions/example-row.ts";
import {
  type CompileOptions,
  check,
  compile,
  type Formula,
  isErrorValue,
  render,
  type Schema,
  type Value,
} from "../../../src/index.ts";
import { linkTo } from "../../../src/playground/formula/permalink.ts";
import { element } from "../../../src/playground/shell/element.ts";
import { ERROR } from "../../../src/values/plain.ts";
import { EXAMPLE_RECORD, EXAMPLE_SCHEMA } from "../../tools/analyse.ts";
import { outcomeText } from "../../tools/shown-value.ts";
import { TOUR_CARS, TOUR_SCHEMA } from "../tour-cars.ts";

/** The policy of the page forbids generated code. */
const OPTIONS: CompileOptions = { codeGeneration: false, clock: () => new Date(EXAMPLE_NOW) };

/** A value as the pages write it. */
function shown(value: Value): string {
  if (isErrorValue(value)) return outcomeText("text", ERROR);
  if (value instanceof Date) return outcomeText("date", value.getTime());
  return outcomeText("text", value);
}

/** What is shown below a formula, and whether it is what was asked for. */
interface Result {
  readonly parts: readonly (Node | string)[];
  readonly isRight?: boolean;
}

type Run = (source: string) => Result;

function problems(source: string, schema: Schema): Result {
  const { diagnostics } = check(source, schema);
  return {
    parts: [element("pre", { className: "problem", tabIndex: 0 }, render(source, diagnostics))],
  };
}

/** Runs a formula for the record of the examples. */
const runOverRecord: Run = (source) => {
  const result = compile(source, EXAMPLE_SCHEMA, OPTIONS);
  if (!result.ok) return problems(source, EXAMPLE_SCHEMA);
  return { parts: ["→ ", element("code", {}, shown(result.formula.evaluate(EXAMPLE_RECORD)))] };
};

/** Runs a formula over the cars of the tour. */
function runOverCars(expected: string | undefined): Run {
  return (source) => {
    const result = compile(source, TOUR_SCHEMA, OPTIONS);
    if (!result.ok) return problems(source, TOUR_SCHEMA);
    const found = result.formula.filter(TOUR_CARS).map(({ id }) => id);
    const list = found.length === 0 ? "no car" : found.join(", ");
    const isRight = list === expected;
    const message =
      expected === undefined
        ? `It returns ${list}.`
        : isRight
          ? `Right: it returns ${list}.`
          : `It returns ${list}, and not yet ${expected}.`;
    return {
      parts: [element("p", {}, message), carTable(result.formula, new Set(found))],
      isRight,
    };
  };
}

function carTable(formula: Formula, found: ReadonlySet<string>): HTMLElement {
  const names = [...TOUR_SCHEMA.fields.keys()].filter(
    (name) => ["id", "title"].includes(name) || formula.fields.includes(name),
  );
  const rows = TOUR_CARS.map((car) => {
    const values = new Map<string, unknown>(Object.entries(car));
    const cells = names.map((name) => element("td", {}, cellText(values.get(name))));
    return element(
      "tr",
      { className: found.has(car.id) ? "match" : "" },
      ...cells,
      element("td", {}, element("code", {}, shown(formula.evaluate(car)))),
    );
  });
  const head = [...names, "the formula"].map((name) => element("th", {}, name));
  return element(
    "div",
    { className: "table", tabIndex: 0 },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    ),
  );
}

function cellText(value: unknown): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function recordDetails(): HTMLElement {
  const rows = [...EXAMPLE_SCHEMA.fields].map(([name, { type }]) => {
    const value = EXAMPLE_RECORD[name];
    const text = value instanceof Date ? value.toISOString() : cellText(value ?? null);
    return element(
      "tr",
      {},
      element("td", {}, element("code", {}, `{${name}}`)),
      element("td", {}, type),
      element("td", {}, text),
    );
  });
  return element(
    "details",
    {},
    element("summary", {}, "The record"),
    element("table", {}, element("tbody", {}, ...rows)),
  );
}

/** A link that opens the formula in the playground, as long as its demo cars have the fields. */
function playgroundLink(): {
  readonly element: HTMLElement;
  update(source: string): Promise<void>;
} {
  const root = new URL(document.documentElement.dataset.root ?? "", document.baseURI);
  const link = element("a", { hidden: true }, "Open in the playground");
  return {
    element: link,
    async update(source) {
      const result = compile(source, demoSchema, OPTIONS);
      const isUseful = result.ok && result.formula.fields.length > 0;
      link.hidden = !isUseful;
      if (!isUseful) return;
      const fragment = await linkTo({ formula: source, sort: [], records: "demo-100000" });
      link.href = new URL(`playground/index.html#${fragment}`, root).href;
    },
  };
}

function runOf({ run, expected }: DOMStringMap): Run {
  if (run === "filter") return runOverCars(undefined);
  return run === "exercise" ? runOverCars(expected) : runOverRecord;
}

/** Opens an editor below a formula, which runs what is in it. */
export function openRunner(code: HTMLElement): void {
  const formula = code.dataset.formula ?? "";
  const run = runOf(code.dataset);
  const playground = playgroundLink();
  const output = element("div", { className: "output", attributes: { role: "status" } });
  const update = (): void => {
    const { parts, isRight = false } = run(input.value);
    output.replaceChildren(...parts);
    output.classList.toggle("right", isRight);
    input.rows = input.value.split("\n").length;
    playground.update(input.value);
  };
  const input = element("textarea", {
    value: formula,
    spellcheck: false,
    oninput: update,
    attributes: { "aria-label": "Formula", autocapitalize: "off" },
  });
  const isRecord = run === runOverRecord;
  const panel = element(
    "div",
    { className: "runner" },
    input,
    output,
    playground.element,
    ...(isRecord ? [recordDetails()] : []),
  );
  const row = code.closest("tr");
  // In a text the editor takes the place of the formula.
  if (row === null) code.closest("pre")?.replaceWith(panel);
  else {
    const cell = element("td", { colSpan: row.cells.length }, panel);
    row.after(element("tr", { className: "opened" }, cell));
  }
  update();
  input.focus();
}
