import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { isoformEditor } from "../../../src/editors/codemirror/index.ts";
import { languageOf, RECORD } from "./language.ts";

// An editor in a page, as a host makes it; the address says which.

const asked = new URLSearchParams(location.search);
const host = document.body;
const nonce = document.querySelector("script")?.nonce ?? "";
const root = asked.has("shadow") ? host.attachShadow({ mode: "open" }) : undefined;

new EditorView({
  parent: root ?? host,
  ...(root === undefined ? {} : { root }),
  state: EditorState.create({
    doc: asked.get("text") ?? "",
    extensions: [
      isoformEditor(languageOf(asked), asked.has("record") ? { record: RECORD } : {}),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.darkTheme.of(asked.has("dark")),
      EditorView.cspNonce.of(nonce),
    ],
  }),
}).focus();
