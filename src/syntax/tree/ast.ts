import type { Span } from "../../source/span.ts";

export type UnaryOperator = "-" | "+";
export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";
export type ArithmeticOperator = "+" | "-" | "*" | "/";
export type BinaryOperator = ComparisonOperator | "&" | ArithmeticOperator;

/** The properties of every node: its span, and an id for tables beside the tree. */
interface NodeBase {
  /** The number of the node, unique in its tree; the parser counts from 0 in the order it finishes the nodes. */
  readonly id: number;
  readonly span: Span;
}

/** `"text"` or `'text'`, with its escapes resolved. */
export interface TextLiteral extends NodeBase {
  readonly kind: "text";
  readonly value: string;
}

export interface NumberLiteral extends NodeBase {
  readonly kind: "number";
  readonly value: number;
}

/** `{name}` or a bare `name`. */
export interface FieldReference extends NodeBase {
  readonly kind: "field";
  readonly name: string;
  readonly braced: boolean;
}

/** `NAME(…)`; `TRUE`, `FALSE`, `BLANK`, `NOW` and `TODAY` without parentheses are field references until checked. */
export interface CallExpression extends NodeBase {
  readonly kind: "call";
  /** The function's name as it is written; names of functions ignore ASCII case. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly Expression[];
}

export interface UnaryExpression extends NodeBase {
  readonly kind: "unary";
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

export interface BinaryExpression extends NodeBase {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly operatorSpan: Span;
  readonly left: Expression;
  readonly right: Expression;
}

/** An expression. Parentheses have no node. A span excludes those around it and includes those around operands. */
export type Expression =
  | TextLiteral
  | NumberLiteral
  | FieldReference
  | CallExpression
  | UnaryExpression
  | BinaryExpression;

export type ExpressionKind = Expression["kind"];

/** A parsed formula. */
export interface Ast {
  readonly source: string;
  readonly root: Expression;
  /** The number of nodes in the tree; every id is less than this. */
  readonly nodeCount: number;
}
