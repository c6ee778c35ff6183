import { fx, field as named } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Fragment } from "../../../language/source/formula-fragment.ts";
import type { Expression } from "../../../language/syntax/index.ts";
import { dateText, parseIsoDate } from "../../../language/values/date/index.ts";

/** What somebody chose of a field's values: a range of numbers or dates in milliseconds, or some values. */
export type Choice =
  | {
      readonly kind: "range";
      /** Values from this one on; all below as well if it is left out. */
      readonly from?: number;
      /** Values below this one. */
      readonly to?: number;
    }
  /** `null` is the blank. */
  | { readonly kind: "values"; readonly values: readonly ChosenValue[] };

type ChosenValue = string | boolean | null;

/** The conditions that say so; each has to hold. */
export function conditionsOf(field: Field, choice: Choice): readonly string[] {
  const reference = named(field.name);
  if (choice.kind === "values") {
    const [first, ...others] = choice.values.map((value) => conditionOf(field, value).source);
    if (first === undefined) return [];
    return [others.length === 0 ? first : `OR(${[first, ...others].join(", ")})`];
  }
  const bounds = [
    ["from", ">="],
    ["to", "<"],
  ] as const;
  return bounds.flatMap(([side, operator]) => {
    const bound = choice[side];
    if (bound === undefined) return [];
    return `${fx`${reference}`.source} ${operator} ${field.type === "date" ? dateLiteral(bound) : String(bound)}`;
  });
}

function conditionOf({ name, type }: Field, value: ChosenValue): Fragment {
  return type === "list" && value !== null
    ? fx`HAS(${named(name)}, ${value})`
    : fx`${named(name)} = ${value}`;
}

/** A day is written without its time. */
function dateLiteral(date: number): string {
  return JSON.stringify(dateText(date).replace("T00:00:00.000Z", ""));
}

/** What an expression chooses of a field, if `conditionsOf` writes such conditions; `undefined` for all others. */
export function choiceOf(field: Field, expression: Expression): Choice | undefined {
  return boundOf(field, expression) ?? valuesOf(field, expression);
}

function boundOf(field: Field, expression: Expression): Choice | undefined {
  if (expression.kind !== "binary" || !isField(expression.left, field)) return;
  const { operator, right } = expression;
  if (operator !== ">=" && operator !== "<") return;
  const bound =
    field.type === "date" ? dateOf(right) : field.type === "number" ? numberOf(right) : undefined;
  if (bound === undefined) return;
  return operator === "<" ? { kind: "range", to: bound } : { kind: "range", from: bound };
}

function valuesOf(field: Field, expression: Expression): Choice | undefined {
  const parts = isCallOf(expression, "OR") ? expression.arguments : [expression];
  const values: ChosenValue[] = [];
  for (const part of parts) {
    const value = chosenValue(field, part);
    if (value === undefined) return;
    values.push(value);
  }
  return values.length === 0 ? undefined : { kind: "values", values };
}

/** The value of `{field} = value` or `HAS({field}, value)`. */
function chosenValue(field: Field, expression: Expression): ChosenValue | undefined {
  if (isCallOf(expression, "HAS")) {
    const [list, item, ...others] = expression.arguments;
    const isChoice = field.type === "list" && others.length === 0;
    return isChoice && isField(list, field) && item?.kind === "text" ? item.value : undefined;
  }
  if (expression.kind !== "binary" || expression.operator !== "=") return;
  const { left, right } = expression;
  if (!isField(left, field)) return;
  if (isCallOf(right, "BLANK")) return null;
  if (field.type === "boolean") {
    if (isCallOf(right, "TRUE")) return true;
    return isCallOf(right, "FALSE") ? false : undefined;
  }
  return field.type === "text" && right.kind === "text" ? right.value : undefined;
}

function isField(expression: Expression | undefined, { name }: Field): boolean {
  return expression?.kind === "field" && expression.name === name;
}

/** Whether an expression calls a function, whose name ignores case. */
export function isCallOf(
  expression: Expression,
  name: string,
): expression is Extract<Expression, { kind: "call" }> {
  return expression.kind === "call" && expression.name.toUpperCase() === name;
}

function numberOf(expression: Expression): number | undefined {
  if (expression.kind === "number") return expression.value;
  if (expression.kind !== "unary" || expression.operand.kind !== "number") return;
  const { value } = expression.operand;
  return expression.operator === "-" ? -value : value;
}

function dateOf(expression: Expression): number | undefined {
  if (expression.kind !== "text") return;
  return parseIsoDate(expression.value) ?? undefined;
}
