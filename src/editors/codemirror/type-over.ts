import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Replaces the selection by typed text. Chromium would copy the old colour in a `style` attribute, which a strict
 * content security policy rejects and reports.
 */
export const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { main } = state.selection;
    const { data, inputType, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing) return false;
    if (main.empty || state.readOnly) return false;
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    const isHandled = handlers.some((handle) => handle(view, main.from, main.to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
