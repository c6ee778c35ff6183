import { closeCompletion } from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type Command, EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Language } from "../assistance/index.ts";
import { markdownView } from "./markdown-view.ts";

const turn = StateEffect.define<boolean>();

/** Shows the signature of the call around the cursor, from the first keystroke until Escape or the loss of focus. */
export function signatureHelp({ signature }: Pick<Language, "signature">): Extension {
  function tooltipAt(state: EditorState): Tooltip | null {
    const found = signature(state.doc.toString(), state.selection.main.head);
    if (found === undefined) return null;
    const { label, documentation, parameters, activeParameter = -1 } = found;
    const active = parameters[activeParameter];
    const { start, end } = active?.label ?? { start: 0, end: 0 };
    const marked = active === undefined ? "" : `**${label.slice(start, end)}**`;
    const call = `${label.slice(0, start)}${marked}${label.slice(end)}`;
    const dom = markdownView(`${call}\n\n${active?.documentation || documentation}`);
    return { pos: found.span.start, above: true, create: () => ({ dom }) };
  }
  const isOn = StateField.define<boolean>({
    create: () => false,
    update: (was, transaction) =>
      transaction.effects.find((effect) => effect.is(turn))?.value ??
      (was || transaction.isUserEvent("input")),
    provide: (field) =>
      showTooltip.compute([field, "doc", "selection"], (state) =>
        state.field(field) ? tooltipAt(state) : null,
      ),
  });
  // Takes precedence over the keys of completion, whose list closes too: Escape closes both.
  const close: Command = (view) => {
    if (!view.state.field(isOn)) return false;
    view.dispatch({ effects: turn.of(false) });
    closeCompletion(view);
    return true;
  };
  return [
    isOn,
    EditorView.focusChangeEffect.of((_, isFocused) => (isFocused ? null : turn.of(false))),
    Prec.highest(keymap.of([{ key: "Escape", run: close }])),
  ];
}
