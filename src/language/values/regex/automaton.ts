import { MATCH, type Program, type ProgramStep } from "./program.ts";
import type { Anchor } from "./regex-node.ts";
import { StepSet } from "./step-set.ts";
import { EDGE, IN_WORD, isAnchorHeld, OTHER, type Side } from "./text-boundary.ts";

// A transition is twice the row of the next state, plus a mark. 0 is a transition that is not computed yet.
/** Marks a transition over a position at which a match starts. */
export const START_MARK = 1;

// The limits of an automaton: its table has at most 2 MB, plus the rows that one block of a scan adds.
const MOST_STATES = 2_000;
const MOST_CELLS = 1 << 19;

/** The size of a state without its steps: an object, an array, a key, and an entry in a map. */
const STATE_BYTES = 300;

/** The state of the automaton between two characters. */
export interface State {
  /** The steps after the last character, ascending. */
  readonly kernel: Uint16Array;
  /** The side that was passed last. */
  readonly side: Side;
}

const NO_WAYS = /* @__PURE__ */ new Int32Array(0);
/** The state before the last character of a text. */
export const AT_END: State = { kernel: /* @__PURE__ */ new Uint16Array(0), side: EDGE };

// The guard of an edge from one step to another: the number of a set (from 0) that must contain the character.
// Otherwise:
const NOTHING = -1;
/** The number of the first anchor; the others follow downward. */
const FIRST_ANCHOR = -2;
const ANCHORS: readonly Anchor[] = ["start", "end", "wordBoundary", "notWordBoundary"];

/**
 * The deterministic automaton of a program, which reads a text from its end. Its states are built when a text needs
 * them. Once it has grown too large, it is flushed.
 *
 * A state consists of the steps directly after the last character, without their closure: those that can consume the
 * character there and lead to a match. An anchor depends on both sides, so a transition looks at the next character,
 * follows the steps that consume no character, and then consumes it.
 */
export class Automaton {
  /** The rows of transitions, each with a power of two columns: one for each class, and one for the text's edge. */
  table = new Int32Array(0);
  /** The row of `AT_END`. */
  start = 0;
  /** The column of the text's edge. */
  readonly edge: number;
  /** The number of edges that were followed, for step counters. */
  work = 0;
  readonly #program: Program;
  /** For each step, pairs of an edge's guard and its target. */
  readonly #ways: readonly Int32Array[];
  readonly #shift: number;
  readonly #reached: StepSet;
  readonly #taken: StepSet;
  #states: State[] = [];
  #numbers = new Map<string, number>();
  #cells = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#ways = waysOf(program.steps);
    this.#reached = new StepSet(program.steps.length);
    this.#taken = new StepSet(program.steps.length);
    this.edge = program.alphabet.classCount;
    this.#shift = 32 - Math.clz32(this.edge);
    this.flush();
  }

  get isFull(): boolean {
    return this.#states.length > MOST_STATES || this.#cells > MOST_CELLS;
  }

  /** The approximate size in bytes. */
  get bytes(): number {
    const states = this.#states.length;
    const steps = this.#cells - (states << this.#shift);
    // The steps of a state are stored in its kernel and in its key.
    return this.table.byteLength + STATE_BYTES * states + 4 * Math.max(0, steps);
  }

  flush(): void {
    // Row 0 is unused, so that no transition is 0.
    this.#states = [AT_END];
    this.#numbers = new Map();
    this.#cells = 0;
    this.table = new Int32Array(8 << this.#shift);
    this.start = this.rowOf(AT_END);
  }

  stateOf(row: number): State {
    /* v8 ignore next -- the index is in range */
    return this.#states[row >> this.#shift] ?? AT_END;
  }

  rowOf(state: State): number {
    const key = String.fromCharCode(state.side, ...state.kernel);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.push(state) - 1;
      this.#numbers.set(key, number);
      this.#cells += state.kernel.length + (1 << this.#shift);
      const needed = (number + 1) << this.#shift;
      if (needed > this.table.length) {
        const grown = new Int32Array(needed + (needed >> 1));
        grown.set(this.table);
        this.table = grown;
      }
    }
    return number << this.#shift;
  }

  /**
   * Computes a transition. Every state is cached even if the automaton is full: a scan needs the rows that it passed, and
   * flushes between two blocks.
   */
  follow(row: number, column: number): number {
    const ahead = this.#sideOf(column);
    const { reached, taken } = this.#pass(this.stateOf(row), column, ahead);
    const next = this.rowOf({ kernel: taken.sorted(), side: ahead });
    const transition = next * 2 + (reached.has(this.#program.start) ? START_MARK : 0);
    this.table[row + column] = transition;
    return transition;
  }

  /** The steps that can be reached without a character, and the steps that consume the character before. */
  #pass(
    { kernel, side }: State,
    column: number,
    ahead: Side,
  ): { readonly reached: StepSet; readonly taken: StepSet } {
    const { alphabet } = this.#program;
    const reached = this.#reached;
    const taken = this.#taken;
    reached.clear();
    taken.clear();
    for (const step of kernel) reached.add(step);
    // A match may end at every position.
    reached.add(MATCH);
    for (let index = 0; index < reached.size; index++) {
      /* v8 ignore next -- the index is in range */
      const ways = this.#ways[reached.at(index)] ?? NO_WAYS;
      for (let way = 0; way < ways.length; way += 2) {
        /* v8 ignore next -- the index is in range */
        const opener = ways[way] ?? NOTHING;
        /* v8 ignore next -- the index is in range */
        const target = ways[way + 1] ?? MATCH;
        if (opener >= 0) {
          if (ahead !== EDGE && alphabet.holds(opener, column)) taken.add(target);
        } else if (opener === NOTHING || isOpen(opener, ahead, side)) reached.add(target);
      }
      this.work += ways.length >> 1;
    }
    return { reached, taken };
  }

  #sideOf(column: number): Side {
    if (column === this.edge) return EDGE;
    return this.#program.isWord[column] === true ? IN_WORD : OTHER;
  }
}

function isOpen(anchorOpener: number, left: Side, right: Side): boolean {
  const anchor = ANCHORS[FIRST_ANCHOR - anchorOpener];
  return anchor !== undefined && isAnchorHeld(anchor, left, right);
}

/** For each step, the steps before it. */
function waysOf(steps: readonly ProgramStep[]): readonly Int32Array[] {
  const ways: number[][] = steps.map(() => []);
  steps.forEach((step, from) => {
    if (step.kind === "match") return;
    const targets = step.kind === "split" ? [step.next, step.other] : [step.next];
    for (const to of targets) ways[to]?.push(openerOf(step), from);
  });
  return ways.map((pairs) => Int32Array.from(pairs));
}

function openerOf(step: ProgramStep): number {
  if (step.kind === "character") return step.set;
  return step.kind === "anchor" ? FIRST_ANCHOR - ANCHORS.indexOf(step.anchor) : NOTHING;
}
