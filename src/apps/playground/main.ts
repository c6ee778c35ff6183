// The playground: a page that filters records while a formula is typed. It needs no server.

import { PageAddress } from "./formula/page-address.ts";
import { type Linked, readLink } from "./formula/permalink.ts";
import { keepOffline, takeNewerVersion } from "./offline/keep-offline.ts";
import { RecordPage } from "./record-page.ts";
import { FIRST_RECORDS, openNamed, RecordTools } from "./record-tools.ts";
import { element } from "./shell/element.ts";
import { themeButton } from "./shell/theme.ts";

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

async function begin(host: HTMLElement, tools: HTMLElement): Promise<void> {
  const { linked, problem } = await linkedHere();
  const source = await openNamed(linked.records);
  const { formula, sort } = linked;
  const page = new RecordPage({ source, formula, sort, problem, address: new PageAddress() });
  const records = new RecordTools(page, source.name);
  const first = element("option", { value: "" }, "Examples");
  const examples = element("select", { attributes: { "aria-label": "Examples" } }, first);
  const look = themeButton((isDark) => {
    page.editor.isDark = isDark;
  });
  tools.replaceChildren(examples, ...records.elements, look);
  host.replaceChildren(page.element);
  page.editor.focus();
  // The panels and the examples are loaded after the records are shown.
  Promise.all([import("./panels/index.ts"), import("./formula/example-choice.ts")]).then(
    ([{ addPanels }, { offerExamples }]) => {
      addPanels(page);
      offerExamples(examples, page.editor);
    },
    (error) => page.fail(error),
  );
  // Following a link on the open page only changes the fragment.
  addEventListener("hashchange", async () => {
    const { linked: next, problem: wrong } = await linkedHere();
    if (wrong === "") records.follow(next);
    else page.complain(wrong);
  });
}

async function start(host: HTMLElement, tools: HTMLElement): Promise<void> {
  if (await takeNewerVersion()) return;
  await begin(host, tools);
  // Last, since installing the service worker requests all files again.
  await keepOffline();
}

const host = document.querySelector("main");
const tools = document.querySelector<HTMLElement>(".tools");
if (host !== null && tools !== null) {
  start(host, tools).catch((error: unknown) => {
    host.replaceChildren(element("p", { className: "problem" }, messageOf(error)));
  });
}
