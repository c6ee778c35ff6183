import type { IToken } from "chevrotain";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { ForeignInfix } from "./foreign-infix.ts";
import { startsOperand, wordOf } from "./foreign-infix.ts";
import { foreignInfix } from "./foreign-operators.ts";
import { type Frame, openFrame } from "./frame.ts";
import { hasInvalidCharacter } from "./invalid-characters.ts";
import { bracketedField, junkDiagnostic, memberAccess } from "./junk.ts";
import {
  Additive,
  Comma,
  Comparison,
  Field,
  Joining,
  LeftParenthesis,
  Multiplicative,
  Name,
  NumberText,
  RightParenthesis,
  Text,
} from "./lexer.ts";
import { logicDiagnostics } from "./logic-operators.ts";
import type { MendedTokens } from "./mend-tokens.ts";
import { BracketName, ForeignOperator, Junk, MemberAccess } from "./mistake-tokens.ts";
import { endOf } from "./nodes.ts";
import { holeFor, isHole, tokenFor } from "./repaired-token.ts";
import { type Separator, tokensOfSegment } from "./segment.ts";
import {
  emptyFormula,
  emptyGroup,
  leadingEquals,
  missingArgument,
  missingOperand,
  missingOperator,
  missingParentheses,
  notCallable,
  semicolons,
  strayComma,
  strayParenthesis,
} from "./syntax-diagnostics.ts";

export interface Repaired {
  /** Tokens that the grammar accepts. */
  readonly tokens: IToken[];
  readonly diagnostics: readonly Diagnostic[];
  /** Where the names of calls stand whose arguments may not be all that was meant. */
  readonly doubtfulCalls: ReadonlySet<number>;
}

/**
 * Reads the tokens as the grammar would, and where the grammar would stop, says what is wrong and puts
 * in or leaves out as little as lets it go on. An expression needs no more state for this than whether
 * an operand or an operator comes next, and what is open.
 */
export function repair(source: string, mended: MendedTokens): Repaired {
  const repairer = new Repairer(source.length, mended.tokens);
  return repairer.run(mended.restIsLost);
}

class Repairer {
  private readonly repaired: IToken[] = [];
  private readonly diagnostics: Diagnostic[] = [];
  private readonly doubtfulCalls = new Set<number>();
  private frame: Frame = openFrame("formula", 0);
  private readonly outer: Frame[] = [];
  private wantsOperand = true;
  /** Set from a mistake on until sound tokens follow: what else seems wrong there is the same mistake. */
  private quiet = false;
  private index = 0;
  private readonly sourceLength: number;
  private readonly tokens: readonly IToken[];

  constructor(sourceLength: number, tokens: readonly IToken[]) {
    this.sourceLength = sourceLength;
    this.tokens = tokens;
  }

  run(restIsLost: boolean): Repaired {
    for (; this.index < this.tokens.length; this.index++) {
      const token = this.tokens[this.index];
      if (token !== undefined) this.read(token);
    }
    this.finish(restIsLost);
    return {
      tokens: this.repaired,
      diagnostics: this.diagnostics,
      doubtfulCalls: this.doubtfulCalls,
    };
  }
}
