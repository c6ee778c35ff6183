import {
  type CoreNode,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../../language/core/node.ts";
import type { ColumnLayout } from "./column-layout.ts";
import { columnTestOf } from "./column-test.ts";
import { between, moved, partOf, startOfUnit } from "./date-quantity.ts";
import {
  blankWith,
  type Flag,
  hasInfiniteErrors,
  INFINITE,
  NO_NUMBER,
  noErrorFlag,
  noErrors,
  type PartialQuantity,
  type Quantity,
  settled,
} from "./forms.ts";

/** A condition with more parts than this is faster to test part by part. */
const MOST_PARTS = 60;
/** The number of parts that a part of a date counts as, since it takes many arithmetic steps. */
const DATE_PARTS = 6;

/** With more constants than this, a lookup in a set is faster than comparing with each. */
const MOST_AMONG = 16;

const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const MINUS_INFINITE: Quantity = { op: "constant", value: Number.NEGATIVE_INFINITY };
const NEVER: Flag = { op: "constant", value: false };

/**
 * Translates conditions into branchless forms, which compute all parts for each row. Only comparisons of numbers and
 * codes have such a form.
 */
export class BranchlessForms {
  readonly #layout: ColumnLayout;
  readonly #flags = [
    new Map<CoreNode, Flag | undefined>(),
    new Map<CoreNode, Flag | undefined>(),
  ] as const;
  readonly #quantities = new Map<CoreNode, PartialQuantity | undefined>();
  #parts = 0;

  constructor(layout: ColumnLayout) {
    this.#layout = layout;
  }

  /** A flag that is 1 if the condition equals `wanted`; `undefined` if the condition has no branchless form. */
  flag(node: CoreNode, wanted: boolean): Flag | undefined {
    if (node.op === "not") return this.flag(operandOf(node), !wanted);
    const known = this.#flags[wanted ? 1 : 0];
    if (!known.has(node)) {
      this.#count();
      const columnTest = columnTestOf(node, wanted, this.#layout);
      known.set(
        node,
        columnTest === undefined ? this.#flag(node, wanted) : { op: "test", test: columnTest },
      );
    }
    return known.get(node);
  }

  #flag(node: CoreNode, wanted: boolean): Flag | undefined {
    switch (node.op) {
      case "literal":
        return { op: "constant", value: node.data === wanted };
      case "fail":
        return NEVER;
      case "and":
      case "or":
        return combined(
          (node.op === "and") === wanted ? "all" : "any",
          node.operands.map((operand) => this.flag(operand, wanted)),
        );
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const whenTrue = [this.flag(condition, true), this.flag(then, wanted)];
        const whenFalse = [this.flag(condition, false), this.flag(otherwise, wanted)];
        return combined("any", [combined("all", whenTrue), combined("all", whenFalse)]);
      }
      case "isError": {
        const operand = operandOf(node);
        if (operand.type !== "number" && operand.type !== "date") return undefined;
        const value = this.#quantity(operand);
        return value && noErrorFlag(value, !wanted);
      }
      case "isBlank": {
        const value = this.#quantity(operandOf(node));
        if (value === undefined || value.isBare) return undefined;
        return { op: "compare", by: wanted ? "===" : "<", x: value.quantity, y: INFINITE };
      }
      case "among":
        return this.#among(node, wanted);
      case "equal":
        return this.#equal(node, wanted);
      case "less":
      case "lessOrEqual":
        return this.#ordered(node, wanted);
      default:
        return undefined;
    }
  }

  #among(node: CoreNode & { readonly op: "among" }, wanted: boolean): Flag | undefined {
    const operand = operandOf(node);
    if (operand.type !== "number" || node.data.size > MOST_AMONG) return undefined;
    const value = this.#quantity(operand);
    if (value === undefined) return undefined;
    const by = wanted ? "===" : "!==";
    const tests = [...node.data].map(
      (data): Flag => ({
        op: "compare",
        by,
        x: value.quantity,
        y: { op: "constant", value: Number(data) },
      }),
    );
    const found = combined(wanted ? "any" : "all", tests);
    return combined("all", [found, ...noErrors(value)]);
  }

  #equal(node: CoreNode, wanted: boolean): Flag | undefined {
    const [a, b] = operandsOf(node);
    if (a.type === "boolean" && !node.mayFail) {
      const [x, y] = [this.flag(a, true), this.flag(b, !wanted)];
      return x && y && { op: "differ", a: x, b: y };
    }
    if (a.type !== "number" && a.type !== "date") return undefined;
    const [x, y] = this.#both(node);
    if (x === undefined || y === undefined) return undefined;
    const same: Flag = {
      op: "compare",
      by: wanted ? "===" : "!==",
      x: x.quantity,
      y: y.quantity,
    };
    return combined("all", [same, ...noErrors(x, y)]);
  }

  #ordered(node: CoreNode, wanted: boolean): Flag | undefined {
    const [a] = operandsOf(node);
    if (a.type !== "number" && a.type !== "date") return undefined;
    const [x, y] = this.#both(node);
    if (x === undefined || y === undefined) return undefined;
    const by = node.op === "less" ? "<" : "<=";
    const tests: Flag[] = [{ op: "compare", by, x: x.quantity, y: y.quantity }];
    if (x.isBare && x.mayFail) {
      tests.push({ op: "compare", by: ">", x: x.quantity, y: MINUS_INFINITE });
    }
    if (y.mayBeBlank || (y.isBare && y.mayFail)) {
      tests.push({ op: "compare", by: "<", x: y.quantity, y: INFINITE });
    }
    const inOrder = combined("all", tests);
    if (wanted || inOrder === undefined) return inOrder;
    return combined("all", [{ op: "not", part: inOrder }, ...noErrors(x, y)]);
  }

  #quantity(node: CoreNode): PartialQuantity | undefined {
    if (!this.#quantities.has(node)) {
      this.#count();
      this.#quantities.set(node, this.#known(node));
    }
    return this.#quantities.get(node);
  }

  #known(node: CoreNode): PartialQuantity | undefined {
    const { mayBeBlank, mayFail } = node;
    const encoded = (quantity: Quantity): PartialQuantity => ({
      quantity,
      mayBeBlank,
      mayFail,
      isBare: false,
    });
    switch (node.op) {
      case "literal":
        return encoded({ op: "constant", value: Number(node.data) });
      case "blank":
        return encoded(INFINITE);
      case "fail":
        return encoded(NO_NUMBER);
      case "field": {
        const column = this.#layout.column(node.data);
        /* v8 ignore next -- the type of a field decides the kind of its column */
        if (column.kind !== "numbers") return undefined;
        return encoded({ op: "column", values: column.values });
      }
      case "orElse": {
        const quantity = this.#orElse(node);
        return quantity && encoded(quantity);
      }
      case "add":
      case "subtract":
      case "multiply":
      case "divide": {
        const [x, y] = this.#both(node);
        if (x === undefined || y === undefined) return undefined;
        // Without this, a number divided by an infinite error would become finite again.
        const divisor = node.op === "divide" ? settled(y) : y;
        const quantity = {
          op: "arithmetic",
          by: ARITHMETIC[node.op],
          x: x.quantity,
          y: divisor.quantity,
        } as const;
        const result: PartialQuantity = { quantity, mayBeBlank, mayFail, isBare: true };
        // Arithmetic with a blank (`Infinity`) does not always give `Infinity`.
        return mayBeBlank ? encoded(blankWith([x, y], settled(result).quantity)) : result;
      }
      case "millisecondsBetween":
      case "addMilliseconds": {
        const [x, y] = this.#both(node);
        if (x === undefined || y === undefined) return undefined;
        return encoded(
          blankWith([x, y], node.op === "addMilliseconds" ? moved(x, y) : between(x, y)),
        );
      }
      case "datePart":
      case "startOf": {
        this.#count(DATE_PARTS);
        const date = this.#quantity(operandOf(node));
        if (date === undefined) return undefined;
        const found =
          node.op === "datePart"
            ? partOf(date.quantity, node.data)
            : startOfUnit(date.quantity, node.data);
        return found && encoded(blankWith([date], found));
      }
      case "abs":
      case "floor":
      case "sqrt": {
        const value = this.#quantity(operandOf(node));
        // An infinite error stays infinite or becomes `NaN`.
        return value && { ...encoded({ op: node.op, x: value.quantity }), isBare: value.isBare };
      }
      case "if": {
        const [condition, then, otherwise] = threeOperandsOf(node);
        const when = this.flag(condition, true);
        const unless = condition.mayFail ? this.flag(condition, false) : NEVER;
        const [a, b] = [this.#quantity(then), this.#quantity(otherwise)];
        if (when === undefined || unless === undefined || a === undefined || b === undefined) {
          return undefined;
        }
        // If only one branch can have infinite errors, `Infinity` is ambiguous: an error or a blank.
        const isBare = hasInfiniteErrors(a) && hasInfiniteErrors(b);
        const [x, y] = isBare
          ? [a.quantity, b.quantity]
          : [settled(a).quantity, settled(b).quantity];
        const other: Quantity =
          unless === NEVER ? y : { op: "choose", when: unless, x: y, y: NO_NUMBER };
        return { quantity: { op: "choose", when, x, y: other }, mayBeBlank, mayFail, isBare };
      }
      case "listLength": {
        const list = operandOf(node);
        const column = list.op === "field" ? this.#layout.column(list.data) : undefined;
        if (column?.kind !== "lists") return undefined;
        return encoded({ op: "length", offsets: column.offsets });
      }
      default: {
        const lookUp = this.#layout.lookUp(node);
        if (lookUp === undefined) return undefined;
        return encoded({ op: "byCode", values: lookUp.values, codes: lookUp.column.codes });
      }
    }
  }

  #orElse(node: CoreNode): Quantity | undefined {
    const [value, otherwise] = operandsOf(node);
    if (value.op === "field" && otherwise.op === "literal" && otherwise.data === 0) {
      const column = this.#layout.column(value.data);
      /* v8 ignore next -- the type of a field decides the kind of its column */
      return column.kind === "numbers" ? { op: "column", values: column.zeroed() } : undefined;
    }
    const [x, y] = this.#both(node);
    if (x === undefined || y === undefined || x.isBare) return undefined;
    const when: Flag = { op: "compare", by: "===", x: x.quantity, y: INFINITE };
    return { op: "choose", when, x: settled(y).quantity, y: x.quantity };
  }

  #both(node: CoreNode): readonly [PartialQuantity | undefined, PartialQuantity | undefined] {
    const [a, b] = operandsOf(node);
    return [this.#quantity(a), this.#quantity(b)];
  }

  #count(parts = 1): void {
    this.#parts += parts;
    if (this.#parts > MOST_PARTS) throw new RangeError("the condition has too many parts");
  }
}

function combined(op: "all" | "any", parts: readonly (Flag | undefined)[]): Flag | undefined {
  const known: Flag[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    known.push(part);
  }
  const [only] = known;
  return known.length === 1 ? only : { op, parts: known };
}
