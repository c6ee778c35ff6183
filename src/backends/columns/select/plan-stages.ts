import { CostModel } from "../../../language/core/cost.ts";
import { operandsFirst } from "../../../language/core/fold.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import type { Steps } from "../../../util/steps.ts";
import { Run } from "../../evaluation/compute.ts";
import { BranchlessForms } from "../condition/branchless.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { type ColumnTest, columnTestOf } from "../condition/column-test.ts";
import type { Flag } from "../condition/forms.ts";
import { ColumnClosures } from "./column-closures.ts";
import { flagsStage, testStage } from "./flags-stage.ts";
import { generatedFinder } from "./generated-finder.ts";
import { finderByRow, NO_ROW, type RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import { textFinder } from "./text-finder.ts";
import type { Tier } from "./tier.ts";

/** The maximum number of column tests in one loop. */
const MOST_TESTS = 32;

/**
 * Divides a condition into stages. Tests of single columns share the first, branchless loop. Each other part has its
 * own loop over the remaining rows: branchless forms first, then in order of cost. The order depends on neither a clock
 * nor the values of rows, so a condition over the same columns always has the same plan.
 */
export function* stagesOf(
  condition: CoreNode,
  layout: ColumnLayout,
  tier: Tier,
): Steps<readonly Stage[]> {
  const closures = new ColumnClosures(layout, condition);
  if (!condition.varies) {
    // The condition has no fields: its value is the same for all rows.
    const isTrue = closures.testing(condition)(0, new Run(0));
    return isTrue ? [] : [{ loop: "none", finder: NO_ROW }];
  }
  const tests: ColumnTest[] = [];
  const nodes: CoreNode[] = [];
  for (const node of condition.op === "and" ? condition.operands : [condition]) {
    yield* layout.tabulating(node);
    const columnTest = columnTestOf(node, true, layout);
    if (columnTest === undefined) nodes.push(node);
    else tests.push(columnTest);
    yield;
  }
  const costs = new CostModel();
  nodes.sort((a, b) => costs.cost(a) - costs.cost(b));
  const branchless: Stage[] = [];
  /** Text searches, and the nodes that have no loop yet. */
  const others: (Stage | CoreNode)[] = [];
  for (const node of nodes) {
    const stage = tier === "closures" ? undefined : branchlessStage(node, layout, tier);
    const search = stage === undefined ? textFinder(node, layout, tier) : undefined;
    if (stage !== undefined) branchless.push(stage);
    else others.push(search === undefined ? node : { loop: "search", finder: search });
    yield;
  }
  const loopOf = (tested: readonly CoreNode[]): Stage =>
    branchingStage(tested, condition, layout, tier, closures);
  const branching = others.filter(isNode);
  const [first] = branching;
  const together = sharesWork(branching) ? loopOf(branching) : undefined;
  const stages = others.flatMap((each) => {
    if (!isNode(each)) return each;
    if (together === undefined) return loopOf([each]);
    return each === first ? together : [];
  });
  return [...testStages(tests, tier), ...branchless, ...stages];
}

function isNode(each: Stage | CoreNode): each is CoreNode {
  return "operands" in each;
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

/** One branchless loop; `undefined` if the condition has no branchless form. */
function branchlessStage(node: CoreNode, layout: ColumnLayout, tier: Tier): Stage | undefined {
  try {
    const flag = new BranchlessForms(layout).flag(node, true);
    return flag && flagsStage([flag], tier);
  } catch {
    // The condition has too many parts, or a long chain of operators overflowed the stack.
    return undefined;
  }
}

/** Whether two of the nodes share an operation. */
function sharesWork(nodes: readonly CoreNode[]): boolean {
  const seen = new Set<CoreNode>();
  return nodes.some((node) => {
    const operations = operandsFirst(node).filter(({ operands }) => operands.length > 0);
    const isShared = operations.some((operation) => seen.has(operation));
    for (const operation of operations) seen.add(operation);
    return isShared;
  });
}

/** One loop that tests the nodes in order. */
function branchingStage(
  nodes: readonly CoreNode[],
  condition: CoreNode,
  layout: ColumnLayout,
  tier: Tier,
  closures: ColumnClosures,
): Stage {
  const generated = tier === "closures" ? undefined : tryGenerated(nodes, condition, layout);
  if (generated !== undefined) return { loop: "generated", finder: generated };
  const tests = nodes.map((node) => closures.testing(node));
  return {
    loop: "closures",
    finder: finderByRow((row, run) => tests.every((test) => test(row, run))),
  };
}

function tryGenerated(
  nodes: readonly CoreNode[],
  condition: CoreNode,
  layout: ColumnLayout,
): RowFinder | undefined {
  try {
    const [first, ...others] = nodes;
    const root = others.length === 0 && first !== undefined ? first : condition;
    return generatedFinder(root, nodes, layout);
  } catch {
    // The stack overflowed, here or in the engine's own parser.
    return undefined;
  }
}
