import type { IToken } from "chevrotain";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { hasInvalidCharacter } from "../lexer/invalid-characters.ts";
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
} from "../lexer/lexer.ts";
import { BracketName, ForeignOperator, MemberAccess } from "../lexer/mistake-tokens.ts";
import { endOf } from "../lexer/token-span.ts";
import { startsOperand, wordOf } from "./foreign-infix.ts";
import { foreignInfix } from "./foreign-operators.ts";
import { bracketedField, junkDiagnostic, memberAccess } from "./junk.ts";
import type { MendedTokens } from "./mend-tokens.ts";
import { RepairState } from "./repair-state.ts";
import { tokenFor } from "./repaired-token.ts";
import {
  emptyGroup,
  leadingEquals,
  missingArgument,
  missingParentheses,
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
 * in or leaves out as little as lets it go on. For expressions, no more state is needed than whether
 * an operand or an operator comes next, and what is open.
 */
export function repair({ tokens, restIsLost }: MendedTokens): Repaired {
  return new Repairer(tokens).run(restIsLost);
}

class Repairer {
  private readonly state = new RepairState();
  private readonly input: readonly IToken[];
  private index = 0;

  constructor(input: readonly IToken[]) {
    this.input = input;
  }

  run(restIsLost: boolean): Repaired {
    while (this.index < this.input.length) {
      const token = this.input[this.index];
      if (token !== undefined) this.read(token);
      this.index++;
    }
    this.finish(restIsLost);
    return this.state;
  }

  private read(token: IToken): void {
    const { state } = this;
    switch (token.tokenType) {
      case Text:
      case NumberText:
      case Field:
        return state.operand(token);
      case Name:
        return this.readName(token);
      case Additive:
        return state.wantsOperand ? state.sign(token) : state.operator(token);
      case Comparison:
      case Joining:
      case Multiplicative:
        return this.readOperator(token);
      case LeftParenthesis:
        return state.wantsOperand ? state.openGroup(token) : state.openBehindOperand(token);
      case RightParenthesis:
        return this.readClosing(token);
      case Comma:
        return this.readComma(token);
      case ForeignOperator:
        return this.readForeign(token);
      case MemberAccess:
        return this.readMember(token);
      case BracketName:
        return this.readBracketName(token);
      default:
        return this.readJunk(token);
    }
  }

  private readName(token: IToken): void {
    const { state } = this;
    const next = this.input[this.index + 1];
    const word = wordOf(token);
    if (!state.wantsOperand && this.readWordOperator(token, word)) return;
    if (next?.tokenType === LeftParenthesis) {
      this.index++;
      return state.openCall(token, next);
    }
    // A field may be called NOT, but two operands side by side are a mistake anyway.
    if (state.wantsOperand && word === "NOT" && startsOperand(next)) {
      return state.separate("not", token);
    }
    state.operand(token);
  }

  private readWordOperator(token: IToken, word: string): boolean {
    const { state } = this;
    if (word === "AND" && state.frame.between) {
      state.frame.between = false;
      state.operator(tokenFor(Joining, "&", token.startOffset, endOf(token)));
      return true;
    }
    if (word === "AND" || word === "OR") {
      state.separate(word === "AND" ? "and" : "or", token);
      return true;
    }
    return this.readInfix(token);
  }

  /** An operator of another language, where an operator stands. */
  private readInfix(token: IToken): boolean {
    const { state } = this;
    const infix = foreignInfix(state.leftOf(this.input, this.index), token);
    if (infix === undefined) return false;
    state.reportUnlessQuiet(() => infix.diagnostic);
    state.trust();
    state.tokens.push(...infix.tokens);
    state.wantsOperand = !infix.complete;
    this.index += infix.length - 1;
    const next = this.input[this.index + 1];
    if (infix.expects === "and") state.frame.between = true;
    if (infix.expects === "list" && next?.tokenType === LeftParenthesis) {
      state.openList(next);
      this.index++;
    }
    return true;
  }

  private readOperator(token: IToken): void {
    const { state } = this;
    if (token.image === "=" && state.isAtStart()) {
      state.diagnostics.push(leadingEquals(token));
    } else {
      state.operator(token);
    }
  }

  private readClosing(token: IToken): void {
    const { state } = this;
    const { kind, opening } = state.frame;
    if (opening === undefined) return state.reportUnlessQuiet(() => strayParenthesis(token));
    if (state.wantsOperand) {
      if (!state.segmentIsEmpty()) {
        state.operandMissingAfter(token.startOffset);
      } else if (state.endsInComma()) {
        this.reportMissingArgument(state.tokens.at(-1));
        state.dropComma();
      } else if (kind === "group") {
        state.reportUnlessQuiet(() => emptyGroup(opening, token));
        state.hole(token.startOffset);
      }
    }
    state.close(token.startOffset, endOf(token));
    state.trust();
  }

  private reportMissingArgument(comma: IToken | undefined): void {
    if (comma !== undefined) this.state.reportUnlessQuiet(() => missingArgument(comma));
  }

  private readComma(token: IToken): void {
    const { state } = this;
    const { frame } = state;
    const complete = !state.wantsOperand;
    if (frame.kind === "formula" || frame.kind === "group") {
      if (!frame.strayComma) state.reportUnlessQuiet(() => strayComma(token));
      frame.strayComma = true;
      if (!complete) state.hole(token.startOffset);
      return state.separate("guess", token);
    }
    if (!complete && state.segmentIsEmpty()) {
      this.reportMissingArgument(token);
      state.doubt();
      state.hole(token.startOffset);
    } else if (!complete) {
      state.operandMissingAfter(token.startOffset);
    }
    state.nextArgument(token);
    if (complete) state.trust();
  }

  /** What is left of the foreign operators: those without an equal in the language. */
  private readForeign(token: IToken): void {
    const { state } = this;
    const { frame } = state;
    if (token.image === "!" && state.wantsOperand) return state.separate("not", token);
    const logic = LOGIC_OPERATORS.get(token.image);
    if (logic !== undefined) {
      if (state.wantsOperand) state.operandMissingBefore(token);
      return state.separate(logic, token);
    }
    if (token.image === ":" && frame.conditional) {
      if (state.wantsOperand) state.hole(token.startOffset);
      return state.separate("guess", token);
    }
    if (state.wantsOperand) {
      state.reportUnlessQuiet(() => junkDiagnostic(token));
      return state.hole(token.startOffset);
    }
    if (this.readInfix(token)) return;
    state.reportUnlessQuiet(() => junkDiagnostic(token));
    frame.conditional = token.image === "?";
    state.separate("guess", token);
  }

  private readMember(token: IToken): void {
    const { state } = this;
    state.reportUnlessQuiet(() => memberAccess(token));
    if (state.wantsOperand) state.hole(token.startOffset);
    state.distrust();
  }

  private readBracketName(token: IToken): void {
    const { state } = this;
    if (!state.wantsOperand) return this.readMember(token);
    state.reportUnlessQuiet(() => bracketedField(token));
    const reference = `{${token.image.slice(1, -1)}}`;
    state.operand(tokenFor(Field, reference, token.startOffset, endOf(token)));
  }

  private readJunk(token: IToken): void {
    const { state } = this;
    const { frame } = state;
    // Reported already, for the whole formula at once.
    if (hasInvalidCharacter(token.image)) return state.distrust();
    if (token.image === ";" && (frame.kind === "call" || frame.kind === "list")) {
      frame.semicolons.push(token);
      return this.readComma(token);
    }
    if (token.image === "]" && frame.opening?.image === "[") return this.readClosing(token);
    state.reportUnlessQuiet(() => junkDiagnostic(token));
    if (token.image === "[") state.openList(token);
  }

  private finish(restIsLost: boolean): void {
    const { state } = this;
    const last = this.input.at(-1);
    const end = last === undefined ? 0 : endOf(last);
    if (restIsLost) state.distrust();
    const unclosed: IToken[] = [];
    while (state.frame.opening !== undefined) {
      if (state.frame.opening.image === "(") unclosed.unshift(state.frame.opening);
      this.finishSegment(end);
      state.doubt();
      state.close(end, end);
    }
    this.finishSegment(end);
    state.closeSegment();
    if (unclosed.length > 0 && !restIsLost) {
      state.diagnostics.push(missingParentheses(unclosed, end));
    }
  }

  private finishSegment(end: number): void {
    const { state } = this;
    if (!state.wantsOperand) return;
    if (!state.segmentIsEmpty()) {
      state.operandMissingAfter(end);
    } else if (state.endsInComma()) {
      state.dropComma();
    } else if (state.frame.kind === "group" || state.frame.kind === "formula") {
      state.hole(end);
    }
  }
}

const LOGIC_OPERATORS: ReadonlyMap<string, "and" | "or"> = new Map([
  ["&&", "and"],
  ["||", "or"],
  ["|", "or"],
]);
