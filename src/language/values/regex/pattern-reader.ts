import type { PatternProblem } from "../../source/messages/pattern-problem.ts";

/** A mistake in a pattern, with its offset in UTF-16 units. */
export interface PatternFailure {
  readonly problem: PatternProblem;
  readonly offset: number;
}

/** Reads a pattern from left to right, and records the first failure. */
export class PatternReader {
  readonly source: string;
  position = 0;
  failure: PatternFailure | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get done(): boolean {
    return this.position >= this.source.length;
  }

  isAt(text: string): boolean {
    return this.source.startsWith(text, this.position);
  }

  take(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Returns the match of a sticky expression at the current position, and moves past it. */
  takeMatch(sticky: RegExp): RegExpExecArray | undefined {
    const found = this.lookAt(sticky);
    if (found !== undefined) this.position += found[0].length;
    return found;
  }

  lookAt(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.position;
    return sticky.exec(this.source) ?? undefined;
  }

  /** Returns the next code point, and moves past it; `""` at the end. */
  takeCharacter(): string {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.position += character.length;
    return character;
  }

  /** Records the first failure. Returns `undefined`, as all parts of the parser do on failure. */
  fail(problem: PatternProblem, offset: number): undefined {
    this.failure ??= { problem, offset };
  }
}
