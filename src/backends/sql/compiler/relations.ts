import { type CoreNode, operandsOf } from "../../../language/core/node.ts";
import type { Relation } from "../sql-fragment.ts";

const OPPOSITE = { "=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

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
  const wantedRelation = (relation: Relation): Relation => (wanted ? relation : OPPOSITE[relation]);
  if (b.op === "literal" && typeof b.data === "number") {
    const relation = node.op === "equal" ? "=" : node.op === "less" ? "<" : "<=";
    return { operand: a, relation: wantedRelation(relation), constant: b.data };
  }
  // An equality always has its constant on the right.
  if (a.op === "literal" && typeof a.data === "number" && node.op !== "equal") {
    return {
      operand: b,
      relation: wantedRelation(node.op === "less" ? ">" : ">="),
      constant: a.data,
    };
  }
  return undefined;
}
