import type { SortKey } from "../../columns.ts";
import type { SchemaJson } from "../../index.ts";
import { grouped } from "../../util/grouped.ts";
import type { RecordPage } from "./record-page.ts";
import type { PlaygroundSource } from "./records/playground-source.ts";
import { openInWorker } from "./records/worker-source.ts";
import { element } from "./shell/element.ts";

/** The numbers of demo cars to choose from. The first is the default. */
const DEMOS: readonly [number, ...number[]] = [100_000, 10_000, 1_000_000];
const MOST_SHOWN = 60;
const MAKING = "Making the records…";

function demoName(count: number): string {
  return `demo-${count}`;
}

/** The name of the default records. */
export const FIRST_RECORDS: string = demoName(DEMOS[0]);

/** Opens records by name. A link may name a file that this page does not have. */
export async function openNamed(records: string): Promise<PlaygroundSource> {
  const count = DEMOS.find((one) => demoName(one) === records) ?? DEMOS[0];
  return await openInWorker(demoName(count), { kind: "demo", count });
}

interface LinkState {
  readonly records: string;
  readonly formula: string;
  readonly sort: readonly SortKey[];
}

/** Chooses the records: demo cars, or a file opened with a button or dropped on the page. */
export class RecordTools {
  readonly elements: readonly HTMLElement[];
  readonly #page: RecordPage;
  readonly #select: HTMLSelectElement;
  /** The option for the open file. */
  readonly #fileOption = element("option", { value: "", dir: "auto" });
  readonly #types = element(
    "button",
    { type: "button", hidden: true, onclick: () => this.#chooseTypes() },
    "Types",
  );
  #file: File | undefined;
  #shown: string;
  /** The number of the last choice. Records that finish loading after a later choice are not shown. */
  #last = 0;

  constructor(page: RecordPage, shown: string) {
    this.#page = page;
    this.#shown = shown;
    this.#select = element(
      "select",
      {
        attributes: { "aria-label": "Records" },
        onchange: () => this.#choose(this.#select.value),
      },
      ...DEMOS.map((count) =>
        element("option", { value: demoName(count) }, `${grouped(count)} demo cars`),
      ),
    );
    this.#select.value = shown;
    page.say(MAKING);
    const input = element("input", {
      type: "file",
      hidden: true,
      accept: ".csv,.tsv,.ndjson,.jsonl,.json,.parquet,.gz",
      attributes: { "aria-label": "A file of records" },
      onchange: () => {
        this.#open(input.files?.[0]);
        input.value = "";
      },
    });
    const open = element("button", { type: "button", onclick: () => input.click() }, "Open a file");
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#open(event.dataTransfer?.files[0]);
    });
    this.elements = [this.#select, open, input, this.#types];
  }

  /** Opens the records and the formula of a link. */
  follow({ records, formula, sort }: LinkState): void {
    if (records === this.#shown) this.#page.show(formula, sort);
    else this.#show(MAKING, () => openNamed(records), { formula, sort });
  }

  #choose(name: string): void {
    if (name !== "") {
      this.#show(MAKING, () => openNamed(name));
      return;
    }
    // The link is for the file that is still shown, while other records are loading.
    this.#last++;
    this.#page.sayCount();
  }

  #open(file: File | undefined, schema?: SchemaJson): void {
    if (file === undefined) return;
    const opening = this.#last + 1;
    const progress = (records: number): void => {
      if (opening === this.#last)
        this.#page.say(`${file.name}: ${grouped(records)} records so far`);
    };
    const opened = { kind: "file", file, ...(schema === undefined ? {} : { schema }) } as const;
    this.#show(
      `Reading ${file.name}…`,
      () => openInWorker(file.name, opened, progress),
      { formula: schema === undefined ? "" : this.#page.editor.text, sort: [] },
      file,
    );
  }

  async #show(
    message: string,
    open: () => Promise<PlaygroundSource>,
    { formula, sort }: Pick<LinkState, "formula" | "sort"> = {
      formula: this.#page.editor.text,
      sort: [],
    },
    file?: File,
  ): Promise<void> {
    this.#last++;
    const opening = this.#last;
    this.#page.say(message);
    try {
      const source = await open();
      if (opening !== this.#last) {
        source.close();
        return;
      }
      this.#file = file;
      this.#shown = source.name;
      this.#page.open(source, formula, sort);
    } catch (error) {
      if (opening === this.#last) this.#page.fail(error);
    }
    this.#tell();
  }

  /** Shows the name of the current records, also if others could not be opened. */
  #tell(): void {
    const file = this.#file;
    this.#types.hidden = file === undefined;
    if (file === undefined) this.#fileOption.remove();
    else {
      const { name } = file;
      this.#fileOption.textContent =
        name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name;
      this.#select.append(this.#fileOption);
    }
    this.#select.value = file === undefined ? this.#shown : "";
  }

  async #chooseTypes(): Promise<void> {
    const { schemaDialog } = await import("./files/schema-dialog.ts");
    const dialog = schemaDialog(this.#page.schema.toJSON(), (schema) =>
      this.#open(this.#file, schema),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}
