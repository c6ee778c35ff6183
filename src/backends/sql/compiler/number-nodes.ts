import type { CoreNode, NodeOf } from "../../../language/core/node.ts";

export type ArithmeticNode = CoreNode & {
  readonly op: "add" | "subtract" | "multiply" | "divide";
};

export function isArithmetic(node: CoreNode): node is ArithmeticNode {
  return (
    node.op === "add" || node.op === "subtract" || node.op === "multiply" || node.op === "divide"
  );
}

/** Arithmetic and what is as simple. */
export function isArithmeticPart(
  node: CoreNode,
): node is ArithmeticNode | NodeOf<"abs"> | NodeOf<"floor"> {
  return isArithmetic(node) || node.op === "abs" || node.op === "floor";
}

/** Operations on numbers, which compute all of their operands for every record. */
export function isNumberOperation(node: CoreNode): boolean {
  return isArithmeticPart(node) || node.op === "sqrt";
}

/** Operations on numbers, and numbers that are chosen by comparing numbers. */
export function isNumberPart(node: CoreNode): boolean {
  if (isNumberOperation(node) || isComparisonOfNumbers(node)) return true;
  if (node.op === "if") return node.type === "number";
  const [first] = node.operands;
  return node.op === "orElse" && first !== undefined && isNumberPart(first);
}

export function isComparisonOfNumbers(
  node: CoreNode,
): node is NodeOf<"equal" | "less" | "lessOrEqual"> {
  const isComparison = node.op === "less" || node.op === "lessOrEqual" || node.op === "equal";
  return isComparison && node.operands[0]?.type === "number";
}

export function constantOf(node: CoreNode): number | undefined {
  return node.op === "literal" && typeof node.data === "number" ? node.data : undefined;
}
