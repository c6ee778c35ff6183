import { ASCII } from "./alphabet.ts";
import { AT_END, Automaton, START_MARK, type State } from "./automaton.ts";
import type { RegexMatch, StepCounter } from "./match-result.ts";
import { MatchWalk } from "./match-walk.ts";
import type { Program } from "./program.ts";
import { characterLength } from "./text-boundary.ts";

// The results of the backward pass are stored for one block of the text at a time.
const BLOCK_BITS = 8;
const BLOCK = 1 << BLOCK_BITS;

/** The state in which the backward pass enters a block, and the last position of the block, which it visits first. */
interface Entrance {
  readonly position: number;
  readonly state: State;
}

/**
 * Finds all matches in a text, in time that is linear in its length.
 *
 * A pass from the end finds, for every position, the steps that lead to a match. A walk from the start of a match then
 * takes the preferred one of these steps, so it never has to backtrack.
 *
 * One scan is reused for all texts of a pattern: allocating memory for each would cost more than the pass.
 */
export class MatchScan {
  readonly #program: Program;
  readonly #groupCount: number;
  readonly #automaton: Automaton;
  readonly #walk: MatchWalk;
  /** For each position of the block, twice its row, plus the mark if a match starts there; 0 inside a character. */
  readonly #transitions = new Int32Array(BLOCK);
  #entrances: Entrance[] = [];
  #block = 0;
  #text = "";
  #counter: StepCounter | undefined;
  /** Whether a match was found, which ends a test. */
  #isFound = false;
  #isTest = false;

  constructor(program: Program, groupCount: number) {
    this.#program = program;
    this.#groupCount = groupCount;
    this.#automaton = new Automaton(program);
    this.#walk = new MatchWalk(
      program,
      groupCount,
      (position) => this.#automaton.stateOf(this.#at(position) >> 1).kernel,
    );
  }

  /** The approximate size in bytes. */
  get bytes(): number {
    return this.#automaton.bytes + this.#transitions.byteLength;
  }

  /** Starts a new text. */
  enter(text: string, counter: StepCounter | undefined): this {
    this.#pass(text, counter, false);
    return this;
  }

  /** Whether a text has a match. */
  hasMatch(text: string, counter: StepCounter | undefined): boolean {
    this.#pass(text, counter, true);
    return this.#isFound;
  }

  #pass(text: string, counter: StepCounter | undefined, isTest: boolean): void {
    this.#text = text;
    this.#counter = counter;
    this.#entrances = [];
    this.#isTest = isTest;
    this.#isFound = false;
    let entrance: Entrance = { position: text.length, state: AT_END };
    for (let block = text.length >> BLOCK_BITS; block >= 0; block--) {
      this.#entrances[block] = entrance;
      entrance = this.#passBlock(block, entrance);
      if (isTest && this.#isFound) return;
    }
  }

  /** The first match that starts at or after a position. */
  next(from: number): RegexMatch | undefined {
    for (let position = from; position <= this.#text.length; position++) {
      if ((this.#at(position) & START_MARK) !== 0) return this.#matchFrom(position);
    }
    return undefined;
  }

  #at(position: number): number {
    const block = position >> BLOCK_BITS;
    const entrance = this.#entrances[block];
    if (block !== this.#block && entrance !== undefined) this.#passBlock(block, entrance);
    /* v8 ignore next -- the index is in range */
    return this.#transitions[position & (BLOCK - 1)] ?? 0;
  }

  /** Fills in the positions of a block, and returns the entrance of the block before it. */
  #passBlock(block: number, entrance: Entrance): Entrance {
    const text = this.#text;
    const automaton = this.#automaton;
    const { alphabet } = this.#program;
    const { ascii } = alphabet;
    const transitions = this.#transitions;
    const workBefore = automaton.work;
    if (automaton.isFull) automaton.flush();
    const { state } = entrance;
    let row = state === AT_END ? automaton.start : automaton.rowOf(state);
    let { table } = automaton;
    let { position } = entrance;
    const first = block * BLOCK;
    transitions.fill(0);
    while (position >= first) {
      let column = automaton.edge;
      let length = 1;
      if (position > 0) {
        const unit = text.charCodeAt(position - 1);
        if (unit < ASCII) {
          /* v8 ignore next -- the index is in range */
          column = ascii[unit] ?? 0;
        } else {
          length = characterLength(text, position - 2);
          /* v8 ignore next -- the index is in range */
          column = alphabet.classOf(text.codePointAt(position - length) ?? 0);
        }
      }
      /* v8 ignore next -- the index is in range */
      let transition = table[row + column] ?? 0;
      if (transition === 0) {
        transition = automaton.follow(row, column);
        table = automaton.table;
      }
      const mark = transition & START_MARK;
      transitions[position - first] = row * 2 + mark;
      row = transition >> 1;
      position -= length;
      if (mark !== 0) {
        this.#isFound = true;
        if (this.#isTest) break;
      }
    }
    this.#block = block;
    this.#count(entrance.position - position + automaton.work - workBefore);
    return { position, state: automaton.stateOf(row) };
  }

  #matchFrom(start: number): RegexMatch {
    const walk = this.#walk;
    const workBefore = walk.work;
    const end = walk.endOf(this.#text, start);
    this.#count(end - start + walk.work - workBefore);
    const groups = Array.from({ length: this.#groupCount }, (_, group) => walk.group(group));
    return { start, end, groups };
  }

  #count(steps: number): void {
    if (this.#counter !== undefined) this.#counter.steps += steps;
  }
}
