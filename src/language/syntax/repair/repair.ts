import type { IToken } from "chevrotain";
import type { SyntaxFinding } from "../../source/finding.ts";
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
  Parameter,
  RightParenthesis,
  Text,
} from "../lexer/lexer.ts";
import { BracketName, ForeignOperator, MemberAccess } from "../lexer/mistake-tokens.ts";
import { endOf } from "../lexer/token-span.ts";
import { startsOperand, wordOf } from "./foreign-infix.ts";
import { numberWithUnit, sqlLiteral } from "./foreign-literals.ts";
import { foreignInfix } from "./foreign-operators.ts";
import { bracketedField, isLengthOf, junk, memberAccess } from "./junk.ts";
import { leadingEquals } from "./misplaced-tokens.ts";
import { finish, readClosing, readComma } from "./punctuation.ts";
import { RepairState } from "./repair-state.ts";
import type { RepairedTokens } from "./repair-tokens.ts";
import { tokenFor } from "./repaired-token.ts";

const MOST_MISTAKES = 500;

export interface RepairedFormula {
  /** Tokens that the grammar accepts. */
  readonly tokens: IToken[];
  readonly findings: readonly SyntaxFinding[];
  /** The offsets of the names of calls whose arguments may be incomplete. */
  readonly doubtfulCalls: ReadonlySet<number>;
}

/**
 * Reads the tokens as the grammar does. Where the grammar would stop, this reports the mistake, and adds or drops as
 * few tokens as possible to continue. For expressions, the only state is whether an operand or an operator comes next,
 * and which parts are open.
 */
export function repair({ tokens, restIsLost }: RepairedTokens): RepairedFormula {
  const state = new RepairState();
  const repairer = new Repairer(state, tokens);
  const isAllRead = repairer.readAll();
  const last = tokens.at(-1);
  finish(state, last === undefined ? 0 : endOf(last), restIsLost || !isAllRead);
  return state;
}

class Repairer {
  private readonly state: RepairState;
  private readonly input: readonly IToken[];
  private index = 0;

  constructor(state: RepairState, input: readonly IToken[]) {
    this.state = state;
    this.input = input;
  }

  /** Reads all tokens. Returns false if it stops early because of too many mistakes. */
  readAll(): boolean {
    for (let token = this.input[0]; token !== undefined; token = this.input[++this.index]) {
      if (this.state.findings.length >= MOST_MISTAKES) return false;
      this.read(token);
    }
    return true;
  }

  private read(token: IToken): void {
    const { state } = this;
    switch (token.tokenType) {
      case Text:
      case NumberText:
      case Field:
      case Parameter:
        state.operand(token);
        break;
      case Name:
        this.readName(token);
        break;
      case Additive:
        if (state.wantsOperand) state.sign(token);
        else state.operator(token);
        break;
      case Comparison:
      case Joining:
      case Multiplicative:
        this.readOperator(token);
        break;
      case LeftParenthesis:
        if (state.wantsOperand) state.openGroup(token);
        else state.openBehindOperand(token);
        break;
      case RightParenthesis:
        readClosing(state, token);
        break;
      case Comma:
        readComma(state, token);
        break;
      case ForeignOperator:
        this.readForeign(token);
        break;
      case MemberAccess:
        this.readMember(token);
        break;
      case BracketName:
        this.readBracketName(token);
        break;
      default:
        this.readJunk(token);
    }
  }

  private readName(token: IToken): void {
    const { state } = this;
    const next = this.input[this.index + 1];
    const word = wordOf(token);
    if (!state.wantsOperand && this.readWordOperator(token, word)) return;
    if (this.readLiteral()) return;
    if (next?.tokenType === LeftParenthesis) {
      this.index++;
      state.openCall(token, next);
    } else if (state.wantsOperand && word === "NOT" && startsOperand(next)) {
      // A field may be named NOT, but two adjacent operands are a mistake anyway.
      state.separate("not", token);
    } else {
      state.operand(token);
    }
  }

  /** Reads a literal of another language. Returns false if there is none. */
  private readLiteral(): boolean {
    const { state, input, index } = this;
    const last = state.last();
    const literal = state.wantsOperand
      ? sqlLiteral(input, index, last)
      : numberWithUnit(last, input, index, state.tokens.at(-2));
    if (literal === undefined) return false;
    const { finding, token, length } = literal;
    state.findings.push(finding);
    if (state.wantsOperand) {
      state.operand(token);
      this.index += length - 1;
    } else {
      state.tokens.pop();
      state.tokens.push(token);
    }
    return true;
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

  /** Reads an operator of another language between operands. Returns false if the token is not one. */
  private readInfix(token: IToken): boolean {
    const { state } = this;
    const infix = foreignInfix(state.leftOf(this.input, this.index), token);
    if (infix === undefined) return false;
    state.reportUnlessQuiet(() => infix.finding);
    state.tokens.push(...infix.tokens);
    state.wantsOperand = !infix.complete;
    if (infix.complete) state.trust();
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
    if (token.image === "=" && state.isAtStart()) state.findings.push(leadingEquals(token));
    else state.operator(token);
  }

  /** Reads a foreign operator that has no counterpart in this language. */
  private readForeign(token: IToken): void {
    const { state } = this;
    const { image } = token;
    const logic = LOGIC_OPERATORS.get(image);
    if (image === "!" && state.wantsOperand) {
      state.separate("not", token);
    } else if (logic !== undefined) {
      if (state.wantsOperand) state.hole(token.startOffset);
      state.separate(logic, token);
    } else if (state.wantsOperand) {
      state.reportUnlessQuiet(() => junk(token));
      state.hole(token.startOffset);
    } else if (image === ":" && state.frame.conditional) {
      state.separate("guess", token);
    } else if (!this.readInfix(token)) {
      state.reportUnlessQuiet(() => junk(token));
      state.frame.conditional = image === "?";
      state.separate("guess", token);
    }
  }

  private readMember(token: IToken): void {
    const { state } = this;
    const isCalled = this.input[this.index + 1]?.tokenType === LeftParenthesis;
    if (!state.wantsOperand && isLengthOf(token) && !isCalled && !state.quiet) {
      const finding = state.wrapTextCall("LEN", token);
      if (finding !== undefined) {
        state.reportUnlessQuiet(() => finding);
        return;
      }
    }
    const owner = state.wantsOperand ? undefined : state.lastOperand();
    state.reportUnlessQuiet(() => memberAccess(token, owner));
    if (state.wantsOperand) state.hole(token.startOffset);
    else if (owner !== undefined) state.replaceLast(owner, isLengthOf(token) ? "LEN" : undefined);
    state.distrust();
  }

  private readBracketName(token: IToken): void {
    const { state } = this;
    if (state.wantsOperand) {
      state.reportUnlessQuiet(() => bracketedField(token));
      const reference = `{${token.image.slice(1, -1)}}`;
      state.operand(tokenFor(Field, reference, token.startOffset, endOf(token)));
    } else {
      this.readMember(token);
    }
  }

  private readJunk(token: IToken): void {
    const { state } = this;
    const { frame } = state;
    const { image } = token;
    if (hasInvalidCharacter(image)) {
      // Invalid characters have been reported for the whole formula already.
      state.distrust();
    } else if (image === ";" && (frame.kind === "call" || frame.kind === "list")) {
      // In a list, which a mistake opened, the semicolon is part of that mistake.
      if (frame.kind === "call") frame.semicolons.push(token);
      readComma(state, token);
    } else if (image === "]" && frame.kind === "list" && frame.opening.image === "[") {
      readClosing(state, token);
    } else {
      state.reportUnlessQuiet(() =>
        junk(token, this.input[this.index + 1], this.input[this.index + 2]),
      );
      if (image === "[") state.openList(token);
    }
  }
}

const LOGIC_OPERATORS: ReadonlyMap<string, "and" | "or"> = new Map([
  ["&&", "and"],
  ["||", "or"],
  ["|", "or"],
]);
