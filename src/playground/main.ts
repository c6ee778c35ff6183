// The playground: a page that filters records while a formula is typed. It needs no server.

import type { SchemaJson } from "../index.ts";
import { grouped } from "../util/grouped.ts";
import { schemaDialog } from "./files/schema-dialog.ts";
import { Address } from "./formula/address.ts";
import { EXAMPLES } from "./formula/examples.ts";
import { type Linked, readLink } from "./formula/permalink.ts";
import { keepOffline, takeNewerVersion } from "./offline/keep-offline.ts";
import { Page } from "./page.ts";
import type { RecordSource } from "./records/source.ts";
import { openInWorker } from "./records/worker-source.ts";
import { element } from "./shell/element.ts";
import { lookButton } from "./shell/look.ts";

/** So many demo cars can be chosen, the first unless a link says otherwise. */
const DEMOS = [100_000, 10_000, 1_000_000];

const FIRST: Linked = {
  formula: 'AND({country} = "Italy", {price} < 50000, FIND("AD15", {optionCodes}))',
  sort: [],
  records: demoName(DEMOS[0] ?? 0),
};

const MAKING = "Making the records…";

function demoName(count: number): string {
  return `demo-${count}`;
}

/** Opens the records of a name; those of a link may be a file that this page does not have. */
async function openNamed(records: string): Promise<RecordSource> {
  const count = DEMOS.find((one) => demoName(one) === records) ?? DEMOS[0] ?? 0;
  return await openInWorker(demoName(count), { kind: "demo", count });
}

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

function recordChoice(chosen: string, choose: (name: string) => void): HTMLElement {
  const options = DEMOS.map((count) =>
    element("option", { value: demoName(count) }, `${grouped(count)} demo cars`),
  );
  const select = element(
    "select",
    { onchange: () => choose(select.value), attributes: { "aria-label": "Records" } },
    ...options,
  );
  select.value = chosen;
  return select;
}

/** Lets a reader open a file: by a button, or by dropping it anywhere on the page. */
function fileTools(page: Page, failed: (error: unknown) => void): readonly HTMLElement[] {
  let file: File | undefined;
  const open = async (chosen: File, schema?: SchemaJson): Promise<void> => {
    page.say(`Reading ${chosen.name}…`);
    const opened = {
      kind: "file",
      file: chosen,
      ...(schema === undefined ? {} : { schema }),
    } as const;
    const source = await openInWorker(chosen.name, opened, (records) =>
      page.say(`${chosen.name}: ${grouped(records)} records so far`),
    );
    file = chosen;
    fields.hidden = false;
    page.open(source, schema === undefined ? "" : page.editor.text);
  };
  const input = element("input", {
    type: "file",
    hidden: true,
    accept: ".csv,.tsv,.ndjson,.jsonl,.json,.parquet,.gz",
    attributes: { "aria-label": "A file of records" },
    onchange: () => {
      const [chosen] = input.files ?? [];
      if (chosen !== undefined) open(chosen).catch(failed);
      input.value = "";
    },
  });
  const fields = element(
    "button",
    {
      type: "button",
      hidden: true,
      onclick: () => {
        const chosen = file;
        if (chosen === undefined) return;
        const dialog = schemaDialog(page.schema.toJSON(), (schema) => {
          open(chosen, schema).catch(failed);
        });
        document.body.append(dialog);
        dialog.showModal();
      },
    },
    "Types",
  );
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped !== undefined) open(dropped).catch(failed);
  });
  const button = element("button", { type: "button", onclick: () => input.click() }, "Open a file");
  return [button, input, fields];
}

async function begin(host: HTMLElement, tools: HTMLElement): Promise<void> {
  const { linked, problem } = await linkedHere();
  const source = await openNamed(linked.records);
  const { fields } = source.schema;
  const sort = linked.sort.filter(({ field }) => fields.has(field));
  const address = new Address();
  const page = new Page({ source, formula: linked.formula, sort, problem, address });
  page.say(MAKING);
  const failed = (error: unknown): void => page.complain(messageOf(error));
  const examples = exampleChoice((formula) => {
    page.editor.text = formula;
    page.editor.focus();
  });
  const records = recordChoice(source.name, (name) => {
    openNamed(name).then((opened) => {
      page.open(opened);
      page.say(MAKING);
    }, failed);
  });
  const look = lookButton((isDark) => {
    page.editor.isDark = isDark;
  });
  tools.replaceChildren(examples, records, ...fileTools(page, failed), look);
  host.replaceChildren(page.element);
  page.editor.focus();
  // The records are shown before the panels are loaded.
  import("./panels/index.ts").then(({ addPanels }) => addPanels(page), failed);
  // A link that is followed while the page is open changes the fragment only.
  addEventListener("hashchange", () => {
    linkedHere().then(({ linked: { formula }, problem: wrong }) => {
      if (wrong !== "") page.complain(wrong);
      else page.editor.text = formula;
    });
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
