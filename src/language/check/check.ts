import type { Registry } from "../functions/registry.ts";
import type { Schema } from "../schema/declarations.ts";
import type { Field } from "../schema/field.ts";
import { excerpt, type Finding } from "../source/finding.ts";
import {
  type Ast,
  type BinaryExpression,
  children,
  type Expression,
  type NumberLiteral,
  parse,
  type TextLiteral,
} from "../syntax/index.ts";
import { isExact } from "../values/exact-number.ts";
import { checkCall } from "./call.ts";
import { CheckContext, type Parameters, type Suggestible, unknown } from "./checker.ts";
import { checkName, checkParameter } from "./names.ts";
import { checkBinary, checkUnary } from "./operator.ts";
import type { Typed } from "./typed.ts";

/** The result of `checkAst`. */
export interface Checked {
  readonly root: Typed;
  readonly findings: readonly Finding[];
  /** The names of the fields used, in the order of their first use; spelled as in the schema if there is one. */
  readonly fields: readonly string[];
  readonly usedFields: readonly Field[];
}

/**
 * Resolves every name and makes every coercion explicit. Without a schema, fields have an unknown type; the names of
 * functions, the number of their arguments and the known types are still checked. A node whose id is in `guessed` gets
 * no diagnostics, but the nodes inside it are checked.
 *
 * @param parameters the parameters that the formula may use; `undefined` if none were declared
 * @param suggestible the names that diagnostics may suggest; all if `undefined`
 */
export function checkAst(
  ast: Ast,
  schema: Schema | undefined,
  registry: Registry,
  guessed: ReadonlySet<number> = new Set(),
  parameters?: Parameters,
  suggestible?: Suggestible,
): Checked {
  const context: CheckContext = new CheckContext(
    ast.source,
    schema,
    registry,
    parameters,
    (node): Typed => {
      // The left side is checked in a loop: recursion into a long chain of operators could overflow the stack.
      const chain: BinaryExpression[] = [];
      let innermost = node;
      for (; innermost.kind === "binary"; innermost = innermost.left) chain.push(innermost);
      let typed = checkOperand(innermost, guessed, context);
      for (const outer of chain.reverse()) typed = checkBinary(outer, typed, context);
      return typed;
    },
    suggestible,
  );
  const root = context.check(ast.root);
  warnOfComment(ast, context);
  const usedFields = [...context.fields.values()].filter((field) => field !== undefined);
  return {
    root,
    findings: context.findings,
    fields: [...context.fields.keys()],
    usedFields,
  };
}

/** Warns of a comment after the formula if the formula together with the comment's text would be valid, too. */
function warnOfComment({ source, root }: Ast, context: CheckContext): void {
  const { end } = root.span;
  const [comment = ""] = /^[ \t]*\/\/[ \t]*(?=[\d{(.]).*/.exec(source.slice(end)) ?? [];
  if (comment === "" || !parse(`${source.slice(0, end)}${comment.replace("/", "")}`).ok) return;
  const start = end + comment.indexOf("/");
  const span = { start, end: end + comment.length };
  context.report({ code: "unusual-comment", span, data: {} });
}

/** `1.000`: few people write two zeros that mean nothing. */
const DOTTED_THOUSANDS = /^[1-9]\d{0,2}\.\d00$/;

/** Spaces that look like a common one, and characters without a width, except for those that letters and emoji need. */
const INVISIBLE =
  /[\u00a0\u00ad\u061c\u180e\u2007\u200b\u200e\u200f\u202a-\u202f\u2060-\u206f\ufeff]/u;

function warnOfInvisible({ span, value }: TextLiteral, context: CheckContext): void {
  const [character] = INVISIBLE.exec(value) ?? [];
  const codePoint = character?.codePointAt(0);
  if (codePoint !== undefined) {
    context.report({ code: "invisible-character", span, data: { codePoint } });
  }
}

/** Warns of a number with more digits than a double represents, or with a dot that may be for thousands. */
function warnOfDigits({ span, value }: NumberLiteral, context: CheckContext): void {
  const written = context.source.slice(span.start, span.end);
  if (DOTTED_THOUSANDS.test(written)) {
    const data = { written, instead: written.replace(".", ""), value };
    context.report({ code: "split-number", span, data });
  }
  if (!/^[\d.]/.test(written) || isExact(written, value)) return;
  context.report({ code: "inexact-number", span, data: { written: excerpt(written), value } });
}

function checkOperand(
  node: Exclude<Expression, BinaryExpression>,
  guessed: ReadonlySet<number>,
  context: CheckContext,
): Typed {
  if (guessed.has(node.id)) {
    for (const child of children(node)) context.check(child);
    return unknown(node);
  }
  switch (node.kind) {
    case "text":
      warnOfInvisible(node, context);
      return { kind: "text", type: "text", value: node.value, node };
    case "number":
      warnOfDigits(node, context);
      return { kind: "number", type: "number", value: node.value, node };
    case "field":
      return checkName(node, context);
    case "parameter":
      return checkParameter(node, context);
    case "call":
      return checkCall(node, context);
    case "unary":
      return checkUnary(node, context);
  }
}
