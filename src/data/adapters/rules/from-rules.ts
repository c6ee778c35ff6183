import { type CheckOptions, check, field, fx } from "../../../engine/index.ts";
import type { TemplateValue } from "../../../engine/template.ts";
import { type Field, requireSchema, type Schema } from "../../../language/schema/index.ts";
import { limitsFrom } from "../../../language/source/formula-limits.ts";
import { isComparison, parse, print } from "../../../language/syntax/index.ts";
import { describeType, type ValueType } from "../../../language/types/value-type.ts";
import { dateText, toDateValue } from "../../../language/values/date/index.ts";
import { isText } from "../../../language/values/text/index.ts";
import { describe, requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import { didYouMean } from "../../../util/suggest.ts";
import { isObject, own } from "../foreign-value.ts";
import { COMBINATORS, FORMULA, type FunctionOperator, TESTS } from "./rule.ts";

/** A rule that cannot be a condition. */
export interface RuleProblem {
  /** The position of the rule: its index in its group, after those of the groups around it. */
  readonly path: readonly number[];
  /** What is wrong with the rule, for the person who builds it. */
  readonly message: string;
}

/** The formula of rules, or the problems with them. */
export type FormulaOfRules =
  | { readonly ok: true; readonly formula: string }
  | { readonly ok: false; readonly problems: readonly RuleProblem[] };

/** Rules of a request may have any number of mistakes. */
const MOST_PROBLEMS = 20;

/**
 * The formula of a rule group of react-querybuilder, for `compile`. Rules may come from a request: their texts and names
 * become literals, and a rule whose operator is `formula` is a formula of its own. A group without rules is true.
 *
 * @param rules the value of react-querybuilder's `onQueryChange`, or its JSON
 * @param options the options of `check`, of which `limits` also hold for the number and the depth of the rules
 * @returns the formula, or the first 20 problems; rules never throw
 */
export function fromRules(
  rules: unknown,
  schema: Schema,
  options: CheckOptions = {},
): FormulaOfRules {
  requireSchema(schema, "fromRules");
  requireKind(options, "object", "`fromRules`: the options", "they are those of `check`");
  const reader = new RuleReader(schema, options);
  const source = reader.group(rules, []);
  const { problems } = reader;
  if (source !== undefined && problems.length === 0) {
    const whole = reader.checked(source, []);
    if (whole !== undefined) return { ok: true, formula: whole };
  }
  return { ok: false, problems: problems.slice(0, MOST_PROBLEMS) };
}

type Path = readonly number[];

class RuleReader {
  readonly problems: RuleProblem[] = [];
  readonly #schema: Schema;
  readonly #options: CheckOptions;
  readonly #most: { readonly nodes: number; readonly depth: number };
  #count = 0;

  constructor(schema: Schema, options: CheckOptions) {
    this.#schema = schema;
    this.#options = options;
    this.#most = limitsFrom(options.limits);
  }

  /** The formula of a group; `undefined` if it has a problem. */
  group(group: unknown, path: Path): string | undefined {
    const rules = own(group, "rules");
    if (!isObject(group) || !Array.isArray(rules)) {
      return this.#problem(path, "a group of rules is an object with the array `rules`");
    }
    if (path.length >= this.#most.depth) {
      return this.#problem(path, `groups are nested more than ${this.#most.depth} deep`);
    }
    // Rules take several nodes each, so the limit of the nodes holds for them too.
    if (rules.length + this.#count > this.#most.nodes) {
      this.#count = Number.POSITIVE_INFINITY;
      return this.#problem(path, `there are more than ${this.#most.nodes} rules`);
    }
    this.#count += rules.length;
    const combined = this.#combined(group, rules, path);
    if (combined === undefined) return undefined;
    return isTrue(own(group, "not")) ? `NOT(${combined})` : combined;
  }

  #combined(group: object, rules: readonly unknown[], path: Path): string | undefined {
    const combinator = own(group, "combinator");
    if (combinator === undefined && rules.some((rule) => typeof rule === "string")) {
      return this.#chain(rules, path);
    }
    // A group that nobody has combined with another has one rule.
    const name = combinator === undefined && rules.length < 2 ? "and" : combinator;
    if (!isCombinator(name)) {
      return this.#problem(path, `\`combinator\` is and, or or xor, not ${describe(combinator)}`);
    }
    return called(
      name,
      rules.flatMap((rule, index) => this.#parts(rule, [...path, index])),
    );
  }

  /** Rules with combinators between them. As in SQL, `and` binds tighter than the others, which are read from the left. */
  #chain(rules: readonly unknown[], path: Path): string | undefined {
    let sum: (string | undefined)[] = [];
    let before: "or" | "xor" = "or";
    let term: (string | undefined)[] = [];
    const endTerm = (): void => {
      if (term.length > 0) sum = [called(before, [...sum, called("and", term)])];
      term = [];
    };
    for (const [index, rule] of rules.entries()) {
      if (index % 2 === 0) {
        term.push(...this.#parts(rule, [...path, index]));
      } else if (rule === "or" || rule === "xor") {
        endTerm();
        before = rule;
      } else if (rule !== "and") {
        return this.#problem([...path, index], "`and`, `or` or `xor` is missing between two rules");
      }
    }
    if (rules.length % 2 === 0) return this.#problem(path, "a rule is missing at the end");
    endTerm();
    return called("and", sum);
  }

  /** The condition of a rule or group; none if it is muted. */
  #parts(rule: unknown, path: Path): readonly (string | undefined)[] {
    if (isTrue(own(rule, "muted"))) return [];
    if (this.problems.length >= MOST_PROBLEMS) return [undefined];
    if (own(rule, "rules") !== undefined) return [this.group(rule, path)];
    const condition = this.#condition(rule, path);
    return [condition === undefined ? undefined : this.checked(condition, path)];
  }

  /** The formula in its canonical form; `undefined` if it has an error, which is then a problem. */
  checked(source: string, path: Path): string | undefined {
    const { diagnostics } = check(source, this.#schema, this.#options);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error !== undefined) {
      const { message, help } = error;
      return this.#problem(path, help === undefined ? message : `${message}; ${help}`);
    }
    const parsed = parse(source, limitsOf(this.#options));
    return parsed.ok ? print(parsed.ast) : this.#problem(path, "the formula has errors");
  }

  #condition(rule: unknown, path: Path): string | undefined {
    if (!isObject(rule)) return this.#problem(path, `a rule is an object, not ${describe(rule)}`);
    const operator = own(rule, "operator");
    const value = own(rule, "value");
    if (typeof operator !== "string") return this.#problem(path, "`operator` is missing");
    if (operator === FORMULA) {
      return typeof value === "string" && value.trim() !== ""
        ? value
        : this.#problem(path, "the formula is missing");
    }
    const target = this.#field(own(rule, "field"), path);
    if (target === undefined) return undefined;
    const name = field(target.name);
    if (isComparison(operator)) {
      const operand = this.#operand(rule, value, target.type, path);
      return operand && `${fx`${name}`.source} ${operator} ${fx`${operand.value}`.source}`;
    }
    const test = TESTS.find((one) => one.operator === operator || one.negation === operator);
    if (test === undefined) {
      const known = TESTS.flatMap((one) => [one.operator, one.negation]);
      const meant = didYouMean(operator, known, quote);
      return this.#problem(path, `there is no operator ${quote(operator)}${meant}`);
    }
    const called = test.functions[target.type];
    if (called === undefined) {
      return this.#problem(
        path,
        `${quote(target.name)} is ${describeType(target.type)}, which has no ${quote(operator)}`,
      );
    }
    const values = this.#values(rule, value, test, target.type, path);
    if (values === undefined) return undefined;
    const call = `${called}${fx`(${[name, ...values]})`.source}`;
    return operator === test.negation ? `NOT(${call})` : call;
  }

  #field(name: unknown, path: Path): Field | undefined {
    if (typeof name !== "string") return this.#problem(path, "`field` is missing");
    const found = this.#schema.fields.get(name);
    if (found !== undefined) return found;
    // The checker says what was probably meant, and obeys the policy.
    if (isText(name) && name !== "") this.checked(fx`${field(name)}`.source, path);
    else this.#problem(path, `there is no field ${quote(name)}`);
    return undefined;
  }

  #values(
    rule: object,
    value: unknown,
    { values, operator }: FunctionOperator,
    type: ValueType,
    path: Path,
  ): readonly TemplateValue[] | undefined {
    if (values === "none") return [];
    const all = values === "one" ? [value] : listOf(value);
    if (values === "two" && all.length !== 2) {
      return this.#problem(path, `${quote(operator)} needs two values`);
    }
    if (all.length === 0) return this.#problem(path, `${quote(operator)} needs a value`);
    if (all.length > this.#most.nodes) {
      return this.#problem(path, `there are more than ${this.#most.nodes} values`);
    }
    const operands: TemplateValue[] = [];
    for (const one of all) {
      const operand = this.#operand(rule, one, type === "list" ? "text" : type, path);
      if (operand === undefined) return undefined;
      operands.push(operand.value);
    }
    return operands;
  }

  /** A value of a rule, or the field that it names. */
  #operand(
    rule: object,
    value: unknown,
    type: ValueType,
    path: Path,
  ): { readonly value: TemplateValue } | undefined {
    const source = own(rule, "valueSource") ?? "value";
    if (source === "field") {
      const other = this.#field(value, path);
      return other && { value: field(other.name) };
    }
    if (source !== "value") {
      return this.#problem(path, "`valueSource` is value or field");
    }
    const read = plainOf(value, type);
    if (read !== undefined) return { value: read };
    const given = value === undefined || value === "" ? "missing" : describe(value);
    return this.#problem(path, `the value must be ${describeType(type)}, but is ${given}`);
  }

  #problem(path: Path, message: string): undefined {
    this.problems.push({ path, message });
  }
}

function limitsOf({ limits }: CheckOptions): Pick<CheckOptions, "limits"> {
  return limits === undefined ? {} : { limits };
}

function isCombinator(name: unknown): name is keyof typeof COMBINATORS {
  return typeof name === "string" && Object.hasOwn(COMBINATORS, name);
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

/** Conditions combined; a single one stands alone, and none is true. */
function called(
  combinator: keyof typeof COMBINATORS,
  parts: readonly (string | undefined)[],
): string | undefined {
  if (parts.includes(undefined)) return undefined;
  const [first = "TRUE()", ...others] = parts;
  return others.length === 0 ? first : `${COMBINATORS[combinator]}(${parts.join(", ")})`;
}

/** The values of a list: an array, or a text with commas, as query builders have it unless told otherwise. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return value === undefined || value === null ? [] : [value];
  return value
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll("\\,", ",").trim())
    .filter((item) => item !== "");
}

/** A value of the field's type. Inputs of pages have texts for numbers and booleans too. */
function plainOf(value: unknown, type: ValueType): string | number | boolean | undefined {
  switch (type) {
    case "text":
    case "list":
      if (typeof value === "number" && Number.isFinite(value)) return String(value);
      return isText(value) ? value : undefined;
    case "number": {
      const number = typeof value === "string" ? numberIn(value) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      if (value === "true" || value === "false") return value === "true";
      return typeof value === "boolean" ? value : undefined;
    case "date": {
      if (isText(value)) return value;
      const date = value instanceof Date ? toDateValue(value) : undefined;
      return date === undefined ? undefined : dateText(date);
    }
  }
}

/** The number in a text; `Number` alone would also read a blank text and other notations. */
function numberIn(text: string): number | undefined {
  return /^[-+.\de]+$/i.test(text.trim()) ? Number(text) : undefined;
}
