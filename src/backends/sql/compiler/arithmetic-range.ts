import { operandsOf } from "../../../language/core/node.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { LARGEST, magnitude, type NodeBounds, type NumberBounds } from "./number-bounds.ts";
import type { ArithmeticNode } from "./number-nodes.ts";

/** A number smaller than this cannot make a sum overflow. */
const NEVER_COUNTS = 2 ** 969;

/** Smaller results may be rounded to 0. */
const SMALLEST_RESULT = 1e-320;

type TwoBounds = readonly [NumberBounds, NumberBounds];

/** The bounds of the operands. */
export function boundsOfOperands(node: ArithmeticNode, bounds: NodeBounds): TwoBounds {
  const [left, right] = operandsOf(node);
  return [bounds.number(left), bounds.number(right)];
}

/** Whether the plain operation could raise an error, for operands within bounds. */
export function mayRaise(
  dialect: DialectDefinition,
  { op }: ArithmeticNode,
  operands: TwoBounds,
): boolean {
  return mayOverflow(op, operands) || mayVanish(dialect, op, operands);
}

export function mayOverflow(op: ArithmeticNode["op"], [a, b]: TwoBounds): boolean {
  if (op === "multiply") return magnitude(a) * magnitude(b) > LARGEST;
  if (op === "divide") return magnitude(a) / b.tiny > LARGEST;
  const smaller = Math.min(magnitude(a), magnitude(b));
  return smaller >= NEVER_COUNTS && magnitude(a) + magnitude(b) > LARGEST;
}

/** Whether a nonzero result may underflow to 0, on an engine that raises an error then. */
export function mayVanish(
  { underflow }: DialectDefinition,
  op: ArithmeticNode["op"],
  [a, b]: TwoBounds,
): boolean {
  if (underflow === "zero") return false;
  if (op === "multiply") return a.tiny * b.tiny < SMALLEST_RESULT;
  return op === "divide" && a.tiny / magnitude(b) < SMALLEST_RESULT;
}

export function mayDivideByZero(op: ArithmeticNode["op"], [, { low, high }]: TwoBounds): boolean {
  return op === "divide" && low <= 0 && high >= 0;
}
