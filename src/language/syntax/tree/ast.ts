import type { Span } from "../../source/span.ts";

/** The signs. */
export type UnaryOperator = "-" | "+";
/** The operators that compare two values. */
export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";
/** The operators between numbers. */
export type ArithmeticOperator = "+" | "-" | "*" | "/";
/** The operators between two operands. */
export type BinaryOperator = ComparisonOperator | "&" | ArithmeticOperator;

/** The properties of every node: its span, and an id for tables beside the tree. */
interface NodeBase {
  /** The number of the node, unique in its tree; the parser counts from 0 in the order it finishes the nodes. */
  readonly id: number;
  readonly span: Span;
}

/** `"text"` or `'text'`, with its escapes resolved. */
export interface TextLiteral extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "text";
  /** The text, without quotes and escapes. */
  readonly value: string;
}

/** A number in a formula. */
export interface NumberLiteral extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "number";
  /** The number. */
  readonly value: number;
}

/** `{name}` or a bare `name`. */
export interface FieldReference extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "field";
  /** The name of the field. */
  readonly name: string;
  /** Whether the name is written in braces. */
  readonly braced: boolean;
}

/** `$name`: a value that the program gives, and not the record. */
export interface ParameterReference extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "parameter";
  /** The name of the parameter, without the `$`. */
  readonly name: string;
}

/** `NAME(…)`; `TRUE`, `FALSE`, `BLANK`, `NOW` and `TODAY` without parentheses are field references until checked. */
export interface CallExpression extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "call";
  /** The function's name as it is written; names of functions ignore ASCII case. */
  readonly name: string;
  /** The place of the name. */
  readonly nameSpan: Span;
  /** The arguments, in the order they are written. */
  readonly arguments: readonly Expression[];
}

/** An operand with a sign before it. */
export interface UnaryExpression extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "unary";
  /** The sign. */
  readonly operator: UnaryOperator;
  /** The operand after the sign. */
  readonly operand: Expression;
}

/** Two operands with an operator between them. */
export interface BinaryExpression extends NodeBase {
  /** Tells this kind of expression from the others. */
  readonly kind: "binary";
  /** The operator; `<>` is read as `!=`. */
  readonly operator: BinaryOperator;
  /** The place of the operator. */
  readonly operatorSpan: Span;
  /** The operand before the operator. */
  readonly left: Expression;
  /** The operand after the operator. */
  readonly right: Expression;
}

/** An expression. Parentheses have no node. A span excludes those around it and includes those around operands. */
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
  /** The text of the formula. */
  readonly source: string;
  /** The outermost expression. */
  readonly root: Expression;
  /** The number of nodes in the tree; every id is less than this. */
  readonly nodeCount: number;
}
