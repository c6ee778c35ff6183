import type { Diagnostic } from "vscode-languageserver-protocol";
import {
  TextDocument,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver-textdocument";
import { check } from "../../engine/index.ts";
import type { Language } from "../assistance/index.ts";
import { rangeOf } from "./document-ranges.ts";
import { diagnosticShape } from "./protocol-shapes.ts";
import type { SchemaFileProblem } from "./schema-file-problem.ts";
import { type MessageOptions, type SchemaFile, SchemaFiles } from "./schema-files.ts";

/** Sends the diagnostics of a file to the editor. */
type Publish = (uri: string, diagnostics: readonly Diagnostic[]) => void;

/** An open formula. */
interface OpenFormula {
  readonly document: TextDocument;
  readonly language: Language;
  /** The problem if its schema could not be read. */
  readonly unread: SchemaFileProblem | undefined;
}

/** The formulas open in the editor, each with the language service of its schema. */
export class OpenFormulas {
  readonly #documents = new Map<string, TextDocument>();
  readonly #changed = new Set<string>();
  readonly #publish: Publish;
  readonly #texts: MessageOptions;
  readonly #schemas: SchemaFiles;

  constructor(texts: MessageOptions, publish: Publish) {
    this.#texts = texts;
    this.#publish = publish;
    this.#schemas = new SchemaFiles((file) => this.#schemaChanged(file), texts);
  }

  open(uri: string, text: string): void {
    this.#documents.set(uri, documentOf(uri, text));
    this.#changed.add(uri);
  }

  change(uri: string, changes: readonly TextDocumentContentChangeEvent[]): void {
    const text = this.#documents.get(uri)?.getText() ?? "";
    // A new document object: a request that waits for values still needs the positions of the old one.
    this.#documents.set(uri, TextDocument.update(documentOf(uri, text), [...changes], 0));
    this.#changed.add(uri);
  }

  close(uri: string): void {
    this.#documents.delete(uri);
    this.#changed.delete(uri);
    this.#publish(uri, []);
  }

  /** An open formula; `undefined` if it is not open. */
  get(uri: string): OpenFormula | undefined {
    const document = this.#documents.get(uri);
    if (document === undefined) return undefined;
    const schema = this.#schemas.of(uri, document.getText());
    return { document, language: schema?.language ?? this.#schemas.none, unread: schema?.unread };
  }

  /** Publishes the diagnostics of changed formulas. A formula without a schema may use any fields. */
  publishChanged(): void {
    for (const uri of this.#changed) {
      const open = this.get(uri);
      if (open === undefined) continue;
      const { document, language, unread } = open;
      const text = document.getText();
      const { diagnostics } =
        language === this.#schemas.none
          ? check(text, undefined, this.#texts)
          : { diagnostics: language.diagnostics(text) };
      const shapes = diagnostics.map((one) => diagnosticShape(document, uri, one));
      if (unread !== undefined) shapes.push(schemaShape(document, unread));
      this.#publish(uri, shapes);
    }
    this.#changed.clear();
  }

  end(): void {
    this.#schemas.close();
  }

  #schemaChanged({ uri, text, problems }: SchemaFile): void {
    const file = documentOf(uri, text);
    this.#publish(
      uri,
      problems.map((problem) => schemaShape(file, problem)),
    );
    for (const open of this.#documents.keys()) this.#changed.add(open);
    setImmediate(() => this.publishChanged());
  }
}

function documentOf(uri: string, text: string): TextDocument {
  return TextDocument.create(uri, "isoform", 0, text);
}

function schemaShape(
  document: TextDocument,
  { code, message, start, end }: SchemaFileProblem,
): Diagnostic {
  return {
    range: rangeOf(document, { start, end }),
    severity: 1,
    source: "isoform",
    code,
    message,
  };
}
