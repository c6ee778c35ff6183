import {
  type CoreNode,
  operandOf,
  operandsOf,
  threeOperandsOf,
} from "../../../language/core/node.ts";
import { MAX_TEXT_BYTES, utf8Length } from "../../../language/values/text/index.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { kindOf, mappingOf, type TableMapping } from "../table-mapping.ts";

/** The largest float64. */
export const LARGEST: number = Number.MAX_VALUE;
const SMALLEST = Number.MIN_VALUE;

/** Bounds of all numbers that a node can have. */
export interface NumberBounds {
  readonly low: number;
  readonly high: number;
  readonly whole: boolean;
  /** No number except 0 is closer to 0 than this. */
  readonly tiny: number;
}

const ANYTHING: NumberBounds = { low: -LARGEST, high: LARGEST, whole: false, tiny: SMALLEST };

/**
 * Static bounds of nodes' values, derived from literals and columns. They affect the length of the SQL, never its
 * result.
 */
export class NodeBounds {
  readonly #table: TableMapping;
  readonly #dialect: DialectDefinition;
  readonly #numbers: Map<CoreNode, NumberBounds>;
  readonly #sizes = new Map<CoreNode, number>();

  /** @param known narrower bounds of some nodes, for SQL that is guarded by tests of these bounds */
  constructor(
    table: TableMapping,
    dialect: DialectDefinition,
    known: Iterable<readonly [CoreNode, NumberBounds]> = [],
  ) {
    this.#table = table;
    this.#dialect = dialect;
    this.#numbers = new Map(known);
  }

  number(node: CoreNode): NumberBounds {
    const known = this.#numbers.get(node);
    if (known !== undefined) return known;
    const made = apartFromZero(this.#number(node));
    this.#numbers.set(node, made);
    return made;
  }

  #number(node: CoreNode): NumberBounds {
    switch (node.op) {
      case "literal":
        return ofConstant(Number(node.data));
      case "blank":
      case "fail":
        return ofConstant(0);
      case "field": {
        const { range } = mappingOf(node.data, this.#table);
        const { whole } = kindOf(node.data, this.#table, this.#dialect, "number");
        const bound = whole ?? LARGEST;
        const [least = -bound, most = bound] = range ?? [];
        return {
          low: Math.max(least, -bound),
          high: Math.min(most, bound),
          whole: whole !== undefined,
          tiny: whole === undefined ? SMALLEST : 1,
        };
      }
      case "if": {
        const [, then, otherwise] = threeOperandsOf(node);
        return union(this.number(then), this.number(otherwise));
      }
      case "orElse": {
        const [value, otherwise] = operandsOf(node);
        return union(this.number(value), this.number(otherwise));
      }
      case "add": {
        const [a, b] = this.#two(node);
        return cut({ low: a.low + b.low, high: a.high + b.high, ...sumOf(a, b) });
      }
      case "subtract": {
        const [a, b] = this.#two(node);
        return cut({ low: a.low - b.high, high: a.high - b.low, ...sumOf(a, b) });
      }
      case "multiply": {
        const [a, b] = this.#two(node);
        const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        const tiny = Math.max(a.tiny * b.tiny * (1 - 2 ** -50), SMALLEST);
        return cut({
          low: Math.min(...corners),
          high: Math.max(...corners),
          whole: a.whole && b.whole,
          tiny,
        });
      }
      case "divide": {
        const [a, b] = this.#two(node);
        const bound = (magnitude(a) / b.tiny) * (1 + 2 ** -50);
        const tiny = Math.max((a.tiny / magnitude(b)) * (1 - 2 ** -50), SMALLEST);
        return cut({ low: -bound, high: bound, whole: false, tiny });
      }
      case "abs": {
        const a = this.number(operandOf(node));
        return { low: 0, high: magnitude(a), whole: a.whole, tiny: a.tiny };
      }
      case "floor": {
        const a = this.number(operandOf(node));
        return { low: Math.floor(a.low), high: Math.floor(a.high), whole: true, tiny: 1 };
      }
      case "sqrt": {
        const a = this.number(operandOf(node));
        return {
          low: 0,
          high: Math.sqrt(Math.max(a.high, 0)),
          whole: false,
          tiny: Math.sqrt(a.tiny),
        };
      }
      case "length":
      case "find":
      case "listLength":
        return { low: 0, high: 2 ** 30, whole: true, tiny: 1 };
      case "datePart":
        return { low: 0, high: 3000, whole: true, tiny: 1 };
      case "millisecondsBetween":
      case "monthsBetween":
        return { low: -node.bound, high: node.bound, whole: true, tiny: 1 };
      default:
        return ANYTHING;
    }
  }

  #two(node: CoreNode): readonly [NumberBounds, NumberBounds] {
    const [a, b] = operandsOf(node);
    return [this.number(a), this.number(b)];
  }

  /** The maximum size of the node's text in bytes. */
  bytes(node: CoreNode): number {
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    const made = this.#bytes(node);
    this.#sizes.set(node, made);
    return made;
  }

  #bytes(node: CoreNode): number {
    switch (node.op) {
      case "literal":
        return utf8Length(String(node.data));
      case "field": {
        const known = kindOf(node.data, this.#table, this.#dialect, "text").maxLength;
        const { maxLength = known } = mappingOf(node.data, this.#table);
        return maxLength === undefined ? Number.POSITIVE_INFINITY : 4 * maxLength;
      }
      case "fail":
        return 0;
      case "if": {
        const [, then, otherwise] = threeOperandsOf(node);
        return Math.max(this.bytes(then), this.bytes(otherwise));
      }
      case "slice": {
        const [text, , count] = threeOperandsOf(node);
        const most = Math.max(this.number(count).high, 0);
        return Math.min(this.bytes(text), 4 * most);
      }
      case "trim":
        return this.bytes(operandOf(node));
      case "concat":
        return Math.min(
          node.operands.reduce((sum, operand) => sum + this.bytes(operand), 0),
          MAX_TEXT_BYTES,
        );
      case "repeat":
      case "substitute":
      case "join":
        return MAX_TEXT_BYTES;
      case "numberText":
      case "dateText":
        return 27;
      default:
        return Number.POSITIVE_INFINITY;
    }
  }
}

/** The maximum distance from 0. */
export function magnitude({ low, high }: NumberBounds): number {
  return Math.max(Math.abs(low), Math.abs(high));
}

function ofConstant(value: number): NumberBounds {
  return { low: value, high: value, whole: Number.isInteger(value), tiny: Math.abs(value) || 1 };
}

function union(a: NumberBounds, b: NumberBounds): NumberBounds {
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    whole: a.whole && b.whole,
    tiny: Math.min(a.tiny, b.tiny),
  };
}

/**
 * A sum of integers is an integer, however it is rounded. Other numbers are multiples of the last binary digit of the
 * smallest one, and so is their sum. If one of the two is never 0, the other is either much smaller, or a multiple of
 * half that digit.
 */
function sumOf(a: NumberBounds, b: NumberBounds): Pick<NumberBounds, "whole" | "tiny"> {
  if (a.whole && b.whole) return { whole: true, tiny: 1 };
  const tiny = Math.max(
    Math.min(a.tiny, b.tiny) * 2 ** -53,
    excludesZero(a) ? a.tiny * 2 ** -54 : 0,
    excludesZero(b) ? b.tiny * 2 ** -54 : 0,
    SMALLEST,
  );
  return { whole: false, tiny };
}

function excludesZero({ low, high }: NumberBounds): boolean {
  return low > 0 || high < 0;
}

/** If all numbers have the same sign, none is closer to 0 than the bound on that side. */
function apartFromZero(bounds: NumberBounds): NumberBounds {
  const distance = Math.max(bounds.low, -bounds.high);
  return distance > bounds.tiny ? { ...bounds, tiny: distance } : bounds;
}

/** Clips bounds to the range of float64. A result outside of it is an error, not a number. */
function cut(bounds: NumberBounds): NumberBounds {
  return { ...bounds, low: Math.max(bounds.low, -LARGEST), high: Math.min(bounds.high, LARGEST) };
}
