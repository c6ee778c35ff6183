import { excerpt, replace } from "../source/finding.ts";
import type { BinaryExpression, UnaryExpression } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { parseIsoDate } from "../values/date/index.ts";
import { parseNumberText } from "../values/number/index.ts";
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
      warnOfJoined(node, left, right, context);
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

/** Warns of `(a > 1) & (b > 2)` and `{a} & {b}` for booleans: in other languages, this tests both. */
function warnOfJoined(
  node: BinaryExpression,
  left: Typed,
  right: Typed,
  context: CheckContext,
): void {
  if (right.type !== "boolean") return;
  const last = context.findings.findLast(({ code }) => code === "joined-conditions");
  const isContinued = left.kind === "concat" && last?.span === left.node.span;
  if (!isContinued && left.type !== "boolean") return;
  const [before] = (isContinued && last.fix) || [];
  const { source } = context;
  const first = before?.text.slice(0, -1) ?? `AND(${textOf(left.node, source)}`;
  const instead = `${first}, ${textOf(right.node, source)})`;
  const { span } = node;
  const data = { instead: excerpt(instead) };
  const finding = { code: "joined-conditions", span, data, fix: replace(span, instead) } as const;
  if (isContinued) context.amend(last, finding);
  else context.report(finding);
}

function checkSum(
  node: BinaryExpression,
  operator: "+" | "-",
  left: Typed,
  right: Typed,
  context: CheckContext,
): Typed {
  // If a side has no known type, its mistake was reported already, and the other side cannot be checked alone.
  if (left.type === "unknown" || right.type === "unknown") {
    if (operator === "+") continueTexts(node, right, context);
    return unknown(node);
  }
  const areTexts = isText(left) && isText(right);
  if (operator === "+" && (areTexts || areWords(left, right) || areWords(right, left))) {
    context.report({
      code: "operand-type",
      span: node.span,
      data: { reason: "texts-added" },
      fix: replace(node.operatorSpan, "&"),
    });
    return unknown(node);
  }
  if (left.type === "date" || right.type === "date") {
    const dated = { kind: "arithmetic", operator, node } as const;
    if (operator === "-" && isDateLike(left.type) && right.type === "date") {
      const first = context.require(left, "date");
      return { ...dated, form: "days-between", type: "number", left: first, right };
    }
    const text = operator === "-" ? [left, right].find(isDateText) : undefined;
    if (text !== undefined) {
      requireNumber(text, operator, context, "date");
      return unknown(node);
    }
    if (left.type === "date" && right.type !== "date") {
      const amount = requireNumber(right, operator, context);
      return { ...dated, form: "date-first", type: "date", left, right: amount };
    }
    if (operator === "+" && left.type !== "date") {
      const amount = requireNumber(left, operator, context);
      return { ...dated, form: "number-first", type: "date", left: amount, right };
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

function requireNumber(
  typed: Typed,
  operator: string,
  context: CheckContext,
  meant: "number" | "date" = "number",
): Typed {
  if (typed.type !== "text" && typed.type !== "date" && typed.type !== "list") {
    return context.require(typed, "number");
  }
  const { source } = context;
  const { remedy, fix } = conversionRemedy(typed, meant, context);
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

/** In `"a" + b + "c"`, the fix is for all of the chain, unless a number follows, which may be added. */
function continueTexts(node: BinaryExpression, right: Typed, context: CheckContext): void {
  const { left, operatorSpan } = node;
  const found = context.findings.findLast(({ code }) => code === "operand-type");
  const [first] = found?.fix ?? [];
  if (found?.code !== "operand-type" || first === undefined || left.kind !== "binary") return;
  if (found.data.reason !== "texts-added" || found.span.start !== left.span.start) return;
  if (!found.fix?.some(({ span }) => span === left.operatorSpan)) return;
  const { fix, ...others } = found;
  context.amend(
    found,
    isText(right) ? { ...others, fix: [...fix, ...replace(operatorSpan, "&")] } : others,
  );
}

/** Whether the first operand is a text literal that is no number, and the other operand a number. */
function areWords(words: Typed, { type }: Typed): boolean {
  return words.kind === "text" && parseNumberText(words.value) === undefined && type === "number";
}

function isText(typed: Typed): boolean {
  return typed.type === "text" || typed.type === "list";
}

/** Whether an operand is a date in quotes, as in `{due} - "2024-01-01"`. */
function isDateText(typed: Typed): boolean {
  return typed.kind === "text" && parseIsoDate(typed.value) !== undefined;
}

function isDateLike(type: StaticType): boolean {
  return type === "date" || type === "blank" || type === "error";
}
