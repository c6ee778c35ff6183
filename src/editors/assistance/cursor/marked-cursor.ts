import type { Span } from "../../../language/source/span.ts";
import {
  type BinaryExpression,
  type CallExpression,
  children,
  type Expression,
  parseTolerant,
} from "../../../language/syntax/index.ts";
import type { Knowledge } from "../knowledge.ts";

/** The tree of a formula with a marker instead of the part being typed. */
export interface MarkedCursor {
  readonly source: string;
  /** The name of the marker, which is a parameter. */
  readonly marker: string;
  /** The marker, followed by its ancestors, up to the whole formula. */
  readonly path: readonly [Expression, ...Expression[]];
}

/**
 * Replaces a span by a marker in the form of a parameter, and finds it in the tree. If the source after the span has
 * errors, it is dropped. Returns `undefined` if no tree can be recovered.
 */
export function markCursor(
  text: string,
  span: Span,
  { limits }: Knowledge,
  lead = "",
): MarkedCursor | undefined {
  const marker = unusedName(text);
  const start = `${text.slice(0, span.start)}${lead}`;
  const parse = (rest: string): MarkedCursor | undefined => {
    const source = `${start}$${marker}${rest}`;
    const { ast, diagnostics } = parseTolerant(source, {
      limits: { ...limits, length: Number.POSITIVE_INFINITY, nodes: limits.nodes + 2 },
    });
    if (ast === undefined || (rest !== "" && diagnostics.length > 0)) return undefined;
    const path = pathTo(ast.root, marker, start.length);
    return path === undefined ? undefined : { source, marker, path };
  };
  const rest = lead === "" ? text.slice(span.end) : "";
  const isLong = start.length > limits.length;
  if (isLong) return undefined;
  return (rest.trim() === "" ? undefined : parse(spaced(rest))) ?? parse("");
}

/** Keeps a following name from becoming a part of the marker. */
function spaced(rest: string): string {
  return /^[\p{L}\p{M}\p{Nd}_]/u.test(rest) ? ` ${rest}` : rest;
}

function unusedName(text: string): string {
  let name = "cursor";
  while (text.includes(name)) name += "_";
  return name;
}

/** The expressions from the marker to the root. */
function pathTo(
  root: Expression,
  marker: string,
  offset: number,
): readonly [Expression, ...Expression[]] | undefined {
  const around: Expression[] = [];
  let node: Expression | undefined = root;
  while (node !== undefined) {
    if (node.kind === "parameter" && node.name === marker) return [node, ...around.reverse()];
    around.push(node);
    node = children(node).find(({ span }) => span.start <= offset && offset < span.end);
  }
  return undefined;
}

/** The index of the argument that is the node; -1 if there is none. */
export function argumentIndex(call: CallExpression, node: Expression): number {
  return call.arguments.indexOf(node);
}

/** The other operand of an operator. */
export function otherSide(binary: BinaryExpression, node: Expression): Expression {
  return binary.left === node ? binary.right : binary.left;
}
