/**
 * Formulas in Monaco: `isoformEditor(monaco, editor, language)`.
 *
 * @packageDocumentation
 */

export { type EditorOptions, isoformEditor } from "./monaco-editor.ts";
