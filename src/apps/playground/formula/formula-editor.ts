import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Span } from "../../../index.ts";
import type { RecordRow } from "../records/playground-source.ts";
import type { RecordKnowledge } from "./assistance.ts";

/** Longer formulas are rejected anyway; the limit keeps the editor responsive. */
const MOST_CHARACTERS = 64_000;

/**
 * The editor of the formula. It is in a shadow root, where CodeMirror uses constructed style sheets, which every
 * content security policy allows.
 */
export class FormulaEditor {
  readonly #view: EditorView;
  readonly #language = new Compartment();
  readonly #keys = new Compartment();
  readonly #theme = new Compartment();
  /** The editor's assistance, once it is loaded. */
  #assistance: typeof import("./assistance.ts")["assistance"] | undefined;
  #knows: RecordKnowledge;
  #record: RecordRow | undefined;
  #isTyped = false;

  /** @param changed called after each change of the formula */
  constructor(
    host: HTMLElement,
    text: string,
    knows: RecordKnowledge,
    changed: (text: string) => void,
  ) {
    this.#knows = knows;
    const root = host.attachShadow({ mode: "open", delegatesFocus: true });
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          this.#language.of([]),
          this.#theme.of(EditorView.darkTheme.of(false)),
          this.#keys.of([]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Formula" }),
          EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= MOST_CHARACTERS),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            this.#isTyped ||= update.transactions.some((one) => one.isUserEvent("input.type"));
            changed(this.text);
          }),
          LOOK,
        ],
      }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole formula, as one undoable step. */
  set text(text: string) {
    if (text === this.text) return;
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: text.length },
      userEvent: "input.replace",
    });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Selects a span. A span of an earlier formula may be out of range. */
  select({ start, end }: Span): void {
    const { length } = this.#view.state.doc;
    const selection = { anchor: Math.min(start, length), head: Math.min(end, length) };
    this.#view.dispatch({ selection, scrollIntoView: true });
    this.focus();
  }

  /** Sets the fields and values to complete. */
  know(knows: RecordKnowledge): void {
    this.#knows = knows;
    this.#record = undefined;
    this.#reconfigure();
  }

  /** Shows the values for a record at the ends of lines. */
  show(record: RecordRow | undefined): void {
    if (record === this.#record) return;
    this.#record = record;
    this.#reconfigure();
  }

  set isDark(isDark: boolean) {
    const theme = EditorView.darkTheme.of(isDark);
    this.#view.dispatch({ effects: this.#theme.reconfigure(theme) });
  }

  /** Loads the assistance. Without it, the editor is a plain text box. */
  async assist(): Promise<void> {
    const { assistance, KEYS, suggest } = await import("./assistance.ts");
    if (this.#assistance !== undefined) return;
    this.#assistance = assistance;
    this.#view.dispatch({ effects: this.#keys.reconfigure(KEYS) });
    this.#reconfigure();
    // The user may have begun to type before.
    if (this.#isTyped && this.#view.hasFocus) suggest(this.#view);
  }

  #extension(): Extension {
    return this.#assistance?.(this.#knows, this.#record) ?? [];
  }

  #reconfigure(): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(this.#extension()) });
  }
}

const LOOK = EditorView.theme({
  "&": { fontSize: "15px", color: "var(--text)", backgroundColor: "var(--field)" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-content": { fontFamily: "var(--code)", padding: "10px 6px", caretColor: "var(--text)" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
  },
});
