import { requireOptions } from "../../../util/misuse.ts";
import type { Result } from "../../source/diagnostic.ts";
import { type Fragment, sourceText } from "../../source/formula-fragment.ts";
import { FORMULA_OPTIONS } from "../../source/formula-options.ts";
import { commentsIn } from "../lexer/lexer.ts";
import { type ParseOptions, parse } from "../parser/parse.ts";
import { CommentPositions } from "./comments.ts";
import { Layout } from "./layout.ts";

/** The options of `format`. */
export interface FormatOptions extends ParseOptions {
  /** The maximum length of a line; 80 unless given. */
  readonly width?: number;
  /** The number of spaces per level of indentation; 2 unless given. */
  readonly indent?: number;
}

/**
 * Formats a formula in its canonical spelling; a long formula is broken into lines. The meaning and the comments are
 * preserved. Formatting is idempotent.
 */
export function format(
  source: string | Fragment,
  options: FormatOptions = {},
): Result<{ readonly text: string }> {
  const text = sourceText(source, "format");
  requireOptions(options, "format", FORMULA_OPTIONS);
  const parsed = parse(text, options);
  if (!parsed.ok) return parsed;
  const comments = new CommentPositions(parsed.ast, commentsIn(text));
  const layout = new Layout(comments, options.width ?? 80, options.indent ?? 2);
  return { ok: true, diagnostics: [], text: layout.formula(parsed.ast.root) };
}
