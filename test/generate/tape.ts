import { type Subject, USUAL } from "./subject.ts";

/**
 * A stream of choices read from bytes. A formula, a schema and rows are all made from one tape, so fast-check shrinks
 * them by shrinking bytes; past its end a tape reads zeros, and zero is always the simplest choice.
 */
export class Tape {
  /** What formulas from this tape are about. */
  readonly subject: Subject;
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array, subject: Subject = USUAL) {
    this.#bytes = bytes;
    this.subject = subject;
  }

  /** A whole number from 0 to below the bound, at most 65,536. */
  below(bound: number): number {
    if (bound <= 1) return 0;
    const byte = this.#next();
    return (bound <= 256 ? byte : byte * 256 + this.#next()) % bound;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("there is nothing to pick from");
    // `below` answers an index within the array.
    return choices[this.below(choices.length)] as T;
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === n - 1;
  }

  #next(): number {
    return this.#bytes[this.#position++] ?? 0;
  }
}
