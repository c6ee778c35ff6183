import { CostModel } from "../../language/core/cost.ts";
import { dateRangesOf } from "../../language/core/date-range.ts";
import { checkpoints } from "../../language/core/fold.ts";
import type { NamedParameter } from "../../language/core/named-parameter.ts";
import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../../language/core/node.ts";
import { rememberedNodes } from "../../language/core/uses.ts";
import type { Field } from "../../language/schema/field.ts";
import {
  compareText,
  hasAt,
  isWithinTextLimit,
  MAX_TEXT_BYTES,
  textLength,
} from "../../language/values/text/index.ts";
import {
  conjunction,
  disjunction,
  type EncodedOperation,
  encodedOperation,
} from "./encoded-operation.ts";
import { interned } from "./interned.ts";
import {
  ARITHMETIC,
  type BareNode,
  errorWord,
  hasBasicOrder,
  isBare,
  isGiven,
  isNumeric,
  MATH_FUNCTIONS,
  ORDERS,
  type OrderNode,
  TEXT_METHODS,
  type TextTestNode,
} from "./node-forms.ts";
import { lengthTest, partTest } from "./quick-text.ts";

/** The source of an expression on a row. */
export interface WrittenExpression {
  /** Statements before the loop. */
  readonly before: string;
  /**
   * Statements for each row. They compute the checkpoints of a deep expression one by one, since nested expressions
   * would overflow the stack.
   */
  readonly forRow: string;
  readonly expression: string;
}

/**
 * Writes a condition on `row` as JavaScript. No string from a formula or a schema enters the source: field names,
 * constants and functions are passed in by position, and the source consists of fixed words, positions and operators.
 * Subclasses know the type of `row` and how to read a field.
 *
 * The size of the source is linear in the number of nodes: the source of a node contains each operand once, and a
 * shared node becomes a function that memoises its value for the row. Expressions are in parentheses unless they are
 * names, calls or members.
 */
export abstract class ConditionWriter {
  /** The values that the source reads as `v0`, `v1`, …. */
  readonly values: unknown[] = [];
  readonly #remembered: ReadonlySet<CoreNode>;
  /** The temporaries that hold nodes' values while the enclosing comparison is written. */
  #names = new Map<CoreNode, string>();
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

  /** The source of a condition; its expression is true if the row matches. */
  protected condition(root: CoreNode): WrittenExpression {
    return this.around(root, () => this.trueTest(root));
  }

  /** The statements that an expression on a row needs. */
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
  protected trueTest(node: CoreNode): string {
    return this.#remembered.has(node) ? `(${this.value(node)} === true)` : this.#test(node);
  }

  /** Like `trueTest`, without memoisation, or inside the memoising function. */
  #test(node: CoreNode): string {
    switch (node.op) {
      case "and":
        return this.#tests(node, "&&", true);
      case "or":
        return this.#tests(node, "||", true);
      case "not":
        return this.falseTest(operandOf(node));
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.trueTest(then), this.trueTest(otherwise), "false");
      }
      case "field":
        return this.field(node.data);
      case "isError":
        return this.#errorTest(operandOf(node));
      case "isBlank":
        return this.#blankTest(operandOf(node));
      case "equal":
        return this.#inDateRanges(node) ?? this.equalTest(...operandsOf(node));
      case "among":
        return `${this.handIn(node.data)}.has(${this.value(operandOf(node))})`;
      case "less":
      case "lessOrEqual":
        return this.#inDateRanges(node) ?? this.#orderedTest(node);
      case "contains":
      case "startsWith":
      case "endsWith":
        return this.inTextTest(node, "");
      default:
        return `(${this.value(node)} === true)`;
    }
  }

  /** An expression that is true exactly if the condition is false. */
  protected falseTest(node: CoreNode): string {
    if (this.#remembered.has(node)) return `(${this.value(node)} === false)`;
    switch (node.op) {
      case "and":
        return this.#tests(node, "||", false);
      case "or":
        return this.#tests(node, "&&", false);
      case "not":
        return this.trueTest(operandOf(node));
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        return this.#choose(condition, this.falseTest(then), this.falseTest(otherwise), "false");
      }
      case "contains":
      case "startsWith":
      case "endsWith":
        if (node.mayFail) return this.inTextTest(node, "!");
        break;
      case "less":
      case "lessOrEqual":
        if (node.mayFail) return this.#outOfOrderTest(node);
        break;
      default:
        if (node.mayFail) return `(${this.value(node)} === false)`;
    }
    return `!${this.#test(node)}`;
  }

  /** Rewrites a comparison of a function of a date as ranges of the date itself; `undefined` for other comparisons. */
  #inDateRanges(node: CoreNode): string | undefined {
    if (node.operands.some(({ op }) => op === "field")) return undefined;
    const found = dateRangesOf(node);
    if (found === undefined) return undefined;
    const t = this.temporary();
    const tests = found.ranges.map(
      ({ from, to }) => `${t} >= ${this.handIn(from)} && ${t} < ${this.handIn(to)}`,
    );
    const isIn = `(${t} = ${this.field(found.field)}, ${tests.join(" || ") || "false"})`;
    return found.isInside ? isIn : `!${isIn}`;
  }

  /** Calls `write` while a temporary holds the value of a node, which must not be memoised. */
  #named(node: CoreNode, temporary: string, write: () => string): string {
    const before = this.#names.get(node);
    this.#names.set(node, temporary);
    try {
      return write();
    } finally {
      if (before === undefined) this.#names.delete(node);
      else this.#names.set(node, before);
    }
  }

  /** An expression for the encoded value of a node. */
  protected value(node: CoreNode): string {
    const known = this.#names.get(node);
    if (known !== undefined) return known;
    if (!this.#remembered.has(node)) return this.compute(node);
    let name = this.#shared.get(node);
    if (name === undefined) {
      name = `s${this.#shared.size}`;
      this.#shared.set(node, name);
      const [outer, names] = [this.#temporaries, this.#names];
      this.#temporaries = [];
      // The function may run before the enclosing temporaries are set, and cannot see those of another function.
      this.#names = new Map();
      const computed = this.compute(node);
      this.#functions.push(
        `function ${name}(row, now) { ${declare(this.#temporaries)} return m${name} === undefined ? (m${name} = ${computed}) : m${name}; }`,
      );
      this.#temporaries = outer;
      this.#names = names;
    }
    return `${name}(row, now)`;
  }

  /** Like `value`, without memoisation, or inside the memoising function. */
  protected compute(node: CoreNode): string {
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
        return this.#errorTest(operandOf(node));
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        const t = this.temporary();
        if (value.op === "field") {
          return `(${this.ordinaryTest(value.data, t)} ? ${t} : ${this.value(otherwise)})`;
        }
        return `((${t} = ${this.value(value)}) === Infinity ? ${this.value(otherwise)} : ${t})`;
      }
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
        if (node.mayBeBlank) return this.#call(encodedOperation(node), node);
        return `finite(${this.#bare(node)})`;
      case "abs":
      case "floor":
      case "sqrt":
        return `${MATH_FUNCTIONS[node.op]}(${this.value(operandOf(node))})`;
      case "concat":
        return this.#joined(node);
      case "equal":
      case "less":
      case "lessOrEqual":
        if (node.mayFail && isNumeric(operandOf(node))) return this.#comparison(node);
        return node.mayFail ? this.#call(encodedOperation(node), node) : this.#test(node);
      case "not":
      case "isBlank":
      case "among":
      case "contains":
      case "startsWith":
      case "endsWith":
        return node.mayFail ? this.#call(encodedOperation(node), node) : this.#test(node);
      default:
        return this.#call(encodedOperation(node), node);
    }
  }

  /**
   * Arithmetic without blanks and without checks: a non-finite result is an error. Only a divisor is checked at once,
   * because a number divided by infinity is finite again.
   */
  #bare(node: BareNode): string {
    const [a, b] = operandsOf(node);
    const right = node.op === "divide" ? this.value(b) : this.#bareOrValue(b);
    return `(${this.#bareOrValue(a)} ${ARITHMETIC[node.op]} ${right})`;
  }

  #bareOrValue(node: CoreNode): string {
    return isBare(node) && !this.#remembered.has(node) ? this.#bare(node) : this.value(node);
  }

  #tests(node: CoreNode, operator: "&&" | "||", polarity: boolean): string {
    const tests = this.#costs
      .order(node.operands)
      .map((operand) => (polarity ? this.trueTest(operand) : this.falseTest(operand)));
    return `(${tests.join(` ${operator} `)})`;
  }

  #choose(condition: CoreNode, whenTrue: string, whenFalse: string, error: string): string {
    if (!condition.mayFail) return `(${this.trueTest(condition)} ? ${whenTrue} : ${whenFalse})`;
    const t = this.temporary();
    const decided = `(${t} = ${this.value(condition)})`;
    return `(${decided} === true ? ${whenTrue} : ${t} === false ? ${whenFalse} : ${error})`;
  }

  #errorTest(value: CoreNode): string {
    if (!isNumeric(value)) return `(${this.value(value)} === null)`;
    const t = this.temporary();
    return `((${t} = ${this.value(value)}) !== ${t})`;
  }

  #blankTest(value: CoreNode): string {
    if (value.op === "field") return `!(${this.ordinaryTest(value.data, this.temporary())})`;
    return `(${this.value(value)} === Infinity)`;
  }

  protected equalTest(a: CoreNode, b: CoreNode): string {
    // Blanks, errors and non-finite numbers never equal a constant, so they need no check.
    if (b.op === "literal") {
      const part = this.#remembered.has(a) ? undefined : partTest(a, String(b.data));
      if (part !== undefined) {
        const [text, constant] = [this.value(part.text), this.value(b)];
        if (part.test === "hasAt") {
          return `${this.handIn(hasAt)}(${text}, ${this.handIn(part.skipped)}, ${constant})`;
        }
        return part.test === "==="
          ? `(${text} === ${constant})`
          : `${text}.${part.test}(${constant})`;
      }
      if (
        (a.op === "lowerCase" || a.op === "upperCase") &&
        !a.mayFail &&
        !this.#remembered.has(a)
      ) {
        return this.#changedTest(a, String(b.data));
      }
      return a.op === "concat" && typeof b.data === "string"
        ? this.#joinedTest(a, b.data)
        : `(${this.#bareOrValue(a)} === ${this.value(b)})`;
    }
    const isNumber = isNumeric(a);
    if (isNumber || !a.mayFail) return `(${this.value(a)} === ${this.value(b)})`;
    const t = this.temporary();
    return `((${t} = ${this.value(a)}) !== null && ${t} === ${this.value(b)})`;
  }

  /** Tests whether a case-mapped text equals a constant. Case mapping keeps the length, which excludes most texts. */
  #changedTest(node: CoreNode, constant: string): string {
    const text = operandOf(node);
    return this.textTest(text, `${constant === ""}`, (t) => {
      const changed = this.#named(text, t, () => this.value(node));
      return `(${t}.length === ${constant.length} && ${changed} === ${this.handIn(constant)})`;
    });
  }

  /**
   * A test of a text, written by `write` for the name of a variable. `ofBlank` is the source of the result for a blank
   * text.
   */
  protected textTest(text: CoreNode, _ofBlank: string, write: (name: string) => string): string {
    const t = this.temporary();
    return `(${t} = ${this.value(text)}, ${write(t)})`;
  }

  /** An order, which is false if an operand is blank or an error. */
  #orderedTest(node: OrderNode): string {
    const [a, b] = operandsOf(node);
    const operator = ORDERS[node.op];
    if (a.type === "text") return this.#inTextOrder(node, "");
    if (isGiven(b)) return this.belowTest(a, operator, this.#limit(b), "> -Infinity");
    if (isGiven(a)) {
      return this.belowTest(b, operator === "<" ? ">" : ">=", this.#limit(a), "< Infinity");
    }
    const t = this.temporary();
    return `(${this.value(a)} ${operator} (${t} = ${this.value(b)}) && ${t} < Infinity)`;
  }

  /** Compares a value with a constant. `bound` excludes the infinite values that the operator would accept. */
  protected belowTest(value: CoreNode, operator: string, constant: string, bound: string): string {
    if (value.op === "length" && !value.mayFail && !this.#remembered.has(value)) {
      return this.textTest(operandOf(value), `0 ${operator} ${constant}`, (t) =>
        lengthTest(t, operator, constant, this.handIn(textLength)),
      );
    }
    const t = this.temporary();
    return `((${t} = ${this.#bareOrValue(value)}) ${operator} ${constant} && ${t} ${bound})`;
  }

  /** A constant or a parameter as a bound for the ordering operators; a blank parameter makes them false. */
  #limit(node: CoreNode): string {
    if (node.op !== "parameter") return this.value(node);
    this.#parameters.add(node.data.index);
    return `l${node.data.index}`;
  }

  #outOfOrderTest(node: OrderNode): string {
    if (operandOf(node).type === "text") return this.#inTextOrder(node, "!");
    return `(${this.#comparison(node)} === false)`;
  }

  /** A comparison of numbers that is an error if an operand is one. */
  #comparison(node: Extract<CoreNode, { readonly op: "equal" | OrderNode["op"] }>): string {
    const [a, b] = operandsOf(node);
    const [t, u] = [this.temporary(), this.temporary()];
    const read = `${t} = ${this.value(a)}, ${u} = ${this.value(b)}`;
    const test =
      node.op === "equal" ? `${t} === ${u}` : `${t} ${ORDERS[node.op]} ${u} && ${u} < Infinity`;
    return `(${read}, ${t} !== ${t} || ${u} !== ${u} ? null : ${test})`;
  }

  #inTextOrder(node: OrderNode, not: "" | "!"): string {
    const [a, b] = operandsOf(node);
    const [first, second] = [this.#text(a), this.#text(b)];
    // The engine's order is that of code points if one of the texts is a constant of common characters.
    const ordered = [a, b].some(hasBasicOrder)
      ? `${first.name} ${ORDERS[node.op]} ${second.name}`
      : `${this.handIn(compareText)}(${first.name}, ${second.name}) ${ORDERS[node.op]} 0`;
    return `(${[first.isThere, second.isThere, `${not}(${ordered})`].join(" && ")})`;
  }

  /** A temporary for a text, and a test that sets it and is true unless the text is an error. */
  #text(node: CoreNode): { readonly name: string; readonly isThere: string } {
    const name = this.temporary();
    const read = `(${name} = ${this.value(node)})`;
    return { name, isThere: node.mayFail ? `${read} !== null` : `(${read}, true)` };
  }

  /** Concatenates texts. The result is an error if it is too long, since the engine would throw. */
  #joined(node: CoreNode): string {
    const texts = node.operands.map((operand) => this.#text(operand));
    const lengths = texts.map(({ name }) => `${name}.length`).join(" + ");
    const isShort = `${lengths} <= ${MAX_TEXT_BYTES}`;
    const whole = texts.map(({ name }) => name).join(" + ");
    const t = this.temporary();
    const within = `(${t} = ${whole}).length * 3 <= ${MAX_TEXT_BYTES} || ${this.handIn(isWithinTextLimit)}(${t})`;
    const isThere = texts.map((text) => text.isThere);
    return `(${[...isThere, isShort, `(${within})`].join(" && ")} ? ${t} : null)`;
  }

  /** Tests whether a concatenation equals a constant. Texts are joined only if the total length matches. */
  #joinedTest(node: CoreNode, constant: string): string {
    const texts = node.operands.map((operand) => this.#text(operand));
    const names = texts.map(({ name }) => name);
    const lengths = names.map((name) => `${name}.length`).join(" + ");
    const isThere = texts.map((text) => text.isThere).join(" && ");
    return `(${isThere} && ${lengths} === ${constant.length} && ${names.join(" + ")} === ${this.handIn(constant)})`;
  }

  /** Tests whether a text contains a needle, or starts or ends with it. */
  protected inTextTest(node: TextTestNode, not: "" | "!"): string {
    const [text, needle] = operandsOf(node);
    const [t, u] = [this.temporary(), this.temporary()];
    const isThere = `(${t} = ${this.value(text)}) !== null && (${u} = ${this.value(needle)}) !== null`;
    return `(${isThere} && ${not}${t}.${TEXT_METHODS[node.op]}(${u}))`;
  }

  /** Whether a number or date field is present; its value is then in `t`. */
  protected ordinaryTest(field: Field, t: string): string {
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
