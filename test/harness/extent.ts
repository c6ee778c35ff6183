import { beforeEach, type TestContext } from "vitest";
import { SEED } from "../generate/random.ts";

/** Whether this is `npm run test:all`: what can be counted is counted in full. `npm test` counts so that a person gets an answer in minutes. */
export const IS_FULL = process.env.ISOFORM_TESTS === "full";

/** Whether continuous integration runs `npm run test:all`: it has installed everything that a test may need. */
const HAS_EVERYTHING = IS_FULL && process.env.CI !== undefined;

/** Whether the command names the tests. */
export const IS_ASKED = process.env.ISOFORM_ASKED === "yes";

/** How many there are of something: records, rounds, clients. */
export function countOf(usual: number, full: number): number {
  return IS_FULL ? full : usual;
}

/** All of them in a full run; otherwise one, which is another one in the next turn. */
export function someOf<T>(all: readonly T[], turn: number): readonly T[] {
  const at = turn % all.length;
  return IS_FULL ? all : all.slice(at, at + 1);
}

/** Whether a case is asked of one of several engines: of all in a full run; in another run each case is asked of one. */
export function isTurn(number: number, turn: number, turns: number): boolean {
  return IS_FULL || number % turns === turn % turns;
}

/** How often a property is tried that continuous integration tries so often. */
export function runsOf(full: number): number {
  return countOf(Math.min(full, Math.max(full / 10, 200)), full);
}

const FULL_CASES = 100_000;

/** How many random formulas are made of each hundred thousand: `ISOFORM_CASES=100000` makes them all. */
const CASES = Number(process.env.ISOFORM_CASES ?? countOf(300, 5000));

/** The number of random formulas of this run, of so many that there are in all. */
export function casesOf(full: number): number {
  return Math.ceil((full * CASES) / FULL_CASES);
}

/** Some of the random formulas of a run. */
export interface RandomPart {
  /** Which of them these are, for a title. */
  readonly about: string;
  /** Each part has a seed of its own. */
  readonly seed: number;
  /** The number of its first table: tables differ in how their rows and columns are made. */
  readonly round: number;
  readonly formulas: number;
}

/** Random formulas in parts, so that each test takes seconds. */
export function partsOf(formulas: number, together = 100): readonly RandomPart[] {
  return Array.from({ length: Math.ceil(formulas / together) }, (_, part) => {
    const [from, to] = [part * together, Math.min((part + 1) * together, formulas)];
    return { about: `${from + 1} to ${to}`, seed: SEED + part, round: part, formulas: to - from };
  });
}

export interface Need {
  /** What is missing on this machine; `undefined` if nothing is. */
  readonly missing: string | undefined;
  /** Whether continuous integration may run without it, too. */
  readonly isOptional?: boolean;
}

/** Skips a test if something is missing that it needs, with the reason. */
export function need(context: TestContext, { missing, isOptional = false }: Need): void {
  if (missing === undefined) return;
  if (HAS_EVERYTHING && !isOptional) throw new Error(missing);
  context.skip(missing);
}

/** The same for all tests of a `describe`. */
export function needForEach(needed: Need): void {
  beforeEach((context) => need(context, needed));
}
