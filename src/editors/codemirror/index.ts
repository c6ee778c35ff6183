/**
 * Formulas in CodeMirror 6: `isoformEditor(language)`.
 *
 * @packageDocumentation
 */

export { type EditorOptions, isoformEditor } from "./codemirror-editor.ts";
