import type { Span } from "../../source/span.ts";

export type UnaryOperator = "-" | "+";
export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";
export type ArithmeticOperator = "+" | "-" | "*" | "/";
export type BinaryOperator = ComparisonOperator | "&" | ArithmeticOperator;

/** What every node has: where it stands, and a number by which side tables know it. */
interface NodeBase {
  /** Unique in its tree, counted from 0 in the order the parser finished the nodes. */
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
  /** As written; function names ignore ASCII case. */
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

/** Parentheses leave no node: a node's span leaves out those around it, and holds those around its operands. */
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
  /** How many nodes the tree has; ids run from 0 to this, exclusive. */
  readonly nodeCount: number;
}
