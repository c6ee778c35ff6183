import type { IToken } from "chevrotain";
import { nameOfField, textOfLiteral } from "../lexer/escapes.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import type {
  BinaryExpression,
  CallExpression,
  Expression,
  FieldReference,
  NumberLiteral,
  ParameterReference,
  TextLiteral,
  UnaryExpression,
} from "../tree/ast.ts";
import { isBinaryOperator } from "../tree/precedence.ts";

export function textNode(id: number, token: IToken): TextLiteral {
  return {
    kind: "text",
    id,
    span: spanOf(token),
    value: textOfLiteral(token.image),
  };
}

export function numberNode(id: number, token: IToken): NumberLiteral {
  return { kind: "number", id, span: spanOf(token), value: Number(token.image) };
}

export function bracedFieldNode(id: number, token: IToken): FieldReference {
  return {
    kind: "field",
    id,
    span: spanOf(token),
    name: nameOfField(token.image),
    braced: true,
  };
}

export function bareFieldNode(id: number, token: IToken): FieldReference {
  return {
    kind: "field",
    id,
    span: spanOf(token),
    name: token.image,
    braced: false,
  };
}

export function parameterNode(id: number, token: IToken): ParameterReference {
  return {
    kind: "parameter",
    id,
    span: spanOf(token),
    name: token.image.slice(1),
  };
}

export function callNode(
  id: number,
  name: IToken,
  args: Expression[],
  closing: IToken,
): CallExpression {
  return {
    kind: "call",
    id,
    span: { start: name.startOffset, end: endOf(closing) },
    name: name.image,
    nameSpan: spanOf(name),
    arguments: args,
  };
}

export function unaryNode(
  id: number,
  operator: IToken,
  operand: Expression,
  last: IToken,
): UnaryExpression {
  return {
    kind: "unary",
    id,
    span: { start: operator.startOffset, end: endOf(last) },
    operator: operator.image === "-" ? "-" : "+",
    operand,
  };
}

/** The span covers both operands, including their parentheses. */
export function binaryNode(
  id: number,
  start: number,
  left: Expression,
  operator: IToken,
  right: Expression,
  last: IToken,
): BinaryExpression {
  return {
    kind: "binary",
    id,
    span: { start, end: endOf(last) },
    // `!=` and `<>` mean the same.
    operator: isBinaryOperator(operator.image) ? operator.image : "!=",
    operatorSpan: spanOf(operator),
    left,
    right,
  };
}
