import { Automaton } from "./automaton.ts";
import { MatchScan } from "./match-scan.ts";
import { nativeSource } from "./native-source.ts";
import { longestNativeText } from "./native-work.ts";
import { compileProgram, type Program } from "./program.ts";
import type { RegexNode } from "./regex-node.ts";
import { isHeldAtStart, leadingText } from "./regex-shape.ts";

/** Runs a pattern. Its parts are built when they are first needed. */
export class Matcher {
  readonly groupCount: number;
  readonly leading: string;
  readonly isHeldAtStart: boolean;
  readonly #root: RegexNode;
  readonly #longestNativeText: number;
  #native: RegExp | undefined;
  #program: Program | undefined;
  #forward: Automaton | undefined;
  #scan: MatchScan | undefined;

  constructor(root: RegexNode, groupCount: number) {
    this.#root = root;
    this.groupCount = groupCount;
    this.leading = leadingText(root);
    this.isHeldAtStart = isHeldAtStart(root);
    this.#longestNativeText = longestNativeText(root);
  }

  /** The pattern for JavaScript's own engine; `undefined` if that engine could take too long or find something else. */
  nativeFor(text: string): RegExp | undefined {
    if (text.length > this.#longestNativeText) return undefined;
    this.#native ??= new RegExp(nativeSource(this.#root), "gu");
    return this.#native;
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
}
