import { Automaton } from "./automaton.ts";
import { MatchScan } from "./match-scan.ts";
import { nativeSource } from "./native-source.ts";
import { type NativeWork, nativeWork } from "./native-work.ts";
import { compileProgram, type Program } from "./program.ts";
import { programSize } from "./program-size.ts";
import type { RegexNode } from "./regex-node.ts";
import { isHeldAtStart, leadingText } from "./regex-shape.ts";

// Nanoseconds for each character of a text, and for each step or attempt at it, measured with the worst patterns.
const NATIVE_CHARACTER = 60;
const STEP = 8;
const TRY = 2;

/** The bytes of a step of a program, with its edges in two automata; and of a step of the platform's own expression. */
const STEP_BYTES = 400;
const NATIVE_STEP_BYTES = 1_000;

/** Runs a pattern. Its automata are built on first use. */
export class Matcher {
  readonly groupCount: number;
  readonly leading: string;
  readonly isHeldAtStart: boolean;
  readonly #root: RegexNode;
  readonly #nativeWork: NativeWork;
  #steps: number | undefined;
  #native: RegExp | undefined;
  #program: Program | undefined;
  #forward: Automaton | undefined;
  #scan: MatchScan | undefined;

  constructor(root: RegexNode, groupCount: number) {
    this.#root = root;
    this.groupCount = groupCount;
    this.leading = leadingText(root);
    this.isHeldAtStart = isHeldAtStart(root);
    this.#nativeWork = nativeWork(root);
  }

  /** The pattern for JavaScript's own engine; `undefined` if that engine could take too long or find other matches. */
  nativeFor(text: string): RegExp | undefined {
    if (text.length > this.#nativeWork.longest) return undefined;
    this.#native ??= new RegExp(nativeSource(this.#root), "gu");
    return this.#native;
  }

  /** An upper bound in nanoseconds for finding all matches in a text of at most this length. */
  work(length: number): number {
    const { longest, tries } = this.#nativeWork;
    const short = Math.min(length, longest);
    const natively = short > 0 ? short * (NATIVE_CHARACTER + TRY * tries(short)) : 0;
    if (length <= longest) return natively;
    // If the automaton has grown too large, it follows all steps at each character.
    return Math.max(natively, length * (NATIVE_CHARACTER + STEP * this.#size));
  }

  /** The number of steps of the program, computed without building it. */
  get #size(): number {
    this.#steps ??= programSize(this.#root);
    return this.#steps;
  }

  get program(): Program {
    this.#program ??= compileProgram(this.#root);
    return this.#program;
  }

  get forward(): Automaton {
    this.#forward ??= new Automaton(this.program, true, this.isHeldAtStart);
    return this.#forward;
  }

  get scan(): MatchScan {
    this.#scan ??= new MatchScan(this.program, this.groupCount);
    return this.#scan;
  }

  /** The approximate size in bytes, which grows with the texts that are matched. */
  get bytes(): number {
    const steps = this.#program?.steps.length ?? 0;
    const native = this.#native === undefined ? 0 : NATIVE_STEP_BYTES * this.#size;
    return STEP_BYTES * steps + native + (this.#forward?.bytes ?? 0) + (this.#scan?.bytes ?? 0);
  }
}
