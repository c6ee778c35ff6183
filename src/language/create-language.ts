import { check } from "../engine/index.ts";
import { requireSchema, type Schema } from "../schema/index.ts";
import type { Diagnostic, Edit } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import type { FormatOptions } from "../syntax/index.ts";
import { bindMethods } from "../util/bind-methods.ts";
import { requireKind, requireOptions } from "../util/misuse.ts";
import type { Completions } from "./completion.ts";
import { formatEdits } from "./format-edits.ts";
import type {
  CodeAction,
  Hover,
  Language,
  LanguageOptions,
  LanguageToken,
  PartValue,
  Reference,
  RenameResult,
  Signature,
} from "./types.ts";

const OPTIONS = {
  limits: "object",
  functions: "objects",
  parameters: "object",
  timeZone: "text",
  values: "function",
  clock: "function",
} as const;

/**
 * Makes a language service: `createLanguage({ schema })`. It runs in browsers and in Node, for any editor.
 *
 * @throws `TypeError` if an option is wrong
 */
export function createLanguage<Row>(options: LanguageOptions<Row>): Language<Row> {
  requireKind(options, "object", "`createLanguage`: the options");
  requireSchema(options.schema, "createLanguage");
  requireOptions(options, "createLanguage", OPTIONS);
  return new LanguageService(options);
}

class LanguageService<Row> implements Language<Row> {
  static {
    bindMethods(LanguageService);
  }

  readonly schema: Schema<Row>;
  readonly #options: LanguageOptions<Row>;

  constructor(options: LanguageOptions<Row>) {
    this.schema = options.schema;
    this.#options = options;
    // This reports a wrong option now, and not at the first keystroke.
    this.diagnostics("");
  }

  diagnostics(text: string): readonly Diagnostic[] {
    return check(text, this.schema, this.#options).diagnostics;
  }

  complete(_text: string, offset: number): Completions {
    return {
      span: { start: offset, end: offset },
      items: [],
      isIncomplete: false,
      awaitsValues: false,
    };
  }

  async completeWithValues(text: string, offset: number): Promise<Completions> {
    return this.complete(text, offset);
  }

  hover(): Hover | undefined {
    return undefined;
  }

  signature(): Signature | undefined {
    return undefined;
  }

  tokens(): readonly LanguageToken[] {
    return [];
  }

  fixes(text: string, span: Span): readonly CodeAction[] {
    return this.diagnostics(text).flatMap((diagnostic): readonly CodeAction[] =>
      diagnostic.fix !== undefined &&
      diagnostic.span.start <= span.end &&
      diagnostic.span.end >= span.start
        ? [
            {
              title: diagnostic.fix.title,
              kind: "quickfix",
              edits: diagnostic.fix.edits,
              diagnostic,
            },
          ]
        : [],
    );
  }

  format(text: string, options: FormatOptions = {}): readonly Edit[] {
    const { limits } = this.#options;
    return formatEdits(text, limits === undefined ? options : { limits, ...options });
  }

  references(): readonly Reference[] {
    return [];
  }

  rename(): RenameResult {
    return { ok: false, message: "nothing here has a name that can be changed" };
  }

  selections(): readonly Span[] {
    return [];
  }

  folds(): readonly Span[] {
    return [];
  }

  values(): readonly PartValue[] {
    return [];
  }
}
