import type { FunctionDefinition } from "../functions/define.ts";
import { excerpt, replace } from "../source/finding.ts";
import {
  type BinaryExpression,
  type CallExpression,
  type ComparisonOperator,
  isComparison,
} from "../syntax/index.ts";
import type { CheckContext } from "./checker.ts";
import { textOf } from "./convert.ts";
import type { Typed } from "./typed.ts";

/* Comparisons that are correct, and surely read in another way than their authors meant. */

/** Warns of `price <- 5`, which is `price < -5`, and may be meant as an assignment or `<=`. */
export function warnOfSplitOperator(node: BinaryExpression, context: CheckContext): void {
  const { operatorSpan, right } = node;
  const sign = /^[-+](?=\s)/.exec(context.source.slice(operatorSpan.end, operatorSpan.end + 2));
  if (sign === null || right.kind !== "unary") return;
  const written = `${textOf({ ...right, span: operatorSpan }, context.source)}${sign}`;
  const operand = textOf(right, context.source).slice(1).trim();
  context.report({
    code: "split-operator",
    span: { start: operatorSpan.start, end: operatorSpan.end + 1 },
    data: { operator: written, instead: excerpt(`${node.operator} ${sign}${operand}`) },
  });
}

/** Tests of a position from 0 on, or of a boolean, and whether each is for a text that was found. */
const OF_FIND: ReadonlyMap<string, boolean> = new Map([
  ["= TRUE", true],
  ["!= TRUE", false],
  ["= -1", false],
  ["!= -1", true],
  ["> -1", true],
  [">= 0", true],
  ["< 0", false],
]);

/** The blank of SEARCH is not 0. */
const OF_SEARCH: ReadonlyMap<string, boolean> = new Map([
  ...OF_FIND,
  ["= 0", false],
  ["!= 0", true],
  ["<= 0", false],
  ["< 1", false],
  ["= FALSE", false],
  ["!= FALSE", true],
]);

/** Warns of a test of the result of FIND or SEARCH that is not whether the text was found, as in `FIND("a", name) = TRUE`. */
export function warnOfPosition(
  node: BinaryExpression,
  operator: ComparisonOperator,
  call: Typed,
  other: Typed,
  context: CheckContext,
): void {
  const name = nameOfCall(call);
  const tests = name === "FIND" ? OF_FIND : name === "SEARCH" ? OF_SEARCH : undefined;
  const value = tests && (nameOfCall(other) ?? textOf(other.node, context.source));
  const isFound = tests?.get(`${operator} ${value}`);
  if (name === undefined || isFound === undefined) return;
  const test = `${textOf(call.node, context.source)} > 0`;
  const instead = isFound ? test : `NOT(${test})`;
  context.report({
    code: "position-comparison",
    span: node.span,
    data: { function: name, instead: excerpt(instead) },
    fix: replace(node.span, instead),
  });
}

/** Warns of `ISERROR(FIND("a", name))`: a text that is not found is no error here. */
export function warnOfMissing(
  { span }: CallExpression,
  value: Typed | undefined,
  context: CheckContext,
): void {
  const name = value && nameOfCall(value);
  if (value === undefined || (name !== "FIND" && name !== "SEARCH")) return;
  const instead = `NOT(${textOf(value.node, context.source)} > 0)`;
  const data = { function: name, instead: excerpt(instead) };
  context.report({ code: "position-comparison", span, data, fix: replace(span, instead) });
}

function nameOfCall(typed: Typed): string | undefined {
  return typed.kind === "call" ? typed.definition.name : undefined;
}

/**
 * Warns of `UPPER(name = "A")`: a comparison in place of a text, a date or the first number of a function. If the comparison is
 * a mistake, that finding gets this advice.
 */
export function warnOfMisplaced(
  { arguments: args, span }: CallExpression,
  index: number,
  { name, result }: FunctionDefinition,
  context: CheckContext,
): void {
  const argument = args[index];
  if (argument?.kind !== "binary" || !isComparison(argument.operator)) return;
  const { source } = context;
  const { left, right } = argument;
  const after = source.slice(left.span.end, argument.span.end).trim();
  const written = `${source.slice(span.start, left.span.end)}${source.slice(argument.span.end, span.end)} ${after}`;
  const fits =
    result !== "boolean" && (!/^(?:text|number)$/.test(right.kind) || right.kind === result);
  const instead = fits ? { instead: excerpt(written) } : undefined;
  const isAlone =
    /(?:^|[(,])\s*$/.test(source.slice(0, span.start)) &&
    /^\s*(?:$|[),])/.test(source.slice(span.end));
  const fix = instead && isAlone ? { fix: replace(span, written) } : {};
  const found = context.findings.findLast((one) => one.span === argument.span);
  if (found?.code === "comparison-type") {
    // Any other advice is about the comparison within the call.
    const { fix: _, ...others } = found;
    const { remedy: __, ...data } = found.data;
    const remedy = instead && ({ way: "comparison", ...instead } as const);
    context.amend(found, { ...others, data: { ...data, ...(remedy && { remedy }) }, ...fix });
    return;
  }
  context.report({
    code: "misplaced-comparison",
    span: argument.span,
    data: { function: name, ...instead },
    ...fix,
  });
}
