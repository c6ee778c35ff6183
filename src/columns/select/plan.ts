/* The search for rows: plans decide which part of a condition is tested first, and by which kind of loop. */

import { CostModel } from "../../core/cost.ts";
import { type CoreNode, operandOf } from "../../core/node.ts";
import { Run, type Test } from "../../in-memory/compute.ts";
import { mayGenerate } from "../../in-memory/may-generate.ts";
import { BranchlessForms, type Flag } from "../condition/branchless.ts";
import { type ColumnTest, columnTestOf } from "../condition/column-test.ts";
import type { Layout } from "../condition/layout.ts";
import { textTestOf } from "../condition/text-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { vectorCount, vectorScan } from "../wasm/vector-loop.ts";
import { ColumnClosures } from "./column-closures.ts";
import { branchingFinder, branchlessFinder } from "./generated-finder.ts";
import { EVERY_ROW, finderByRow, finderOf, type RowFinder } from "./row-finder.ts";
import { textFinder } from "./text-finder.ts";
import { ALL, NONE, testZones, type ZoneTest, zoneTest } from "./zone-test.ts";

/** How a plan tests rows: as the number of rows suggests, or always in one way, for tests. */
export type ColumnStrategy = "adaptive" | "vectors" | "generated" | "closures";

/** From this many rows on, generating code and testing a sample of rows pays off. */
const WORTH_GENERATING = 2_000;
/** From this many rows on, a module of WebAssembly pays off; making one costs more than generating code. */
const WORTH_VECTORS = 50_000;

/** The work before rows are tested: 0 makes closures only, 1 generates code for loops, 2 makes vector loops as well. */
export type Effort = 0 | 1 | 2;

const CODE = 1;
const VECTORS = 2;

/** The effort that pays off for this many rows. */
export function effortFor(strategy: ColumnStrategy, rows: number, codeGeneration: boolean): Effort {
  // The platform is asked last, because it may report the question as a violation of its policy.
  if (strategy === "closures" || !codeGeneration || !mayGenerate()) return 0;
  if (strategy === "vectors" || (strategy === "adaptive" && rows >= WORTH_VECTORS)) return VECTORS;
  return strategy === "generated" || rows >= WORTH_GENERATING ? CODE : 0;
}

const SAMPLE = 128;
/** Conditions are tested in one loop until less than this share of the rows is left: the rest tests only those rows. */
const FEW_LEFT = 0.3;

/** A part of a condition; all parts must hold. */
interface Part {
  readonly node: CoreNode;
  readonly cost: number;
  /** The share of rows for which it holds. */
  readonly share: number;
}

type Flags = readonly [Flag, ...Flag[]];

interface Stage {
  readonly finder: RowFinder;
  /** The flags that the stage tests, if it is one branchless loop. */
  readonly flags?: Flags;
  /** A zone test for each of its conditions; `undefined` if there is none. */
  readonly zones: readonly (ZoneTest | undefined)[];
}

/** Finds the rows for which a condition holds, in stages: each tests only the rows that the stages before it found. */
export class Plan {
  readonly length: number;
  readonly effort: Effort;
  readonly #stages: readonly Stage[];
  /** How many blocks were skipped because no row matches, and how many were taken because all rows do. */
  readonly skipped = { none: 0, all: 0 };

  private constructor(length: number, effort: Effort, stages: readonly Stage[]) {
    this.length = length;
    this.effort = effort;
    this.#stages = stages;
  }

  /** @param condition without one, every row matches */
  static of(condition: CoreNode | undefined, layout: Layout, effort: Effort): Plan {
    const stages = condition === undefined ? [] : stagesOf(condition, layout, effort);
    return new Plan(layout.length, effort, stages);
  }

  /** The plan of this condition and a column test; one loop tests both if that is possible. */
  and(columnTest: ColumnTest, withVectors: boolean): Plan {
    const zone = testZones(columnTest);
    const [first, ...others] = this.#stages;
    const stages =
      first?.flags === undefined
        ? [{ finder: this.finderOf(columnTest, withVectors), zones: [zone] }, ...this.#stages]
        : [
            flagsStage([flagOf(columnTest), ...first.flags], [zone, ...first.zones], withVectors),
            ...others,
          ];
    return new Plan(this.length, this.effort, stages);
  }

  /** A finder for one column test, with the effort of this plan. */
  finderOf(columnTest: ColumnTest, withVectors: boolean): RowFinder {
    if (this.effort < CODE) return finderOf(columnTest);
    return flagsStage([flagOf(columnTest)], [], withVectors).finder;
  }

  get usesVectors(): boolean {
    return this.effort === VECTORS;
  }

  get blocks(): number {
    return Math.ceil(this.length / BLOCK);
  }

  /** Writes the rows of a block for which the condition holds into `hits`, from `size` on; returns the new size. */
  run(block: number, hits: Int32Array, size: number): number {
    const from = block << BLOCK_BITS;
    return this.find(from, Math.min(from + BLOCK, this.length), hits, size);
  }

  /** The same for some rows, which must be of one block. */
  find(from: number, to: number, hits: Int32Array, size: number): number {
    const block = from >> BLOCK_BITS;
    if (this.#hasNone(block)) {
      this.skipped.none++;
      return size;
    }
    let end = -1;
    for (const { finder, zones } of this.#stages) {
      if (holdsForAll(zones, block)) continue;
      end = end < 0 ? finder.scan(from, to, hits, size) : finder.refine(hits, size, end);
      if (end === size) return size;
    }
    if (end >= 0) return end;
    this.skipped.all++;
    return EVERY_ROW.scan(from, to, hits, size);
  }

  /** Counts the rows of a block for which the condition holds; may write to `hits`. */
  count(block: number, hits: Int32Array): number {
    const [stage, ...others] = this.#stages;
    const from = block << BLOCK_BITS;
    const isWhole = from + BLOCK <= this.length;
    if (!isWhole || stage?.finder.count === undefined || others.length > 0) {
      return this.run(block, hits, 0);
    }
    if (this.#hasNone(block)) {
      this.skipped.none++;
      return 0;
    }
    if (!holdsForAll(stage.zones, block)) return stage.finder.count(from, from + BLOCK);
    this.skipped.all++;
    return BLOCK;
  }

  /** Keeps those rows in `hits`, which must be of one block, for which the condition holds; returns how many. */
  refine(block: number, hits: Int32Array, size: number): number {
    if (this.#hasNone(block)) return 0;
    let end = size;
    for (const { finder, zones } of this.#stages) {
      if (end === 0) break;
      if (!holdsForAll(zones, block)) end = finder.refine(hits, 0, end);
    }
    return end;
  }

  #hasNone(block: number): boolean {
    for (const { zones } of this.#stages) {
      for (const zone of zones) if (zone !== undefined && zone(block) === NONE) return true;
    }
    return false;
  }
}

function holdsForAll(zones: Stage["zones"], block: number): boolean {
  return zones.every((zone) => zone !== undefined && zone(block) === ALL);
}

function stagesOf(condition: CoreNode, layout: Layout, effort: Effort): readonly Stage[] {
  const closures = new ColumnClosures(layout, condition);
  if (!condition.varies) {
    // The condition has the same value for all rows.
    const isTrue = closures.testing(condition)(0, new Run(0));
    return isTrue ? [] : [{ finder: EVERY_ROW, zones: [() => NONE] }];
  }
  const conjuncts = condition.op === "and" ? condition.operands : [condition];
  const costs = new CostModel();
  const parts = conjuncts
    .map((node) => {
      const columnTest = columnTestOf(node, true, layout);
      const cost = columnTest === undefined ? costs.cost(node) : 1;
      return { node, cost, share: shareOf(closures.testing(node), layout.length) };
    })
    .sort((a, b) => rank(a) - rank(b));
  if (effort < CODE) return parts.map(({ node }) => writtenStage(node, layout, closures));
  return generatedStages(parts, layout, closures, effort === VECTORS);
}

function rank({ cost, share }: Part): number {
  return cost / (1.02 - share);
}

/** An estimate of the share of rows for which a test holds, from a sample of all rows. */
function shareOf(test: Test<number>, length: number): number {
  if (length < WORTH_GENERATING) return 0.5;
  const run = new Run(0);
  let held = 0;
  for (let index = 0; index < SAMPLE; index++) {
    // The steps are uneven, so that they do not follow a pattern of the rows.
    const row = Math.floor(((index + ((index * 0.618) % 1)) * length) / SAMPLE);
    if (test(row, run.next())) held++;
  }
  return held / SAMPLE;
}

function generatedStages(
  parts: readonly Part[],
  layout: Layout,
  closures: ColumnClosures,
  withVectors: boolean,
): readonly Stage[] {
  const branchless: Part[] = [];
  const others: Part[] = [];
  for (const part of parts) (hasBranchlessForm(part.node, layout) ? branchless : others).push(part);
  const stages: Stage[] = [];
  let group: CoreNode[] = [];
  let share = 1;
  const close = (): void => {
    stages.push(...branchlessStages(group, layout, closures, withVectors));
    group = [];
    share = 1;
  };
  for (const part of branchless) {
    group.push(part.node);
    share *= part.share;
    if (share < FEW_LEFT) close();
  }
  close();
  for (const { node } of others) {
    stages.push(textStage(node, layout, withVectors) ?? branchingStage(node, layout, closures));
  }
  return stages;
}

/** One stage for all conditions, or one for each if they have too many parts for one loop. */
function branchlessStages(
  nodes: readonly CoreNode[],
  layout: Layout,
  closures: ColumnClosures,
  withVectors: boolean,
): readonly Stage[] {
  if (nodes.length === 0) return [];
  const flags = tryBranchless(nodes, layout);
  if (flags !== undefined) {
    const zones = nodes.map((node) => zoneTest(node, true, layout));
    return [flagsStage(flags, zones, withVectors)];
  }
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return [branchingStage(only, layout, closures)];
  return nodes.flatMap((node) => branchlessStages([node], layout, closures, withVectors));
}

function flagOf(columnTest: ColumnTest): Flag {
  return { op: "test", test: columnTest };
}

/** Counts rows; the loop for that is made at the first call. */
function counter(flags: Flags, scan: RowFinder["scan"]): (from: number, to: number) => number {
  let count: ReturnType<typeof vectorCount>;
  return (from, to) => {
    count ??= vectorCount(flags) ?? byScan();
    return count(from, to);
  };

  function byScan(): NonNullable<ReturnType<typeof vectorCount>> {
    const hits = new Int32Array(BLOCK);
    return (from, to) => scan(from, to, hits, 0);
  }
}

function flagsStage(flags: Flags, zones: Stage["zones"], withVectors: boolean): Stage {
  const written = branchlessFinder(flags);
  const scan = withVectors ? vectorScan(flags) : undefined;
  const finder = scan === undefined ? written : { ...written, scan, count: counter(flags, scan) };
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
      if (flag === undefined) return undefined;
      flags.push(flag);
    }
    return flags;
  } catch {
    // The conditions have too many parts, or a chain of a thousand operators overflowed the stack.
    return undefined;
  }
}

/** The stage of a search in a column of texts, or of its negation; `undefined` for other conditions. */
function textStage(node: CoreNode, layout: Layout, withVectors: boolean): Stage | undefined {
  const wanted = node.op !== "not";
  const test = textTestOf(wanted ? node : operandOf(node), layout);
  return test && { finder: textFinder(test, wanted, withVectors), zones: [undefined] };
}

function branchingStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const zones = [zoneTest(node, true, layout)];
  try {
    return { finder: branchingFinder(node, layout), zones };
  } catch {
    // The stack overflowed, here or in the engine's own parser.
    return { finder: finderByRow(closures.testing(node)), zones };
  }
}

function writtenStage(node: CoreNode, layout: Layout, closures: ColumnClosures): Stage {
  const columnTest = columnTestOf(node, true, layout);
  const finder =
    columnTest === undefined ? finderByRow(closures.testing(node)) : finderOf(columnTest);
  return { finder, zones: [zoneTest(node, true, layout)] };
}
