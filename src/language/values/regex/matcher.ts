import { MatchScan } from "./match-scan.ts";
import { nativeSource } from "./native-source.ts";
import { type NativeWork, nativeWork } from "./native-work.ts";
import { compileProgram, type Program } from "./program.ts";
import { programSize } from "./program-size.ts";
import type { RegexNode } from "./regex-node.ts";
import { leadingText } from "./regex-shape.ts";

// Nanoseconds for each character of a text, and for each step or attempt at it, measured with the worst patterns.
const NATIVE_CHARACTER = 60;
const STEP = 8;
const TRY = 2;

/** The bytes of a step of a program, with its edges in the automaton; and of a step of the platform's own expression. */
const STEP_BYTES = 400;
const NATIVE_STEP_BYTES = 1_000;

/** Runs a pattern. Its automaton is built on first use. */
export class Matcher {
  readonly groupCount: number;
  readonly leading: string;
  readonly #root: RegexNode;
  readonly #nativeWork: NativeWork;
  #steps: number | undefined;
  #native: RegExp | undefined;
  #program: Program | undefined;
  #scan: MatchScan | undefined;

  constructor(root: RegexNode, groupCount: number) {
    this.#root = root;
    this.groupCount = groupCount;
    this.leading = leadingText(root);
    this.#nativeWork = nativeWork(root);
  }

  /**
   * The pattern for JavaScript's own engine, to look for any match or to find them; `undefined` if that engine could
   * take too long or find other matches.
   */
  nativeFor(text: string, purpose: "longestTest" | "longestFind"): RegExp | undefined {
    if (text.length > this.#nativeWork[purpose]) return undefined;
    this.#native ??= new RegExp(nativeSource(this.#root), "gu");
    this.#native.lastIndex = 0;
    return this.#native;
  }

  /** An upper bound in nanoseconds for finding all matches in a text of at most this length. */
  work(length: number): number {
    const { longestTest, longestFind, tries } = this.#nativeWork;
    const short = Math.min(length, longestTest);
    const natively = short > 0 ? short * (NATIVE_CHARACTER + TRY * tries(short)) : 0;
    if (length <= longestFind) return natively;
    // If the automaton has grown too large, it follows all steps at each character.
    return Math.max(natively, length * (NATIVE_CHARACTER + STEP * this.#size));
  }

  /** The number of steps of the program, computed without building it. */
  get #size(): number {
    this.#steps ??= programSize(this.#root);
    return this.#steps;
  }

  get scan(): MatchScan {
    this.#program ??= compileProgram(this.#root);
    this.#scan ??= new MatchScan(this.#program, this.groupCount);
    return this.#scan;
  }

  /** The approximate size in bytes, which grows with the texts that are matched. */
  get bytes(): number {
    const steps = this.#program?.steps.length ?? 0;
    const native = this.#native === undefined ? 0 : NATIVE_STEP_BYTES * this.#size;
    return STEP_BYTES * steps + native + (this.#scan?.bytes ?? 0);
  }
}
