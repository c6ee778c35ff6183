import type { IToken } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import {
  Comma,
  Comparison,
  Joining,
  LeftParenthesis,
  Name,
  RightParenthesis,
} from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { type InfixPosition, simpleOperand } from "./foreign-infix.ts";
import { type Frame, formulaFrame, type OpenFrame, openFrame } from "./frame.ts";
import { logicFindings } from "./logic-operators.ts";
import { missingOperand, missingOperator, notCallable, semicolons } from "./misplaced-tokens.ts";
import { holeFor, isHole, tokenFor } from "./repaired-token.ts";
import { type Separator, tokensOfSegment } from "./segment.ts";

/** Functions whose result is a text. */
const TEXT_FUNCTION =
  /^(?:UPPER|LOWER|TRIM|LEFT|RIGHT|MID|CONCATENATE|SUBSTITUTE|REPLACE|REGEX_(?:REPLACE|EXTRACT)|ARRAYJOIN|DATETIME_FORMAT)$/i;

/** The most edits of a fix for a run of the same mistake. */
const LONGEST_RUN = 100;

/** The state of a repair: the tokens so far, the open parts, and the findings. */
export class RepairState {
  readonly tokens: IToken[] = [];
  readonly findings: SyntaxFinding[] = [];
  /** The offsets of the names of calls whose arguments may be incomplete. */
  readonly doubtfulCalls = new Set<number>();
  /** Whether the next token must be an operand; otherwise, it must be an operator. */
  wantsOperand = true;
  frame: Frame = formulaFrame();
  /** Set from a mistake until valid tokens follow: further problems there belong to the same mistake. */
  quiet = false;

  /** Takes a function, because most findings in a long run of mistakes are never built. */
  reportUnlessQuiet(describe: () => SyntaxFinding): void {
    if (this.quiet) return;
    this.findings.push(describe());
    this.quiet = true;
  }

  /** Like `reportUnlessQuiet`; if the last finding is the same mistake one token before, its fix continues here. */
  reportRun(finding: SyntaxFinding): void {
    const last = this.findings.at(-1);
    const { fix } = finding;
    if (this.quiet && last?.code === finding.code && last.fix && fix) {
      const isShort = last.fix.length < LONGEST_RUN;
      if (isShort)
        this.findings[this.findings.length - 1] = { ...last, fix: [...last.fix, ...fix] };
    } else {
      this.reportUnlessQuiet(() => finding);
    }
  }

  /** Ends the quiet mode: the next mistake is reported again. */
  trust(): void {
    this.quiet = false;
  }

  distrust(): void {
    this.quiet = true;
  }

  /** Whether no token has been read yet, and no mistake has been reported. */
  isAtStart(): boolean {
    return this.tokens.length === 0 && this.segmentIsEmpty() && !this.quiet;
  }

  operand(token: IToken): void {
    const fits = this.wantsOperand;
    if (!fits) this.operatorMissingBefore(token);
    this.tokens.push(token);
    this.wantsOperand = false;
    if (fits) this.quiet = isHole(token);
  }

  /** Adds a placeholder for a missing operand that has been reported, or need not be. */
  hole(at: number): void {
    this.tokens.push(holeFor(at, at));
    this.wantsOperand = false;
    this.quiet = true;
  }

  operator(token: IToken): void {
    const fits = !this.wantsOperand;
    if (!fits) {
      this.reportUnlessQuiet(() => missingOperand(token, "before"));
      this.hole(token.startOffset);
    }
    this.tokens.push(token);
    this.wantsOperand = true;
    if (fits) this.quiet = false;
  }

  sign(token: IToken): void {
    this.tokens.push(token);
  }

  separate(kind: Separator["kind"], token: IToken): void {
    const { frame } = this;
    frame.separators.push({ kind, at: this.tokens.length - frame.segmentStart, token });
    this.wantsOperand = true;
  }

  /** Reports a missing operand at the end of the segment. */
  operandMissingAfter(at: number): void {
    const endsInSeparator =
      this.frame.separators.at(-1)?.at === this.tokens.length - this.frame.segmentStart;
    const operator = this.tokens.at(-1);
    // A separator is a mistake with its own diagnostic.
    if (operator !== undefined && !endsInSeparator) {
      this.reportUnlessQuiet(() => missingOperand(operator, "after"));
    }
    this.hole(at);
  }

  openGroup(opening: IToken): void {
    const outer = this.frame;
    this.frame = openFrame({ kind: "group", outer, opening }, this.open(opening));
  }

  openCall(callee: IToken, opening: IToken): void {
    if (!this.wantsOperand) this.operatorMissingBefore(callee);
    this.tokens.push(callee);
    const outer = this.frame;
    this.frame = openFrame({ kind: "call", outer, opening, callee }, this.open(opening));
  }

  /** Opens a list, which becomes a call without a name. */
  openList(opening: IToken): void {
    if (!this.wantsOperand) this.separate("guess", opening);
    this.tokens.push(holeFor(opening.startOffset, opening.startOffset));
    const outer = this.frame;
    this.frame = openFrame({ kind: "list", outer, opening }, this.open(opening));
  }

  /** Opens a list at a parenthesis that follows an operand other than a name. */
  openBehindOperand(opening: IToken): void {
    this.putBeside(opening, (before) => notCallable(before, opening));
    this.openList(opening);
  }

  /** Whether no token has been read since the frame was opened, or since its last comma. */
  segmentIsEmpty(): boolean {
    return this.tokens.length === this.frame.segmentStart && this.frame.separators.length === 0;
  }

  last(): IToken | undefined {
    return this.tokens.at(-1);
  }

  /** The last token, if it is a complete operand. */
  lastOperand(): IToken | undefined {
    return simpleOperand(this.tokens, this.tokens.length - 1);
  }

  /** Wraps the last operand in a call; without a name, replaces it with a placeholder. */
  replaceLast(operand: IToken, name: string | undefined): void {
    const { startOffset } = operand;
    const end = endOf(operand);
    this.tokens.pop();
    if (name === undefined) {
      this.tokens.push(holeFor(startOffset, end));
      return;
    }
    this.tokens.push(
      tokenFor(Name, name, startOffset, startOffset),
      tokenFor(LeftParenthesis, "(", startOffset, startOffset),
      operand,
      tokenFor(RightParenthesis, ")", end, end),
    );
  }

  /** Wraps the last operand in a call if it is one of a function of texts; the finding is about the member behind it. */
  wrapTextCall(name: string, member: IToken): SyntaxFinding | undefined {
    let depth = 0;
    let at = this.tokens.length - 1;
    for (; at >= this.frame.segmentStart; at--) {
      const type = this.tokens[at]?.tokenType;
      if (type === RightParenthesis) depth++;
      else if (type === LeftParenthesis) depth--;
      if (depth === 0) break;
    }
    const callee = this.tokens[at - 1];
    if (callee === undefined || at <= this.frame.segmentStart) return undefined;
    if (this.last()?.tokenType !== RightParenthesis || !TEXT_FUNCTION.test(callee.image))
      return undefined;
    const { startOffset: start } = callee;
    const span = spanOf(member);
    this.tokens.splice(
      at - 1,
      0,
      tokenFor(Name, name, start, start),
      tokenFor(LeftParenthesis, "(", start, start),
    );
    this.tokens.push(tokenFor(RightParenthesis, ")", span.start, span.end));
    return {
      code: "foreign-syntax",
      span,
      data: { construct: "member", instead: `${name}(${callee.image}(…))` },
      fix: [...replace({ start, end: start }, `${name}(`), ...replace(span, ")")],
    };
  }

  isComma(token: IToken | undefined): token is IToken {
    return token?.tokenType === Comma;
  }

  /** Removes the last comma, because no argument follows it. */
  dropComma(): void {
    this.tokens.pop();
    this.frame.segmentStart--;
    this.doubt();
  }

  nextArgument(comma: IToken): void {
    this.frame.hasComma ||= comma.image === ",";
    this.closeSegment();
    this.tokens.push(tokenFor(Comma, ",", comma.startOffset, endOf(comma)));
    this.frame.segmentStart = this.tokens.length;
    this.wantsOperand = true;
  }

  /** Closes the frame at its closing token, or at the position of a missing one. */
  close(frame: OpenFrame, start: number, end: number): void {
    this.closeSegment();
    this.findings.push(...semicolons(frame.semicolons, frame.hasComma));
    this.tokens.push(tokenFor(RightParenthesis, ")", start, end));
    this.frame = frame.outer;
    this.wantsOperand = false;
  }

  closeSegment(): void {
    const { frame } = this;
    if (frame.separators.length > 0) {
      const run = {
        tokens: this.tokens.splice(frame.segmentStart),
        separators: frame.separators,
      };
      this.findings.push(...logicFindings(run));
      for (const token of tokensOfSegment(run)) this.tokens.push(token);
    }
    frame.separators = [];
    frame.conditional = false;
    frame.between = false;
  }

  /** Marks the arguments of the open call as possibly incomplete. */
  doubt(): void {
    const { frame } = this;
    if (frame.kind === "call") this.doubtfulCalls.add(frame.callee.startOffset);
  }

  /** The position of an infix operator at an index, with its left operand. */
  leftOf(tokens: readonly IToken[], index: number): InfixPosition {
    const { segmentStart, separators } = this.frame;
    const runStart = segmentStart + (separators.at(-1)?.at ?? 0);
    const last = this.tokens.length - 1;
    const operand = simpleOperand(this.tokens, last);
    const before = last > runStart ? this.tokens[last - 1]?.tokenType : undefined;
    const alone = before === undefined || before === Comparison || before === Joining;
    return {
      tokens,
      index,
      left: last === runStart ? operand : undefined,
      operand: alone ? operand : undefined,
    };
  }

  private open(token: IToken): number {
    this.tokens.push(tokenFor(LeftParenthesis, "(", token.startOffset, endOf(token)));
    this.wantsOperand = true;
    return this.tokens.length;
  }

  /** Reports a token that follows an operand without an operator between them. */
  private putBeside(token: IToken, describe: (before: IToken) => SyntaxFinding): void {
    const before = this.tokens.at(-1);
    if (before !== undefined && !isHole(token)) this.reportUnlessQuiet(() => describe(before));
    this.quiet = true;
    this.doubt();
    this.separate("guess", token);
  }

  private operatorMissingBefore(token: IToken): void {
    this.putBeside(token, (before) => missingOperator(before, token, this.frame.kind === "call"));
  }
}
