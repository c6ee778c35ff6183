import type {
  CompletionItem as CompletionShape,
  Diagnostic as DiagnosticShape,
  Hover as HoverShape,
  SignatureHelp,
} from "vscode-languageserver-protocol";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic } from "../../language/source/diagnostic.ts";
import type {
  CompletionItem,
  Hover,
  LanguageToken,
  Signature,
  TokenKind,
} from "../assistance/index.ts";
import { messageOf } from "../assistance/message.ts";
import { snippetOf } from "../assistance/snippet.ts";
import { rangeOf } from "./document-ranges.ts";

// The protocol's names for results of the language service.

const SEVERITIES = { error: 1, warning: 2, information: 3 } as const;

export function diagnosticShape(
  document: TextDocument,
  uri: string,
  found: Diagnostic,
): DiagnosticShape {
  const { code, severity, span, related = [] } = found;
  return {
    range: rangeOf(document, span),
    severity: SEVERITIES[severity],
    code,
    source: "isoform",
    message: messageOf(found),
    relatedInformation: related.map((one) => ({
      location: { uri, range: rangeOf(document, one.span) },
      message: one.message,
    })),
  };
}

/** The protocol's numbers for kinds of completion items. */
const ITEM_KINDS = {
  field: 5,
  function: 3,
  value: 12,
  constant: 21,
  operator: 24,
  unit: 20,
  format: 15,
  parameter: 6,
} as const satisfies Readonly<Record<CompletionItem["kind"], CompletionShape["kind"]>>;

export function completionShape(
  document: TextDocument,
  { label, kind, detail, documentation, edit, filterText, rank }: CompletionItem,
  hasSnippets: boolean,
): CompletionShape {
  const [first, ...others] = edit.tabStops;
  // A single tab stop at the end needs no snippet.
  const isSnippet = hasSnippets && (others.length > 0 || first.start < edit.text.length);
  return {
    label,
    kind: ITEM_KINDS[kind],
    detail,
    filterText,
    sortText: String(rank).padStart(5, "0"),
    ...(documentation === "" ? {} : { documentation: { kind: "markdown", value: documentation } }),
    insertTextFormat: isSnippet ? 2 : 1,
    textEdit: {
      range: rangeOf(document, edit.span),
      newText: isSnippet ? snippetOf(edit, /[\\$}]/g) : edit.text,
    },
  };
}

export function hoverShape(document: TextDocument, { markdown, span }: Hover): HoverShape {
  return { contents: { kind: "markdown", value: markdown }, range: rangeOf(document, span) };
}

export function signatureShape(signature: Signature): SignatureHelp {
  const { label, documentation, parameters, activeParameter } = signature;
  return {
    signatures: [
      {
        label,
        documentation,
        parameters: parameters.map((parameter) => ({
          label: [parameter.label.start, parameter.label.end],
          documentation: parameter.documentation,
        })),
      },
    ],
    activeSignature: 0,
    // An index out of range highlights no parameter.
    activeParameter: activeParameter ?? parameters.length,
  };
}

/** The protocol's name for each kind of token; `undefined` for a kind that the editor highlights itself. */
const TOKEN_TYPES: Readonly<Record<TokenKind, string | undefined>> = {
  function: "function",
  field: "property",
  "unknown-field": "property",
  text: "string",
  escape: "string",
  number: "number",
  operator: "operator",
  punctuation: undefined,
  comment: "comment",
  constant: "keyword",
  parameter: "parameter",
  invalid: undefined,
};

export const TOKEN_LEGEND = {
  tokenTypes: [...new Set(Object.values(TOKEN_TYPES).flatMap((type) => type ?? []))],
  tokenModifiers: [],
};

/** Encodes each token as five numbers, relative to the previous token. A token does not span lines. */
export function tokenData(
  document: TextDocument,
  tokens: readonly LanguageToken[],
): readonly number[] {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (const { span, kind } of tokens) {
    const type = TOKEN_LEGEND.tokenTypes.indexOf(TOKEN_TYPES[kind] ?? "");
    if (type === -1) continue;
    const text = document.getText().slice(span.start, span.end);
    for (const { 0: part, index } of text.matchAll(/[^\r\n]+/g)) {
      const { line, character } = document.positionAt(span.start + index);
      const isSame = line === last.line;
      data.push(line - last.line, isSame ? character - last.character : character);
      data.push(part.length, type, 0);
      last = { line, character };
    }
  }
  return data;
}
