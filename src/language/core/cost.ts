import { fold } from "./fold.ts";
import type { CoreNode } from "./node.ts";
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
   * most decisive condition first, and no estimate did better. The others are sorted by cost.
   */
  order(conditions: readonly CoreNode[]): readonly CoreNode[] {
    const rankOf = (condition: CoreNode): number => {
      const cost = this.cost(condition);
      return cost < CHEAP ? 0 : cost;
    };
    return [...conditions].sort((a, b) => rankOf(a) - rankOf(b));
  }
}
