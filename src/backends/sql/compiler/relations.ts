import { type CoreNode, type NodeOf, operandsOf } from "../../../language/core/node.ts";
import type { Relation } from "../sql-fragment.ts";

type Comparison = NodeOf<"equal" | "less" | "lessOrEqual">;

/** The relation of the operands of a comparison if it is true, and if it is false. */
const RELATIONS = {
  equal: { true: "=", false: "<>" },
  less: { true: "<", false: ">=" },
  lessOrEqual: { true: "<=", false: ">" },
} as const;

/** The relation of the second operand to the first. */
const MIRRORED = { "=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** The relation of one operand of a comparison to the other, if the comparison has the required truth. */
export function relationOf({ op }: Comparison, wanted: boolean, isMirrored = false): Relation {
  const relation = RELATIONS[op][`${wanted}`];
  return isMirrored ? MIRRORED[relation] : relation;
}

/** Whether two numbers are in a relation. */
export function isRelated(a: number, relation: Relation, b: number): boolean {
  return a === b ? relation.includes("=") : relation.includes(a > b ? ">" : "<");
}

/** A value that is compared with a numeric constant. */
export interface AgainstConstant {
  readonly operand: CoreNode;
  /** The relation of the value to the constant. */
  readonly relation: Relation;
  readonly constant: number;
}

/** A comparison with a numeric constant, with the value on the left; `undefined` for all other nodes. */
export function againstConstant(node: CoreNode, wanted: boolean): AgainstConstant | undefined {
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  if (b.op === "literal" && typeof b.data === "number") {
    return { operand: a, relation: relationOf(node, wanted), constant: b.data };
  }
  // An equality always has its constant on the right.
  if (a.op === "literal" && typeof a.data === "number" && node.op !== "equal") {
    return { operand: b, relation: relationOf(node, wanted, true), constant: a.data };
  }
  return undefined;
}
