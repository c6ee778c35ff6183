/* The panels: why a record matches, other forms of the formula, and a chart of a field. */

import { toRules } from "../../../adapters.ts";
import { parse } from "../../../index.ts";
import type { RecordPage } from "../record-page.ts";
import { ChartPanel } from "./chart-panel.ts";
import { CodePanel } from "./code-panel.ts";
import { coreRows } from "./core-rows.ts";
import { curlOf } from "./curl.ts";
import type { PageActions, PageState, Panel } from "./panel.ts";
import { SqlPanel } from "./sql-panel.ts";
import { syntaxRows } from "./syntax-rows.ts";
import { Tabs } from "./tabs.ts";
import { TreePanel } from "./tree-panel.ts";
import { typescriptCode } from "./typescript-code.ts";
import { WhyPanel } from "./why-panel.ts";

/** A local address for examples, if the records do not come from a service. */
const EXAMPLE_SERVICE = "http://localhost:3000";

/** The tabs update after a pause in typing, so that they do not delay the table. */
const PAUSE_MS = 40;

export function addPanels(page: Pick<RecordPage, "add">): void {
  page.add((actions) => new ChartPanel(actions));
  page.add((actions) => new FormulaTabs(actions));
}

/** The tabs about the formula. Selecting a record opens the first one. */
class FormulaTabs implements Panel {
  readonly element: HTMLElement;
  readonly #tabs: Tabs;
  #record: PageState["record"];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(actions: PageActions) {
    this.#tabs = new Tabs("The formula in other forms", [
      { title: "Why", make: () => new WhyPanel(actions) },
      { title: "SQL", make: () => new SqlPanel("condition", actions) },
      { title: "Query", make: () => new SqlPanel("query", actions) },
      { title: "TypeScript", make: () => typescriptPanel(actions) },
      { title: "curl", make: () => curlPanel(actions) },
      { title: "Rules", make: () => rulesPanel(actions) },
      { title: "Syntax", make: () => syntaxPanel(actions) },
      { title: "Core", make: () => corePanel(actions) },
    ]);
    this.element = this.#tabs.element;
  }

  update(state: PageState): void {
    const isNew = state.record !== undefined && state.record !== this.#record;
    this.#record = state.record;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#tabs.update(state);
    }, PAUSE_MS);
    if (isNew) this.#tabs.open(0);
  }
}

function typescriptPanel(actions: PageActions): Panel {
  return new CodePanel(
    "TypeScript",
    "A program that filters records of this kind.",
    actions,
    ({ formula, text, schema }) =>
      formula === undefined ? undefined : typescriptCode(text, schema),
  );
}

function curlPanel(actions: PageActions): Panel {
  return new CodePanel(
    "Request",
    "A request for these records to a service. Put your key into the variable ISOFORM_KEY.",
    actions,
    ({ formula, text, sort, source }) => {
      if (formula === undefined) return;
      const address = source.address ?? `${EXAMPLE_SERVICE}/${encodeURIComponent(source.name)}`;
      return curlOf({ address, formula: text, sort });
    },
  );
}

function rulesPanel(actions: PageActions): Panel {
  return new CodePanel(
    "Rules",
    "Rules for react-querybuilder. A condition that no rule can state stays a formula.",
    actions,
    ({ formula }) =>
      formula === undefined ? undefined : JSON.stringify(toRules(formula), undefined, 2),
  );
}

function syntaxPanel(actions: PageActions): Panel {
  return new TreePanel("Syntax tree", "How the formula is read.", actions, ({ text }) => {
    const parsed = parse(text);
    return parsed.ok ? syntaxRows(parsed.ast.root) : undefined;
  });
}

function corePanel(actions: PageActions): Panel {
  return new TreePanel(
    "Operations",
    "The basic operations of the formula. All rules for blanks and errors are written out.",
    actions,
    ({ formula }) => (formula === undefined ? undefined : coreRows(formula)),
  );
}
