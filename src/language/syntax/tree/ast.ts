import type { Span } from "../../source/span.ts";

/** The operators before a number. */
export type UnaryOperator = "-" | "+";
/** The operators that compare two values. */
export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";
/** The operators on numbers. */
export type ArithmeticOperator = "+" | "-" | "*" | "/";
/** The binary operators. */
export type BinaryOperator = ComparisonOperator | "&" | ArithmeticOperator;

/** The properties of every node: its span, and an id for side tables. */
interface NodeBase {
  /** The number of the node, unique in its tree; the parser counts from 0 in the order in which it finishes nodes. */
  readonly id: number;
  readonly span: Span;
}

/** `"text"` or `'text'`, with its escapes resolved. */
export interface TextLiteral extends NodeBase {
  /** The discriminant. */
  readonly kind: "text";
  /** The text, without quotes and escapes. */
  readonly value: string;
}

/** A number in a formula. */
export interface NumberLiteral extends NodeBase {
  /** The discriminant. */
  readonly kind: "number";
  /** The number. */
  readonly value: number;
}

/** `{name}` or a bare `name`. */
export interface FieldReference extends NodeBase {
  /** The discriminant. */
  readonly kind: "field";
  /** The name of the field. */
  readonly name: string;
  /** Whether the name is written in braces. */
  readonly braced: boolean;
}

/** `$name`: a value that the program supplies, not the record. */
export interface ParameterReference extends NodeBase {
  /** The discriminant. */
  readonly kind: "parameter";
  /** The name of the parameter, without the `$`. */
  readonly name: string;
}

/** `NAME(…)`; `TRUE`, `FALSE`, `BLANK`, `NOW` and `TODAY` without parentheses are field references until checked. */
export interface CallExpression extends NodeBase {
  /** The discriminant. */
  readonly kind: "call";
  /** The function's name as written; names of functions ignore ASCII case. */
  readonly name: string;
  /** The span of the name. */
  readonly nameSpan: Span;
  /** The arguments, in source order. */
  readonly arguments: readonly Expression[];
}

/** An operand with a sign. */
export interface UnaryExpression extends NodeBase {
  /** The discriminant. */
  readonly kind: "unary";
  /** The sign. */
  readonly operator: UnaryOperator;
  /** The operand of the sign. */
  readonly operand: Expression;
}

/** Two operands with an operator between them. */
export interface BinaryExpression extends NodeBase {
  /** The discriminant. */
  readonly kind: "binary";
  /** The operator; `<>` becomes `!=`. */
  readonly operator: BinaryOperator;
  /** The span of the operator. */
  readonly operatorSpan: Span;
  /** The left operand. */
  readonly left: Expression;
  /** The right operand. */
  readonly right: Expression;
}

/**
 * An expression. Parentheses have no node. A span excludes parentheses around the expression and includes those around
 * operands.
 */
export type Expression =
  | TextLiteral
  | NumberLiteral
  | FieldReference
  | ParameterReference
  | CallExpression
  | UnaryExpression
  | BinaryExpression;

/** The kinds of expressions. */
export type ExpressionKind = Expression["kind"];

/** A parsed formula. */
export interface Ast {
  /** The formula's text. */
  readonly source: string;
  /** The outermost expression. */
  readonly root: Expression;
  /** The number of nodes in the tree; every id is less than this. */
  readonly nodeCount: number;
}
