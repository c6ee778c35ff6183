import { assertNever } from "../../../util/assert-never.ts";
import { codePointOf } from "../../../util/code-point-of.ts";
import { Alphabet } from "./alphabet.ts";
import { WORD } from "./code-point-ranges.ts";
import { matchesEmpty } from "./program-size.ts";
import type { Anchor, CodePointSet, RegexNode, RepeatNode } from "./regex-node.ts";

/** A step that consumes one character of a set. */
interface CharacterStep {
  readonly kind: "character";
  readonly set: number;
  readonly next: number;
}

/** Two alternatives; `next` is preferred. Those of a loop are set after its body is compiled. */
interface SplitStep {
  readonly kind: "split";
  next: number;
  other: number;
}

/** Saves the position as the start or the end of a group. */
interface SaveStep {
  readonly kind: "save";
  readonly slot: number;
  readonly next: number;
}

interface AnchorStep {
  readonly kind: "anchor";
  readonly anchor: Anchor;
  readonly next: number;
}

interface MatchStep {
  readonly kind: "match";
}

export type ProgramStep = CharacterStep | SplitStep | SaveStep | AnchorStep | MatchStep;

/** A pattern as steps. Each step names the steps that may follow it. */
export interface Program {
  readonly steps: readonly ProgramStep[];
  readonly start: number;
  readonly alphabet: Alphabet;
  /** For each class of the alphabet, whether it is part of words; all `false` if no step needs it. */
  readonly isWord: readonly boolean[];
}

/** The number of the only step that ends a match. */
export const MATCH = 0;

export function compileProgram(root: RegexNode): Program {
  const compiler = new ProgramCompiler();
  const start = compiler.compile(root, MATCH);
  const { steps, sets } = compiler;
  const asksForWords = steps.some((step) => step.kind === "anchor" && /word/i.test(step.anchor));
  const word = sets.length;
  const alphabet = new Alphabet(asksForWords ? [...sets, { negated: false, ranges: WORD }] : sets);
  const isWord = Array.from(
    { length: alphabet.classCount },
    (_, characterClass) => asksForWords && alphabet.holds(word, characterClass),
  );
  return { steps, start, alphabet, isWord };
}

/** Compiles a pattern from its end, because each part needs the number of the step that follows it. */
class ProgramCompiler {
  readonly steps: ProgramStep[] = [{ kind: "match" }];
  readonly sets: CodePointSet[] = [];
  readonly #setNumbers = new Map<string, number>();

  compile(node: RegexNode, next: number): number {
    switch (node.kind) {
      case "literal":
        return [...node.text].reduceRight((after, character) => {
          const code = codePointOf(character);
          return this.#character({ negated: false, ranges: [[code, code]] }, after);
        }, next);
      case "set":
        return this.#character(node, next);
      case "anchor":
        return this.#add({ kind: "anchor", anchor: node.anchor, next });
      case "group": {
        const end = this.#add({ kind: "save", slot: node.index * 2 - 1, next });
        return this.#add({
          kind: "save",
          slot: node.index * 2 - 2,
          next: this.compile(node.body, end),
        });
      }
      case "sequence":
        return node.items.reduceRight((after, item) => this.compile(item, after), next);
      case "choice":
        return node.options
          .map((option) => this.compile(option, next))
          .reduceRight((other, option) => this.#add({ kind: "split", next: option, other }));
      case "repeat":
        return this.#repeat(node, next);
      default:
        return assertNever(node);
    }
  }

  #repeat({ body, min, max, lazy }: RepeatNode, next: number): number {
    const split = (inside: number): number =>
      this.#add(
        lazy
          ? { kind: "split", next, other: inside }
          : { kind: "split", next: inside, other: next },
      );
    let start = next;
    let required = min;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.#loop(body, lazy, next);
      if (min > 0) {
        start = loop.body;
        required--;
      } else {
        // If the body may be empty, the first round has its own split before the loop: `(?:|a)*` ends with the empty
        // round, as in RE2.
        start = matchesEmpty(body) ? split(loop.body) : loop.split;
      }
    } else {
      for (let count = min; count < max; count++) start = split(this.compile(body, start));
    }
    for (let count = 0; count < required; count++) start = this.compile(body, start);
    return start;
  }

  #loop(
    body: RegexNode,
    lazy: boolean,
    after: number,
  ): { readonly body: number; readonly split: number } {
    const step: SplitStep = { kind: "split", next: after, other: after };
    const split = this.#add(step);
    const start = this.compile(body, split);
    if (lazy) step.other = start;
    else step.next = start;
    return { body: start, split };
  }

  #character({ negated, ranges }: CodePointSet, next: number): number {
    const key = `${negated}${ranges.join()}`;
    let set = this.#setNumbers.get(key);
    if (set === undefined) {
      set = this.sets.push({ negated, ranges }) - 1;
      this.#setNumbers.set(key, set);
    }
    return this.#add({ kind: "character", set, next });
  }

  #add(step: ProgramStep): number {
    return this.steps.push(step) - 1;
  }
}
