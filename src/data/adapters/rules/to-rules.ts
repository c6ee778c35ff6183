import { isBareFunction } from "../../../language/check/names.ts";
import { type AnyFormula, internals, requireFormula } from "../../../language/core/compiled.ts";
import type { Field, Schema } from "../../../language/schema/index.ts";
import {
  type ComparisonOperator,
  type Expression,
  isComparison,
  MIRRORED,
  parse,
  print,
} from "../../../language/syntax/index.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { COMBINATORS, FORMULA, type Rule, type RuleGroup, TESTS } from "./rule.ts";

/** The formula has been compiled, with limits of its own. */
const NO_LIMITS = {
  limits: {
    length: Number.POSITIVE_INFINITY,
    depth: Number.POSITIVE_INFINITY,
    nodes: Number.POSITIVE_INFINITY,
    arguments: Number.POSITIVE_INFINITY,
    values: Number.POSITIVE_INFINITY,
  },
} as const;

/**
 * A formula as the rules of react-querybuilder. A condition that no operator states is a rule whose operator is
 * `formula`. `fromRules` is the way back, to a formula that returns the same records.
 *
 * @example
 * ```ts
 * toRules(compileOrThrow('AND({country} = "Italy", {price} < {budget})', schema));
 * ```
 *
 * @throws `TypeError` unless the formula was compiled
 */
export function toRules(formula: AnyFormula): RuleGroup {
  requireFormula(formula, "`toRules`");
  const { schema, source } = internals(formula);
  const parsed = parse(source, NO_LIMITS);
  const root = parsed.ok ? new RuleWriter(schema).condition(parsed.ast.root) : formulaRule(source);
  return "rules" in root ? root : { combinator: "and", rules: [root] };
}

function formulaRule(value: string): Rule {
  return { field: FORMULA, operator: FORMULA, value };
}

/** The operand of a rule. */
type RuleOperand =
  | { readonly kind: "field"; readonly value: string }
  | { readonly kind: "value"; readonly value: string | number | boolean };

class RuleWriter {
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  condition(expression: Expression): Rule | RuleGroup {
    const found =
      expression.kind === "call"
        ? this.#call(expression.name.toUpperCase(), expression.arguments)
        : this.#comparison(expression);
    return found ?? formulaRule(print(expression));
  }

  #call(name: string, parts: readonly Expression[]): Rule | RuleGroup | undefined {
    for (const combinator of ["and", "or", "xor"] as const) {
      if (COMBINATORS[combinator] !== name) continue;
      return { combinator, rules: parts.map((part) => this.condition(part)) };
    }
    const [first, ...others] = parts;
    if (first === undefined) return undefined;
    if (name === "NOT") return this.#negation(first);
    const field = this.#field(first);
    if (field === undefined) return undefined;
    for (const { operator, functions, values } of TESTS) {
      if (functions[field.type] !== name) continue;
      if (values === "none") return { field: field.name, operator, value: null };
      // The items of a list are texts.
      const type = field.type === "list" ? "text" : field.type;
      const rule = this.#valueRule(field.name, operator, others, type);
      if (rule === undefined || values !== "one") return rule;
      const [value = null, ...rest] = rule.value;
      return rest.length === 0 ? { ...rule, value } : undefined;
    }
    return undefined;
  }

  /** Negation is an operator of its own, or a property of groups. */
  #negation(negated: Expression): Rule | RuleGroup {
    const rule = this.condition(negated);
    if ("rules" in rule) {
      return rule.not === undefined
        ? { ...rule, not: true }
        : { combinator: "and", not: true, rules: [rule] };
    }
    if (rule.operator === FORMULA) return formulaRule(`NOT(${String(rule.value)})`);
    const negation = TESTS.find(({ operator }) => operator === rule.operator)?.negation;
    return negation === undefined
      ? { combinator: "and", not: true, rules: [rule] }
      : { ...rule, operator: negation };
  }

  #comparison(expression: Expression): Rule | undefined {
    const flag = this.#field(expression);
    if (flag !== undefined) {
      return flag.type === "boolean" ? { field: flag.name, operator: "=", value: true } : undefined;
    }
    if (expression.kind !== "binary" || !isComparison(expression.operator)) return undefined;
    const { left, right, operator } = expression;
    const field = this.#field(left);
    if (field !== undefined) return this.#compared(field, operator, right);
    const other = this.#field(right);
    return other && this.#compared(other, MIRRORED[operator], left);
  }

  #compared(
    { name, type }: Field,
    operator: ComparisonOperator,
    other: Expression,
  ): Rule | undefined {
    if (this.#constantCall(other) === "BLANK") {
      const test = { "=": "null", "!=": "notNull" } as const;
      return operator === "=" || operator === "!="
        ? { field: name, operator: test[operator], value: null }
        : undefined;
    }
    if (type === "list") return undefined;
    const operand = this.#operand(other, type);
    if (operand === undefined) return undefined;
    const { kind, value } = operand;
    return { field: name, operator, value, ...(kind === "field" && { valueSource: kind }) };
  }

  /** A rule with a list of values, all of which are constants or all fields. */
  #valueRule(
    field: string,
    operator: string,
    parts: readonly Expression[],
    type: ValueType,
  ): (Rule & { readonly value: (string | number)[] }) | undefined {
    const value: (string | number)[] = [];
    const kinds = new Set<RuleOperand["kind"]>();
    for (const part of parts) {
      const operand = this.#operand(part, type);
      if (operand === undefined || typeof operand.value === "boolean") return undefined;
      value.push(operand.value);
      kinds.add(operand.kind);
    }
    if (kinds.size !== 1) return undefined;
    return { field, operator, value, ...(kinds.has("field") && { valueSource: "field" }) };
  }

  /** A constant of the type of the rule's field, or another field of that type. */
  #operand(expression: Expression, type: ValueType): RuleOperand | undefined {
    const field = this.#field(expression);
    if (field !== undefined) {
      return field.type === type ? { kind: "field", value: field.name } : undefined;
    }
    const value = this.#constant(expression, type);
    return value === undefined ? undefined : { kind: "value", value };
  }

  #constant(expression: Expression, type: ValueType): string | number | boolean | undefined {
    switch (type) {
      case "text":
      case "date":
        return expression.kind === "text" ? expression.value : undefined;
      case "number":
        return numberOf(expression);
      case "boolean": {
        const name = this.#constantCall(expression);
        return name === "TRUE" ? true : name === "FALSE" ? false : undefined;
      }
      case "list":
        return undefined;
    }
  }

  /** The name of a call without arguments, which `TRUE`, `FALSE` and `BLANK` may also be without parentheses. */
  #constantCall(expression: Expression): string | undefined {
    if (expression.kind === "call") {
      return expression.arguments.length === 0 ? expression.name.toUpperCase() : undefined;
    }
    if (expression.kind !== "field" || expression.braced) return undefined;
    const { name } = expression;
    return !this.#schema.fields.has(name) && isBareFunction(name) ? name.toUpperCase() : undefined;
  }

  #field(expression: Expression): Field | undefined {
    return expression.kind === "field" ? this.#schema.fields.get(expression.name) : undefined;
  }
}

function numberOf(expression: Expression): number | undefined {
  if (expression.kind === "number") return expression.value;
  if (expression.kind !== "unary" || expression.operand.kind !== "number") return undefined;
  const { value } = expression.operand;
  return expression.operator === "-" ? -value : value;
}
