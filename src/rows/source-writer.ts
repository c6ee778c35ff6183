import { CostModel } from "../core/cost.ts";
import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../core/node.ts";
import { sharedNodes } from "../core/uses.ts";
import type { Field } from "../schema/field.ts";
import { isText } from "../values/text/index.ts";
import {
  conjunction,
  disjunction,
  type EncodedOperation,
  encodedOperation,
} from "./encoded-operation.ts";
import { refuseRow } from "./filter.ts";
import { interned } from "./interned.ts";
import { readDate, readList, readText } from "./read.ts";

const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const ORDERS = { less: "<", lessOrEqual: "<=" } as const;
const TEXT_METHODS = {
  contains: "includes",
  startsWith: "startsWith",
  endsWith: "endsWith",
} as const;

type BareNode = Extract<CoreNode, { readonly op: keyof typeof ARITHMETIC }>;
type OrderNode = Extract<CoreNode, { readonly op: keyof typeof ORDERS }>;
type TextTestNode = Extract<CoreNode, { readonly op: keyof typeof TEXT_METHODS }>;

/**
 * Writes a condition as JavaScript. No text of a formula or a schema ever enters the source: field names, constants and
 * functions are handed in by position, and the source is made of fixed words, positions and operators.
 *
 * Each form of a node holds each operand once, and what several nodes share is a function of its own that remembers its
 * value for the row, so that the source grows with the number of nodes. Expressions are in parentheses
 * unless they are names, calls or members.
 */
export class SourceWriter {
  /** What the source reads as `v0`, `v1`, …. */
  readonly values: unknown[] = [];
  readonly #sharedNodes: ReadonlySet<CoreNode>;
  readonly #costs = new CostModel();
  readonly #valueNames = new Map<unknown, string>();
  readonly #shared = new Map<CoreNode, string>();
  readonly #functions: string[] = [];
  #temporaries: string[] = [];
  /** Whether a field has the name of something that a text, a number or a function has. */
  #readsPrimitives = false;

  constructor(root: CoreNode) {
    this.#sharedNodes = sharedNodes(root);
  }

  /** The source of a `GeneratedFilter`, given what it reads as `values`. */
  filter(condition: CoreNode): string {
    const refuse = `${this.#handIn(refuseRow)}()`;
    const test = this.isTrue(condition);
    // Where every field of a row that is no object is missing, the condition answers for it as for a row of blanks, and only
    // a hit has to be looked at again: that is cheaper than asking each row first.
    const hit = this.#readsPrimitives
      ? `(typeof row === "object" ? ${test} : ${refuse})`
      : `${test} && (typeof row === "object" || ${refuse})`;
    const remembered = [...this.#shared.values()].map((name) => `m${name}`);
    const handedIn = this.values.map((_, index) => `v${index} = values[${index}]`);
    const state = [declare(this.#temporaries), declare(remembered), ...this.#functions].join(" ");
    const forget = remembered.map((name) => `${name} = undefined;`).join(" ");
    return `"use strict";
const ${handedIn.join(", ")};
const finite = (x) => (x - x === 0 ? x : NaN);
return {
  kernel(rows, from, to, hits, now) {
    ${state}
    let n = 0;
    for (let i = from; i < to; i++) {
      const row = rows[i];
      ${forget}
      if (${hit}) hits[n++] = i;
    }
    return n;
  },
  matches(row, now) {
    ${state}
    return ${hit};
  },
};`;
  }

  /** An expression that is true exactly when the condition is. */
  isTrue(node: CoreNode): string {
    return this.#sharedNodes.has(node) ? `(${this.#value(node)} === true)` : this.#test(node);
  }

  /** The same, of a node that is not shared, or inside its own function. */
  #test(node: CoreNode): string {
    switch (node.op) {
      case "and":
        return this.#tests(node, "and", "&&", true);
      case "or":
        return this.#tests(node, "or", "||", true);
      case "not":
        return this.isFalse(operandOf(node));
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.isTrue(then), this.isTrue(otherwise), "false");
      }
      case "field":
        return `(${this.#property(node.data)} === true)`;
      case "isError":
        return this.#isError(operandOf(node));
      case "isBlank":
        return this.#isBlank(operandOf(node));
      case "equal":
        return this.#isEqual(...operandsOf(node));
      case "less":
      case "lessOrEqual":
        return this.#isOrdered(node);
      case "contains":
      case "startsWith":
      case "endsWith":
        return this.#isInText(node, "");
      default:
        return `(${this.#value(node)} === true)`;
    }
  }

  /** An expression that is true exactly when the condition is false. */
  isFalse(node: CoreNode): string {
    if (this.#sharedNodes.has(node)) return `(${this.#value(node)} === false)`;
    switch (node.op) {
      case "and":
        return this.#tests(node, "or", "||", false);
      case "or":
        return this.#tests(node, "and", "&&", false);
      case "not":
        return this.isTrue(operandOf(node));
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.isFalse(then), this.isFalse(otherwise), "false");
      }
      case "contains":
      case "startsWith":
      case "endsWith":
        if (node.mayFail) return this.#isInText(node, "!");
        break;
      case "less":
      case "lessOrEqual":
        if (node.mayFail) return this.#isOutOfOrder(node);
        break;
      default:
        if (node.mayFail) return `(${this.#value(node)} === false)`;
    }
    return `!${this.#test(node)}`;
  }

  /** The encoded value. */
  #value(node: CoreNode): string {
    if (!this.#sharedNodes.has(node)) return this.#compute(node);
    let name = this.#shared.get(node);
    if (name === undefined) {
      name = `s${this.#shared.size}`;
      this.#shared.set(node, name);
      const outer = this.#temporaries;
      this.#temporaries = [];
      const computed = this.#compute(node);
      this.#functions.push(
        `function ${name}(row, now) { ${declare(this.#temporaries)} return m${name} === undefined ? (m${name} = ${computed}) : m${name}; }`,
      );
      this.#temporaries = outer;
    }
    return `${name}(row, now)`;
  }

  #compute(node: CoreNode): string {
    switch (node.op) {
      case "literal":
        return this.#handIn(node.data);
      case "blank":
        return "Infinity";
      case "fail":
        return errorWord(node);
      case "now":
        return "now";
      case "field":
        return this.#field(node.data);
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.#value(then), this.#value(otherwise), errorWord(node));
      }
      case "and":
        return node.mayFail ? this.#call(conjunction, node) : this.#test(node);
      case "or":
        return node.mayFail ? this.#call(disjunction, node) : this.#test(node);
      case "isError":
        return this.#isError(operandOf(node));
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        const t = this.#temporary();
        if (value.op === "field" && value.type === "number") {
          return `(${this.#isOrdinary(value.data, t)} ? ${t} : ${this.#value(otherwise)})`;
        }
        return `((${t} = ${this.#value(value)}) === Infinity ? ${this.#value(otherwise)} : ${t})`;
      }
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
        if (node.mayBeBlank) return this.#call(encodedOperation(node), node);
        return `finite(${this.#bare(node)})`;
      case "not":
      case "isBlank":
      case "equal":
      case "less":
      case "lessOrEqual":
      case "contains":
      case "startsWith":
      case "endsWith":
        return node.mayFail ? this.#call(encodedOperation(node), node) : this.#test(node);
      default:
        return this.#call(encodedOperation(node), node);
    }
  }

  /**
   * Arithmetic without blanks, unchecked: what is not finite is an error. Only a divisor must be checked at once, since
   * what is divided by infinity is finite again.
   */
  #bare(node: BareNode): string {
    const [a, b] = operandsOf(node);
    const right = node.op === "divide" ? this.#value(b) : this.#bareOrValue(b);
    return `(${this.#bareOrValue(a)} ${ARITHMETIC[node.op]} ${right})`;
  }

  #bareOrValue(node: CoreNode): string {
    return isBare(node) && !this.#sharedNodes.has(node) ? this.#bare(node) : this.#value(node);
  }

  #tests(node: CoreNode, order: "and" | "or", operator: "&&" | "||", polarity: boolean): string {
    const late: string[] = [];
    const tests = this.#costs.order(node.operands, order).map((operand) => {
      if (!polarity) return this.isFalse(operand);
      const isPlainText =
        operator === "&&" && isTextTest(operand) && !this.#sharedNodes.has(operand);
      return isPlainText ? this.#isInText(operand, "", late) : this.isTrue(operand);
    });
    return `(${[...tests, ...late].join(` ${operator} `)})`;
  }

  #choose(condition: CoreNode, whenTrue: string, whenFalse: string, error: string): string {
    if (!condition.mayFail) return `(${this.isTrue(condition)} ? ${whenTrue} : ${whenFalse})`;
    const t = this.#temporary();
    const decided = `(${t} = ${this.#value(condition)})`;
    return `(${decided} === true ? ${whenTrue} : ${t} === false ? ${whenFalse} : ${error})`;
  }

  #isError(value: CoreNode): string {
    if (value.type !== "number" && value.type !== "date") return `(${this.#value(value)} === null)`;
    const t = this.#temporary();
    return `((${t} = ${this.#value(value)}) !== ${t})`;
  }

  #isBlank(value: CoreNode): string {
    if (value.op === "field" && value.type === "number") {
      return `!(${this.#isOrdinary(value.data, this.#temporary())})`;
    }
    return `(${this.#value(value)} === Infinity)`;
  }

  #isEqual(a: CoreNode, b: CoreNode): string {
    if (b.op === "literal" && b.data !== "") {
      // No raw value of another type, no text that is not well-formed, equals a constant.
      if (a.op === "field" && a.type !== "date")
        return `(${this.#property(a.data)} === ${this.#value(b)})`;
      return `(${this.#bareOrValue(a)} === ${this.#value(b)})`;
    }
    if (a.op === "field" && a.type === "text" && b.op === "literal") {
      const t = this.#temporary();
      return `!(typeof (${t} = ${this.#property(a.data)}) === "string" && ${t} !== "" && ${this.#handIn(isText)}(${t}))`;
    }
    const isNumber = a.type === "number" || a.type === "date";
    if (isNumber || !a.mayFail) return `(${this.#value(a)} === ${this.#value(b)})`;
    const t = this.#temporary();
    return `((${t} = ${this.#value(a)}) !== null && ${t} === ${this.#value(b)})`;
  }

  /** A blank, and an error, stands in no order. */
  #isOrdered(node: OrderNode): string {
    const [a, b] = operandsOf(node);
    const operator = ORDERS[node.op];
    if (a.type === "text") return `(${this.#call(encodedOperation(node), node)} === true)`;
    if (b.op === "literal") return this.#isBelow(a, operator, this.#value(b), "> -Infinity");
    if (a.op === "literal") {
      return this.#isBelow(b, operator === "<" ? ">" : ">=", this.#value(a), "< Infinity");
    }
    const t = this.#temporary();
    return `(${this.#value(a)} ${operator} (${t} = ${this.#value(b)}) && ${t} < Infinity)`;
  }

  /** A value against a constant; the bound keeps out what is infinite on the side where the operator would let it in. */
  #isBelow(value: CoreNode, operator: string, constant: string, bound: string): string {
    const t = this.#temporary();
    if (value.op === "field" && value.type === "number") {
      return `(typeof (${t} = ${this.#property(value.data)}) === "number" && ${t} ${operator} ${constant} && ${t} ${bound})`;
    }
    return `((${t} = ${this.#bareOrValue(value)}) ${operator} ${constant} && ${t} ${bound})`;
  }

  #isOutOfOrder(node: OrderNode): string {
    const [a, b] = operandsOf(node);
    if (a.type === "text") return `(${this.#call(encodedOperation(node), node)} === false)`;
    const [t, u] = [this.#temporary(), this.#temporary()];
    const read = `${t} = ${this.#value(a)}, ${u} = ${this.#value(b)}`;
    return `(${read}, ${t} === ${t} && ${u} === ${u} && !(${t} ${ORDERS[node.op]} ${u} && ${u} < Infinity))`;
  }

  /**
   * Whether a text holds a needle. That a field's raw value is well-formed text is asked last, of the few rows that come so
   * far: `late` is what an AND around this asks when all else holds.
   */
  #isInText(node: TextTestNode, not: "" | "!", late?: string[]): string {
    const [text, needle] = operandsOf(node);
    const method = TEXT_METHODS[node.op];
    const t = this.#temporary();
    if (text.op === "field" && needle.op === "literal" && not === "") {
      const found = `typeof (${t} = ${this.#property(text.data)}) === "string" && ${t}.${method}(${this.#value(needle)})`;
      const isWellFormed = `${this.#handIn(isText)}(${t})`;
      if (late === undefined) return `(${found} && ${isWellFormed})`;
      late.push(isWellFormed);
      return `(${found})`;
    }
    const u = this.#temporary();
    const isThere = `(${t} = ${this.#value(text)}) !== null && (${u} = ${this.#value(needle)}) !== null`;
    return `(${isThere} && ${not}${t}.${method}(${u}))`;
  }

  #isOrdinary(field: Field, t: string): string {
    return `typeof (${t} = ${this.#property(field)}) === "number" && ${t} - ${t} === 0`;
  }

  #field(field: Field): string {
    const raw = this.#property(field);
    switch (field.type) {
      case "boolean":
        return `(${raw} === true)`;
      case "number": {
        const t = this.#temporary();
        return `(${this.#isOrdinary(field, t)} ? ${t} : Infinity)`;
      }
      case "text":
        return `${this.#handIn(readText)}(${raw})`;
      case "date":
        return `${this.#handIn(readDate)}(${raw})`;
      case "list":
        return `${this.#handIn(readList)}(${raw})`;
    }
  }

  #property(field: Field): string {
    this.#readsPrimitives ||= isPropertyOfPrimitives(field.name);
    return `row[${this.#handIn(field.name)}]`;
  }

  #call(operation: EncodedOperation, node: CoreNode): string {
    const operands = node.operands.map((operand) => this.#value(operand));
    return `${this.#handIn(operation)}(${operands.join(", ")})`;
  }

  #temporary(): string {
    const name = `t${this.#temporaries.length}`;
    this.#temporaries.push(name);
    return name;
  }

  #handIn(value: unknown): string {
    const known = this.#valueNames.get(value);
    if (known !== undefined) return known;
    const name = `v${this.values.length}`;
    this.values.push(typeof value === "string" ? interned(value) : value);
    this.#valueNames.set(value, name);
    return name;
  }
}

function declare(names: readonly string[]): string {
  return names.length === 0 ? "" : `let ${names.join(", ")};`;
}

function isTextTest(node: CoreNode): node is TextTestNode {
  return node.op in TEXT_METHODS;
}

function isPropertyOfPrimitives(name: string): boolean {
  const kinds = [String, Number, Boolean, Symbol, BigInt, Function];
  return /^\d+$/.test(name) || kinds.some(({ prototype }) => name in prototype);
}

/** Arithmetic whose value is never blank, so that what is not finite can stand for an error. */
function isBare(node: CoreNode): node is BareNode {
  return node.op in ARITHMETIC && !node.mayBeBlank;
}

function errorWord(node: CoreNode): string {
  return node.type === "number" || node.type === "date" ? "NaN" : "null";
}
