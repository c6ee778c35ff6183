import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../../core/node.ts";
import type { Arguments } from "./arguments.ts";
import type { Layout } from "./layout.ts";
import { type Leaf, leafOf } from "./leaf.ts";

/** A number's expression, and what it may be beside an ordinary number. */
interface NumberSource {
  readonly source: string;
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  /** Whether an error may be infinite; then it is never blank. */
  readonly isBare: boolean;
}

/** From so many parts on a condition is better decided part by part. */
const MOST_PARTS = 60;

const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;

/**
 * Writes conditions on `row` without a branch: each is an expression that is 1 where the condition has the wanted truth and 0
 * elsewhere, and all of its parts are computed for each row. That suits comparisons of numbers and codes; what is not made of
 * these has no such form.
 */
export class FlatWriter {
  /** What stands before the expressions, in order. */
  readonly statements: string[] = [];
  readonly #layout: Layout;
  readonly #arguments: Arguments;
  readonly #tests = [
    new Map<CoreNode, string | undefined>(),
    new Map<CoreNode, string | undefined>(),
  ] as const;
  readonly #numbers = new Map<CoreNode, NumberSource | undefined>();

  constructor(layout: Layout, handed: Arguments) {
    this.#layout = layout;
    this.#arguments = handed;
  }

  /** 1 where the condition is true, or is false, as wanted. */
  test(node: CoreNode, wanted: boolean): string | undefined {
    const known = this.#tests[wanted ? 1 : 0];
    if (!known.has(node)) known.set(node, this.#test(node, wanted));
    return known.get(node);
  }

  leaf(leaf: Leaf): string {
    if (leaf.kind === "table") return this.#table(leaf.codes, leaf.table);
    const value = `${this.#name(leaf.values)}[row]`;
    if (leaf.low === leaf.high) {
      return bit(`${value} ${leaf.isInside ? "===" : "!=="} ${this.#name(leaf.low)}`);
    }
    const tests: string[] = [];
    if (leaf.low > Number.NEGATIVE_INFINITY) tests.push(bit(`${value} >= ${this.#name(leaf.low)}`));
    if (leaf.high < Number.POSITIVE_INFINITY) {
      tests.push(bit(`${value} <= ${this.#name(leaf.high)}`));
    }
    const inside = tests.length === 0 ? "1" : `(${tests.join(" & ")})`;
    return leaf.isInside ? inside : not(inside);
  }

  #table(codes: unknown, table: Uint8Array): string {
    const code = `${this.#name(codes)}[row]`;
    const only = table.indexOf(1);
    if (only < 0) return "0";
    if (table.indexOf(1, only + 1) < 0) return bit(`${code} === ${this.#name(only)}`);
    return `${this.#name(table)}[${code}]`;
  }

  #test(node: CoreNode, wanted: boolean): string | undefined {
    if (node.op === "not") return this.test(operandOf(node), !wanted);
    const leaf = leafOf(node, wanted, this.#layout);
    if (leaf !== undefined) return this.#keep(this.leaf(leaf));
    const source = this.#inner(node, wanted);
    return source === undefined ? undefined : this.#keep(source);
  }

  #inner(node: CoreNode, wanted: boolean): string | undefined {
    switch (node.op) {
      case "literal":
        return node.data === wanted ? "1" : "0";
      case "and":
      case "or": {
        const operator = (node.op === "and") === wanted ? " & " : " | ";
        return joined(
          node.operands.map((operand) => this.test(operand, wanted)),
          operator,
        );
      }
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const whenTrue = joined([this.test(condition, true), this.test(then, wanted)], " & ");
        const whenFalse = joined([this.test(condition, false), this.test(otherwise, wanted)], " & ");
        return joined([whenTrue, whenFalse], " | ");
      }
      case "isError": {
        const operand = operandOf(node);
        if (operand.type !== "number" && operand.type !== "date") return undefined;
        const value = this.#number(operand);
        return value && bit(isOrdinaryOrBlank(value, !wanted));
      }
      case "isBlank": {
        const value = this.#number(operandOf(node));
        if (value === undefined || value.isBare) return undefined;
        return bit(`${value.source} ${wanted ? "===" : "<"} Infinity`);
      }
      case "equal":
        return this.#equal(node, wanted);
      case "less":
      case "lessOrEqual":
        return this.#ordered(node, wanted);
      default:
        return undefined;
    }
  }

  #equal(node: CoreNode, wanted: boolean): string | undefined {
    const [a, b] = operandsOf(node);
    if (a.type === "boolean" && !node.mayFail) {
      return joined([this.test(a, true), this.test(b, wanted), "1"], " ^ ");
    }
    if (a.type !== "number" && a.type !== "date") return undefined;
    const [x, y] = [this.#number(a), this.#number(b)];
    if (x === undefined || y === undefined) return undefined;
    const same = bit(`${x.source} === ${y.source}`);
    const checks = [x, y].filter(({ mayFail }) => mayFail);
    if (checks.length === 0) return wanted ? same : not(same);
    return joined(
      [wanted ? same : not(same), ...checks.map((value) => bit(isOrdinaryOrBlank(value, true)))],
      " & ",
    );
  }

  #ordered(node: CoreNode, wanted: boolean): string | undefined {
    const [a, b] = operandsOf(node);
    if (a.type !== "number" && a.type !== "date") return undefined;
    const [x, y] = [this.#number(a), this.#number(b)];
    if (x === undefined || y === undefined) return undefined;
    const tests = [bit(`${x.source} ${node.op === "less" ? "<" : "<="} ${y.source}`)];
    if (x.isBare && x.mayFail) tests.push(bit(`${x.source} > -Infinity`));
    if (y.mayBeBlank || (y.isBare && y.mayFail)) tests.push(bit(`${y.source} < Infinity`));
    const inOrder = joined(tests, " & ") ?? "";
    if (wanted) return inOrder;
    const checks = [x, y].filter(({ mayFail }) => mayFail);
    return joined(
      [not(inOrder), ...checks.map((value) => bit(isOrdinaryOrBlank(value, true)))],
      " & ",
    );
  }

  #number(node: CoreNode): NumberSource | undefined {
    if (!this.#numbers.has(node)) {
      const made = this.#writeNumber(node);
      const kept =
        made === undefined || node.op === "literal" || node.op === "field"
          ? made
          : { ...made, source: this.#keep(made.source) };
      this.#numbers.set(node, kept);
    }
    return this.#numbers.get(node);
  }

  #writeNumber(node: CoreNode): NumberSource | undefined {
    const { mayBeBlank, mayFail } = node;
    const encoded = (source: string): NumberSource => ({
      source,
      mayBeBlank,
      mayFail,
      isBare: false,
    });
    switch (node.op) {
      case "literal":
        return encoded(this.#name(node.data));
      case "blank":
        return encoded("Infinity");
      case "fail":
        return encoded("NaN");
      case "field": {
        const column = this.#layout.column(node.data);
        return column.kind === "numbers"
          ? encoded(`${this.#name(column.values)}[row]`)
          : undefined;
      }
      case "orElse":
        return this.#orElse(node);
      case "add":
      case "subtract":
      case "multiply":
      case "divide": {
        // A blank operand makes the result blank: infinity does not always.
        if (mayBeBlank) return undefined;
        const [x, y] = this.#both(node);
        if (x === undefined || y === undefined) return undefined;
        // What is divided by infinity is finite again.
        const divisor =
          node.op === "divide" && y.isBare && y.mayFail
            ? this.#keep(`(${isOrdinaryOrBlank(y, true)} ? ${y.source} : NaN)`)
            : y.source;
        const source = `(${x.source} ${ARITHMETIC[node.op]} ${divisor})`;
        return { source, mayBeBlank, mayFail, isBare: true };
      }
      case "abs":
      case "floor":
      case "sqrt": {
        const value = this.#number(operandOf(node));
        if (value === undefined || (value.isBare && value.mayFail)) return undefined;
        return encoded(`Math.${node.op}(${value.source})`);
      }
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        if (condition.mayFail) return undefined;
        const [test, x, y] = [this.test(condition, true), this.#number(then), this.#number(otherwise)];
        if (test === undefined || x === undefined || y === undefined) return undefined;
        // An infinite error of one branch would be a blank of the other.
        if ((x.isBare && x.mayFail) !== (y.isBare && y.mayFail)) return undefined;
        const source = `(${test} === 1 ? ${x.source} : ${y.source})`;
        return { source, mayBeBlank, mayFail, isBare: x.isBare && x.mayFail };
      }
      case "listLength": {
        const list = operandOf(node);
        const column = list.op === "field" ? this.#layout.column(list.data) : undefined;
        if (column?.kind !== "lists") return undefined;
        const offsets = this.#name(column.offsets);
        return encoded(`(${offsets}[row + 1] - ${offsets}[row])`);
      }
      default: {
        const lookUp = this.#layout.lookUp(node);
        if (lookUp === undefined) return undefined;
        return encoded(`${this.#name(lookUp.values)}[${this.#name(lookUp.column.codes)}[row]]`);
      }
    }
  }

  #orElse(node: CoreNode): NumberSource | undefined {
    const [value, otherwise] = operandsOf(node);
    const { mayBeBlank, mayFail } = node;
    if (value.op === "field" && otherwise.op === "literal" && otherwise.data === 0) {
      const column = this.#layout.column(value.data);
      if (column.kind !== "numbers") return undefined;
      const source = `${this.#name(column.zeroed())}[row]`;
      return { source, mayBeBlank, mayFail, isBare: false };
    }
    const [x, y] = this.#both(node);
    if (x === undefined || y === undefined || x.isBare || (y.isBare && y.mayFail)) return undefined;
    const source = `(${x.source} === Infinity ? ${y.source} : ${x.source})`;
    return { source, mayBeBlank, mayFail, isBare: false };
  }

  #both(node: CoreNode): readonly [NumberSource | undefined, NumberSource | undefined] {
    const [a, b] = operandsOf(node);
    return [this.#number(a), this.#number(b)];
  }

  /** A name for an expression, so that it is written once. */
  #keep(source: string): string {
    const name = `c${this.statements.length}`;
    if (this.statements.length >= MOST_PARTS) throw new TooManyParts();
    this.statements.push(`const ${name} = ${source};`);
    return name;
  }

  #name(value: unknown): string {
    return this.#arguments.name(value);
  }
}

/** A condition has more parts than are worth computing for each row. */
export class TooManyParts extends Error {
  override readonly name = "TooManyParts";
}

function bit(test: string): string {
  return `((${test}) | 0)`;
}

function not(source: string): string {
  return `(${source} ^ 1)`;
}

function joined(sources: readonly (string | undefined)[], operator: string): string | undefined {
  return sources.includes(undefined) ? undefined : `(${sources.join(operator)})`;
}

/** A test whether a number is no error, or that it is one. */
function isOrdinaryOrBlank({ source, isBare }: NumberSource, isOne: boolean): string {
  if (isBare) return `${source} - ${source} ${isOne ? "===" : "!=="} 0`;
  return `${source} ${isOne ? "===" : "!=="} ${source}`;
}
