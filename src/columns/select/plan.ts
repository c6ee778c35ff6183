import { CostModel } from "../../core/cost.ts";
import type { CoreNode } from "../../core/node.ts";
import { countUses } from "../../core/uses.ts";
import type { Test } from "../../encoded/compute.ts";
import { mayGenerate } from "../../encoded/may-generate.ts";
import { BLOCK, BLOCK_BITS } from "../stored/blocks.ts";
import { ColumnClosures } from "./column-closures.ts";
import { TooManyParts } from "./flat-writer.ts";
import { branchingKernel, flatKernel } from "./generate-kernel.ts";
import { EVERY_ROW, type Kernel, leafKernel, testKernel } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import { leafOf } from "./leaf.ts";
import { ALL, NONE, SOME, type ZoneTest, zoneTest } from "./zone-test.ts";

/** How a plan looks at rows: with generated code where it pays, or always in one way, for tests. */
export type ColumnStrategy = "adaptive" | "generated" | "closures";

/** Rows from which making code, and asking samples, pays. */
const WORTH_GENERATING = 2_000;
const SAMPLE = 128;
/** Conditions are decided together until so few rows are left that looking at these alone is cheaper. */
const FEW_LEFT = 0.3;

/** A condition that must hold with all others. */
interface Part {
  readonly node: CoreNode;
  readonly cost: number;
  /** The share of rows for which it holds. */
  readonly share: number;
}

interface Stage {
  readonly kernel: Kernel;
  /** For each of its conditions. */
  readonly zones: readonly (ZoneTest | undefined)[];
}

/** How a condition is decided for the rows of columns: what of it is looked at first, and for which rows the rest is. */
export class Plan {
  readonly #stages: readonly Stage[];
  readonly #length: number;
  /** Blocks that were left out, and taken whole, without looking at a row. */
  readonly skipped = { none: 0, all: 0 };

  constructor(condition: CoreNode, layout: Layout, strategy: ColumnStrategy) {
    this.#length = layout.length;
    this.#stages = stagesOf(condition, layout, strategy);
  }

  /** How many blocks there are. */
  get blocks(): number {
    return Math.ceil(this.#length / BLOCK);
  }

  /** Writes the rows of a block for which the condition holds into `hits`, from `size` on; answers the new size. */
  run(block: number, hits: Int32Array, size: number): number {
    const from = block << BLOCK_BITS;
    const to = Math.min(from + BLOCK, this.#length);
    const stages = this.#stages;
    for (const { zones } of stages) {
      for (const zone of zones) {
        if (zone !== undefined && zone(block) === NONE) {
          this.skipped.none++;
          return size;
        }
      }
    }
    let end = -1;
    for (const { kernel, zones } of stages) {
      if (zones.every((zone) => zone !== undefined && zone(block) === ALL)) continue;
      end = end < 0 ? kernel.scan(from, to, hits, size) : kernel.refine(hits, size, end);
      if (end === size) return size;
    }
    if (end >= 0) return end;
    this.skipped.all++;
    return EVERY_ROW.scan(from, to, hits, size);
  }
}

function stagesOf(condition: CoreNode, layout: Layout, strategy: ColumnStrategy): readonly Stage[] {
  if (!condition.varies) {
    // One answer for all rows.
    const isTrue = condition.op === "literal" && condition.data === true;
    return isTrue ? [] : [{ kernel: EVERY_ROW, zones: [() => NONE] }];
  }
  const closures = closuresOf(condition, layout);
  const conjuncts = condition.op === "and" ? condition.operands : [condition];
  const generates =
    strategy !== "closures" &&
    (strategy === "generated" || layout.length >= WORTH_GENERATING) &&
    mayGenerate();
  const costs = new CostModel();
  const parts = conjuncts
    .map((node) => {
      const leaf = leafOf(node, true, layout);
      const cost = leaf === undefined ? costs.cost(node) : 1;
      return { node, cost, share: shareOf(closures.isTrue(node), layout.length) };
    })
    .sort((a, b) => rank(a) - rank(b));
  if (!generates) return parts.map(({ node }) => writtenStage(node, layout, closures));
  return generatedStages(parts, layout, closures);
}

/** Operands have lower ids; from the root down, a chain of a thousand operators is more than the stack holds. */
function closuresOf(condition: CoreNode, layout: Layout): ColumnClosures {
  const closures = new ColumnClosures(layout, condition);
  if (condition.id > MANY_NODES) {
    const nodes = [...countUses(condition).keys()];
    for (const node of nodes.sort((a, b) => a.id - b.id)) closures.value(node);
  }
  return closures;
}

const MANY_NODES = 500;

function rank({ cost, share }: Part): number {
  return cost / (1.02 - share);
}

/** The share of rows for which a test holds, by rows from everywhere. */
function shareOf(test: Test<number>, length: number): number {
  if (length < WORTH_GENERATING) return 0.5;
  const run = { now: 0, stamp: 0 };
  let held = 0;
  for (let index = 0; index < SAMPLE; index++) {
    // Steps are uneven, lest they fall in with a pattern of the rows.
    const row = Math.floor(((index + ((index * 0.618) % 1)) * length) / SAMPLE);
    run.stamp = index + 1;
    if (test(row, run)) held++;
  }
  return held / SAMPLE;
}

function generatedStages(
  parts: readonly Part[],
  layout: Layout,
  closures: ColumnClosures,
): readonly Stage[] {
  const flat: Part[] = [];
  const others: Part[] = [];
  for (const part of parts) (hasFlatForm(part.node, layout) ? flat : others).push(part);
  const stages: Stage[] = [];
  let group: CoreNode[] = [];
  let share = 1;
  const close = (): void => {
    const kernel = group.length === 0 ? undefined : tryFlat(group, layout);
    if (kernel !== undefined) {
      stages.push({ kernel, zones: group.map((node) => zoneTest(node, true, layout)) });
    } else {
      for (const node of group) stages.push(branchingStage(node, layout, closures));
    }
    group = [];
    share = 1;
  };
  for (const part of flat) {
    group.push(part.node);
    share *= part.share;
    if (share < FEW_LEFT) close();
  }
  close();
  for (const { node } of others) stages.push(branchingStage(node, layout, closures));
  return stages;
}

function hasFlatForm(node: CoreNode, layout: Layout): boolean {
  return tryFlat([node], layout) !== undefined;
}

function tryFlat(nodes: readonly CoreNode[], layout: Layout): Kernel | undefined {
  try {
    return flatKernel(nodes, layout);
  } catch (error) {
    if (error instanceof TooManyParts || error instanceof RangeError) return undefined;
    throw error;
  }
}

function branchingStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const zones = [zoneTest(node, true, layout)];
  try {
    return { kernel: branchingKernel(node, layout), zones };
  } catch (error) {
    // A chain of a thousand operators is more than the stack holds, here or in the engine's own parser.
    if (!(error instanceof RangeError)) throw error;
    return { kernel: testKernel(closures.isTrue(node)), zones };
  }
}

function writtenStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const leaf = leafOf(node, true, layout);
  const kernel = leaf === undefined ? testKernel(closures.isTrue(node)) : leafKernel(leaf);
  return { kernel, zones: [zoneTest(node, true, layout)] };
}
