import { areAllowedEdits } from "../../../engine/index.ts";
import { isBareFunction } from "../../../language/check/names.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Diagnostic, Edit } from "../../../language/source/diagnostic.ts";
import type { Span } from "../../../language/source/span.ts";
import {
  type CallExpression,
  type Expression,
  isComparison,
  isName,
  parse,
  referenceOfField,
} from "../../../language/syntax/index.ts";
import type { CodeAction } from "../assistance-types.ts";
import { expressionsAround, typeOf } from "../cursor/tree-at.ts";
import { formatEdits } from "../format-edits.ts";
import type { Knowledge } from "../knowledge.ts";

/** The fixes of diagnostics that touch the span. */
export function quickFixes(
  diagnostics: readonly Diagnostic[],
  { start, end }: Span,
): readonly CodeAction[] {
  return diagnostics.flatMap((diagnostic): readonly CodeAction[] => {
    const { fix, span } = diagnostic;
    const isHere = span.start <= end && span.end >= start;
    if (fix === undefined || !isHere) return [];
    return [{ title: fix.title, kind: "quickfix", edits: fix.edits, diagnostic }];
  });
}

type AddRewrite = (title: keyof Knowledge["texts"]["rewrites"], of: Span, written: string) => void;

/** Rewrites of the expressions in the span. All are equivalent, except for the one that negates with NOT. */
export function rewritings(text: string, span: Span, knowledge: Knowledge): readonly CodeAction[] {
  const parsed = parse(text, { limits: knowledge.limits });
  if (!parsed.ok) return [];
  const { ast } = parsed;
  const around = expressionsAround(ast.root, span);
  const actions: CodeAction[] = [];
  const add: AddRewrite = (title, of, written) => {
    actions.push(rewriting(knowledge.texts.rewrites[title], [{ span: of, text: written }]));
  };
  const textOf = (node: Expression): string => text.slice(node.span.start, node.span.end);

  const inner = around.at(-1);
  if (inner?.kind === "field") addBraces(inner.name, inner.braced, inner.span, knowledge, add);

  const test = around.findLast((node) => blankTest(node, knowledge) !== undefined);
  const subject = test && blankTest(test, knowledge);
  if (test?.kind === "binary" && subject !== undefined) {
    const call = `ISBLANK(${textOf(subject)})`;
    add("call-isblank", test.span, test.operator === "=" ? call : `NOT(${call})`);
  } else if (test?.kind === "call" && subject !== undefined) {
    const parent = around[around.indexOf(test) - 1];
    const isTight = parent?.kind === "binary" || parent?.kind === "unary";
    const isCompared = subject.kind === "binary" && isComparison(subject.operator);
    const written = `${isCompared ? `(${textOf(subject)})` : textOf(subject)} = BLANK()`;
    add("compare-with-blank", test.span, isTight ? `(${written})` : written);
  }

  const condition = around.findLast((node) => typeOf(ast, node, knowledge) === "boolean");
  if (condition !== undefined) {
    const negated = negatedBy(condition, knowledge);
    if (negated === undefined) add("add-not", condition.span, `NOT(${textOf(condition)})`);
    else if (around[around.indexOf(condition) - 1]?.kind !== "binary") {
      add("remove-not", condition.span, textOf(negated));
    }
  }
  return actions.filter(({ edits }) => areAllowedEdits(edits, knowledge));
}

/** Formats the whole formula. */
export function formatting(text: string, { limits, texts }: Knowledge): readonly CodeAction[] {
  const edits = formatEdits(text, { limits });
  return edits.length === 0 ? [] : [rewriting(texts.rewrites.format, edits)];
}

function rewriting(title: string, edits: readonly Edit[]): CodeAction {
  return { title, kind: "rewrite", edits };
}

function addBraces(
  name: string,
  braced: boolean,
  span: Span,
  { schema, registry }: Knowledge,
  add: AddRewrite,
): void {
  const called = braced ? undefined : lookUpFunction(registry, name);
  const isConstant =
    called !== undefined && isBareFunction(called.name) && !schema.fields.has(name);
  if (!braced && !isConstant) add("add-braces", span, referenceOfField(name));
  const isBare = isName(name) && (schema.fields.has(name) || !isBareFunction(name));
  if (braced && isBare) add("remove-braces", span, name);
}

/** The expression that a blank test is about. */
function blankTest(node: Expression, knowledge: Knowledge): Expression | undefined {
  if (node.kind === "call") {
    const isTest = isCallOf(node, "ISBLANK", knowledge) && node.arguments.length === 1;
    return isTest ? node.arguments[0] : undefined;
  }
  if (node.kind !== "binary" || (node.operator !== "=" && node.operator !== "!=")) return undefined;
  if (isBlank(node.right, knowledge)) return node.left;
  return isBlank(node.left, knowledge) ? node.right : undefined;
}

function isBlank(node: Expression, knowledge: Knowledge): boolean {
  if (node.kind === "text") return node.value === "";
  if (node.kind === "call") {
    return isCallOf(node, "BLANK", knowledge) && node.arguments.length === 0;
  }
  if (node.kind !== "field" || node.braced || knowledge.schema.fields.has(node.name)) return false;
  return lookUpFunction(knowledge.registry, node.name)?.name === "BLANK";
}

function isCallOf(node: CallExpression, name: string, { registry }: Knowledge): boolean {
  return lookUpFunction(registry, node.name)?.name === name;
}

/** The condition inside a NOT, if removing the NOT leaves a boolean. */
function negatedBy(node: Expression, knowledge: Knowledge): Expression | undefined {
  if (node.kind !== "call" || !isCallOf(node, "NOT", knowledge)) return undefined;
  return node.arguments.length === 1 ? node.arguments[0] : undefined;
}
