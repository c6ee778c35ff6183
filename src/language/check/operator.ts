import { excerpt, replace } from "../source/finding.ts";
import type { BinaryExpression, UnaryExpression } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { type CheckContext, unknown } from "./checker.ts";
import { checkComparison } from "./comparison.ts";
import { conversionRemedy, textOf } from "./convert.ts";
import type { StaticType, Typed } from "./typed.ts";

export function checkUnary(node: UnaryExpression, context: CheckContext): Typed {
  const { operator } = node;
  const operand = requireNumber(context.check(node.operand), operator, context);
  return { kind: "sign", type: "number", operator, operand, node };
}

/** Checks an operator whose left operand is already checked. */
export function checkBinary(node: BinaryExpression, left: Typed, context: CheckContext): Typed {
  const right = context.check(node.right);
  switch (node.operator) {
    case "&":
      return {
        kind: "concat",
        type: "text",
        left: context.require(left, "text"),
        right: context.require(right, "text"),
        node,
      };
    case "+":
    case "-":
      return checkSum(node, node.operator, left, right, context);
    case "*":
    case "/":
      return arithmetic(node, node.operator, left, right, context);
    default:
      return checkComparison(node, node.operator, left, right, context);
  }
}

function checkSum(
  node: BinaryExpression,
  operator: "+" | "-",
  left: Typed,
  right: Typed,
  context: CheckContext,
): Typed {
  // If a side has no known type, its mistake was reported already, and the other side cannot be checked alone.
  if (left.type === "unknown" || right.type === "unknown") return unknown(node);
  if (operator === "+" && isText(left) && isText(right)) {
    context.report({
      code: "operand-type",
      span: node.span,
      data: { reason: "texts-added" },
      fix: replace(node.operatorSpan, "&"),
    });
    return unknown(node);
  }
  if (left.type === "date" || right.type === "date") {
    if (operator === "-" && isDateLike(left.type) && right.type === "date") {
      return {
        kind: "arithmetic",
        form: "days-between",
        type: "number",
        operator,
        left: context.require(left, "date"),
        right,
        node,
      };
    }
    if (left.type === "date" && right.type !== "date") {
      const amount = requireNumber(right, operator, context);
      return {
        kind: "arithmetic",
        form: "date-first",
        type: "date",
        operator,
        left,
        right: amount,
        node,
      };
    }
    if (operator === "+" && left.type !== "date") {
      const amount = requireNumber(left, operator, context);
      return {
        kind: "arithmetic",
        form: "number-first",
        type: "date",
        operator,
        left: amount,
        right,
        node,
      };
    }
    context.report({
      code: "operand-type",
      span: node.span,
      data: { reason: operator === "+" ? "dates-added" : "date-from-number" },
    });
    return unknown(node);
  }
  return arithmetic(node, operator, left, right, context);
}

function arithmetic(
  node: BinaryExpression,
  operator: "+" | "-" | "*" | "/",
  left: Typed,
  right: Typed,
  context: CheckContext,
): Typed {
  const a = requireNumber(left, operator, context);
  const b = requireNumber(right, operator, context);
  const type: ValueType = "number";
  return { kind: "arithmetic", form: "numbers", type, operator, left: a, right: b, node };
}

function requireNumber(typed: Typed, operator: string, context: CheckContext): Typed {
  if (typed.type !== "text" && typed.type !== "date" && typed.type !== "list") {
    return context.require(typed, "number");
  }
  const { source } = context;
  const { remedy, fix } = conversionRemedy(typed, "number", source);
  context.report({
    code: "operand-type",
    span: typed.node.span,
    data: {
      reason: "no-number",
      written: excerpt(textOf(typed.node, source)),
      actual: typed.type,
      operator,
      remedy,
    },
    ...(fix && { fix }),
  });
  return unknown(typed.node);
}

function isText(typed: Typed): boolean {
  return typed.type === "text" || typed.type === "list";
}

function isDateLike(type: StaticType): boolean {
  return type === "date" || type === "blank" || type === "error";
}
