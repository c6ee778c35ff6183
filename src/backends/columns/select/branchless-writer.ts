import type { ColumnTest } from "../condition/column-test.ts";
import type { Flag, Quantity } from "../condition/forms.ts";
import type { CodeArguments } from "./code-arguments.ts";

/** Writes branchless forms as JavaScript on `row`: a flag is an expression of 1 or 0, a quantity one of a number. */
export class BranchlessWriter {
  /** The statements that must precede the expressions, in order. */
  readonly statements: string[] = [];
  readonly #arguments: CodeArguments;
  readonly #names = new Map<Flag | Quantity, string>();

  constructor(handed: CodeArguments) {
    this.#arguments = handed;
  }

  flag(flag: Flag): string {
    return this.#keep(flag, () => this.#flag(flag));
  }

  #flag(flag: Flag): string {
    switch (flag.op) {
      case "constant":
        return flag.value ? "1" : "0";
      case "test":
        return testSource(flag.test, this.#arguments);
      case "all":
      case "any":
        return flag.parts.map((part) => this.flag(part)).join(flag.op === "all" ? " & " : " | ");
      case "differ":
        return `${this.flag(flag.a)} ^ ${this.flag(flag.b)}`;
      case "not":
        return `${this.flag(flag.part)} ^ 1`;
      case "compare":
        return bit(`${this.#quantity(flag.x)} ${flag.by} ${this.#quantity(flag.y)}`);
    }
  }

  #quantity(quantity: Quantity): string {
    switch (quantity.op) {
      case "constant":
        return this.#arguments.name(quantity.value);
      case "column":
        return `${this.#arguments.name(quantity.values)}[row]`;
      default:
        return this.#keep(quantity, () => this.#computed(quantity));
    }
  }

  #computed(quantity: Exclude<Quantity, { readonly op: "constant" | "column" }>): string {
    switch (quantity.op) {
      case "byCode":
        return `${this.#arguments.name(quantity.values)}[${this.#arguments.name(quantity.codes)}[row]]`;
      case "length": {
        const offsets = this.#arguments.name(quantity.offsets);
        return `${offsets}[row + 1] - ${offsets}[row]`;
      }
      case "arithmetic":
        return `${this.#quantity(quantity.x)} ${quantity.by} ${this.#quantity(quantity.y)}`;
      case "choose":
        return `${this.flag(quantity.when)} === 1 ? ${this.#quantity(quantity.x)} : ${this.#quantity(quantity.y)}`;
      default:
        return `Math.${quantity.op}(${this.#quantity(quantity.x)})`;
    }
  }

  /** Stores an expression in a constant, so that it is computed once; returns the constant's name. */
  #keep(part: Flag | Quantity, write: () => string): string {
    const known = this.#names.get(part);
    if (known !== undefined) return known;
    const source = write();
    const name = `c${this.statements.length}`;
    this.statements.push(`const ${name} = ${source};`);
    this.#names.set(part, name);
    return name;
  }
}

/** An expression that is 1 if the test passes, else 0. */
export function testSource(columnTest: ColumnTest, handed: CodeArguments): string {
  switch (columnTest.kind) {
    case "table": {
      const code = `${handed.name(columnTest.codes)}[row]`;
      const only = columnTest.table.indexOf(1);
      if (only < 0) return "0";
      if (columnTest.table.indexOf(1, only + 1) < 0) return bit(`${code} === ${handed.name(only)}`);
      return `${handed.name(columnTest.table)}[${code}]`;
    }
    case "bits": {
      const any = columnTest.words.map(
        ([bits, mask]) => `(${handed.name(bits)}[row] & ${handed.name(mask)})`,
      );
      if (any.length === 0) return columnTest.isAny ? "0" : "1";
      return bit(`(${any.join(" | ")}) ${columnTest.isAny ? "!==" : "==="} 0`);
    }
    case "range": {
      const value = `${handed.name(columnTest.values)}[row]`;
      const { low, high, isInside } = columnTest;
      if (low === high) return bit(`${value} ${isInside ? "===" : "!=="} ${handed.name(low)}`);
      const tests: string[] = [];
      if (low > Number.NEGATIVE_INFINITY) tests.push(bit(`${value} >= ${handed.name(low)}`));
      if (high < Number.POSITIVE_INFINITY) tests.push(bit(`${value} <= ${handed.name(high)}`));
      const inside = tests.length === 0 ? "1" : `(${tests.join(" & ")})`;
      return isInside ? inside : `(${inside} ^ 1)`;
    }
  }
}

function bit(test: string): string {
  return `((${test}) | 0)`;
}
