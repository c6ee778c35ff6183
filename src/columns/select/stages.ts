import { CostModel } from "../../core/cost.ts";
import type { CoreNode } from "../../core/node.ts";
import { Run } from "../../in-memory/compute.ts";
import type { Steps } from "../../util/steps.ts";
import { BranchlessForms } from "../condition/branchless.ts";
import { type ColumnTest, columnTestOf } from "../condition/column-test.ts";
import type { Flag } from "../condition/forms.ts";
import type { Layout } from "../condition/layout.ts";
import { ColumnClosures } from "./column-closures.ts";
import { flagsStage, testStage } from "./flags-stage.ts";
import { generatedFinder } from "./generated-finder.ts";
import { finderByRow, NO_ROW, type RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import { textFinder } from "./text-finder.ts";
import type { Tier } from "./tier.ts";

/** One loop has at most this many tests of columns. */
const MOST_TESTS = 32;

/**
 * The parts of a condition as stages. Tests of single columns share the first loop, which has no branch in it. Each other
 * part has a loop of its own over the rows that are left: those without branches come first, then the cheapest. Neither a
 * clock nor the values of rows decide, so the same condition over the same columns always has the same plan.
 */
export function* stagesOf(
  condition: CoreNode,
  layout: Layout,
  tier: Tier,
): Steps<readonly Stage[]> {
  const closures = new ColumnClosures(layout, condition);
  if (!condition.varies) {
    // The condition has the same value for all rows.
    const isTrue = closures.testing(condition)(0, new Run(0));
    return isTrue ? [] : [{ loop: "none", finder: NO_ROW }];
  }
  const tests: ColumnTest[] = [];
  const others: CoreNode[] = [];
  for (const node of condition.op === "and" ? condition.operands : [condition]) {
    const columnTest = columnTestOf(node, true, layout);
    if (columnTest === undefined) others.push(node);
    else tests.push(columnTest);
    yield;
  }
  const costs = new CostModel();
  others.sort((a, b) => costs.cost(a) - costs.cost(b));
  const branchless: Stage[] = [];
  const branching: Stage[] = [];
  for (const node of others) {
    const stage = tier === "closures" ? undefined : branchlessStage(node, layout, tier);
    if (stage === undefined) branching.push(branchingStage(node, layout, tier, closures));
    else branchless.push(stage);
    yield;
  }
  return [...testStages(tests, tier), ...branchless, ...branching];
}

function testStages(tests: readonly ColumnTest[], tier: Tier): readonly Stage[] {
  if (tier === "closures") return tests.map((test) => testStage(test, tier));
  const stages: Stage[] = [];
  for (let from = 0; from < tests.length; from += MOST_TESTS) {
    const some = tests.slice(from, from + MOST_TESTS);
    const [first, ...more] = some.map((test): Flag => ({ op: "test", test }));
    if (first !== undefined) stages.push(flagsStage([first, ...more], tier));
  }
  return stages;
}

/** One loop without a branch in it; `undefined` if the condition has no such form. */
function branchlessStage(node: CoreNode, layout: Layout, tier: Tier): Stage | undefined {
  try {
    const flag = new BranchlessForms(layout).flag(node, true);
    return flag && flagsStage([flag], tier);
  } catch {
    // The condition has too many parts, or a chain of a thousand operators overflowed the stack.
    return undefined;
  }
}

/** A search for a text, or a loop that tests the condition part by part. */
function branchingStage(
  node: CoreNode,
  layout: Layout,
  tier: Tier,
  closures: ColumnClosures,
): Stage {
  const search = textFinder(node, layout, tier);
  if (search !== undefined) return { loop: "search", finder: search };
  const generated = tier === "closures" ? undefined : tryGenerated(node, layout);
  if (generated !== undefined) return { loop: "generated", finder: generated };
  return { loop: "closures", finder: finderByRow(closures.testing(node)) };
}

function tryGenerated(node: CoreNode, layout: Layout): RowFinder | undefined {
  try {
    return generatedFinder(node, layout);
  } catch {
    // The stack overflowed, here or in the engine's own parser.
    return undefined;
  }
}
