import { CostModel } from "../../core/cost.ts";
import { type CoreNode, operandOf, threeOperandsOf } from "../../core/node.ts";
import { Run, type Test } from "../../in-memory/compute.ts";
import { BranchlessForms } from "../condition/branchless.ts";
import { type ColumnTest, columnTestOf } from "../condition/column-test.ts";
import type { Flag } from "../condition/forms.ts";
import type { Layout } from "../condition/layout.ts";
import { type TextTest, textTestOf } from "../condition/text-test.ts";
import { setBits } from "../mask/row-mask.ts";
import { BLOCK } from "../storage/blocks.ts";
import { vectorCount, vectorMark, vectorScan } from "../wasm/vector-loop.ts";
import { anyFinder } from "./any-finder.ts";
import { choiceFinder } from "./choice-finder.ts";
import { ColumnClosures } from "./column-closures.ts";
import { CODE, type Effort, STRINGS, VECTORS, WORTH_GENERATING } from "./effort.ts";
import { branchlessFinder, bytesFinder, stringsFinder } from "./generated-finder.ts";
import { headsFinder } from "./heads-finder.ts";
import { placeFinder } from "./place-finder.ts";
import { quickerOf } from "./quicker-finder.ts";
import { EVERY_ROW, finderByRow, finderOf, type RowFinder } from "./row-finder.ts";
import { type TextTests, textFinder } from "./text-finder.ts";
import { NONE, type ZoneTest, zoneTest } from "./zone-test.ts";

const SAMPLE = 128;
/** A sample that takes longer than this tells nothing that would be worth the time. */
const SAMPLE_MS = 1;
/** Conditions are tested in one loop until less than this share of the rows is left: the rest tests only those rows. */
const FEW_LEFT = 0.3;

/** An OR with more slow parts than this is tested row by row. */
const MOST_SLOW = 8;
/** If IFs nest deeper than this, they are tested row by row. */
const MOST_NESTED = 3;
/** So many texts are searched for at once. */
const MOST_TOGETHER = 8;

/** A part of a condition; all parts must hold. */
interface Part {
  readonly node: CoreNode;
  readonly cost: number;
  /** The share of rows for which it holds. */
  readonly share: number;
}

type Flags = readonly [Flag, ...Flag[]];

/** What is tested of all rows in one go. */
export interface Stage {
  readonly finder: RowFinder;
  /** The flags that the stage tests, if it is one branchless loop. */
  readonly flags?: Flags;
  /** A zone test for each of its conditions; `undefined` if there is none. */
  readonly zones: readonly (ZoneTest | undefined)[];
}

/** Work in steps, of which each takes a short time. */
export type Steps<T> = Generator<void, T, undefined>;

/** All steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The parts of a condition as stages, of which the first ones leave the fewest rows for their cost. */
export function* stagesOf(
  condition: CoreNode,
  layout: Layout,
  effort: Effort,
): Steps<readonly Stage[]> {
  const closures = new ColumnClosures(layout, condition);
  if (!condition.varies) {
    // The condition has the same value for all rows.
    const isTrue = closures.testing(condition)(0, new Run(0));
    return isTrue ? [] : [{ finder: EVERY_ROW, zones: [() => NONE] }];
  }
  const conjuncts = condition.op === "and" ? condition.operands : [condition];
  const costs = new CostModel();
  const parts: Part[] = [];
  for (const node of conjuncts) {
    const columnTest = columnTestOf(node, true, layout);
    const cost = columnTest === undefined ? costs.cost(node) : 1;
    // If there is only one part, it comes first in any case.
    const share = conjuncts.length === 1 ? EVEN : shareOf(closures.testing(node), layout.length);
    parts.push({ node, cost, share });
    yield;
  }
  parts.sort((a, b) => rank(a) - rank(b));
  if (effort < STRINGS) return parts.map(({ node }) => writtenStage(node, layout, closures));
  return yield* generatedStages(parts, layout, closures, effort);
}

/** The share of the rows for which a part holds, if nothing is known. */
const EVEN = 0.5;

function rank({ cost, share }: Part): number {
  return cost / (1.02 - share);
}

/** An estimate of the share of rows for which a test holds, from a sample of all rows. */
function shareOf(test: Test<number>, length: number): number {
  if (length < WORTH_GENERATING) return EVEN;
  const run = new Run(0);
  const begin = Date.now();
  let held = 0;
  let looked = 0;
  let lookAround = 1;
  while (looked < SAMPLE) {
    // The steps are uneven, so that they do not follow a pattern of the rows.
    const row = Math.floor(((looked + ((looked * 0.618) % 1)) * length) / SAMPLE);
    if (test(row, run.next())) held++;
    looked++;
    if (looked < lookAround) continue;
    if (Date.now() - begin > SAMPLE_MS) break;
    lookAround *= 2;
  }
  return looked < SAMPLE ? EVEN : held / SAMPLE;
}

function* generatedStages(
  parts: readonly Part[],
  layout: Layout,
  closures: ColumnClosures,
  effort: Effort,
): Steps<readonly Stage[]> {
  const branchless: Part[] = [];
  const others: Part[] = [];
  for (const part of parts) {
    (hasBranchlessForm(part.node, layout) ? branchless : others).push(part);
    yield;
  }
  const stages: Stage[] = [];
  let group: CoreNode[] = [];
  let share = 1;
  const close = (): void => {
    stages.push(...branchlessStages(group, layout, closures, effort));
    group = [];
    share = 1;
  };
  for (const part of branchless) {
    group.push(part.node);
    share *= part.share;
    if (share >= FEW_LEFT) continue;
    close();
    yield;
  }
  close();
  // Several texts that must all be missing are searched for at once.
  const negated = others.map(({ node }) => node).filter(({ op }) => op === "not");
  const missing = negated.length > 1 ? textTestsOf(negated.map(operandOf), layout) : undefined;
  if (missing !== undefined) {
    stages.push({ finder: textFinder(missing, false, effort === VECTORS), zones: [undefined] });
  }
  for (const { node } of others) {
    if (missing !== undefined && node.op === "not") continue;
    stages.push(branchingStage(node, layout, closures, effort));
    yield;
  }
  return stages;
}

/** One stage for all conditions, or one for each if they have too many parts for one loop. */
function branchlessStages(
  nodes: readonly CoreNode[],
  layout: Layout,
  closures: ColumnClosures,
  effort: Effort,
): readonly Stage[] {
  if (nodes.length === 0) return [];
  const flags = tryBranchless(nodes, layout);
  if (flags !== undefined) {
    const zones = nodes.map((node) => zoneTest(node, true, layout));
    return [flagsStage(flags, zones, effort === VECTORS)];
  }
  const [only] = nodes;
  /* v8 ignore next -- each of them has a form alone */
  if (nodes.length === 1 && only !== undefined) {
    return [branchingStage(only, layout, closures, effort)];
  }
  return nodes.flatMap((node) => branchlessStages([node], layout, closures, effort));
}

export function flagOf(columnTest: ColumnTest): Flag {
  return { op: "test", test: columnTest };
}

/** Counts rows; the loop for that is made at the first call. */
function counter(flags: Flags, scan: RowFinder["scan"]): NonNullable<RowFinder["count"]> {
  let count: RowFinder["count"];
  return (from, to) => {
    /* v8 ignore next -- a loop that finds rows can count them, unless the engine refuses to load it */
    count ??= vectorCount(flags) ?? ((first, end) => scan(first, end, new Int32Array(BLOCK), 0));
    return count(from, to);
  };
}

/** Marks rows; the loop for that is made at the first call. */
function marker(flags: Flags, scan: RowFinder["scan"]): NonNullable<RowFinder["mark"]> {
  let mark: RowFinder["mark"];
  return (from, to, words) => {
    /* v8 ignore next -- as above */
    mark ??= vectorMark(flags) ?? ((first, end, into) => markScanned(scan, first, end, into));
    mark(from, to, words);
  };
}

/* v8 ignore start -- as above */
function markScanned(scan: RowFinder["scan"], from: number, to: number, words: Uint32Array): void {
  const hits = new Int32Array(BLOCK);
  setBits(words, hits, scan(from, to, hits, 0));
}
/* v8 ignore stop */

/** A stage of one loop without branches. */
export function flagsStage(flags: Flags, zones: Stage["zones"], withVectors: boolean): Stage {
  const written = branchlessFinder(flags);
  const scan = withVectors ? vectorScan(flags) : undefined;
  const finder =
    scan === undefined
      ? written
      : { ...written, scan, count: counter(flags, scan), mark: marker(flags, scan) };
  return { finder, flags, zones };
}

function hasBranchlessForm(node: CoreNode, layout: Layout): boolean {
  return tryBranchless([node], layout) !== undefined;
}

function tryBranchless(nodes: readonly CoreNode[], layout: Layout): Flags | undefined {
  try {
    const forms = new BranchlessForms(layout);
    const [first, ...others] = nodes.map((node) => forms.flag(node, true));
    if (first === undefined) return undefined;
    const flags: [Flag, ...Flag[]] = [first];
    for (const flag of others) {
      /* v8 ignore next -- each of them has a form alone */
      if (flag === undefined) return undefined;
      flags.push(flag);
    }
    return flags;
  } catch {
    // The conditions have too many parts, or a chain of a thousand operators overflowed the stack.
    return undefined;
  }
}

/** The finder of searches in a column of texts, or of their negation; `undefined` for other conditions. */
function searchFinder(node: CoreNode, layout: Layout, withVectors: boolean): RowFinder | undefined {
  const wanted = node.op !== "not";
  const condition = wanted ? node : operandOf(node);
  const tests = textTestsOf(condition.op === "or" ? condition.operands : [condition], layout);
  return tests && textFinder(tests, wanted, withVectors);
}

/** The conditions as tests that one search makes at once; `undefined` if they are not. */
function textTestsOf(nodes: readonly CoreNode[], layout: Layout): TextTests | undefined {
  const tests = nodes.map((node) => textTestOf(node, layout));
  const [first, ...others] = tests;
  if (first === undefined || nodes.length > MOST_TOGETHER) return undefined;
  const more: TextTest[] = [];
  for (const test of others) {
    if (test?.how !== "contains" || test.blocks !== first.blocks) return undefined;
    more.push(test);
  }
  return more.length > 0 && first.how !== "contains" ? undefined : [first, ...more];
}

/** The stage of a condition without a branchless form. If it can read texts as bytes, it may also read strings. */
function branchingStage(
  node: CoreNode,
  layout: Layout,
  closures: ColumnClosures,
  effort: Effort,
): Stage {
  const zones = [zoneTest(node, true, layout)];
  try {
    const strings = stringsFinder(node, layout);
    if (effort < CODE) return { finder: strings, zones };
    const withVectors = effort === VECTORS;
    const search = searchFinder(node, layout, withVectors);
    const heads = headsFinder(node, layout);
    if (heads !== undefined) return { finder: quickerOf(heads, search ?? strings), zones };
    const place = search ?? placeFinder(node, closures.testing(node), layout, withVectors);
    if (place !== undefined) return { finder: quickerOf(place, strings), zones };
    const bytes = bytesFinder(node, layout);
    const finder = bytes === undefined ? strings : quickerOf(bytes, strings);
    const parted =
      eitherFinder(node, layout, closures, effort) ?? ifFinder(node, layout, closures, effort);
    return { finder: parted === undefined ? finder : quickerOf(parted, finder), zones };
  } catch {
    // The stack overflowed, here or in the engine's own parser.
    return { finder: finderByRow(closures.testing(node)), zones };
  }
}

/** A finder of an OR that asks for one part after the other, those without branches first; `undefined` if that does not pay. */
function eitherFinder(
  node: CoreNode,
  layout: Layout,
  closures: ColumnClosures,
  effort: Effort,
): RowFinder | undefined {
  if (node.op !== "or") return undefined;
  const quick: Flag[] = [];
  const slow: CoreNode[] = [];
  for (const part of node.operands) {
    const flags = tryBranchless([part], layout);
    if (flags === undefined) slow.push(part);
    else quick.push(...flags);
  }
  if (slow.length > MOST_SLOW) return undefined;
  const tests = textTestsOf(slow, layout);
  const others =
    tests === undefined
      ? slow.map((part) => branchingStage(part, layout, closures, effort).finder)
      : [textFinder(tests, true, effort === VECTORS)];
  return anyFinder(
    quick.length === 0 ? others : [branchlessFinder([{ op: "any", parts: quick }]), ...others],
  );
}

/** A finder of an IF that asks each branch for its own rows; `undefined` for other conditions, and if that does not pay. */
function ifFinder(
  node: CoreNode,
  layout: Layout,
  closures: ColumnClosures,
  effort: Effort,
): RowFinder | undefined {
  if (node.op !== "if" || !nestsUpTo(node, MOST_NESTED)) return undefined;
  const [condition, then, otherwise] = threeOperandsOf(node);
  // If the condition fails for a row, neither branch is asked.
  if (condition.mayFail) return undefined;
  const finderOfPart = (part: CoreNode): RowFinder => {
    if (!part.varies) return finderByRow(closures.testing(part));
    const flags = tryBranchless([part], layout);
    return flags === undefined
      ? branchingStage(part, layout, closures, effort).finder
      : branchlessFinder(flags);
  };
  return choiceFinder(finderOfPart(condition), finderOfPart(then), finderOfPart(otherwise));
}

/** Whether IFs that are parts of IFs nest at most so deep. */
function nestsUpTo(node: CoreNode, most: number): boolean {
  return node.op !== "if" || (most > 0 && node.operands.every((part) => nestsUpTo(part, most - 1)));
}

function writtenStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const columnTest = columnTestOf(node, true, layout);
  const finder =
    columnTest === undefined
      ? (searchFinder(node, layout, false) ?? finderByRow(closures.testing(node)))
      : finderOf(columnTest);
  return { finder, zones: [zoneTest(node, true, layout)] };
}
