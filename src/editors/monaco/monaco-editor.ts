import type {
  CancellationToken,
  editor,
  IDisposable,
  IPosition,
  IRange,
  languages,
} from "monaco-editor";
import type { Edit } from "../../language/source/diagnostic.ts";
import type { Span } from "../../language/source/span.ts";
import type { CompletionItem, Completions, Language } from "../assistance/index.ts";
import { lineValues } from "../assistance/line-values.ts";
import { messageOf } from "../assistance/message.ts";
import { snippetOf } from "../assistance/snippet.ts";
import { semanticTokens } from "./semantic-tokens.ts";

/** The part of the namespace `monaco` that we use. */
export type Monaco = Pick<
  typeof import("monaco-editor"),
  "editor" | "languages" | "MarkerSeverity"
>;

/** The options of `isoformEditor`. */
export interface EditorOptions<Row = unknown> {
  /** A sample record. The values of the formula for it are shown at the ends of lines. */
  readonly record?: Row;
  /** The values of parameters for the sample record. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The language id in Monaco. */
const ID = "isoform";

/** A `dispose` for result lists that hold no resources. */
const nothing = (): undefined => undefined;

/** How long the other items wait for values of fields, in milliseconds. */
const PATIENCE = 200;

/** Monaco's kinds of completion items. */
const KINDS: Readonly<Record<CompletionItem["kind"], keyof typeof languages.CompletionItemKind>> = {
  ...{ field: "Field", function: "Function", value: "Value", constant: "Constant" },
  ...{ operator: "Operator", unit: "Unit", format: "EnumMember", parameter: "Variable" },
};

/**
 * Makes a Monaco editor and its model an editor of formulas: highlighting, diagnostics with fixes, completion, hover,
 * signatures, formatting, renaming, and values of a sample record. All of it comes from the language service. Dispose
 * the returned object before the editor.
 *
 * @param monaco the namespace, however the page loads it
 * @throws `TypeError` if the editor has no model
 */
export function isoformEditor<Row>(
  monaco: Monaco,
  target: editor.IStandaloneCodeEditor,
  language: Language<Row>,
  { record, parameters }: EditorOptions<Row> = {},
): IDisposable {
  const model = target.getModel();
  if (model === null) throw new TypeError("`isoformEditor`: the editor has no model");
  const api = monaco.languages;
  api.register({ id: ID });
  api.setLanguageConfiguration(ID, { comments: { lineComment: "//", blockComment: ["/*", "*/"] } });
  monaco.editor.setModelLanguage(model, ID);
  target.updateOptions({ "semanticHighlighting.enabled": true });

  const rangeOf = ({ start, end }: Span): IRange => {
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
    return {
      ...{ startLineNumber: from.lineNumber, startColumn: from.column },
      ...{ endLineNumber: to.lineNumber, endColumn: to.column },
    };
  };
  const editsOf = (edits: readonly Edit[]): languages.TextEdit[] =>
    edits.map(({ span, text }) => ({ range: rangeOf(span), text }));
  const changeOf = (edits: readonly Edit[]): languages.WorkspaceEdit => ({
    edits: editsOf(edits).map((textEdit) => ({
      ...{ resource: model.uri, textEdit, versionId: model.getVersionId() },
    })),
  });
  const itemOf = (item: CompletionItem): languages.CompletionItem => ({
    ...{ label: item.label, detail: item.detail, filterText: item.filterText },
    kind: api.CompletionItemKind[KINDS[item.kind]],
    documentation: { value: item.documentation },
    sortText: String(item.rank).padStart(5, "0"),
    insertText: snippetOf(item.edit, /[\\$}]/g),
    insertTextRules: api.CompletionItemInsertTextRule.InsertAsSnippet,
    range: rangeOf(item.edit.span),
  });
  const wantsValues = (): boolean => {
    const position = target.hasTextFocus() ? target.getPosition() : null;
    if (position === null) return false;
    return language.complete(model.getValue(), model.getOffsetAt(position)).awaitsValues;
  };
  let completions = 0;
  async function complete(
    text: string,
    offset: number,
    token: CancellationToken,
  ): Promise<Completions> {
    const known = language.complete(text, offset);
    if (!known.awaitsValues) return known;
    const request = ++completions;
    const search = new AbortController();
    const stop = model?.onDidChangeContent(() => search.abort());
    token.onCancellationRequested(() => search.abort());
    const again = (): void => target.trigger(ID, "editor.action.triggerSuggest", {});
    const withValues = language.completeWithValues(text, offset, { signal: search.signal });
    const late = new Promise<Completions>((resolve) => setTimeout(resolve, PATIENCE, known));
    const found = await Promise.race([withValues, late]);
    // Monaco does not ask again if the list was empty, so trigger it. If it did ask again, its later request must not
    // be cancelled.
    withValues.then(() => {
      stop?.dispose();
      setTimeout(() => {
        const isOfNow = !search.signal.aborted;
        if (request === completions && (isOfNow ? found === known : wantsValues())) again();
      });
    });
    return found;
  }
  const { Error: error, Warning: warning, Info: information } = monaco.MarkerSeverity;
  const severities = { error, warning, information };
  const mark = (): void => {
    const markers = language.diagnostics(model.getValue()).map((found) => ({
      ...{ ...rangeOf(found.span), message: messageOf(found), code: found.code, source: ID },
      severity: severities[found.severity],
    }));
    monaco.editor.setModelMarkers(model, ID, markers);
  };
  mark();

  // A provider is called for every model with formulas, and each may have another schema.
  type Query<Answer> = (query: { readonly text: string; readonly offset: number }) => Answer;
  const at = <Answer>(
    other: editor.ITextModel,
    position: IPosition,
    answer: Query<Answer>,
  ): Answer | null =>
    other === model
      ? answer({ text: model.getValue(), offset: model.getOffsetAt(position) })
      : null;
  const tokens = semanticTokens(language);
  const parts: readonly IDisposable[] = [
    model.onDidChangeContent(mark),
    api.registerDocumentSemanticTokensProvider(ID, {
      ...tokens,
      provideDocumentSemanticTokens: (other, ...rest) =>
        other === model ? tokens.provideDocumentSemanticTokens(other, ...rest) : null,
    }),
    api.registerCompletionItemProvider(ID, {
      triggerCharacters: ["{", '"', "'", "$"],
      provideCompletionItems: (other, position, _, token) =>
        at(other, position, async ({ text, offset }) => {
          const { items, isIncomplete } = await complete(text, offset, token);
          return { suggestions: items.map(itemOf), incomplete: isIncomplete };
        }),
    }),
    api.registerHoverProvider(ID, {
      provideHover: (other, position) =>
        at(other, position, ({ text, offset }) => {
          const found = language.hover(text, offset);
          if (found === undefined) return null;
          return { range: rangeOf(found.span), contents: [{ value: found.markdown }] };
        }),
    }),
    api.registerSignatureHelpProvider(ID, {
      signatureHelpTriggerCharacters: ["(", ","],
      provideSignatureHelp: (other, position) =>
        at(other, position, ({ text, offset }) => {
          const found = language.signature(text, offset);
          if (found === undefined) return null;
          const { label, documentation, activeParameter = found.parameters.length } = found;
          const parameters = found.parameters.map(({ label: span, documentation: about }) => ({
            label: [span.start, span.end] as [number, number],
            documentation: about,
          }));
          const signatures = [{ label, documentation, parameters }];
          return { value: { signatures, activeSignature: 0, activeParameter }, dispose: nothing };
        }),
    }),
    api.registerDocumentFormattingEditProvider(ID, {
      provideDocumentFormattingEdits: (other) =>
        other === model ? editsOf(language.format(model.getValue())) : null,
    }),
    api.registerRenameProvider(ID, {
      provideRenameEdits: (other, position, name) =>
        at(other, position, ({ text, offset }) => {
          const renamed = language.rename(text, offset, name);
          return renamed.ok
            ? changeOf(renamed.edits)
            : { edits: [], rejectReason: renamed.message };
        }),
    }),
    api.registerCodeActionProvider(ID, {
      provideCodeActions: (other, range, { markers }) => {
        if (other !== model) return null;
        const start = model.getOffsetAt({
          lineNumber: range.startLineNumber,
          column: range.startColumn,
        });
        const end = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
        const actions = language.fixes(model.getValue(), { start, end }).map((action) => ({
          title: action.title,
          kind: action.kind === "quickfix" ? "quickfix" : "refactor.rewrite",
          diagnostics: markers.filter(({ code }) => code === action.diagnostic?.code),
          edit: changeOf(action.edits),
        }));
        return { actions, dispose: nothing };
      },
    }),
    api.registerInlayHintsProvider(ID, {
      provideInlayHints: (other) => {
        if (other !== model || record === undefined) return null;
        const text = model.getValue();
        const hints = lineValues(text, language.values(text, record, parameters)).map(
          ({ offset, shown }) => ({
            ...{ label: shown, position: model.getPositionAt(offset), paddingLeft: true },
          }),
        );
        return { hints, dispose: nothing };
      },
    }),
  ];
  return {
    dispose: () => {
      for (const part of parts) part.dispose();
      if (!model.isDisposed()) monaco.editor.setModelMarkers(model, ID, []);
    },
  };
}
