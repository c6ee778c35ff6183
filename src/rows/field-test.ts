import { type CoreNode, operandOf, operandsOf } from "../core/node.ts";
import type { Test } from "../in-memory/compute.ts";
import { interned } from "../in-memory/interned.ts";
import { isText } from "../values/text/index.ts";
import type { RowObject } from "./read.ts";

/**
 * A fast test of a field against a constant, on the row's raw value; `undefined` for conditions of other forms. A raw
 * value that is not of the field's type counts as blank. The slower checks for that come last: few rows get so far.
 */
export function fieldTest(node: CoreNode): Test<RowObject> | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    return operand.op === "field" && operand.type === "number"
      ? isBlank(operand.data.name)
      : undefined;
  }
  if (node.operands.length !== 2) return undefined;
  const [a, b] = operandsOf(node);
  if (a.op === "field" && b.op === "literal") {
    const { name } = a.data;
    if (a.type === "number" && typeof b.data === "number") return belowConstant(node, name, b.data);
    if (a.type === "text" && typeof b.data === "string")
      return textTest(node, name, interned(b.data));
  }
  if (a.op === "literal" && b.op === "field" && b.type === "number" && typeof a.data === "number") {
    return aboveConstant(node, a.data, b.data.name);
  }
  return undefined;
}

function isBlank(name: string): Test<RowObject> {
  return (row) => {
    const raw = row[name];
    return typeof raw !== "number" || raw - raw !== 0;
  };
}

function belowConstant(node: CoreNode, name: string, constant: number): Test<RowObject> {
  if (node.op === "equal") return (row) => row[name] === constant;
  if (node.op === "less") {
    return (row) => {
      const raw = row[name];
      return typeof raw === "number" && raw < constant && raw > Number.NEGATIVE_INFINITY;
    };
  }
  return (row) => {
    const raw = row[name];
    return typeof raw === "number" && raw <= constant && raw > Number.NEGATIVE_INFINITY;
  };
}

function aboveConstant(node: CoreNode, constant: number, name: string): Test<RowObject> {
  if (node.op === "less") {
    return (row) => {
      const raw = row[name];
      return typeof raw === "number" && raw > constant && raw < Number.POSITIVE_INFINITY;
    };
  }
  return (row) => {
    const raw = row[name];
    return typeof raw === "number" && raw >= constant && raw < Number.POSITIVE_INFINITY;
  };
}

function textTest(node: CoreNode, name: string, constant: string): Test<RowObject> | undefined {
  switch (node.op) {
    case "equal":
      return constant === "" ? undefined : (row) => row[name] === constant;
    case "contains":
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.includes(constant) && isText(raw);
      };
    case "startsWith":
      return (row) => {
        const raw = row[name];
        return typeof raw === "string" && raw.startsWith(constant) && isText(raw);
      };
    default:
      return undefined;
  }
}
