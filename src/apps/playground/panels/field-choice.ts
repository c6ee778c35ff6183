import { fx, field as named } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Fragment } from "../../../language/source/formula-fragment.ts";
import type { Expression } from "../../../language/syntax/index.ts";
import { dateText, parseIsoDate } from "../../../language/values/date/index.ts";

/** A selection of a field's values: a range of numbers or of dates in milliseconds, or single values. */
export type Choice =
  | {
      readonly kind: "range";
      /** The inclusive lower bound; unbounded if omitted. */
      readonly from?: number;
      /** The exclusive upper bound; unbounded if omitted. */
      readonly to?: number;
    }
  /** `null` is the blank. */
  | { readonly kind: "values"; readonly values: readonly ChosenValue[] };

type ChosenValue = string | boolean | null;

/** The conditions of a selection, all of which must hold. */
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

/** A date without a time is written as a day. */
function dateLiteral(date: number): string {
  return JSON.stringify(dateText(date).replace("T00:00:00.000Z", ""));
}

/** The selection that an expression states, if it has the form of `conditionsOf`; otherwise `undefined`. */
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

/** Whether an expression calls a function. Names are case-insensitive. */
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
