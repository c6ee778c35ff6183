import { type Expression, print } from "../../../index.ts";
import { isCallOf } from "./field-choice.ts";

/** A condition of a query builder, in the format of React Query Builder and others. */
type Rule =
  | { readonly field: string; readonly operator: string; readonly value: RuleValue }
  /** A condition that builders have no rule for. */
  | { readonly formula: string };

export interface RuleGroup {
  readonly combinator: "and" | "or";
  readonly not?: true;
  readonly rules: readonly (Rule | RuleGroup)[];
}

type Scalar = string | number | boolean;
type RuleValue = Scalar | null | readonly Scalar[];

/** Functions of a field and a text. */
const TESTS: Readonly<Record<string, string>> = {
  CONTAINS: "contains",
  STARTS_WITH: "beginsWith",
  ENDS_WITH: "endsWith",
  HAS: "contains",
};
const MIRRORED = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** The conditions of a formula as rules. A condition without a rule stays a formula. */
export function rulesOf(root: Expression): RuleGroup {
  const found = ruleOf(root);
  return "rules" in found ? found : { combinator: "and", rules: [found] };
}

function ruleOf(expression: Expression): Rule | RuleGroup {
  if (expression.kind === "call") {
    const name = expression.name.toUpperCase();
    if (name === "AND" || name === "OR") {
      const combinator = name === "AND" ? "and" : "or";
      return { combinator, rules: expression.arguments.map(ruleOf) };
    }
  }
  return comparisonRule(expression) ?? callRule(expression) ?? { formula: print(expression) };
}

function comparisonRule(expression: Expression): Rule | undefined {
  if (expression.kind !== "binary" || !(expression.operator in MIRRORED)) return;
  const operator = expression.operator as keyof typeof MIRRORED;
  const { left, right } = expression;
  if (left.kind === "field") return fieldRule(left.name, operator, right);
  return right.kind === "field" ? fieldRule(right.name, MIRRORED[operator], left) : undefined;
}

function fieldRule(field: string, operator: string, other: Expression): Rule | undefined {
  if (isCallOf(other, "BLANK")) {
    if (operator === "=") return { field, operator: "null", value: null };
    return operator === "!=" ? { field, operator: "notNull", value: null } : undefined;
  }
  const value = constantOf(other);
  return value === undefined ? undefined : { field, operator, value };
}

function callRule(expression: Expression): Rule | RuleGroup | undefined {
  if (expression.kind !== "call") return;
  const name = expression.name.toUpperCase();
  const [first, ...others] = expression.arguments;
  if (name === "NOT" && first !== undefined) return negated(first);
  if (first?.kind !== "field") return;
  const field = first.name;
  if (name === "ISBLANK") return { field, operator: "null", value: null };
  const values = others.flatMap((one) => constantOf(one) ?? []);
  if (values.length !== others.length) return;
  const [value] = values;
  const test = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  if (test !== undefined && typeof value === "string" && values.length === 1) {
    return { field, operator: test, value };
  }
  if (name === "ISONEOF") return { field, operator: "in", value: values };
  return name === "BETWEEN" && values.length === 2
    ? { field, operator: "between", value: values }
    : undefined;
}

/** Negation is a property of groups. */
function negated(expression: Expression): Rule | RuleGroup {
  const rule = ruleOf(expression);
  if ("formula" in rule) return { formula: `NOT(${rule.formula})` };
  return "rules" in rule && rule.not === undefined
    ? { ...rule, not: true }
    : { combinator: "and", not: true, rules: [rule] };
}

function constantOf(expression: Expression): Scalar | undefined {
  if (expression.kind === "text" || expression.kind === "number") return expression.value;
  if (isCallOf(expression, "TRUE")) return true;
  if (isCallOf(expression, "FALSE")) return false;
  const isNegative = expression.kind === "unary" && expression.operator === "-";
  return isNegative && expression.operand.kind === "number" ? -expression.operand.value : undefined;
}
