import { type CoreNode, operandOf, threeOperandsOf } from "../../core/node.ts";
import { BranchlessForms } from "../condition/branchless.ts";
import type { Flag } from "../condition/forms.ts";
import type { Layout } from "../condition/layout.ts";
import { setBits } from "../mask/row-mask.ts";
import { BLOCK } from "../storage/blocks.ts";
import { vectorCount, vectorMark, vectorScan } from "../wasm/vector-loop.ts";
import { amongFinder } from "./among-finder.ts";
import { anyFinder } from "./any-finder.ts";
import { choiceFinder } from "./choice-finder.ts";
import { CODE, VECTORS } from "./effort.ts";
import { branchlessFinder, bytesFinder, stringsFinder } from "./generated-finder.ts";
import { headsFinder } from "./heads-finder.ts";
import { placeFinder } from "./place-finder.ts";
import { finderByRow, type RowFinder } from "./row-finder.ts";
import { searchFinder, textTestsOf } from "./search-finder.ts";
import type { Flags, Making, Part, Stage, Steps } from "./stage.ts";
import { textFinder } from "./text-finder.ts";
import { zoneTest } from "./zone-test.ts";

/** An OR with more slow parts than this is tested row by row. */
const MOST_SLOW = 8;
/** If IFs nest deeper than this, they are tested row by row. */
const MOST_NESTED = 3;

/**
 * The stages of generated code. Tests of single columns share the first loop, which has no branch in it. Each other part
 * has a loop of its own over the rows that are left: those without branches come first.
 */
export function* generatedStages(parts: readonly Part[], making: Making): Steps<readonly Stage[]> {
  const { layout, effort } = making;
  const columnTests = parts.filter(({ isColumnTest }) => isColumnTest).map(({ node }) => node);
  const stages: Stage[] = [...branchlessStages(columnTests, making)];
  yield;
  const others: CoreNode[] = [];
  for (const { node, isColumnTest } of parts) {
    if (isColumnTest) continue;
    if (hasBranchlessForm(node, layout)) stages.push(...branchlessStages([node], making));
    else others.push(node);
    yield;
  }
  // Several texts that must all be missing are searched for at once.
  const negated = others.filter(({ op }) => op === "not");
  const missing = negated.length > 1 ? textTestsOf(negated.map(operandOf), layout) : undefined;
  if (missing !== undefined) {
    const finder = textFinder(missing, false, effort === VECTORS);
    stages.push({ loop: "search", finder, zones: [undefined] });
  }
  for (const node of others) {
    if (missing !== undefined && node.op === "not") continue;
    stages.push(branchingStage(node, making));
    yield;
  }
  return stages;
}

/** One stage for all conditions, or one for each if they have too many parts for one loop. */
function branchlessStages(nodes: readonly CoreNode[], making: Making): readonly Stage[] {
  const { layout, effort } = making;
  if (nodes.length === 0) return [];
  const flags = tryBranchless(nodes, layout);
  if (flags !== undefined) {
    const zones = nodes.map((node) => zoneTest(node, true, layout));
    return [flagsStage(flags, zones, effort === VECTORS)];
  }
  const [only] = nodes;
  /* v8 ignore next -- each of them has a form alone */
  if (nodes.length === 1 && only !== undefined) {
    return [branchingStage(only, making)];
  }
  return nodes.flatMap((node) => branchlessStages([node], making));
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
    return mark(from, to, words);
  };
}

/* v8 ignore start -- as above */
function markScanned(
  scan: RowFinder["scan"],
  from: number,
  to: number,
  words: Uint32Array,
): number {
  const hits = new Int32Array(BLOCK);
  return setBits(words, hits, scan(from, to, hits, 0));
}
/* v8 ignore stop */

/** A stage of one loop without branches. */
export function flagsStage(flags: Flags, zones: Stage["zones"], withVectors: boolean): Stage {
  const written = branchlessFinder(flags);
  const scan = withVectors ? vectorScan(flags) : undefined;
  if (scan === undefined) return { loop: "code", finder: written, flags, zones };
  const finder = { ...written, scan, count: counter(flags, scan), mark: marker(flags, scan) };
  return { loop: "vectors", finder, flags, zones };
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

/** The stage of a condition without a branchless form. */
function branchingStage(node: CoreNode, making: Making): Stage {
  const { layout, closures, effort } = making;
  const zones = [zoneTest(node, true, layout)];
  try {
    const strings = stringsFinder(node, layout);
    if (effort < CODE) return { loop: "code", finder: strings, zones };
    const withVectors = effort === VECTORS;
    const search = headsFinder(node, layout) ?? searchFinder(node, layout, withVectors);
    if (search !== undefined) return { loop: "search", finder: search, zones };
    const finder =
      amongFinder(node, layout) ??
      placeFinder(node, strings, layout, withVectors) ??
      eitherFinder(node, making) ??
      ifFinder(node, making) ??
      bytesFinder(node, layout) ??
      strings;
    return { loop: "code", finder, zones };
  } catch {
    // The stack overflowed, here or in the engine's own parser.
    return { loop: "closures", finder: finderByRow(closures.testing(node)), zones };
  }
}

/** A finder of an OR that asks for one part after the other, those without branches first; `undefined` if that does not pay. */
function eitherFinder(node: CoreNode, making: Making): RowFinder | undefined {
  const { layout, effort } = making;
  if (node.op !== "or") return undefined;
  const quick: Flag[] = [];
  const slow: CoreNode[] = [];
  for (const part of node.operands) {
    const flags = tryBranchless([part], layout);
    if (flags === undefined) slow.push(part);
    else quick.push(...flags);
  }
  if (slow.length > MOST_SLOW) return undefined;
  const tests = slow.length > 1 ? textTestsOf(slow, layout) : undefined;
  const others =
    tests === undefined
      ? slow.map((part) => branchingStage(part, making).finder)
      : [textFinder(tests, true, effort === VECTORS)];
  return anyFinder(
    quick.length === 0 ? others : [branchlessFinder([{ op: "any", parts: quick }]), ...others],
  );
}

/** A finder of an IF that asks each branch for its own rows; `undefined` for other conditions, and if that does not pay. */
function ifFinder(node: CoreNode, making: Making): RowFinder | undefined {
  const { layout, closures } = making;
  if (node.op !== "if" || !nestsUpTo(node, MOST_NESTED)) return undefined;
  const [condition, then, otherwise] = threeOperandsOf(node);
  // If the condition fails for a row, neither branch is asked.
  if (condition.mayFail) return undefined;
  const finderOfPart = (part: CoreNode): RowFinder => {
    if (!part.varies) return finderByRow(closures.testing(part));
    const flags = tryBranchless([part], layout);
    return flags === undefined ? branchingStage(part, making).finder : branchlessFinder(flags);
  };
  return choiceFinder(finderOfPart(condition), finderOfPart(then), finderOfPart(otherwise));
}

/** Whether IFs that are parts of IFs nest at most so deep. */
function nestsUpTo(node: CoreNode, most: number): boolean {
  return node.op !== "if" || (most > 0 && node.operands.every((part) => nestsUpTo(part, most - 1)));
}
