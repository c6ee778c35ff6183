import type { IToken } from "chevrotain";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Limits } from "../../source/limits.ts";
import { invalidCharacters } from "../lexer/invalid-characters.ts";
import { checkTokenLimits } from "../lexer/token-limits.ts";
import { mendTokens } from "./mend-tokens.ts";
import { type Repaired, repair } from "./repair.ts";
import { emptyFormula } from "./syntax-diagnostics.ts";

/** The mistakes of a formula, and its tokens as they were probably meant; `undefined` if a limit is exceeded. */
export interface Diagnosis {
  readonly diagnostics: readonly Diagnostic[];
  readonly repaired: Repaired | undefined;
}

/** Finds the mistakes of a formula that the grammar does not accept. */
export function diagnose(source: string, tokens: readonly IToken[], limits: Limits): Diagnosis {
  const invalid = invalidCharacters(source);
  if (tokens.length === 0 && invalid.length === 0) {
    return { diagnostics: [emptyFormula(source.length)], repaired: undefined };
  }
  const mended = mendTokens(source, tokens);
  const repaired = repair(mended);
  const diagnostics = [...invalid, ...mended.diagnostics, ...repaired.diagnostics]
    .sort((first, second) => first.span.start - second.span.start)
    .slice(0, limits.diagnostics);
  const tooMuch = checkTokenLimits(repaired.tokens, limits).length > 0;
  return { diagnostics, repaired: tooMuch ? undefined : repaired };
}
