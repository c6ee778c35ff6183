import { excerpt, replace } from "../source/finding.ts";
import type { ComparisonRemedy } from "../source/messages/diagnostic-data.ts";
import {
  type BinaryExpression,
  type ComparisonOperator,
  type Expression,
  isComparison,
  isName,
  literalOfText,
  MIRRORED,
} from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { type CheckContext, unknown } from "./checker.ts";
import { warnOfChoice } from "./choices.ts";
import {
  conversionRemedy,
  dateLiteral,
  looksLikeDate,
  quotedField,
  type Repaired,
  textOf,
} from "./convert.ts";
import { isForeignBlank } from "./foreign-blanks.ts";
import { warnOfMidnight } from "./midnight.ts";
import { warnOfPosition, warnOfSplitOperator } from "./misread-comparison.ts";
import { isValueType, type StaticType, type Typed } from "./typed.ts";

const LONGEST_SHOWN = 60;
const TRUE_WORD = /^(true|yes|1|checked)$/i;
const FALSE_WORD = /^(false|no|0|unchecked)$/i;

/** Checks a comparison: converts both sides to one type, or reports that they cannot be compared. */
export function checkComparison(
  node: BinaryExpression,
  operator: ComparisonOperator,
  left: Typed,
  right: Typed,
  context: CheckContext,
): Typed {
  warnOfSplitOperator(node, context);
  const equality = operator === "=" || operator === "!=";
  const sides = compare(left, right, equality, node, context);
  warnOfChain(node, context);
  if (sides === undefined) return unknown(node);
  warnOfMidnight(node, operator, left, right, context);
  warnOfMidnight(node, MIRRORED[operator], right, left, context);
  warnOfPosition(node, operator, left, right, context);
  warnOfPosition(node, MIRRORED[operator], right, left, context);
  return { kind: "compare", type: "boolean", operator, left: sides[0], right: sides[1], node };
}

/** Converts both sides to one type; `undefined` if a side has no known type, or the types cannot be compared. */
export function compare(
  left: Typed,
  right: Typed,
  equality: boolean,
  node: Expression,
  context: CheckContext,
): readonly [Typed, Typed] | undefined {
  const a = emptyAsBlank(left, right.type);
  const b = emptyAsBlank(right, left.type);
  if (a.type === "unknown" || b.type === "unknown") {
    suggestQuotes(a, b, context);
    suggestQuotes(b, a, context);
    return undefined;
  }
  const common = commonType(a.type, b.type);
  if (common === undefined) {
    if (a.type === "date" && b.kind === "text") return againstDate(a, b, false, node, context);
    if (b.type === "date" && a.kind === "text") return againstDate(b, a, true, node, context);
    reportMismatch(a, b, equality, node, context);
    return undefined;
  }
  // A list is compared as its joined text.
  if (equality && a.type === "text" && b.type === "text") warnOfChoice(a, b, context);
  const besideBlank = a.type === "blank" || b.type === "blank";
  const type = comparedAs(common, equality && a.type === b.type, equality && besideBlank);
  return [context.require(a, type), context.require(b, type)];
}

/** The rest of a text without quotes: `Santa Fe`, `O'Brien`, `a@b.org`. */
const REST =
  /^(?:@[\w.-]*\w|(?:[ '’](?!(?:AND|OR)\b)[\p{L}\p{M}\p{Nd}_]+)+)(?=\s*(?:$|[,)]|AND\b|OR\b|&&|\|\|))/iu;

/** Another word or character beside a word, so that it may be only a part of a text. */
const NEXT_WORD =
  /^(?:[^\s,;)=<>!&|+*/-]|\s+(?!(?:AND|OR|NOT|IS|IN|LIKE|CONTAINS|BETWEEN)\b)[\p{L}\p{Nd}_'"{])/iu;
const WORD_BEFORE =
  /(?<![\p{L}\p{Nd}_])(?!(?:AND|OR|NOT)\s)[\p{L}\p{Nd}_]+\s+$|[^\s,;(=<>!&|+*/-]$/iu;

/** Suggests quotes for an unknown word that is compared with a text: it may be meant as a text. */
function suggestQuotes(word: Typed, other: Typed, context: CheckContext): void {
  const { source } = context;
  const { node } = word;
  // A comparison of two literals is meant by nobody.
  if (other.kind === "text") return;
  if (word.kind !== "unknown" || (other.type !== "text" && other.type !== "list")) return;
  if (node.kind !== "field" || node.braced || isForeignBlank(node.name)) return;
  const { start } = node.span;
  const after = source.slice(node.span.end);
  const [rest = ""] = REST.exec(after) ?? [];
  const isPart = rest === "" && NEXT_WORD.test(after);
  if (isPart || WORD_BEFORE.test(source.slice(Math.max(0, start - LONGEST_SHOWN), start))) return;
  const span = { start, end: node.span.end + rest.length };
  const value = textOf({ ...node, span }, source);
  const text = literalOfText(value);
  const found = context.findings.findLast(({ span }) => span === node.span);
  if (found?.code !== "unknown-field") return;
  const { suggestion, function: called } = found.data;
  const { fix: _, ...others } = found;
  const isChoice = other.kind !== "field" || other.field.choices?.includes(value) !== false;
  // For a list, an item may be meant.
  const isNothingElse =
    other.type === "text" &&
    isChoice &&
    (rest !== "" || (suggestion === undefined && called === undefined));
  context.amend(found, {
    ...others,
    data: { ...found.data, text },
    ...(isNothingElse && { fix: replace(span, text) }),
  });
}

/**
 * The type that two sides of a common type are compared as. Booleans compare as 0 and 1, unless two booleans are tested
 * for equality. Lists compare as their joined text, but only the empty list equals a blank.
 */
function comparedAs(
  type: ValueType,
  isEqualityOfOneType: boolean,
  equalsBlank: boolean,
): ValueType {
  if (type === "list") return equalsBlank ? "list" : "text";
  return type === "boolean" && !isEqualityOfOneType ? "number" : type;
}

function commonType(a: StaticType, b: StaticType): ValueType | undefined {
  // Blanks and errors have no type of their own, so any type will do.
  if (!isValueType(a)) return isValueType(b) ? b : "text";
  if (!isValueType(b) || a === b) return a;
  if (isOneOf(a, b, "boolean", "number")) return "number";
  return isOneOf(a, b, "list", "text") ? "text" : undefined;
}

function isOneOf(a: StaticType, b: StaticType, x: ValueType, y: ValueType): boolean {
  return (a === x && b === y) || (a === y && b === x);
}

/** `""` is blank, so it may be compared with a value of any type. */
function emptyAsBlank(typed: Typed, other: StaticType): Typed {
  const isEmpty = typed.kind === "text" && typed.value === "";
  if (!isEmpty || other === "text") return typed;
  return { kind: "blank", type: "blank", node: typed.node };
}

function againstDate(
  date: Typed,
  text: Typed & { readonly kind: "text" },
  textFirst: boolean,
  node: Expression,
  context: CheckContext,
): readonly [Typed, Typed] | undefined {
  const literal = dateLiteral(text);
  if (!literal.ok) {
    if (quotedField(text, "date", context)) reportMismatch(date, text, false, node, context);
    else context.report(literal.finding);
    return undefined;
  }
  return textFirst ? [literal.typed, date] : [date, literal.typed];
}

function reportMismatch(
  a: Typed,
  b: Typed,
  equality: boolean,
  { span }: Expression,
  context: CheckContext,
): void {
  const { source } = context;
  // Values without a type of their own can be compared with all others.
  if (!isValueType(a.type) || !isValueType(b.type)) return;
  const { remedy, fix } =
    mismatchRemedy(a, b, equality, context) ?? mismatchRemedy(b, a, equality, context) ?? {};
  context.report({
    code: "comparison-type",
    span,
    data: {
      left: describe(a, source),
      leftType: a.type,
      right: describe(b, source),
      rightType: b.type,
      ...(remedy && { remedy }),
    },
    ...(fix && { fix }),
  });
}

/** An expression's source text, shortened for a message. */
function describe(typed: Typed, source: string): string {
  return excerpt(textOf(typed.node, source));
}

/** How to change the second side, and in one case the first, so that both can be compared. */
function mismatchRemedy(
  a: Typed,
  b: Typed,
  equality: boolean,
  context: CheckContext,
): Repaired<ComparisonRemedy> | undefined {
  const { source } = context;
  const beside = describe(a, source);
  // A word without braces may be meant as a text even if a field or function has that name, but not beside a text in quotes.
  const word = textOf(a.node, source);
  const isField = b.type === "text" && b.kind !== "text" && b.kind !== "concat";
  if (equality && isField && isName(word)) {
    return { remedy: { way: "word-as-text", beside, instead: `"${word}"` } };
  }
  if (b.type === "text" && a.type === "number") {
    // The field may hold codes that consist of digits. This help is for equality only: `<` compares texts character by
    // character.
    const isCode = a.kind === "number" && textOf(a.node, source) !== String(a.value);
    if (equality && a.kind === "number" && (b.kind === "field" || isCode)) {
      const instead = `"${textOf(a.node, source)}"`;
      return {
        remedy: { way: "as-text", beside: describe(b, source), instead },
        fix: replace(a.node.span, instead),
      };
    }
    const { remedy, ...fix } = conversionRemedy(b, "number", context);
    return { remedy: { way: "as-number", beside, remedy }, ...fix };
  }
  if (b.type === "text" && a.type === "date") return conversionRemedy(b, "date", context);
  if (b.kind === "call" && b.definition.name === "OR") return { remedy: { way: "each-value" } };
  if (b.kind === "text" && a.type === "boolean") {
    const quoted = quotedField(b, "boolean", context);
    if (quoted !== undefined) return quoted;
    const way = "as-boolean";
    const instead = TRUE_WORD.test(b.value)
      ? "TRUE()"
      : FALSE_WORD.test(b.value)
        ? "FALSE()"
        : undefined;
    return instead === undefined
      ? { remedy: { way, beside } }
      : { remedy: { way, beside, instead }, fix: replace(b.node.span, instead) };
  }
  if (b.type === "date" && a.type === "number") {
    const isDate = looksLikeDate(word);
    return isDate ? conversionRemedy(a, "date", context) : conversionRemedy(b, "number", context);
  }
  return b.type === "list" && a.type === "number"
    ? conversionRemedy(b, "number", context)
    : undefined;
}

function warnOfChain(node: BinaryExpression, context: CheckContext): void {
  const { left } = node;
  if (left.kind !== "binary" || !isComparison(left.operator)) return;
  // For `a < < b`, the parser has reported the missing operand already.
  if (left.right.kind === "field" && left.right.name === "") return;
  const between = context.source.slice(node.left.span.end, node.operatorSpan.start);
  if (between.includes(")")) return;
  const joined =
    left.right.kind === "binary" && left.right.operator === "&" ? left.right : undefined;
  if (joined !== undefined && isMistakenJoin(node, left, joined, context)) return;
  const both = `AND(${bothOf(node, left, context)})`;
  // `a < b <= c` is a range; nothing is known about other chains.
  const first = node.operator.charAt(0);
  const isRange = /[<>]/.test(first) && left.operator.startsWith(first);
  context.report({
    code: "chained-comparison",
    span: node.span,
    data: isRange && both.length <= LONGEST_SHOWN ? { instead: both } : {},
  });
}

/** For `a > 5 & b < 3`, the advice on the mistake is to test both. Returns false if it is no mistake. */
function isMistakenJoin(
  node: BinaryExpression,
  left: BinaryExpression,
  joined: BinaryExpression,
  context: CheckContext,
): boolean {
  const found = context.findings.findLast(({ span }) => span === left.span || span === node.span);
  if (found?.code !== "comparison-type") return false;
  const { source } = context;
  const first = `${textOf(left.left, source)} ${left.operator} ${textOf(joined.left, source)}`;
  const second = `${textOf(joined.right, source)} ${node.operator} ${textOf(node.right, source)}`;
  const instead = `AND(${first}, ${second})`;
  const remedy = { way: "comparison", instead: excerpt(instead) } as const;
  context.amend(found, {
    ...found,
    data: { ...found.data, remedy },
    fix: replace(node.span, instead),
  });
  return true;
}

function bothOf(node: BinaryExpression, left: BinaryExpression, context: CheckContext): string {
  const { source } = context;
  return `${textOf(left, source)}, ${textOf(left.right, source)} ${node.operator} ${textOf(node.right, source)}`;
}
