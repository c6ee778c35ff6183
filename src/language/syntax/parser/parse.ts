import type { IToken } from "chevrotain";
import { requireOptions } from "../../../util/misuse.ts";
import type { Diagnostic, Result } from "../../source/diagnostic.ts";
import { type SyntaxFinding, withTexts } from "../../source/finding.ts";
import { type Fragment, sourceText } from "../../source/formula-fragment.ts";
import { type Limits, limitsFrom } from "../../source/formula-limits.ts";
import { FORMULA_OPTIONS } from "../../source/formula-options.ts";
import { ENGLISH_SYNTAX } from "../../source/messages/english-syntax.ts";
import type { Messages } from "../../source/messages/messages.ts";
import { withSoundFixes } from "../../source/sound-fixes.ts";
import { hasInvalidCharacter } from "../lexer/invalid-characters.ts";
import { tokenize } from "../lexer/lexer.ts";
import { checkTokenLimits } from "../lexer/token-limits.ts";
import { type Diagnosis, diagnose } from "../repair/diagnose.ts";
import type { Ast } from "../tree/ast.ts";
import { freezeTree } from "../tree/freeze-tree.ts";
import { Grammar } from "./grammar.ts";
import { guessedNodes } from "./guessed-nodes.ts";

/** The options of `parse` and `parseTolerant`. */
export interface ParseOptions {
  /** Limits that differ from the default ones. */
  readonly limits?: Partial<Limits>;
  /** The catalogue of diagnostic messages; English unless given. */
  readonly messages?: Messages | undefined;
}

/** The tree of a formula that may have mistakes. */
interface GuessedTree {
  /** The tree of the probable intention; `undefined` if it cannot be guessed. */
  readonly ast: Ast | undefined;
  /**
   * The ids of nodes that stand for a missing part, and of calls whose arguments may be incomplete. Their type is
   * unknown, and they should get no further diagnostics.
   */
  readonly guessed: ReadonlySet<number>;
}

/** A formula's tree, even if the formula has mistakes. */
export interface TolerantParse extends GuessedTree {
  /** The mistakes in the formula. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Like `TolerantParse`, for the engine, which adds texts to these findings together with those of the checker. */
export interface TolerantReading extends GuessedTree {
  readonly findings: readonly SyntaxFinding[];
}

let grammar: Grammar | undefined;

/** The syntax tree of a formula, or diagnostics if it has mistakes. A mistake in the text never throws. */
export function parse(
  source: string | Fragment,
  options: ParseOptions = {},
): Result<{ readonly ast: Ast }> {
  const text = sourceText(source, "parse");
  requireOptions(options, "parse", FORMULA_OPTIONS);
  const limits = limitsFrom(options.limits);
  const outcome = read(text, limits);
  return outcome.ast === undefined
    ? { ok: false, diagnostics: textsOf(text, outcome.diagnosis.findings, limits, options) }
    : { ok: true, diagnostics: [], ast: freezeTree(outcome.ast) };
}

/** Like `parse`, but an invalid formula also gets a tree of its probable meaning, so that the rest can be checked. */
export function parseTolerant(
  source: string | Fragment,
  options: ParseOptions = {},
): TolerantParse {
  const text = sourceText(source, "parseTolerant");
  requireOptions(options, "parseTolerant", FORMULA_OPTIONS);
  const limits = limitsFrom(options.limits);
  const { findings, ast, guessed } = readTolerant(text, limits);
  if (ast !== undefined) freezeTree(ast);
  return { diagnostics: textsOf(text, findings, limits, options), ast, guessed };
}

function textsOf(
  source: string,
  findings: readonly SyntaxFinding[],
  limits: Limits,
  { messages }: ParseOptions,
) {
  const sound = withSoundFixes(source, findings, (text) => readTolerant(text, limits).findings);
  return withTexts(sound, ENGLISH_SYNTAX, messages);
}

const NOTHING_GUESSED: ReadonlySet<number> = new Set();

/** Like `parseTolerant`, for the engine, which has checked its arguments. The tree is not frozen. */
export function readTolerant(text: string, limits: Limits): TolerantReading {
  const outcome = read(text, limits);
  if (outcome.ast !== undefined) {
    return { findings: [], ast: outcome.ast, guessed: NOTHING_GUESSED };
  }
  const { findings, repaired } = outcome.diagnosis;
  const ast = repaired && treeOf(text, repaired.tokens);
  if (ast === undefined || repaired === undefined) {
    return { findings, ast, guessed: NOTHING_GUESSED };
  }
  return { findings, ast, guessed: guessedNodes(ast.root, repaired.doubtfulCalls) };
}

type ParseOutcome =
  | { readonly ast: Ast }
  | { readonly ast: undefined; readonly diagnosis: Diagnosis };

function read(source: string, limits: Limits): ParseOutcome {
  if (source.length > limits.length) return failure([tooLong(source.length, limits)]);

  const tokens = tokenize(source);
  const broken = checkTokenLimits(tokens, limits);
  if (broken.length > 0) return failure(broken.slice(0, limits.diagnostics));

  const ast = hasInvalidCharacter(source) ? undefined : treeOf(source, tokens);
  return ast === undefined ? { ast, diagnosis: diagnose(source, tokens, limits) } : { ast };
}

function treeOf(source: string, tokens: IToken[]): Ast | undefined {
  // The grammar is built for the first formula, so importing the package costs nothing.
  grammar ??= new Grammar();
  const tree = grammar.read(tokens);
  return tree && { source, root: tree.root, nodeCount: tree.nodeCount };
}

function failure(findings: readonly SyntaxFinding[]): ParseOutcome {
  return { ast: undefined, diagnosis: { findings, repaired: undefined } };
}

function tooLong(length: number, { length: most }: Limits): SyntaxFinding {
  return { code: "formula-too-long", span: { start: most, end: length }, data: { length, most } };
}
