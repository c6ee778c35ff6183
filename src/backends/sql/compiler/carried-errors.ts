import { type CoreNode, operandsOf, threeOperandsOf } from "../../../language/core/node.ts";
import { boundsOfOperands, mayDivideByZero, mayOverflow } from "./arithmetic-range.ts";
import type { Context } from "./context.ts";
import type { NodeBounds } from "./number-bounds.ts";
import { isArithmetic, isComparisonOfNumbers, isNumberOperation } from "./number-nodes.ts";

/**
 * The branch of an IF that its SQL chooses by a plain comparison; every other record gets the other branch. A comparison
 * with an error as an operand is then neither true nor false, but either branch is that error, too. `undefined` if the
 * SQL has to test both truths of the condition.
 */
export function branchOfPlainComparison(context: Context, node: CoreNode): boolean | undefined {
  const [condition, then, otherwise] = threeOperandsOf(node);
  if (node.type !== "number" || !condition.mayFail || !isComparisonOfNumbers(condition))
    return undefined;
  const operands = operandsOf(condition);
  if ([...operands, then, otherwise].some((part) => context.value(part).blank !== undefined)) {
    return undefined;
  }
  const carry = new CarriedErrors(context.bounds);
  return [true, false].find((wanted) => {
    const [taken, other] = wanted ? [then, otherwise] : [otherwise, then];
    if (!operands.every((operand) => carry.carries(other, operand))) return false;
    // NULL satisfies no comparison, but an infinity does. It equals only another error.
    const infinite = operands.filter((operand) => context.value(operand).loose);
    return condition.op === "equal" && wanted
      ? infinite.length < 2 || operands.some((operand) => carry.carries(taken, operand))
      : infinite.every((operand) => carry.carries(taken, operand));
  });
}

/** Longer searches end without a result: a node that is used several times is visited several times. */
const MOST_VISITS = 100;

/** Whether the SQL of a number is an error, NULL or an infinity, for each record for which another one's is. */
class CarriedErrors {
  readonly #bounds: NodeBounds;
  #visits = 0;

  constructor(bounds: NodeBounds) {
    this.#bounds = bounds;
  }

  carries(node: CoreNode, cause: CoreNode): boolean {
    if (!cause.mayFail || this.#uses(node, cause)) return true;
    return (
      !this.#mayFailItself(cause) && cause.operands.every((operand) => this.carries(node, operand))
    );
  }

  /** Whether a number is computed from another one for every record. */
  #uses(node: CoreNode, part: CoreNode): boolean {
    if (node === part) return true;
    if (this.#visits++ > MOST_VISITS) return false;
    if (node.op === "if") {
      const [, then, otherwise] = threeOperandsOf(node);
      return this.#uses(then, part) && this.#uses(otherwise, part);
    }
    return isNumberOperation(node) && node.operands.some((operand) => this.#uses(operand, part));
  }

  /** Whether a number may be an error although its operands are none. */
  #mayFailItself(node: CoreNode): boolean {
    if (node.op === "abs" || node.op === "floor") return false;
    if (!isArithmetic(node)) return true;
    const bounds = boundsOfOperands(node, this.#bounds);
    return mayOverflow(node.op, bounds) || mayDivideByZero(node.op, bounds);
  }
}
