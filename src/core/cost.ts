import { fold } from "./fold.ts";
import { type CoreNode, type Operation, operandOf } from "./node.ts";

/** The cost of each operation without its operands; comparing two numbers costs 1. `READING` has the cost of fields. */
const COSTS: Readonly<Record<Exclude<Operation, "field">, number>> = {
  literal: 0,
  blank: 0,
  fail: 0,
  parameter: 0,
  now: 0,
  and: 0,
  or: 0,
  not: 0,
  if: 1,
  isError: 1,
  isBlank: 0.5,
  orElse: 1,
  equal: 1,
  among: 5,
  less: 1,
  lessOrEqual: 1,
  add: 1,
  subtract: 1,
  multiply: 1,
  divide: 1,
  abs: 1,
  floor: 1,
  sqrt: 1,
  length: 8,
  find: 20,
  contains: 15,
  startsWith: 3,
  endsWith: 3,
  slice: 15,
  lower: 20,
  upper: 20,
  trim: 10,
  concat: 15,
  substitute: 40,
  repeat: 30,
  regexMatch: 60,
  numberText: 40,
  parseNumber: 60,
  dateText: 100,
  datePart: 8,
  startOf: 8,
  localTime: 15,
  instantAt: 30,
  addMilliseconds: 1,
  addMonths: 15,
  millisecondsBetween: 1,
  monthsBetween: 15,
  join: 100,
  listLength: 1,
  has: 20,
  hasAny: 30,
  singleton: 1,
  call: 120,
};
const READING: Readonly<Record<CoreNode["type"], number>> = {
  boolean: 1,
  number: 1,
  text: 1.5,
  date: 15,
  list: 50,
};

/** A condition that costs less than this is only a few comparisons. */
const CHEAP = 12;

/** The cost of a node without its operands. */
export function ownCost(node: Pick<CoreNode, "op" | "type">): number {
  return node.op === "field" ? READING[node.type] : COSTS[node.op];
}

/** Estimates the cost of evaluating a node, to decide which conditions to test first. It never changes a result. */
export class CostModel {
  readonly #costs = new Map<CoreNode, number>();
  readonly #shares = new Map<CoreNode, number>();

  cost(root: CoreNode): number {
    return fold(root, this.#costs, (node) => {
      let cost = ownCost(node);
      for (const operand of node.operands) {
        /* v8 ignore next -- the operands are known */
        cost += this.#costs.get(operand) ?? 0;
      }
      return cost;
    });
  }

  /**
   * The conditions of an AND or OR in the order in which to test them. The cheap ones come first, as they are written,
   * since people write the most decisive condition first, and no estimate did better. The others are sorted by their
   * cost, divided by how often they decide.
   */
  order(conditions: readonly CoreNode[], op: "and" | "or"): readonly CoreNode[] {
    const ranked = conditions.map((condition) => {
      const share = this.#share(condition);
      const deciding = op === "and" ? 1 - share : share;
      const cost = this.cost(condition);
      return { condition, rank: cost < CHEAP ? 0 : cost / Math.max(deciding, 0.05) };
    });
    return ranked.sort((a, b) => a.rank - b.rank).map(({ condition }) => condition);
  }

  /** An estimate of the share of records for which a condition holds. */
  #share(root: CoreNode): number {
    const shares = this.#shares;
    /* v8 ignore next -- the operands are known */
    const shareOf = (node: CoreNode): number => shares.get(node) ?? EVEN;
    return fold(root, shares, (node) => likelihood(node, shareOf), conditionsIn);
  }
}

/** A condition of which nothing is known is taken to hold for half of the records. */
const EVEN = 0.5;

function conditionsIn({ op, operands }: CoreNode): readonly CoreNode[] {
  return op === "not" || op === "and" || op === "or" ? operands : [];
}

function likelihood(node: CoreNode, shareOf: (condition: CoreNode) => number): number {
  switch (node.op) {
    case "equal":
    case "among":
      return 0.1;
    case "contains":
    case "startsWith":
    case "endsWith":
    case "has":
    case "hasAny":
    case "regexMatch":
      return 0.2;
    case "not":
      return 1 - shareOf(operandOf(node));
    case "and":
      return node.operands.reduce((share, operand) => share * shareOf(operand), 1);
    case "or":
      return 1 - node.operands.reduce((share, operand) => share * (1 - shareOf(operand)), 1);
    default:
      return EVEN;
  }
}
