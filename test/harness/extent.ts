import { beforeEach, type TestContext } from "vitest";

/**
 * Continuous integration sets `ISOFORM_TESTS=full`: everything that can be counted is counted in full, and what a test needs must be there.
 * Otherwise the counts are such that a person gets an answer in minutes, and a test whose engine or program is missing is left out.
 */
export const IS_FULL = process.env.ISOFORM_TESTS === "full";

/** Whether the command names the tests, or wants to know what they cover. */
export const IS_ASKED = process.env.ISOFORM_ASKED === "yes";

/** Whether nothing else runs on this machine (`ISOFORM_QUIET=yes`). Only then are times compared with their bounds. */
export const IS_QUIET = process.env.ISOFORM_QUIET === "yes";

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

/** How many random formulas are made of each hundred thousand that a full run makes. */
const CASES = Number(process.env.ISOFORM_CASES ?? countOf(300, FULL_CASES));

/** The share of the random formulas of a full run that this run makes. */
export function casesOf(full: number): number {
  return Math.ceil((full * CASES) / FULL_CASES);
}

export interface Need {
  /** What is missing on this machine; `undefined` if nothing is. */
  readonly missing: string | undefined;
  /** Whether continuous integration, too, may run without it. */
  readonly isOptional?: boolean;
}

/** Leaves a test out, by name, if something is missing that it needs. */
export function need(context: TestContext, { missing, isOptional = false }: Need): void {
  if (missing === undefined) return;
  if (IS_FULL && !isOptional) throw new Error(missing);
  context.skip(missing);
}

/** The same for all tests of a `describe`. */
export function needForEach(needed: Need): void {
  beforeEach((context) => need(context, needed));
}
