// The console of a service: a page that uses the service's public HTTP interface, with the reader's key.

import { PageAddress } from "./formula/page-address.ts";
import { type Linked, readLink } from "./formula/permalink.ts";
import { RecordPage } from "./record-page.ts";
import { keepKey, keptKey, keyForm } from "./service/saved-key.ts";
import { ResponseError, type ServedCollection, ServiceApi } from "./service/service-api.ts";
import { ServiceSource } from "./service/service-source.ts";
import { element } from "./shell/element.ts";
import { themeButton } from "./shell/theme.ts";

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function linkedHere(): Promise<Partial<Linked>> {
  const fragment = location.hash.slice(1);
  return fragment === "" ? {} : await readLink(fragment).catch(() => ({}));
}

/** The page of a service. */
class Console {
  readonly #host: HTMLElement;
  readonly #tools: HTMLElement;
  readonly #address = new PageAddress();
  #page: RecordPage | undefined;
  #follow: (linked: Partial<Linked>) => void = () => undefined;

  constructor(host: HTMLElement, tools: HTMLElement) {
    this.#host = host;
    this.#tools = tools;
    addEventListener("hashchange", async () => this.#follow(await linkedHere()));
  }

  /** Shows the collections of a key, or asks for another key. */
  async show(key: string): Promise<void> {
    try {
      const api = new ServiceApi(key);
      const collections = await api.collections(new AbortController().signal);
      const [first] = collections;
      if (first === undefined) throw new Error("The service has no collections.");
      // Some services list their collections without a key, but records need one.
      if (key === "") throw new ResponseError(401, "", []);
      keepKey(key);
      await this.#open(api, collections, first);
    } catch (error) {
      if (error instanceof ResponseError && error.status === 401) keepKey("");
      const isFirst = key === "" && error instanceof ResponseError;
      this.#ask(isFirst ? "" : messageOf(error));
    }
  }

  #ask(problem: string): void {
    this.#tools.replaceChildren();
    const words = {
      reason: "You need a key to see the records.",
      button: "Show the records",
      problem,
    };
    const form = keyForm(words, (key) => this.show(key));
    this.#host.replaceChildren(form);
    form.querySelector("input")?.focus();
  }

  async #open(
    api: ServiceApi,
    collections: readonly ServedCollection[],
    first: ServedCollection,
  ): Promise<void> {
    const linked = await linkedHere();
    const chosen = collections.find(({ name }) => name === linked.records) ?? first;
    const source = new ServiceSource(api, chosen);
    const { formula = "", sort = [] } = linked;
    const page = new RecordPage({ source, formula, sort, address: this.#address });
    this.#page = page;
    let shown = chosen.name;
    const open = (name: string, rest: Partial<Linked> = {}): void => {
      const wanted = collections.find((one) => one.name === name);
      if (wanted === undefined) return;
      shown = choice.value = name;
      page.open(new ServiceSource(api, wanted), rest.formula, rest.sort);
    };
    const choice = element(
      "select",
      {
        attributes: { "aria-label": "Collection" },
        onchange: () => open(choice.value),
      },
      ...collections.map(({ name }) => element("option", {}, name)),
    );
    choice.value = shown;
    // Following a link on the open page only changes the fragment.
    this.#follow = ({ records = shown, formula: text = "", sort: order = [] }) => {
      if (records === shown) page.show(text, order);
      else open(records, { formula: text, sort: order });
    };
    const leave = element(
      "button",
      {
        type: "button",
        onclick: () => {
          keepKey("");
          this.#ask("");
        },
      },
      "Use another key",
    );
    const docs = element("a", { href: api.address("/docs") }, "Documentation");
    const look = themeButton((isDark) => {
      if (this.#page === page) page.editor.isDark = isDark;
    });
    this.#tools.replaceChildren(choice, leave, docs, look);
    this.#host.replaceChildren(page.element);
    page.editor.focus();
    const { addPanels } = await import("./panels/index.ts");
    addPanels(page);
  }
}

const host = document.querySelector("main");
const tools = document.querySelector<HTMLElement>(".tools");
if (host !== null && tools !== null) new Console(host, tools).show(keptKey());
