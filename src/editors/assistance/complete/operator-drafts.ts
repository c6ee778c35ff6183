import { isAllowed } from "../../../engine/index.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Span } from "../../../language/source/span.ts";
import { type BinaryOperator, isComparison } from "../../../language/syntax/index.ts";
import type { ExpressionType } from "../assistance-types.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { parameterOf } from "../cursor/cursor-tree.ts";
import { type OperatorFitting, operatorFitting } from "../cursor/operator-fitting.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";

/** The operators that each type accepts, most frequent first. */
const OPERATORS: Readonly<Record<ExpressionType, readonly BinaryOperator[]>> = {
  number: ["=", ">", ">=", "<", "<=", "!=", "*", "/", "+", "-", "&"],
  text: ["=", "!=", "&", "<", "<=", ">", ">="],
  boolean: ["=", "!=", "+", "*", "&"],
  date: [">=", "<=", "<", ">", "=", "!=", "-", "+", "&"],
  list: ["=", "!=", "&"],
  blank: ["=", "!=", "&"],
  error: ["=", "!=", "&"],
  unknown: ["=", ">", "<", "!=", ">=", "<=", "&", "*", "/", "+", "-"],
};
/** The completions after an operand: operators that its type accepts, and closing characters. */
export function operatorDrafts(cursor: Cursor, knowledge: Knowledge): readonly Draft[] {
  const isOperand = cursor.context.kind !== "operator";
  const left = operatorFitting(cursor, knowledge);
  const operators = isOperand ? [] : operatorsBehind(left, knowledge);
  if (wantsNumber(cursor, knowledge)) operators.sort((a, b) => byArithmetic(a) - byArithmetic(b));
  const isEnding = left.isCompared || left.type === "boolean";
  return [
    ...operators.map((operator, index) =>
      operatorDraft(cursor, operator, knowledge, left.isSound, index + (isEnding ? 10 : 0)),
    ),
    ...closersAt(cursor, isOperand, knowledge).map((closer, index) =>
      closerDraft(cursor, closer, knowledge, index + 5.5),
    ),
  ];
}

function operatorsBehind(
  { type, isCompared, fits }: OperatorFitting,
  { policy }: Knowledge,
): BinaryOperator[] {
  const known = new Map<string, boolean>();
  return OPERATORS[type].filter((operator) => {
    if (!isAllowed(policy?.operators, operator)) return false;
    if (isComparison(operator) && isCompared) return false;
    // Comparisons accept the same types as each other, and so do products.
    const like = isComparison(operator) ? "=" : operator === "/" ? "*" : operator;
    const isFit = known.get(like) ?? fits(like);
    known.set(like, isFit);
    return isFit;
  });
}

function operatorDraft(
  { text, span }: Cursor,
  operator: BinaryOperator,
  { texts }: Knowledge,
  fits: boolean,
  weight: number,
): Draft {
  const { summary, blanks } = texts.operators[operator];
  const isBehindSpace = /\s$/.test(text.slice(Math.max(span.start - 1, 0), span.start));
  return {
    kind: "operator",
    label: operator,
    type: undefined,
    detail: summary,
    documentation: `${summary}. ${blanks}`,
    text: `${isBehindSpace ? "" : " "}${operator}${isBeforeSpace(text, span) ? "" : " "}`,
    name: operator,
    fits,
    weight,
  };
}

function closerDraft(
  { text, span }: Cursor,
  closer: string,
  { texts: { kinds } }: Knowledge,
  weight: number,
): Draft {
  return {
    kind: "operator",
    label: closer,
    type: undefined,
    detail: closer === "," ? kinds.comma : kinds.parenthesis,
    text: closer === "," && !isBeforeSpace(text, span) ? ", " : closer,
    name: closer,
    weight,
  };
}

function isBeforeSpace(text: string, { end }: Span): boolean {
  return /^\s/.test(text.slice(end, end + 1));
}

/** Whether the typed expression is a numeric argument, or a part of one in parentheses. */
function wantsNumber({ levels }: Cursor, { registry }: Knowledge): boolean {
  const level = levels.at(-1);
  if (level === undefined) return false;
  const definition = level.callee && lookUpFunction(registry, level.callee.image);
  if (definition === undefined) return level.callee === undefined;
  const isResult = definition.form === "switch" && level.argument > 1;
  return isResult || parameterOf(definition, level.argument)?.type === "number";
}

function byArithmetic(operator: string): number {
  return isComparison(operator) ? 1 : 0;
}

/** The comma and the closing parenthesis, unless they are invalid here or already follow. */
function closersAt(
  { text, span, levels }: Cursor,
  isOperand: boolean,
  { registry }: Knowledge,
): readonly string[] {
  const level = levels.at(-1);
  if (level === undefined) return [];
  const next = /^\s*([,)])/.exec(text.slice(span.end))?.[1];
  const definition = level.callee && lookUpFunction(registry, level.callee.image);
  const given = level.argument + (isOperand ? 0 : 1);
  const takesMore =
    !isOperand && level.callee !== undefined && given < (definition?.most ?? given + 1);
  const isEnough = given >= (definition?.least ?? 0);
  const closers = [
    ...(takesMore && next !== "," ? [","] : []),
    ...(isEnough && next !== ")" ? [")"] : []),
  ];
  return isEnough && !isVariadic(definition) ? closers.reverse() : closers;
}

function isVariadic(definition: { readonly most: number } | undefined): boolean {
  return definition?.most === Number.POSITIVE_INFINITY;
}
