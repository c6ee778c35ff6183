import { type Expression, parse, parseTolerant } from "../../../src/language/syntax/index.ts";

/** A tree as text, with all its parentheses. Placeholders of a repair are shown as `?`. */
export function shapeOf(expression: Expression): string {
  switch (expression.kind) {
    case "text":
      return JSON.stringify(expression.value);
    case "number":
      return String(expression.value);
    case "field":
      if (expression.name === "") return "?";
      return expression.braced ? `{${expression.name}}` : expression.name;
    case "parameter":
      return `$${expression.name}`;
    case "call":
      return `${expression.name || "?"}(${expression.arguments.map(shapeOf).join(", ")})`;
    case "unary":
      return `(${expression.operator}${shapeOf(expression.operand)})`;
    case "binary":
      return `(${shapeOf(expression.left)} ${expression.operator} ${shapeOf(expression.right)})`;
  }
}

export function rootOf(source: string): Expression {
  const parsed = parse(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.diagnostics[0]?.message}`);
  return parsed.ast.root;
}

export function shape(source: string): string {
  return shapeOf(rootOf(source));
}

export function repairedShape(source: string): string {
  const { ast } = parseTolerant(source);
  return ast === undefined ? "nothing" : shapeOf(ast.root);
}
