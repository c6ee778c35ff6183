import { check } from "../../engine/index.ts";
import type { FunctionDefinition } from "../../language/functions/define.ts";
import { requireSchema, type Schema } from "../../language/schema/index.ts";
import type { Diagnostic, Edit } from "../../language/source/diagnostic.ts";
import { FORMULA_OPTIONS } from "../../language/source/formula-options.ts";
import type { Span } from "../../language/source/span.ts";
import type { FormatOptions } from "../../language/syntax/index.ts";
import { bindMethods } from "../../util/bind-methods.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import type {
  CodeAction,
  CompleteOptions,
  Hover,
  Language,
  LanguageOptions,
  LanguageToken,
  PartValue,
  Reference,
  RenameResult,
  Signature,
} from "./assistance-types.ts";
import { type Completing, completeAt } from "./complete/complete.ts";
import type { Completions } from "./completion-item.ts";
import { type FunctionCard, functionCards } from "./describe/function-card.ts";
import { hoverAt } from "./describe/hover.ts";
import { partValues } from "./describe/part-values.ts";
import { signatureAt } from "./describe/signature.ts";
import { tokensIn } from "./describe/tokens.ts";
import { formatting, quickFixes, rewritings } from "./edit/fixes.ts";
import { foldsIn } from "./edit/folds.ts";
import { referencesAt, renameAt } from "./edit/rename.ts";
import { selectionsAt } from "./edit/selections.ts";
import { formatEdits } from "./format-edits.ts";
import { type Knowledge, knowledgeOf } from "./knowledge.ts";
import { ValueCache } from "./value-cache.ts";

/**
 * Creates a language service: `createLanguage({ schema })`. It runs in browsers and in Node, with any editor.
 *
 * @throws `TypeError` for an invalid option
 */
export function createLanguage<Row>(options: LanguageOptions<Row>): Language<Row> {
  requireKind(options, "object", "`createLanguage`: the options");
  requireSchema(options.schema, "createLanguage");
  requireOptions(options, "createLanguage", FORMULA_OPTIONS);
  return new LanguageService(options);
}

class LanguageService<Row> implements Language<Row> {
  static {
    bindMethods(LanguageService);
  }

  readonly schema: Schema<Row>;
  readonly #options: LanguageOptions<Row>;
  readonly #knowledge: Knowledge;
  readonly #cards: ReadonlyMap<FunctionDefinition, FunctionCard>;
  readonly #values: ValueCache;

  constructor(options: LanguageOptions<Row>) {
    this.schema = options.schema;
    this.#options = options;
    this.#knowledge = knowledgeOf(options);
    this.#cards = functionCards(this.#knowledge);
    this.#values = new ValueCache(options.values);
    // Reports an invalid option now, rather than at the first keystroke.
    this.diagnostics("");
  }

  diagnostics(text: string): readonly Diagnostic[] {
    return check(text, this.schema, this.#options).diagnostics;
  }

  complete(text: string, offset: number): Completions {
    return this.#complete(text, offset, "complete").completions;
  }

  async completeWithValues(
    text: string,
    offset: number,
    options: CompleteOptions = {},
  ): Promise<Completions> {
    requireOptions(options, "completeWithValues", { signal: "signal" });
    const { completions, wanted } = this.#complete(text, offset, "completeWithValues");
    if (wanted === undefined) return completions;
    await this.#values.load(wanted.field, wanted.prefix, options.signal);
    return this.complete(text, offset);
  }

  #complete(text: string, offset: number, call: string): Completing {
    requireKind(text, "text", `\`${call}\`: the text`);
    return completeAt(text, offset, {
      knowledge: this.#knowledge,
      cards: this.#cards.values(),
      values: this.#values,
    });
  }

  hover(text: string, offset: number): Hover | undefined {
    requireKind(text, "text", "`hover`: the text");
    return hoverAt(text, offset, this.#knowledge, this.#cards);
  }

  signature(text: string, offset: number): Signature | undefined {
    requireKind(text, "text", "`signature`: the text");
    return signatureAt(text, offset, this.#knowledge, this.#cards);
  }

  tokens(text: string): readonly LanguageToken[] {
    requireKind(text, "text", "`tokens`: the text");
    return tokensIn(text, this.#knowledge);
  }

  fixes(text: string, span: Span): readonly CodeAction[] {
    requireKind(span, "object", "`fixes`: the span");
    return [
      ...quickFixes(this.diagnostics(text), span),
      ...rewritings(text, span, this.#knowledge),
      ...formatting(text, this.#knowledge),
    ];
  }

  format(text: string, options: FormatOptions = {}): readonly Edit[] {
    return formatEdits(text, { limits: this.#knowledge.limits, ...options });
  }

  references(text: string, offset: number): readonly Reference[] {
    requireKind(text, "text", "`references`: the text");
    return referencesAt(text, offset, this.#knowledge);
  }

  rename(text: string, offset: number, name: string): RenameResult {
    requireKind(text, "text", "`rename`: the text");
    requireKind(name, "text", "`rename`: the name");
    return renameAt(text, offset, name, this.#knowledge);
  }

  selections(text: string, offset: number): readonly Span[] {
    requireKind(text, "text", "`selections`: the text");
    return selectionsAt(text, offset, this.#knowledge);
  }

  folds(text: string): readonly Span[] {
    requireKind(text, "text", "`folds`: the text");
    return foldsIn(text);
  }

  values(
    text: string,
    record: Row,
    parameters?: Readonly<Record<string, unknown>>,
  ): readonly PartValue[] {
    requireKind(text, "text", "`values`: the text");
    return partValues(
      text,
      record,
      this.#options,
      parameters,
      this.diagnostics,
      this.#knowledge.texts.types,
    );
  }
}
