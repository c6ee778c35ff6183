/* Evaluation in memory: closures and generated code, shared by the back ends for rows and columns. */

import { CostModel } from "../../language/core/cost.ts";
import { checkpoints } from "../../language/core/fold.ts";
import {
  type CoreNode,
  operandOf,
  operandsOf,
  type StrictNode,
  threeOperandsOf,
} from "../../language/core/node.ts";
import { rememberedNodes } from "../../language/core/uses.ts";
import type { Field } from "../../language/schema/field.ts";
import { compareText } from "../../language/values/text/index.ts";
import type { Compute, Test } from "./compute.ts";
import { encodedOperation } from "./encoded-operation.ts";
import { BLANK, type Encoded, errorOf } from "./encoded-value.ts";

/** How closures read records. */
export interface Reader<Row> {
  /** Returns a function that reads a field's encoded value. */
  readonly read: (field: Field) => Compute<Row>;
  /** A faster test of whether a condition is true; `undefined` if there is none. */
  readonly test: (condition: CoreNode) => Test<Row> | undefined;
}

/**
 * Compiles core nodes to closures. No part of a formula runs as source code, so closures work on every platform. One
 * closure tests whether a condition is true, and another whether it is false: an error is neither.
 */
export class Closures<Row> {
  readonly #reader: Reader<Row>;
  readonly #remembered: ReadonlySet<CoreNode>;
  readonly #costs = new CostModel();
  readonly #values = new Map<CoreNode, Compute<Row>>();
  readonly #trueTests = new Map<CoreNode, Test<Row>>();
  readonly #falseTests = new Map<CoreNode, Test<Row>>();
  #slots = 0;

  constructor(reader: Reader<Row>, ...roots: readonly CoreNode[]) {
    this.#reader = reader;
    this.#remembered = rememberedNodes(...roots);
  }

  /** Computes the node's encoded value. */
  computing(node: CoreNode): Compute<Row> {
    return this.#inSteps(node, () => this.value(node));
  }

  /** Tests whether the condition is true, that is, neither false nor an error. */
  testing(node: CoreNode): Test<Row> {
    return this.#inSteps(node, () => this.isTrue(node));
  }

  /** If the core is too deep for the stack, compiles its checkpoints first, and runs them before the node. */
  #inSteps<T>(node: CoreNode, make: () => Compute<Row, T>): Compute<Row, T> {
    const steps = checkpoints(node).map((step) => this.value(step));
    const last = make();
    if (steps.length === 0) return last;
    return (row, run) => {
      for (const step of steps) step(row, run);
      return last(row, run);
    };
  }

  protected value(node: CoreNode): Compute<Row> {
    return this.#once(this.#values, node, () => {
      const compute = this.compute(node);
      return this.#remembered.has(node) ? remember(compute, this.#slots++) : compute;
    });
  }

  protected isTrue(node: CoreNode): Test<Row> {
    return this.#once(this.#trueTests, node, () => this.#testing(node, true));
  }

  /** Tests whether the condition is false, that is, neither true nor an error. */
  protected isFalse(node: CoreNode): Test<Row> {
    return this.#once(this.#falseTests, node, () => {
      if (node.mayFail) return this.#testing(node, false);
      const isTrue = this.isTrue(node);
      return (row, run) => !isTrue(row, run);
    });
  }

  #once<T>(known: Map<CoreNode, T>, node: CoreNode, make: () => T): T {
    const earlier = known.get(node);
    if (earlier !== undefined) return earlier;
    const made = make();
    known.set(node, made);
    return made;
  }

  /** Computes a value without memoising it. */
  protected compute(node: CoreNode): Compute<Row> {
    switch (node.op) {
      case "literal":
      case "blank": {
        const constant = node.op === "literal" ? node.data : BLANK;
        return () => constant;
      }
      case "fail": {
        const error = errorOf(node.type);
        return () => error;
      }
      case "parameter": {
        const { index } = node.data;
        /* v8 ignore next -- the index is in range */
        return (_row, run) => run.bound[index] ?? null;
      }
      case "now":
        return (_row, run) => run.now;
      case "field":
        return this.#reader.read(node.data);
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const decide = this.value(condition);
        const whenTrue = this.value(then);
        const whenFalse = this.value(otherwise);
        const error = errorOf(node.type);
        return (row, run) => {
          const decided = decide(row, run);
          if (decided === true) return whenTrue(row, run);
          return decided === false ? whenFalse(row, run) : error;
        };
      }
      case "orElse": {
        const [value, otherwise] = this.#both(node);
        return (row, run) => {
          const encoded = value(row, run);
          return encoded === BLANK ? otherwise(row, run) : encoded;
        };
      }
      case "and":
        return this.#decide(node, false);
      case "or":
        return this.#decide(node, true);
      case "not": {
        const value = this.value(operandOf(node));
        return (row, run) => negate(value(row, run));
      }
      case "isError": {
        const operand = operandOf(node);
        const value = this.value(operand);
        const error = errorOf(operand.type);
        return (row, run) => Object.is(value(row, run), error);
      }
      case "isBlank": {
        const value = this.value(operandOf(node));
        return (row, run) => {
          const encoded = value(row, run);
          return encoded === BLANK || (isError(encoded) ? null : false);
        };
      }
      case "equal": {
        const [a, b] = this.#both(node);
        if (!node.mayFail) return (row, run) => a(row, run) === b(row, run);
        return (row, run) => {
          const first = a(row, run);
          const second = b(row, run);
          return isError(first) || isError(second) ? null : first === second;
        };
      }
      case "less":
      case "lessOrEqual": {
        const [a, b] = this.#both(node);
        const orEqual = node.op === "lessOrEqual";
        return (row, run) => order(a(row, run), b(row, run), orEqual);
      }
      case "contains":
      case "startsWith":
      case "endsWith": {
        const [a, b] = this.#both(node);
        const test = TEXT_TESTS[node.op];
        return (row, run) => {
          const text = a(row, run);
          const needle = b(row, run);
          return typeof text === "string" && typeof needle === "string" ? test(text, needle) : null;
        };
      }
      default:
        return this.#operation(node);
    }
  }

  #decide(node: CoreNode, deciding: boolean): Compute<Row> {
    const values = this.#costs.order(node.operands).map((operand) => this.value(operand));
    return (row, run) => {
      let outcome: boolean | null = !deciding;
      for (const value of values) {
        const decided = value(row, run);
        if (decided === deciding) return deciding;
        if (decided === null) outcome = null;
      }
      return outcome;
    };
  }

  #operation(node: StrictNode): Compute<Row> {
    const apply = encodedOperation(node);
    const operands = node.operands.map((operand) => this.value(operand));
    const [a, b, c, d] = operands;
    if (a !== undefined && d === undefined) {
      if (b === undefined) return (row, run) => apply(a(row, run));
      if (c === undefined) return (row, run) => apply(a(row, run), b(row, run));
      return (row, run) => apply(a(row, run), b(row, run), c(row, run));
    }
    return (row, run) => apply(...operands.map((operand) => operand(row, run)));
  }

  #testing(node: CoreNode, wanted: boolean): Test<Row> {
    if (!this.#remembered.has(node)) {
      const quick = wanted ? this.#reader.test(node) : undefined;
      if (quick !== undefined) return quick;
      const test = (operand: CoreNode): Test<Row> =>
        wanted ? this.isTrue(operand) : this.isFalse(operand);
      if (node.op === "and" || node.op === "or") {
        const tests = this.#costs.order(node.operands).map(test);
        return (node.op === "and") === wanted ? every(tests) : some(tests);
      }
      if (node.op === "not") {
        return wanted ? this.isFalse(operandOf(node)) : this.isTrue(operandOf(node));
      }
    }
    const value = this.value(node);
    // Without errors, the value of a condition is its truth.
    if (wanted && !node.mayFail) return value as Test<Row>;
    return (row, run) => value(row, run) === wanted;
  }

  #both(node: CoreNode): readonly [Compute<Row>, Compute<Row>] {
    const [a, b] = operandsOf(node);
    return [this.value(a), this.value(b)];
  }
}

const TEXT_TESTS = {
  contains: (text: string, needle: string) => text.includes(needle),
  startsWith: (text: string, needle: string) => text.startsWith(needle),
  endsWith: (text: string, needle: string) => text.endsWith(needle),
} as const;

/** Whether the operands satisfy the order; `null` if one of them is an error. */
function order(a: Encoded, b: Encoded, orEqual: boolean): boolean | null {
  if (isError(a) || isError(b)) return null;
  if (typeof a === "string" && typeof b === "string") {
    const difference = compareText(a, b);
    return difference < 0 || (orEqual && difference === 0);
  }
  if (a === BLANK || b === BLANK) return false;
  const [x, y] = [Number(a), Number(b)];
  return x < y || (orEqual && x === y);
}

function isError(value: Encoded): boolean {
  return value === null || Number.isNaN(value);
}

function negate(value: Encoded): Encoded {
  return value === null ? null : value !== true;
}

function every<Row>(tests: readonly Test<Row>[]): Test<Row> {
  return (row, run) => {
    for (const test of tests) if (!test(row, run)) return false;
    return true;
  };
}

function some<Row>(tests: readonly Test<Row>[]): Test<Row> {
  return (row, run) => {
    for (const test of tests) if (test(row, run)) return true;
    return false;
  };
}

function remember<Row>(compute: Compute<Row>, slot: number): Compute<Row> {
  return (row, run) => {
    const { record } = run;
    if (run.records[slot] === record) return run.values[slot] ?? null;
    const value = compute(row, run);
    run.values[slot] = value;
    run.records[slot] = record;
    return value;
  };
}
