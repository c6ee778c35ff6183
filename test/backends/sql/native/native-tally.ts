import type { Dialect } from "../../../../src/backends/sql/dialect.ts";
import { parse, walk } from "../../../../src/language/syntax/index.ts";
import type { ValueType } from "../../../../src/language/types/value-type.ts";
import { VALUE_TYPES } from "../../../../src/language/types/value-type.ts";
import { functionsOf } from "../../../generate/formula.ts";

/** The operators that accept a value of a type without conversion. */
const OPERATORS: Readonly<Record<ValueType, readonly string[]>> = {
  text: ["=", "!=", "<", "<=", ">", ">=", "&"],
  number: ["=", "!=", "<", "<=", ">", ">=", "&", "+", "-", "*", "/"],
  boolean: ["=", "!=", "&"],
  date: ["=", "!=", "<", "<=", ">", ">=", "&", "-"],
  list: ["=", "!=", "&"],
};

/** The functions and operators that accept a value of a type without conversion. */
export function usesOf(type: ValueType): readonly string[] {
  const functions = functionsOf(type).map(({ definition }) => definition.name);
  return [...functions, ...OPERATORS[type]];
}

/** Counts how often each function and operator was compared with a field of each native type as a direct argument. */
export class NativeTally {
  formulas = 0;
  /** Formulas with a computed field. */
  computed = 0;
  /** Formulas in SELECT, in WHERE, under other conditions, and in statements that change rows. */
  readonly ways = {
    selected: 0,
    searched: 0,
    composed: 0,
    joined: 0,
    changed: 0,
    queries: 0,
  };
  readonly #counts = new Map<string, number>();

  /** @param absent the types that the tested engine does not have, as `json as text` */
  constructor({ definition }: Dialect, absent: readonly string[] = []) {
    for (const { names, fields } of definition.types) {
      for (const type of VALUE_TYPES) {
        if (fields[type] === undefined || absent.includes(`${names[0]} as ${type}`)) continue;
        for (const use of usesOf(type)) this.#counts.set(`${names[0]} as ${type}: ${use}`, 0);
      }
    }
  }

  count(native: string, use: string): number {
    return this.#counts.get(`${native}: ${use}`) ?? 0;
  }

  add(source: string, natives: ReadonlyMap<string, string>): void {
    this.formulas++;
    const parsed = parse(source);
    if (!parsed.ok) throw new Error(`it does not parse: ${source}`);
    const uses = new Set<string>();
    walk(parsed.ast.root, (node) => {
      const [name, parts] =
        node.kind === "call"
          ? [node.name.toUpperCase(), node.arguments]
          : node.kind === "binary"
            ? [node.operator, [node.left, node.right]]
            : ["", []];
      for (const part of parts) {
        if (part.kind === "field") uses.add(`${natives.get(part.name)}: ${name}`);
      }
    });
    for (const use of uses) {
      const count = this.#counts.get(use);
      if (count !== undefined) this.#counts.set(use, count + 1);
    }
  }

  /** The native types that no formula read. */
  get unread(): readonly string[] {
    const types = new Map<string, number>();
    for (const [use, times] of this.#counts) {
      const [type = ""] = use.split(":");
      types.set(type, (types.get(type) ?? 0) + times);
    }
    return [...types].flatMap(([type, times]) => (times === 0 ? [type] : []));
  }

  /** The uses of native types that were compared less often than `count`. */
  below(count: number): readonly string[] {
    return [...this.#counts].flatMap(([use, times]) => (times < count ? [`${use} ${times}`] : []));
  }

  toString(): string {
    const counts = [...this.#counts.values()].sort((a, b) => a - b);
    const { selected, searched, composed, joined, changed, queries } = this.ways;
    return [
      `${this.formulas} formulas; ${counts.length} uses of native types, each at least ${counts[0]} times, half of them ${counts[counts.length >> 1]}; with computed fields ${this.computed}`,
      `in SELECT ${selected}, in WHERE ${searched}, under other conditions ${composed}, in JOIN ${joined}, in DELETE and UPDATE ${changed}, whole queries ${queries}`,
    ].join("; ");
  }
}
