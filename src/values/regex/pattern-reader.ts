/** What is wrong with a pattern, and where: an offset in UTF-16 units. */
export interface PatternFailure {
  readonly message: string;
  readonly offset: number;
}

/** A place in a pattern that moves on, and the first failure met. */
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

  /** What a sticky expression matches here, and moves past it. */
  takeMatch(sticky: RegExp): RegExpExecArray | undefined {
    const found = this.lookAt(sticky);
    if (found !== undefined) this.position += found[0].length;
    return found;
  }

  lookAt(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.position;
    return sticky.exec(this.source) ?? undefined;
  }

  /** The next code point; `""` at the end. */
  takeCharacter(): string {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.position += character.length;
    return character;
  }

  /** Keeps the failure. It returns `undefined`, which is what every part of the parser answers then. */
  fail(message: string, offset: number): undefined {
    this.failure ??= { message, offset };
  }
}
