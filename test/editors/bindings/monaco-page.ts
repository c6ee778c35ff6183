import * as monaco from "monaco-editor";
import { isoformEditor } from "../../../src/editors/monaco/index.ts";
import { languageOf, RECORD } from "./language.ts";

// An editor in a page, as a host makes it; the address says which.

const asked = new URLSearchParams(location.search);
const nonce = document.querySelector("script")?.nonce ?? "";

// Monaco knows no nonce, so each style element that it makes gets it here.
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === "style") element.nonce = nonce;
  return element;
};

Object.assign(globalThis, {
  MonacoEnvironment: { getWorker: () => new Worker("/worker.js", { type: "module" }) },
});

const host = document.body.appendChild(document.createElement("div"));
host.style.cssText = "position: fixed; inset: 0";

const editor = monaco.editor.create(host, {
  value: asked.get("text") ?? "",
  theme: asked.has("dark") ? "vs-dark" : "vs",
});
isoformEditor(monaco, editor, languageOf(asked), asked.has("record") ? { record: RECORD } : {});
editor.focus();
Object.assign(globalThis, { editor });
