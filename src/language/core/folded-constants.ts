import type { Outcome, Plain } from "../values/plain.ts";
import { Regex } from "../values/regex/regex.ts";
import type { CoreNode, Operation, OperationData } from "./node.ts";

/** An operation whose operands are constants. */
interface Folding {
  readonly op: Operation;
  readonly operands: readonly CoreNode[];
  readonly data: OperationData[Operation];
}

/**
 * A cache of operations on constants for the formulas of one request: common subexpressions are computed once. It
 * belongs to the request, since only the limits of each formula bound the size of its texts.
 */
export class FoldedConstants {
  readonly #outcomes = new Map<string, Outcome>();
  /** Numbers for texts and kernels, which keep the keys of operations short. */
  readonly #numbers = new Map<unknown, number>();

  /** The number of cached operations. */
  get size(): number {
    return this.#outcomes.size;
  }

  /** The cache key of an operation: operations with the same key have the same value. */
  nameOf({ op, operands, data }: Folding): string {
    const names = operands.map((operand) => {
      const { type } = operand;
      if (operand.op !== "literal") return type;
      return `${type} ${this.#nameOfValue(operand.data)}`;
    });
    return [op, this.#nameOfData(data), ...names].join(",");
  }

  get(name: string): Outcome | undefined {
    return this.#outcomes.get(name);
  }

  set(name: string, outcome: Outcome): void {
    this.#outcomes.set(name, outcome);
  }

  /** Patterns and some kernels are created for each formula; equal ones have the same name. */
  #nameOfData(data: OperationData[Operation]): string {
    const isMade = typeof data === "object" && "madeOf" in data && data.madeOf !== undefined;
    const parts = isMade ? [data.name, ...data.madeOf] : [data];
    return parts
      .map((part) => this.#numberOf(part instanceof Regex ? textOf(part) : part))
      .join(" ");
  }

  #nameOfValue(value: Plain): string {
    return Array.isArray(value)
      ? value.map((item) => this.#numberOf(item)).join(" ")
      : String(this.#numberOf(value));
  }

  #numberOf(value: unknown): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }
}

function textOf({ source, flags }: Regex): string {
  return JSON.stringify([source, flags]);
}
