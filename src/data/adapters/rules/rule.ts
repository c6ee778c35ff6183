import type { ValueType } from "../../../language/types/value-type.ts";

/** A value that a rule compares a field with; a list of them for `in` and `between`. */
export type RuleValue = string | number | boolean | null | (string | number)[];

/** A condition of one field, as query builders such as react-querybuilder show it in one line. */
export interface Rule {
  /** The name of the field; `formula` if the operator is `formula`. */
  field: string;
  /** An operator of react-querybuilder, or `formula` for a condition that has none, whose text is the value. */
  operator: string;
  /** The value, or the names of fields. */
  value: RuleValue;
  /** `field` if the value is the name of a field; otherwise omitted. */
  valueSource?: "field";
}

/** Rules that hold together. It is mutable, since the types of query builders are. */
export interface RuleGroup {
  /** How the rules are combined. */
  combinator: "and" | "or" | "xor";
  /** Whether the combination must not hold; otherwise omitted. */
  not?: true;
  /** The rules, and groups of them. */
  rules: (Rule | RuleGroup)[];
}

/** The operator of a condition that is a formula, and the field of such a rule. */
export const FORMULA = "formula";

/** The functions of combinators. */
export const COMBINATORS = { and: "AND", or: "OR", xor: "XOR" } as const;

/** An operator that formulas write as a function of a field. */
export interface FunctionOperator {
  readonly operator: string;
  /** The operator of its negation. */
  readonly negation: string;
  /** The function for each type that has one. */
  readonly functions: Readonly<Partial<Record<ValueType, string>>>;
  /** The number of values; a rule with `one` has the value itself, and the others have a list. */
  readonly values: "none" | "one" | "two" | "many";
}

/** The functions that rules have operators for. */
export const TESTS: readonly FunctionOperator[] = [
  {
    operator: "null",
    negation: "notNull",
    functions: {
      text: "ISBLANK",
      number: "ISBLANK",
      boolean: "ISBLANK",
      date: "ISBLANK",
      list: "ISBLANK",
    },
    values: "none",
  },
  {
    operator: "contains",
    negation: "doesNotContain",
    functions: { text: "CONTAINS", list: "HAS" },
    values: "one",
  },
  {
    operator: "beginsWith",
    negation: "doesNotBeginWith",
    functions: { text: "STARTS_WITH" },
    values: "one",
  },
  {
    operator: "endsWith",
    negation: "doesNotEndWith",
    functions: { text: "ENDS_WITH" },
    values: "one",
  },
  {
    operator: "in",
    negation: "notIn",
    functions: { text: "ISONEOF", number: "ISONEOF", date: "ISONEOF" },
    values: "many",
  },
  {
    operator: "between",
    negation: "notBetween",
    functions: { text: "BETWEEN", number: "BETWEEN", date: "BETWEEN" },
    values: "two",
  },
];
