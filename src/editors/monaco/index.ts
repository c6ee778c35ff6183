/**
 * Formulas in Monaco: `isoformEditor(monaco, editor, language)`.
 *
 * @packageDocumentation
 */

export { type EditorOptions, isoformEditor } from "./isoform-editor.ts";
