import { fold } from "./fold.ts";
import { type CoreNode, operandOf } from "./node.ts";
import { OPERATIONS } from "./operations.ts";

/** A condition that costs less than this consists of a few comparisons. */
const CHEAP = 12;

/** The cost of a node without its operands. */
export function ownCost(node: Pick<CoreNode, "op" | "type">): number {
  const { cost } = OPERATIONS[node.op];
  return typeof cost === "number" ? cost : cost[node.type];
}

/** Estimates the cost of evaluating a node, to decide the order of conditions. It never affects a result. */
export class CostModel {
  readonly #costs = new Map<CoreNode, number>();
  readonly #shares = new Map<CoreNode, number>();

  cost(root: CoreNode): number {
    return fold(root, this.#costs, (node) => {
      let cost = ownCost(node);
      for (const operand of node.operands) {
        /* v8 ignore next -- operands are visited before their node */
        cost += this.#costs.get(operand) ?? 0;
      }
      return cost;
    });
  }

  /**
   * The order in which to test the conditions of an AND or OR. Cheap ones come first, in source order: people write the
   * most decisive condition first, and no estimate did better. The others are sorted by cost divided by how often they
   * decide.
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

  /** The estimated share of records for which a condition holds. */
  #share(root: CoreNode): number {
    const shares = this.#shares;
    /* v8 ignore next -- operands are visited before their node */
    const shareOf = (node: CoreNode): number => shares.get(node) ?? EVEN;
    return fold(root, shares, (node) => likelihood(node, shareOf), conditionsIn);
  }
}

/** The default: a condition holds for half of the records. */
const EVEN = 0.5;

function conditionsIn({ op, operands }: CoreNode): readonly CoreNode[] {
  return op === "not" || op === "and" || op === "or" ? operands : [];
}

function likelihood(node: CoreNode, shareOf: (condition: CoreNode) => number): number {
  switch (node.op) {
    case "not":
      return 1 - shareOf(operandOf(node));
    case "and":
      return node.operands.reduce((share, operand) => share * shareOf(operand), 1);
    case "or":
      return 1 - node.operands.reduce((share, operand) => share * (1 - shareOf(operand)), 1);
    default:
      return OPERATIONS[node.op].holds ?? EVEN;
  }
}
