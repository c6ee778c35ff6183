import type { CoreNode } from "../core/node.ts";
import { operandOf, operandsOf } from "../core/node.ts";
import { isText } from "../values/text/index.ts";
import type { Test } from "./compute.ts";

/**
 * The test of a field against a constant, on the raw value of the row. What is not of the field's type
 * must come out as blank does; the checks for that stand where they cost least, after what rarely holds.
 */
export function fieldTest(node: CoreNode): Test | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    if (operand.op !== "field" || operand.type !== "number") return undefined;
    const { name } = operand.data;
    return (row) => {
      const raw = row[name];
      return typeof raw !== "number" || raw - raw !== 0;
    };
  }
  if (node.operands.length !== 2) return undefined;
  const [a, b] = operandsOf(node);
  if (a.op === "field" && b.op === "literal") return againstConstant(node, a.data.name, b.data);
  if (a.op === "literal" && b.op === "field") return constantAgainst(node, a.data, b.data.name);
  return undefined;
}

function againstConstant(node: CoreNode, name: string, constant: unknown): Test | undefined {
  const isNumber = typeof constant === "number" && operandsOf(node)[0].type === "number";
  switch (node.op) {
    case "equal":
      if (isNumber || (typeof constant === "string" && constant !== "")) {
        return (row) => row[name] === constant;
      }
      return undefined;
    case "less":
      if (!isNumber) return undefined;
      return (row) => {
        const raw = row[name];
        return typeof raw === "number" && raw < constant && raw > Number.NEGATIVE_INFINITY;
      };
    case "lessOrEqual":
      if (!isNumber) return undefined;
      return (row) => {
        const raw = row[name];
        return typeof raw === "number" && raw <= constant && raw > Number.NEGATIVE_INFINITY;
      };
    case "contains":
      if (typeof constant !== "string") return undefined;
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.includes(constant) && isText(raw);
      };
    case "startsWith":
      if (typeof constant !== "string") return undefined;
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.startsWith(constant) && isText(raw);
      };
    default:
      return undefined;
  }
}

function constantAgainst(node: CoreNode, constant: unknown, name: string): Test | undefined {
  if (typeof constant !== "number" || operandsOf(node)[0].type !== "number") return undefined;
  switch (node.op) {
    case "less":
      return (row) => {
        const raw = row[name];
        return typeof raw === "number" && raw > constant && raw < Number.POSITIVE_INFINITY;
      };
    case "lessOrEqual":
      return (row) => {
        const raw = row[name];
        return typeof raw === "number" && raw >= constant && raw < Number.POSITIVE_INFINITY;
      };
    default:
      return undefined;
  }
}
