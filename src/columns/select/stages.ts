import { CostModel } from "../../core/cost.ts";
import type { CoreNode } from "../../core/node.ts";
import { Run } from "../../in-memory/compute.ts";
import { columnTestOf } from "../condition/column-test.ts";
import type { Layout } from "../condition/layout.ts";
import { amongFinder } from "./among-finder.ts";
import { ColumnClosures } from "./column-closures.ts";
import { type Effort, STRINGS } from "./effort.ts";
import { generatedStages } from "./generated-stages.ts";
import { EVERY_ROW, finderByRow, finderOf } from "./row-finder.ts";
import { searchFinder } from "./search-finder.ts";
import type { Part, Stage, Steps } from "./stage.ts";
import { NONE, zoneTest } from "./zone-test.ts";

/**
 * The parts of a condition as stages, the cheapest ones first. Neither a clock nor the values of rows decide: the same
 * condition over the same columns always has the same plan.
 */
export function* stagesOf(
  condition: CoreNode,
  layout: Layout,
  effort: Effort,
): Steps<readonly Stage[]> {
  const closures = new ColumnClosures(layout, condition);
  if (!condition.varies) {
    // The condition has the same value for all rows.
    const isTrue = closures.testing(condition)(0, new Run(0));
    return isTrue ? [] : [{ loop: "none", finder: EVERY_ROW, zones: [() => NONE] }];
  }
  const conjuncts = condition.op === "and" ? condition.operands : [condition];
  const costs = new CostModel();
  const parts: Part[] = [];
  for (const node of conjuncts) {
    const isColumnTest = columnTestOf(node, true, layout) !== undefined;
    parts.push({ node, cost: isColumnTest ? 0 : costs.cost(node), isColumnTest });
    yield;
  }
  parts.sort((a, b) => a.cost - b.cost);
  if (effort < STRINGS) return parts.map(({ node }) => writtenStage(node, layout, closures));
  return yield* generatedStages(parts, { layout, closures, effort });
}

function writtenStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const zones = [zoneTest(node, true, layout)];
  const columnTest = columnTestOf(node, true, layout);
  if (columnTest !== undefined) return { loop: "closures", finder: finderOf(columnTest), zones };
  const search = searchFinder(node, layout, false);
  if (search !== undefined) return { loop: "search", finder: search, zones };
  const finder = amongFinder(node, layout) ?? finderByRow(closures.testing(node));
  return { loop: "closures", finder, zones };
}
