import { assertNever } from "../../../util/assert-never.ts";
import type { Program } from "./program.ts";
import { StepSet } from "./step-set.ts";
import { characterLength, isAnchorHeld, sideAfter, sideBefore } from "./text-boundary.ts";

/** The steps that consume the character at a position and lead to a match, ascending. */
type KernelAt = (position: number) => Uint16Array;

/** Follows one match through a text, step by step. */
export class MatchWalk {
  /** The number of steps that were visited, for step counters. */
  work = 0;
  readonly #program: Program;
  readonly #kernelAt: KernelAt;
  readonly #visited: StepSet;
  /** For each visited step, the step before it. */
  readonly #origins: Uint16Array;
  /** The start and the end of each group; -1 if the group did not participate in the match. */
  readonly #slots: Int32Array;
  #text = "";

  constructor(program: Program, groupCount: number, kernelAt: KernelAt) {
    this.#program = program;
    this.#kernelAt = kernelAt;
    this.#slots = new Int32Array(groupCount * 2);
    this.#visited = new StepSet(program.steps.length);
    this.#origins = new Uint16Array(program.steps.length);
  }

  /** The end of the preferred match that starts at a position. There must be one. */
  endOf(text: string, start: number): number {
    this.#text = text;
    const { steps } = this.#program;
    this.#slots.fill(-1);
    let position = start;
    let step = this.#choose(this.#program.start, position);
    for (;;) {
      const taken = steps[step];
      if (taken?.kind !== "character") return position;
      position += characterLength(this.#text, position);
      step = this.#choose(taken.next, position);
    }
  }

  /** The text of a group (0 is the whole match) in the last match; `undefined` if the group did not participate. */
  group(number: number): string | undefined {
    /* v8 ignore next -- the index is in range */
    const start = this.#slots[number * 2] ?? -1;
    return start < 0 ? undefined : this.#text.slice(start, this.#slots[number * 2 + 1]);
  }

  /** The first step in order of preference that consumes a character and leads to a match, or that ends the match. */
  #choose(from: number, position: number): number {
    const { steps } = this.#program;
    // A step that consumes a character is not a choice.
    if (steps[from]?.kind === "character") return from;
    const kernel = this.#kernelAt(position);
    const visited = this.#visited;
    visited.clear();
    const open = [from, from];
    for (;;) {
      const origin = open.pop();
      const number = open.pop();
      /* v8 ignore start -- the automaton found a match, so there is a step */
      const step = number === undefined ? undefined : steps[number];
      if (origin === undefined || number === undefined || step === undefined) {
        throw new Error("the walk stopped before the end of the match");
      }
      /* v8 ignore stop */
      if (visited.has(number)) continue;
      visited.add(number);
      this.#origins[number] = origin;
      this.work++;
      switch (step.kind) {
        case "match":
          return this.#save(number, from, position);
        case "character":
          if (includes(kernel, number)) return this.#save(number, from, position);
          break;
        case "split":
          open.push(step.other, number, step.next, number);
          break;
        case "save":
          open.push(step.next, number);
          break;
        case "anchor":
          if (
            isAnchorHeld(
              step.anchor,
              sideBefore(this.#text, position),
              sideAfter(this.#text, position),
            )
          ) {
            open.push(step.next, number);
          }
          break;
        /* v8 ignore next -- the types rule it out */
        default:
          return assertNever(step);
      }
    }
  }

  /** Saves the position for the groups that start or end on the path to a step. */
  #save(reached: number, from: number, position: number): number {
    let number = reached;
    while (number !== from) {
      const step = this.#program.steps[number];
      if (step?.kind === "save") this.#slots[step.slot] = position;
      /* v8 ignore next -- the index is in range */
      number = this.#origins[number] ?? from;
    }
    const first = this.#program.steps[from];
    if (first?.kind === "save") this.#slots[first.slot] = position;
    return reached;
  }
}

/** Whether an ascending list contains a number. */
function includes(kernel: Uint16Array, wanted: number): boolean {
  let low = 0;
  let high = kernel.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    /* v8 ignore next -- the index is in range */
    const found = kernel[middle] ?? 0;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return kernel[low] === wanted;
}
