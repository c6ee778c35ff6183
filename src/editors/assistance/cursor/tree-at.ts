import { checkAst, type Typed } from "../../../language/check/index.ts";
import type { Span } from "../../../language/source/span.ts";
import {
  type Ast,
  children,
  type Expression,
  parseTolerant,
} from "../../../language/syntax/index.ts";
import type { ExpressionType } from "../assistance-types.ts";
import type { Knowledge } from "../knowledge.ts";

/** The tree of a source, even if it has errors; `undefined` if no tree can be recovered. */
export function treeOf(text: string, { limits }: Knowledge): Ast | undefined {
  return parseTolerant(text, { limits }).ast;
}

/** The expressions that contain a span, from the formula to the smallest one. */
export function expressionsAround(root: Expression, { start, end }: Span): readonly Expression[] {
  const around: Expression[] = [];
  let node: Expression | undefined = root;
  while (node !== undefined) {
    if (node.span.end > node.span.start) around.push(node);
    node =
      children(node).find(({ span }) => span.start <= start && end <= span.end && end < span.end) ??
      children(node).find(({ span }) => span.start <= start && end <= span.end);
  }
  return around.filter(({ span }) => span.start <= start && end <= span.end);
}

/** The typed tree of an expression, checked on its own. */
export function typedOf(ast: Ast, root: Expression, knowledge: Knowledge): Typed {
  const { schema, registry, parameters } = knowledge;
  return checkAst({ ...ast, root }, schema, registry, new Set(), parameters).root;
}

/** The type of an expression, checked on its own. */
export function typeOf(ast: Ast, root: Expression, knowledge: Knowledge): ExpressionType {
  return typedOf(ast, root, knowledge).type;
}
