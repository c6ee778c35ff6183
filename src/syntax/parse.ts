import type { Diagnostic, Result } from "../source/diagnostic.ts";
import { DEFAULT_LIMITS, type Limits } from "../source/limits.ts";
import { diagnostic } from "../source/report.ts";
import type { Ast } from "./ast.ts";
import { Grammar } from "./grammar.ts";
import { tokenize } from "./lexer.ts";
import { checkTokenLimits } from "./token-limits.ts";

export interface ParseOptions {
  /** Limits that differ from the default ones. */
  readonly limits?: Partial<Limits>;
}

let grammar: Grammar | undefined;

/** The syntax tree of a formula, or what is wrong with it. It never throws, whatever the text. */
export function parse(source: string, options: ParseOptions = {}): Result<{ readonly ast: Ast }> {
  const limits = limitsOf(options);
  grammar ??= new Grammar();
  const { tokens } = tokenize(source);
  const tree = grammar.read(tokens);
  if (tree === undefined) {
    return { ok: false, diagnostics: [diagnostic("unexpected-token", { start: 0, end: source.length }, "the formula is not understood")] };
  }
  return { ok: true, diagnostics: [], ast: Object.freeze({ source, ...tree }) };
}

function limitsOf(options: ParseOptions): Limits {
  return options.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...options.limits };
}
