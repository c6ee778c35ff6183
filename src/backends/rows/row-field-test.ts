import { type CoreNode, operandOf, operandsOf } from "../../language/core/node.ts";
import { numberAfter, numberBefore } from "../../language/values/number/index.ts";
import { isText } from "../../language/values/text/index.ts";
import type { Test } from "../evaluation/compute.ts";
import { interned } from "../evaluation/interned.ts";
import type { RowObject } from "./read-row.ts";

/**
 * A fast test of a field's raw value against a constant; `undefined` for other conditions. A raw value that is not of
 * the field's type counts as blank. The slower type checks come last, since few rows get that far.
 */
export function fieldTest(node: CoreNode): Test<RowObject> | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    return operand.op === "field" && operand.type === "number"
      ? blankTest(operand.data.name)
      : undefined;
  }
  if (node.operands.length !== 2) return undefined;
  const [a, b] = operandsOf(node);
  if (a.op === "field" && b.op === "literal") {
    const { name } = a.data;
    if (typeof b.data === "number" && a.type === "number") {
      const { data: most } = b;
      if (node.op === "equal") return (row) => row[name] === most;
      return rangeTest(name, -LARGEST, node.op === "less" ? numberBefore(most) : most);
    }
    if (typeof b.data === "string" && a.type === "text")
      return textTest(node, name, interned(b.data));
  }
  if (a.op === "literal" && typeof a.data === "number" && b.op === "field" && b.type === "number") {
    const { data: least } = a;
    return rangeTest(b.data.name, node.op === "less" ? numberAfter(least) : least, LARGEST);
  }
  return undefined;
}

const LARGEST = Number.MAX_VALUE;

function blankTest(name: string): Test<RowObject> {
  return (row) => {
    const raw = row[name];
    return typeof raw !== "number" || raw - raw !== 0;
  };
}

function rangeTest(name: string, least: number, most: number): Test<RowObject> {
  return (row) => {
    const raw = row[name];
    return typeof raw === "number" && raw >= least && raw <= most;
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
