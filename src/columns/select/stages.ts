import { CostModel } from "../../core/cost.ts";
import type { CoreNode } from "../../core/node.ts";
import { Run, type Test } from "../../in-memory/compute.ts";
import { columnTestOf } from "../condition/column-test.ts";
import type { Layout } from "../condition/layout.ts";
import { amongFinder } from "./among-finder.ts";
import { ColumnClosures } from "./column-closures.ts";
import { type Effort, STRINGS, WORTH_GENERATING } from "./effort.ts";
import { generatedStages } from "./generated-stages.ts";
import type { Trials } from "./quicker-finder.ts";
import { EVERY_ROW, finderByRow, finderOf } from "./row-finder.ts";
import { searchFinder } from "./search-finder.ts";
import type { Part, Stage, Steps } from "./stage.ts";
import { NONE, zoneTest } from "./zone-test.ts";

const SAMPLE = 128;
/** A sample that takes longer than this tells nothing that would be worth the time. */
const SAMPLE_MS = 1;

/** The parts of a condition as stages, of which the first ones leave the fewest rows for their cost. */
export function* stagesOf(
  condition: CoreNode,
  layout: Layout,
  effort: Effort,
  trials: Trials,
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
  return yield* generatedStages(parts, { layout, closures, effort, trial: trials.making() });
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

function writtenStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const columnTest = columnTestOf(node, true, layout);
  const finder =
    columnTest === undefined
      ? (searchFinder(node, layout, false) ??
        amongFinder(node, layout) ??
        finderByRow(closures.testing(node)))
      : finderOf(columnTest);
  return { finder, zones: [zoneTest(node, true, layout)] };
}
