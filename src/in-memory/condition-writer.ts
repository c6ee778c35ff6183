import { CostModel } from "../core/cost.ts";
import { checkpoints } from "../core/fold.ts";
import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../core/node.ts";
import type { NamedParameter } from "../core/parameter.ts";
import { rememberedNodes } from "../core/uses.ts";
import type { Field } from "../schema/field.ts";
import {
  conjunction,
  disjunction,
  type EncodedOperation,
  encodedOperation,
} from "./encoded-operation.ts";
import { interned } from "./interned.ts";

const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const ORDERS = { less: "<", lessOrEqual: "<=" } as const;
export const TEXT_METHODS = {
  contains: "includes",
  startsWith: "startsWith",
  endsWith: "endsWith",
} as const;

type BareNode = Extract<CoreNode, { readonly op: keyof typeof ARITHMETIC }>;
type OrderNode = Extract<CoreNode, { readonly op: keyof typeof ORDERS }>;
export type TextTestNode = Extract<CoreNode, { readonly op: keyof typeof TEXT_METHODS }>;

/** The source of an expression of a row. */
export interface WrittenExpression {
  /** Stands before the loop. */
  readonly before: string;
  /**
   * Runs for each row. It computes the checkpoints of a deep expression one by one, since nested expressions would
   * overflow the stack.
   */
  readonly forRow: string;
  readonly expression: string;
}

/**
 * Writes a condition on `row` as JavaScript. No text of a formula or a schema ever enters the source: field names,
 * constants and functions are handed in by position, and the source is made of fixed words, positions and operators.
 * The subclasses know what `row` is and how a field is read.
 *
 * The source grows only with the number of nodes: the source of a node contains each operand once, and a node that
 * several others share becomes a function that remembers its value for the row. Expressions are in parentheses unless
 * they are names, calls or members.
 */
export abstract class ConditionWriter {
  /** The values that the source reads as `v0`, `v1`, …. */
  readonly values: unknown[] = [];
  readonly #remembered: ReadonlySet<CoreNode>;
  readonly #costs = new CostModel();
  readonly #valueNames = new Map<unknown, string>();
  readonly #shared = new Map<CoreNode, string>();
  readonly #functions: string[] = [];
  #temporaries: string[] = [];
  readonly #parameters = new Set<number>();

  constructor(root: CoreNode) {
    this.#remembered = rememberedNodes(root);
  }

  /** An expression for a field's encoded value. */
  protected abstract field(field: Field): string;

  /** The source of a condition, whose expression tells whether the row matches. */
  protected condition(root: CoreNode): WrittenExpression {
    return this.around(root, () => this.isTrue(root));
  }

  /** The source that an expression of a row needs. */
  protected around(root: CoreNode, write: () => string): WrittenExpression {
    const steps = checkpoints(root).map((node) => `${this.value(node)};`);
    const expression = write();
    const memories = [...this.#shared.values()].map((name) => `m${name}`);
    return {
      before: [
        ...[...this.#parameters].map(
          (p) => `const p${p} = bound.values[${p}], l${p} = bound.limits[${p}];`,
        ),
        declare(this.#temporaries),
        declare(memories),
        ...this.#functions,
      ].join(" "),
      forRow: [...memories.map((name) => `${name} = undefined;`), ...steps].join(" "),
      expression,
    };
  }

  /** An expression that is true exactly if the condition is true. */
  protected isTrue(node: CoreNode): string {
    return this.#remembered.has(node) ? `(${this.value(node)} === true)` : this.#test(node);
  }

  /** The same for a node that is not remembered, or inside the function that remembers it. */
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
        return this.field(node.data);
      case "isError":
        return this.#isError(operandOf(node));
      case "isBlank":
        return this.#isBlank(operandOf(node));
      case "equal":
        return this.isEqual(...operandsOf(node));
      case "among":
        // A blank or an error is never among the constants.
        return `${this.handIn(node.data)}.has(${this.value(operandOf(node))})`;
      case "less":
      case "lessOrEqual":
        return this.#isOrdered(node);
      case "contains":
      case "startsWith":
      case "endsWith":
        return this.isInText(node, "");
      default:
        return `(${this.value(node)} === true)`;
    }
  }

  /** An expression that is true exactly if the condition is false. */
  protected isFalse(node: CoreNode): string {
    if (this.#remembered.has(node)) return `(${this.value(node)} === false)`;
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
        if (node.mayFail) return this.isInText(node, "!");
        break;
      case "less":
      case "lessOrEqual":
        if (node.mayFail) return this.#isOutOfOrder(node);
        break;
      default:
        if (node.mayFail) return `(${this.value(node)} === false)`;
    }
    return `!${this.#test(node)}`;
  }

  /** An expression for the encoded value of a node. */
  protected value(node: CoreNode): string {
    if (!this.#remembered.has(node)) return this.#compute(node);
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
        return this.handIn(node.data);
      case "blank":
        return "Infinity";
      case "fail":
        return errorWord(node);
      case "parameter":
        return this.parameter(node.data);
      case "now":
        return "now";
      case "field":
        return this.field(node.data);
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.value(then), this.value(otherwise), errorWord(node));
      }
      case "and":
        return node.mayFail ? this.#call(conjunction, node) : this.#test(node);
      case "or":
        return node.mayFail ? this.#call(disjunction, node) : this.#test(node);
      case "isError":
        return this.#isError(operandOf(node));
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        const t = this.temporary();
        if (value.op === "field") {
          return `(${this.isOrdinary(value.data, t)} ? ${t} : ${this.value(otherwise)})`;
        }
        return `((${t} = ${this.value(value)}) === Infinity ? ${this.value(otherwise)} : ${t})`;
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
      case "among":
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
   * Arithmetic without blanks and without checks: a result that is not finite is an error. Only a divisor is checked at
   * once, because a number divided by infinity is finite again.
   */
  #bare(node: BareNode): string {
    const [a, b] = operandsOf(node);
    const right = node.op === "divide" ? this.value(b) : this.#bareOrValue(b);
    return `(${this.#bareOrValue(a)} ${ARITHMETIC[node.op]} ${right})`;
  }

  #bareOrValue(node: CoreNode): string {
    return isBare(node) && !this.#remembered.has(node) ? this.#bare(node) : this.value(node);
  }

  #tests(node: CoreNode, order: "and" | "or", operator: "&&" | "||", polarity: boolean): string {
    const late: string[] = [];
    const tests = this.#costs.order(node.operands, order).map((operand) => {
      if (!polarity) return this.isFalse(operand);
      const isPlainText =
        operator === "&&" && isTextTest(operand) && !this.#remembered.has(operand);
      return isPlainText ? this.isInText(operand, "", late) : this.isTrue(operand);
    });
    return `(${[...tests, ...late].join(` ${operator} `)})`;
  }

  #choose(condition: CoreNode, whenTrue: string, whenFalse: string, error: string): string {
    if (!condition.mayFail) return `(${this.isTrue(condition)} ? ${whenTrue} : ${whenFalse})`;
    const t = this.temporary();
    const decided = `(${t} = ${this.value(condition)})`;
    return `(${decided} === true ? ${whenTrue} : ${t} === false ? ${whenFalse} : ${error})`;
  }

  #isError(value: CoreNode): string {
    if (value.type !== "number" && value.type !== "date") return `(${this.value(value)} === null)`;
    const t = this.temporary();
    return `((${t} = ${this.value(value)}) !== ${t})`;
  }

  #isBlank(value: CoreNode): string {
    if (value.op === "field") return `!(${this.isOrdinary(value.data, this.temporary())})`;
    return `(${this.value(value)} === Infinity)`;
  }

  protected isEqual(a: CoreNode, b: CoreNode): string {
    // Blanks, errors and numbers that are not finite never equal a constant, so they need no check.
    if (b.op === "literal") return `(${this.#bareOrValue(a)} === ${this.value(b)})`;
    const isNumber = a.type === "number" || a.type === "date";
    if (isNumber || !a.mayFail) return `(${this.value(a)} === ${this.value(b)})`;
    const t = this.temporary();
    return `((${t} = ${this.value(a)}) !== null && ${t} === ${this.value(b)})`;
  }

  /** The order is false if a value is blank or an error. */
  #isOrdered(node: OrderNode): string {
    const [a, b] = operandsOf(node);
    const operator = ORDERS[node.op];
    if (a.type === "text") return `(${this.#call(encodedOperation(node), node)} === true)`;
    if (isGiven(b)) return this.isBelow(a, operator, this.#limit(b), "> -Infinity");
    if (isGiven(a)) {
      return this.isBelow(b, operator === "<" ? ">" : ">=", this.#limit(a), "< Infinity");
    }
    const t = this.temporary();
    return `(${this.value(a)} ${operator} (${t} = ${this.value(b)}) && ${t} < Infinity)`;
  }

  /** Compares a value with a constant. `bound` keeps out the infinite values that the operator would let in. */
  protected isBelow(value: CoreNode, operator: string, constant: string, bound: string): string {
    const t = this.temporary();
    return `((${t} = ${this.#bareOrValue(value)}) ${operator} ${constant} && ${t} ${bound})`;
  }

  /** A constant or a parameter for `<` and its like, which are false for a blank parameter. */
  #limit(node: CoreNode): string {
    if (node.op !== "parameter") return this.value(node);
    this.#parameters.add(node.data.index);
    return `l${node.data.index}`;
  }

  #isOutOfOrder(node: OrderNode): string {
    const [a, b] = operandsOf(node);
    if (a.type === "text") return `(${this.#call(encodedOperation(node), node)} === false)`;
    const [t, u] = [this.temporary(), this.temporary()];
    const read = `${t} = ${this.value(a)}, ${u} = ${this.value(b)}`;
    return `(${read}, ${t} === ${t} && ${u} === ${u} && !(${t} ${ORDERS[node.op]} ${u} && ${u} < Infinity))`;
  }

  /** Whether a text contains a needle, or starts or ends with it. Tests in `late` come last in the AND around this. */
  protected isInText(node: TextTestNode, not: "" | "!", _late?: string[]): string {
    const [text, needle] = operandsOf(node);
    const [t, u] = [this.temporary(), this.temporary()];
    const isThere = `(${t} = ${this.value(text)}) !== null && (${u} = ${this.value(needle)}) !== null`;
    return `(${isThere} && ${not}${t}.${TEXT_METHODS[node.op]}(${u}))`;
  }

  /** Whether a number or date field is not blank; its value is then in `t`. */
  protected isOrdinary(field: Field, t: string): string {
    return `(${t} = ${this.field(field)}) !== Infinity`;
  }

  #call(operation: EncodedOperation, node: CoreNode): string {
    const operands = node.operands.map((operand) => this.value(operand));
    return `${this.handIn(operation)}(${operands.join(", ")})`;
  }

  protected temporary(): string {
    const name = `t${this.#temporaries.length}`;
    this.#temporaries.push(name);
    return name;
  }

  /** The name of a parameter's encoded value. */
  protected parameter({ index }: NamedParameter): string {
    this.#parameters.add(index);
    return `p${index}`;
  }

  protected handIn(value: unknown): string {
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

function isGiven({ op }: CoreNode): boolean {
  return op === "literal" || op === "parameter";
}

/** Whether this is arithmetic that is never blank, so that every result that is not finite is an error. */
function isBare(node: CoreNode): node is BareNode {
  return node.op in ARITHMETIC && !node.mayBeBlank;
}

function errorWord(node: CoreNode): string {
  return node.type === "number" || node.type === "date" ? "NaN" : "null";
}
