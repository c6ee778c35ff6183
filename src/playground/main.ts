// The playground: a page that filters records while a formula is typed. It needs no server.

import { Address } from "./formula/address.ts";
import { EXAMPLES } from "./formula/examples.ts";
import { type Linked, readLink } from "./formula/permalink.ts";
import { keepOffline, takeNewerVersion } from "./offline/keep-offline.ts";
import { Page } from "./page.ts";
import { FIRST_RECORDS, openNamed, RecordTools } from "./record-tools.ts";
import { element } from "./shell/element.ts";
import { lookButton } from "./shell/look.ts";

const FIRST: Linked = {
  formula: 'AND({country} = "Italy", {price} < 50000, FIND("AD15", {optionCodes}))',
  sort: [],
  records: FIRST_RECORDS,
};

async function linkedHere(): Promise<{ readonly linked: Linked; readonly problem: string }> {
  const fragment = location.hash.slice(1);
  if (fragment === "") return { linked: FIRST, problem: "" };
  try {
    return { linked: await readLink(fragment), problem: "" };
  } catch (error) {
    return { linked: FIRST, problem: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function exampleChoice(choose: (formula: string) => void): HTMLElement {
  const groups = Object.entries(EXAMPLES).map(([label, examples]) =>
    element(
      "optgroup",
      { label },
      ...examples.map(({ title, formula }) => element("option", { value: formula }, title)),
    ),
  );
  const select = element(
    "select",
    {
      onchange: () => {
        choose(select.value);
        select.value = "";
      },
      attributes: { "aria-label": "Examples" },
    },
    element("option", { value: "" }, "Examples"),
    ...groups,
  );
  return select;
}

async function begin(host: HTMLElement, tools: HTMLElement): Promise<void> {
  const { linked, problem } = await linkedHere();
  const source = await openNamed(linked.records);
  const { formula, sort } = linked;
  const page = new Page({ source, formula, sort, problem, address: new Address() });
  const records = new RecordTools(page, source.name);
  const examples = exampleChoice((example) => {
    page.editor.text = example;
    page.editor.focus();
  });
  const look = lookButton((isDark) => {
    page.editor.isDark = isDark;
  });
  tools.replaceChildren(examples, ...records.elements, look);
  host.replaceChildren(page.element);
  page.editor.focus();
  // The records are shown before the panels are loaded.
  import("./panels/index.ts").then(
    ({ addPanels }) => addPanels(page),
    (error) => page.fail(error),
  );
  // A link that is followed while the page is open changes the fragment only.
  addEventListener("hashchange", async () => {
    const { linked: next, problem: wrong } = await linkedHere();
    if (wrong === "") records.follow(next);
    else page.complain(wrong);
  });
}

async function start(host: HTMLElement, tools: HTMLElement): Promise<void> {
  if (await takeNewerVersion()) return;
  await begin(host, tools);
  // The page comes first: what is kept is asked for again.
  await keepOffline();
}

const host = document.querySelector("main");
const tools = document.querySelector<HTMLElement>(".tools");
if (host !== null && tools !== null) {
  start(host, tools).catch((error: unknown) => {
    host.replaceChildren(element("p", { className: "problem" }, messageOf(error)));
  });
}
