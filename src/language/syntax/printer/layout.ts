import type { BinaryExpression, CallExpression, Expression } from "../tree/ast.ts";
import { continuesChain, needsParentheses, needsParenthesesUnderSign } from "../tree/precedence.ts";
import type { CommentedItem, CommentPositions } from "./comments.ts";
import { print } from "./print.ts";

/** The position of a part of the formula in the output. All numbers are columns. */
interface OutputPosition {
  /** The column at which its second and later lines start. */
  readonly indent: number;
  /** The column at which its first line starts. */
  readonly column: number;
  /** The number of characters that follow it on its last line. */
  readonly trailing: number;
}

/** One operand in a chain of operators of one level, with the preceding operator. */
interface Link {
  readonly operator: string;
  readonly operand: Expression;
  readonly parenthesized: boolean;
}

/** Breaks a formula into lines. A part that fits stays on one line; a long call has one line per argument. */
export class Layout {
  private readonly comments: CommentPositions;
  private readonly width: number;
  private readonly indent: number;

  constructor(comments: CommentPositions, width: number, indent: number) {
    this.comments = comments;
    this.width = width;
    this.indent = indent;
  }

  formula(root: Expression): string {
    const { items, behind } = this.comments.around([root]);
    const text = this.expression(root, { indent: 0, column: 0, trailing: 0 });
    return [...items.map((item) => withComments(item, text, "")), ...behind].join("\n");
  }

  private expression(expression: Expression, position: OutputPosition): string {
    if (!this.comments.isBroken(expression)) {
      const line = print(expression);
      if (position.column + line.length + position.trailing <= this.width) return line;
    }
    switch (expression.kind) {
      case "call":
        return this.call(expression, position);
      case "unary": {
        const { operator, operand } = expression;
        const parenthesized = needsParenthesesUnderSign(operand);
        return operator + this.operand(operand, parenthesized, shifted(position, operator.length));
      }
      case "binary":
        return this.binary(expression, position);
      default:
        return print(expression);
    }
  }

  private call(call: CallExpression, { indent }: OutputPosition): string {
    const inner = indent + this.indent;
    const { items, behind } = this.comments.around(call.arguments, call);
    const lines = items.map((item, index) => {
      const text = this.expression(item.expression, { indent: inner, column: inner, trailing: 1 });
      const isLast = index === items.length - 1;
      return withComments(item, isLast ? text : `${text},`, spaces(inner));
    });
    const body = [...lines, ...behind].map((line) => spaces(inner) + line);
    return [`${call.name}(`, ...body, `${spaces(indent)})`].join("\n");
  }

  private binary(expression: BinaryExpression, position: OutputPosition): string {
    const links = chainOf(expression);
    return this.hugged(links, position) ?? this.chain(links, position);
  }

  /** Puts each operand on a separate line, with the operator at the start of the line. */
  private chain(links: readonly Link[], position: OutputPosition): string {
    const inner = position.indent + this.indent;
    return links
      .map(({ operator, operand, parenthesized }, index) => {
        if (index === 0) return this.operand(operand, parenthesized, { ...position, trailing: 0 });
        const column = inner + operator.length + 1;
        const trailing = index === links.length - 1 ? position.trailing : 0;
        const text = this.operand(operand, parenthesized, { indent: inner, column, trailing });
        return `${spaces(inner)}${operator} ${text}`;
      })
      .join("\n");
  }

  /**
   * If one of two operands is a call that needs several lines anyway, the other stays on the call's first or last line.
   */
  private hugged(links: readonly Link[], position: OutputPosition): string | undefined {
    const [first, second, ...more] = links;
    if (first === undefined || second === undefined || more.length > 0) return undefined;
    const between = ` ${second.operator} `;
    if (second.operand.kind === "call" && this.isLong(second.operand, position)) {
      const left = this.flat(first);
      const fits =
        left !== undefined &&
        position.column + left.length + between.length + second.operand.name.length < this.width;
      return fits ? left + between + this.call(second.operand, position) : undefined;
    }
    if (first.operand.kind === "call" && this.isLong(first.operand, position)) {
      const right = this.flat(second);
      return right && this.call(first.operand, position) + between + right;
    }
    return undefined;
  }

  private isLong(call: CallExpression, { indent }: OutputPosition): boolean {
    return this.comments.isBroken(call) || indent + this.indent + print(call).length > this.width;
  }

  private flat({ operand, parenthesized }: Link): string | undefined {
    if (this.comments.isBroken(operand)) return undefined;
    return parenthesized ? `(${print(operand)})` : print(operand);
  }

  private operand(operand: Expression, parenthesized: boolean, position: OutputPosition): string {
    if (!parenthesized) return this.expression(operand, position);
    const line = this.flat({ operator: "", operand, parenthesized });
    if (line !== undefined && position.column + line.length + position.trailing <= this.width) {
      return line;
    }
    const inner = position.indent + this.indent;
    const text = this.expression(operand, { indent: inner, column: inner, trailing: 0 });
    return `(\n${spaces(inner)}${text}\n${spaces(position.indent)})`;
  }
}

/** The operands of operators of one level, from left to right. */
function chainOf(expression: BinaryExpression): readonly Link[] {
  const links: Link[] = [];
  let current = expression;
  for (;;) {
    const { left, operator, right } = current;
    links.push({
      operator,
      operand: right,
      parenthesized: needsParentheses(current, "right", right),
    });
    if (!continuesChain(current, left)) {
      const parenthesized = needsParentheses(current, "left", left);
      links.push({ operator: "", operand: left, parenthesized });
      return links.reverse();
    }
    current = left;
  }
}

function withComments({ before, after }: CommentedItem, text: string, margin: string): string {
  const line = [text, ...after].join(" ");
  return [...before, line].join(`\n${margin}`);
}

function shifted(position: OutputPosition, columns: number): OutputPosition {
  return { ...position, column: position.column + columns };
}

function spaces(count: number): string {
  return " ".repeat(count);
}
