// The documentation page of a service: its OpenAPI document, as the holder of a key sees it, with a form for each
// request.

import { keepKey, keptKey, keyForm } from "../service/saved-key.ts";
import { ResponseError, ServiceApi } from "../service/service-api.ts";
import { element } from "../shell/element.ts";
import { themeButton } from "../shell/theme.ts";
import type { OpenApi } from "./open-api-shapes.ts";
import { operationElement, table, worded } from "./operation.ts";
import { typeText } from "./schema-type.ts";

/** The heading of operations that do not belong to a collection. */
const SERVICE = "The service";

async function show(host: HTMLElement, tools: HTMLElement, key: string): Promise<void> {
  const api = new ServiceApi(key);
  try {
    const document = await api.ask("/openapi.json", undefined, new AbortController().signal);
    keepKey(key);
    host.replaceChildren(pageOf(api, document as OpenApi));
    tools.replaceChildren(
      element(
        "button",
        { type: "button", onclick: () => ask(host, tools, "") },
        key === "" ? "Enter a key" : "Use another key",
      ),
      element("a", { href: api.address("/openapi.json") }, "openapi.json"),
      themeButton(() => undefined),
    );
  } catch (error) {
    if (error instanceof ResponseError && error.status === 401) keepKey("");
    const isFirst = key === "" && error instanceof ResponseError;
    ask(host, tools, isFirst ? "" : error instanceof Error ? error.message : String(error));
  }
}

function ask(host: HTMLElement, tools: HTMLElement, problem: string): void {
  tools.replaceChildren(themeButton(() => undefined));
  const words = {
    reason: "Each request needs a key, and the key decides what this page may show.",
    button: "Show the documentation",
    problem,
  };
  const form = keyForm(words, (key) => show(host, tools, key));
  host.replaceChildren(form);
  form.querySelector("input")?.focus();
}

function pageOf(api: ServiceApi, document: OpenApi): HTMLElement {
  const { info, paths, components } = document;
  const groups = new Map<string, HTMLElement[]>();
  for (const [path, operations] of Object.entries(paths)) {
    const group = groupOf(path, paths);
    const elements = groups.get(group) ?? [];
    groups.set(group, elements);
    for (const [method, operation] of Object.entries(operations)) {
      // `HEAD` is `GET` without the content.
      if (method === "head") continue;
      elements.push(operationElement(api, document, path, method, operation));
    }
  }
  const sections = [...groups].map(([name, elements]) => section(name, elements));
  return element(
    "div",
    { className: "docs" },
    element("h2", {}, info.title),
    element("p", {}, ...worded(info.description ?? "")),
    ...sections,
    section(
      "Types",
      Object.entries(components.schemas).flatMap(([name, schema]) => [
        element("h4", {}, element("code", {}, name)),
        element("pre", {}, typeText(schema)),
      ]),
    ),
    section("Problems", [
      table(
        ["status", "what is wrong"],
        Object.entries(components.responses).map(([name, { description = "" }]) => [
          [name.replace("Problem", "")],
          worded(description),
        ]),
      ),
    ]),
  );
}

function section(name: string, content: readonly HTMLElement[]): HTMLElement {
  return element("section", {}, element("h3", {}, name), ...content);
}

/** The path of the collection to which an operation belongs; {@link SERVICE} if there is none. */
function groupOf(path: string, paths: OpenApi["paths"]): string {
  const collections = Object.keys(paths).filter((one) => Object.hasOwn(paths, `${one}/query`));
  return collections.find((one) => path === one || path.startsWith(`${one}/`)) ?? SERVICE;
}

const host = document.querySelector("main");
const tools = document.querySelector<HTMLElement>(".tools");
if (host !== null && tools !== null) show(host, tools, keptKey());
