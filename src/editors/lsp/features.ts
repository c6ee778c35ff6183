import type { Position, Range, TextDocument } from "vscode-languageserver-textdocument";
import type { Completions, Language } from "../assistance/index.ts";
import { rangeOf, spanOf, textEditsOf } from "./document-ranges.ts";
import { RPC_ERRORS, RpcError } from "./json-rpc.ts";
import {
  completionShape,
  hoverShape,
  signatureShape,
  TOKEN_LEGEND,
  tokenData,
} from "./protocol-shapes.ts";

/** The parameters of a request. The editor is trusted to follow the protocol. */
export interface RequestParams {
  readonly uri: string;
  readonly document: TextDocument;
  readonly language: Language;
  /** The offset of the request's position. */
  readonly offset: number;
  readonly params: {
    readonly range: Range;
    readonly positions: readonly Position[];
    readonly newName: string;
    readonly options?: { readonly tabSize?: number };
    readonly context?: { readonly diagnostics?: readonly { readonly code?: unknown }[] };
  };
  readonly hasSnippets: boolean;
  /** Aborts if the response is no longer needed. */
  readonly signal: AbortSignal;
}

/** Returns a result, or a promise that later requests need not wait for. */
type Feature = (params: RequestParams) => unknown;

/** The capabilities of the server. */
export const CAPABILITIES = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 2 },
  completionProvider: { triggerCharacters: ["{", "(", ",", '"', "'", "$", " ", "="] },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] },
  documentFormattingProvider: true,
  renameProvider: { prepareProvider: true },
  referencesProvider: true,
  documentHighlightProvider: true,
  codeActionProvider: { codeActionKinds: ["quickfix", "refactor.rewrite"] },
  semanticTokensProvider: { legend: TOKEN_LEGEND, full: true },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
} as const;

/** The requests about an open formula. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  "textDocument/completion": ({ document, language, offset, hasSnippets, signal }) => {
    const shape = ({ items, isIncomplete }: Completions) => ({
      isIncomplete,
      items: items.map((item) => completionShape(document, item, hasSnippets)),
    });
    const known = language.complete(document.getText(), offset);
    if (!known.awaitsValues) return shape(known);
    return language.completeWithValues(document.getText(), offset, { signal }).then(shape);
  },
  "textDocument/hover": ({ document, language, offset }) => {
    const hover = language.hover(document.getText(), offset);
    return hover === undefined ? null : hoverShape(document, hover);
  },
  "textDocument/signatureHelp": ({ document, language, offset }) => {
    const signature = language.signature(document.getText(), offset);
    return signature === undefined ? null : signatureShape(signature);
  },
  "textDocument/formatting": ({ document, language }) =>
    textEditsOf(document, language.format(document.getText())),
  "textDocument/prepareRename": ({ document, language, offset }) => {
    const at = language
      .references(document.getText(), offset)
      .find(({ span, kind }) => kind !== "function" && span.start <= offset && offset <= span.end);
    return at === undefined ? null : { range: rangeOf(document, at.span), placeholder: at.name };
  },
  "textDocument/rename": ({ uri, document, language, offset, params }) => {
    const result = language.rename(document.getText(), offset, params.newName);
    if (!result.ok) throw new RpcError(RPC_ERRORS.failed, result.message);
    return { changes: { [uri]: textEditsOf(document, result.edits) } };
  },
  "textDocument/references": ({ uri, document, language, offset }) =>
    language
      .references(document.getText(), offset)
      .map(({ span }) => ({ uri, range: rangeOf(document, span) })),
  "textDocument/documentHighlight": ({ document, language, offset }) =>
    language.references(document.getText(), offset).map(({ span }) => ({
      range: rangeOf(document, span),
    })),
  "textDocument/codeAction": ({ uri, document, language, params }) =>
    language
      .fixes(document.getText(), spanOf(document, params.range))
      .map(({ title, kind, edits, diagnostic }) => ({
        title,
        kind: kind === "quickfix" ? "quickfix" : "refactor.rewrite",
        // The editor's own diagnostic objects, which it recognizes.
        diagnostics: (params.context?.diagnostics ?? []).filter(
          ({ code }) => diagnostic !== undefined && code === diagnostic.code,
        ),
        edit: { changes: { [uri]: textEditsOf(document, edits) } },
      })),
  "textDocument/semanticTokens/full": ({ document, language }) => ({
    data: tokenData(document, language.tokens(document.getText())),
  }),
  "textDocument/foldingRange": ({ document, language }) =>
    language.folds(document.getText()).map((span) => {
      const { start, end } = rangeOf(document, span);
      return {
        startLine: start.line,
        startCharacter: start.character,
        endLine: end.line,
        endCharacter: end.character,
      };
    }),
  "textDocument/selectionRange": ({ document, language, params }) =>
    params.positions.map((position) =>
      language
        .selections(document.getText(), document.offsetAt(position))
        .reduceRight<object>((parent, span) => ({ range: rangeOf(document, span), parent }), {
          range: rangeOf(document, { start: 0, end: document.getText().length }),
        }),
    ),
};
