import type { IToken } from "chevrotain";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { Comma, Comparison, Joining, LeftParenthesis, RightParenthesis } from "../lexer/lexer.ts";
import { endOf } from "../lexer/token-span.ts";
import { type InfixPlace, simpleOperand } from "./foreign-infix.ts";
import { type Frame, formulaFrame, type OpenFrame, openFrame } from "./frame.ts";
import { logicDiagnostics } from "./logic-operators.ts";
import { holeFor, isHole, tokenFor } from "./repaired-token.ts";
import { type Separator, tokensOfSegment } from "./segment.ts";
import { missingOperand, missingOperator, notCallable, semicolons } from "./syntax-diagnostics.ts";

/** The tokens repaired so far, what is open, and what has been said. */
export class RepairState {
  readonly tokens: IToken[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** Where the names of calls stand whose arguments may not be all that was meant. */
  readonly doubtfulCalls = new Set<number>();
  /** Whether an operand comes next, rather than an operator. */
  wantsOperand = true;
  frame: Frame = formulaFrame();
  /** From a mistake on until sound tokens follow: what else seems wrong there is the same mistake. */
  private quiet = false;

  /** A function, since most of a long run of mistakes is never said. */
  reportUnlessQuiet(describe: () => Diagnostic): void {
    if (this.quiet) return;
    this.diagnostics.push(describe());
    this.quiet = true;
  }

  /** What follows is judged afresh. */
  trust(): void {
    this.quiet = false;
  }

  distrust(): void {
    this.quiet = true;
  }

  /** Whether nothing has been read yet, not even a mistake. */
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

  /** Stands for an operand that is missing, which has been reported or need not be. */
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

  /** The segment ends in an operator. */
  operandMissingAfter(at: number): void {
    const endsInSeparator =
      this.frame.separators.at(-1)?.at === this.tokens.length - this.frame.segmentStart;
    const operator = this.tokens.at(-1);
    // A separator is itself a mistake, and reported.
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

  /** What a mistake opened becomes a call without a name. */
  openList(opening: IToken): void {
    if (!this.wantsOperand) this.separate("guess", opening);
    this.tokens.push(holeFor(opening.startOffset, opening.startOffset));
    const outer = this.frame;
    this.frame = openFrame({ kind: "list", outer, opening }, this.open(opening));
  }

  /** A parenthesis right behind an operand that is no name. */
  openBehindOperand(opening: IToken): void {
    this.putBeside(opening, (before) => notCallable(before, opening));
    this.openList(opening);
  }

  /** Whether nothing has been read since the frame was opened, or since its last comma. */
  segmentIsEmpty(): boolean {
    return this.tokens.length === this.frame.segmentStart && this.frame.separators.length === 0;
  }

  last(): IToken | undefined {
    return this.tokens.at(-1);
  }

  isComma(token: IToken | undefined): token is IToken {
    return token?.tokenType === Comma;
  }

  /** Takes back the comma before an argument that does not come. */
  dropComma(): void {
    this.tokens.pop();
    this.frame.segmentStart--;
    this.doubt();
  }

  nextArgument(comma: IToken): void {
    this.closeSegment();
    this.tokens.push(tokenFor(Comma, ",", comma.startOffset, endOf(comma)));
    this.frame.segmentStart = this.tokens.length;
    this.wantsOperand = true;
  }

  /** Closes what is open, at its closing token or where one is missing. */
  close(frame: OpenFrame, start: number, end: number): void {
    this.closeSegment();
    this.diagnostics.push(...semicolons(frame.semicolons));
    this.tokens.push(tokenFor(RightParenthesis, ")", start, end));
    this.frame = frame.outer;
    this.wantsOperand = false;
  }

  closeSegment(): void {
    const { frame } = this;
    if (frame.separators.length > 0) {
      const piece = {
        tokens: this.tokens.splice(frame.segmentStart),
        separators: frame.separators,
      };
      this.diagnostics.push(...logicDiagnostics(piece));
      for (const token of tokensOfSegment(piece)) this.tokens.push(token);
    }
    frame.separators = [];
    frame.conditional = false;
    frame.between = false;
  }

  /** The arguments of the call that is open may not be all that was meant. */
  doubt(): void {
    const { frame } = this;
    if (frame.kind === "call") this.doubtfulCalls.add(frame.callee.startOffset);
  }

  /** What an infix operator here would have on its left. */
  leftOf(tokens: readonly IToken[], index: number): InfixPlace {
    const { segmentStart, separators } = this.frame;
    const pieceStart = segmentStart + (separators.at(-1)?.at ?? 0);
    const last = this.tokens.length - 1;
    const operand = simpleOperand(this.tokens, last);
    const before = last > pieceStart ? this.tokens[last - 1]?.tokenType : undefined;
    const alone = before === undefined || before === Comparison || before === Joining;
    return {
      tokens,
      index,
      left: last === pieceStart ? operand : undefined,
      operand: alone ? operand : undefined,
    };
  }

  private open(token: IToken): number {
    this.tokens.push(tokenFor(LeftParenthesis, "(", token.startOffset, endOf(token)));
    this.wantsOperand = true;
    return this.tokens.length;
  }

  /** The token stands behind an operand, where an operator was expected. */
  private putBeside(token: IToken, describe: (before: IToken) => Diagnostic): void {
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
