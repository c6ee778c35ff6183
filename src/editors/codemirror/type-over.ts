import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Types over what is selected. Chromium would give the new text the colour of the old one, by a `style` attribute that a
 * strict content security policy refuses and reports.
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
