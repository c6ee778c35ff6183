import { check } from "../engine/index.ts";
import type { Language } from "../language/index.ts";
import { diagnosticShape } from "./protocol-shapes.ts";
import { NO_SCHEMA, type SchemaFile, SchemaFiles } from "./schema-files.ts";
import { type Range, type TextChange, TextDocument } from "./text-document.ts";

/** Tells the editor the diagnostics of a file. */
type Publish = (uri: string, diagnostics: readonly object[]) => void;

/** A formula that is open. */
interface OpenFormula {
  readonly document: TextDocument;
  readonly language: Language;
  /** Why its schema could not be read. */
  readonly unread: string | undefined;
}

/** The formulas that are open in the editor, each with the language of its schema. */
export class OpenFormulas {
  readonly #documents = new Map<string, TextDocument>();
  readonly #changed = new Set<string>();
  readonly #publish: Publish;
  readonly #schemas = new SchemaFiles((file) => this.#schemaChanged(file));

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  open(uri: string, text: string): void {
    this.#documents.set(uri, new TextDocument(text));
    this.#changed.add(uri);
  }

  change(uri: string, changes: readonly TextChange[]): void {
    const document = this.#documents.get(uri) ?? new TextDocument("");
    this.#documents.set(
      uri,
      changes.reduce((changed, change) => changed.changed(change), document),
    );
    this.#changed.add(uri);
  }

  close(uri: string): void {
    this.#documents.delete(uri);
    this.#changed.delete(uri);
    this.#publish(uri, []);
  }

  /** A formula that is open; `undefined` for others. */
  get(uri: string): OpenFormula | undefined {
    const document = this.#documents.get(uri);
    if (document === undefined) return undefined;
    const schema = this.#schemas.of(uri, document.text);
    return { document, language: schema?.language ?? NO_SCHEMA, unread: schema?.unread };
  }

  /** Tells the diagnostics of what has changed. A formula without a schema may have any fields. */
  publishChanged(): void {
    for (const uri of this.#changed) {
      const open = this.get(uri);
      if (open === undefined) continue;
      const { document, language, unread } = open;
      const { text } = document;
      const found = language === NO_SCHEMA ? check(text).diagnostics : language.diagnostics(text);
      const shapes = found.map((one) => diagnosticShape(document, uri, one));
      if (unread !== undefined) shapes.push(schemaShape(document.rangeOf(FIRST), unread));
      this.#publish(uri, shapes);
    }
    this.#changed.clear();
  }

  reloadSchemas(): void {
    this.#schemas.reload();
  }

  end(): void {
    this.#schemas.close();
  }

  #schemaChanged({ uri, text, problems }: SchemaFile): void {
    const file = new TextDocument(text);
    this.#publish(
      uri,
      problems.map(({ message, start, end }) => schemaShape(file.rangeOf({ start, end }), message)),
    );
    for (const open of this.#documents.keys()) this.#changed.add(open);
    setImmediate(() => this.publishChanged());
  }
}

const FIRST = { start: 0, end: 1 };

function schemaShape(range: Range, message: string): object {
  return { range, severity: 1, source: "isoform", message };
}
