import { type CoreNode, operandOf, threeOperandsOf } from "../../src/language/core/node.ts";

/** The part of polars expressions that we use. */
export interface Expression {
  eq(other: Expression): Expression;
  lt(other: Expression): Expression;
  ltEq(other: Expression): Expression;
  and(other: Expression): Expression;
  or(other: Expression): Expression;
  not(): Expression;
  plus(other: Expression): Expression;
  minus(other: Expression): Expression;
  multiplyBy(other: Expression): Expression;
  div(other: Expression): Expression;
  abs(): Expression;
  floor(): Expression;
  fillNull(value: Expression | boolean): Expression;
  isNull(): Expression;
  isIn(values: readonly (string | number)[]): Expression;
  sum(): Expression;
  as(name: string): Expression;
  readonly str: {
    contains(text: Expression, isLiteral: boolean): Expression;
    startsWith(text: Expression): Expression;
    endsWith(text: Expression): Expression;
  };
  readonly lst: { join(separator: Expression): Expression; lengths(): Expression };
}

/** The functions that create expressions. */
export interface PolarsWords {
  col(name: string): Expression;
  lit(value: string | number | boolean | Date): Expression;
}

/** Converts an operation, given its operands, of which the second may be missing; `undefined` if polars differs. */
type Say = (a: Expression, b: Expression, node: CoreNode) => Expression | undefined;

type Says = { readonly [op in CoreNode["op"]]?: Say };

/** Blank numbers and dates are null. Overflow would be an error, but does not occur with these tables. */
const VALUES: Says = {
  orElse: (a, b) => a.fillNull(b),
  add: (a, b) => a.plus(b),
  subtract: (a, b) => a.minus(b),
  multiply: (a, b) => a.multiplyBy(b),
  // A division by zero is an error.
  divide: (a, b, { operands }) => (operands[1]?.op === "literal" ? a.div(b) : undefined),
  abs: (a) => a.abs(),
  floor: (a) => a.floor(),
  join: (a, b) => a.lst.join(b),
  listLength: (a) => a.lst.lengths(),
};

/** The result may be null, instead of false, if an operand is. */
const TESTS: Says = {
  equal: (a, b, { operands }) =>
    operands.every(({ mayBeBlank }) => mayBeBlank)
      ? a.eq(b).or(a.isNull().and(b.isNull()))
      : a.eq(b),
  among: (a, _, node) => (node.op === "among" ? a.isIn([...node.data]) : undefined),
  less: (a, b) => a.lt(b),
  lessOrEqual: (a, b) => a.ltEq(b),
  isBlank: (a) => a.isNull(),
  contains: (a, b) => a.str.contains(b, true),
  startsWith: (a, b) => a.str.startsWith(b),
  endsWith: (a, b) => a.str.endsWith(b),
};

/** Converts conditions to polars expressions, as far as polars has their operations. */
export class PolarsWriter {
  readonly #words: PolarsWords;

  constructor(words: PolarsWords) {
    this.#words = words;
  }

  /**
   * An expression that is true exactly if the condition is `wanted`, and otherwise false or null; `undefined` if polars
   * cannot express it.
   */
  condition(node: CoreNode, wanted = true): Expression | undefined {
    switch (node.op) {
      case "not":
        return this.condition(operandOf(node), !wanted);
      case "and":
      case "or": {
        const isEach = (node.op === "and") === wanted;
        return node.operands
          .map((part) => this.condition(part, wanted))
          .reduce((all, part) => all && part && (isEach ? all.and(part) : all.or(part)));
      }
      case "if": {
        const [when, then, otherwise] = threeOperandsOf(node);
        const first = this.#both(this.condition(when, true), this.condition(then, wanted));
        const second = this.#both(this.condition(when, false), this.condition(otherwise, wanted));
        return first && second && first.or(second);
      }
    }
    const test = this.#said(TESTS, node) ?? this.#value(node);
    if (wanted) return test;
    const mayBeNull = node.operands.some(({ mayBeBlank }) => mayBeBlank);
    return (mayBeNull ? test?.fillNull(false) : test)?.not();
  }

  #both(a: Expression | undefined, b: Expression | undefined): Expression | undefined {
    return a && b && a.and(b);
  }

  #value(node: CoreNode): Expression | undefined {
    if (node.op === "field") return this.#words.col(node.data.name);
    if (node.op !== "literal") return this.#said(VALUES, node);
    const { data } = node;
    if (typeof data === "object") return undefined;
    return this.#words.lit(node.type === "date" ? new Date(Number(data)) : data);
  }

  #said(says: Says, node: CoreNode): Expression | undefined {
    const values = node.operands.map((operand) => this.#value(operand));
    const [a, b = a] = values;
    if (a === undefined || b === undefined || values.includes(undefined)) return undefined;
    return says[node.op]?.(a, b, node);
  }
}
