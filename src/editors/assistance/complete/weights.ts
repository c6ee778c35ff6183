import type { ValueType } from "../../../language/types/value-type.ts";
import type { Fit, Fitting } from "../cursor/fitting.ts";
import { rarity } from "./common-functions.ts";

/*
 * The order of items before anything is typed, lowest weight first. Weights of fields leave gaps for the most frequent
 * functions.
 */

/**
 * The expected construct: the whole formula, the first or a later condition of a call, an operand or a date argument of
 * some type, or any other value.
 */
export type WantedKind = "formula" | "condition" | "next condition" | "operand" | "value";

/** Whether any type is accepted, and a boolean as is: the context is a condition. */
export function isCondition({ boolean, text }: Fitting): boolean {
  return boolean === "exact" && text === "condition";
}

const FIELD_STEP = 0.33;
const FIELDS: Readonly<Record<Fit, number>> = {
  exact: 10,
  condition: 10,
  converted: 27,
  never: 200,
};

/** The types of fields that are compared or tested most. Lists are rarely compared: functions search them. */
const TYPES: Readonly<Record<WantedKind, Readonly<Record<ValueType, number>>>> = {
  formula: { number: -2.9, text: 1, date: 1, boolean: 1.1, list: 8 },
  condition: { number: 0.3, text: 0, date: 2, boolean: -1.3, list: 8 },
  "next condition": { number: -7.1, text: -2.3, date: 0.3, boolean: -4.5, list: 8 },
  operand: { number: 0, text: 0, date: 0, boolean: 0, list: 0 },
  // Functions that accept any type mostly count lists.
  value: { number: 0, text: 0, date: 0, boolean: 0, list: -3 },
};

/** The first field is often a name of the record, which filters rarely test. */
const FIRST = 8.5;

/** The weight of a field, a parameter or another name of a declared type. */
export function fieldWeight(type: ValueType, fit: Fit, wanted: WantedKind, index: number): number {
  const isFirst = index === 0 && type === "text" && wanted !== "operand" && wanted !== "value";
  const order = Math.min(index, 100) * FIELD_STEP + (isFirst ? FIRST : 0);
  return FIELDS[fit] + TYPES[wanted][type] + order;
}

const FUNCTIONS: Readonly<Record<WantedKind, Readonly<Record<Fit, number>>>> = {
  formula: { exact: 6.6, condition: 4.7, converted: 40, never: 300 },
  condition: { exact: 10.6, condition: 12.1, converted: 40, never: 300 },
  "next condition": { exact: 10.9, condition: 10.5, converted: 40, never: 300 },
  operand: { exact: 15.9, condition: 30, converted: 40, never: 300 },
  value: { exact: 18.3, condition: 30, converted: 40, never: 300 },
};
const FUNCTION_STEP: Readonly<Record<WantedKind, number>> = {
  formula: 0.69,
  condition: 0.62,
  "next condition": 0.43,
  operand: 0.6,
  value: 0.24,
};

/** Functions that begin a formula more often than they are nested. */
const OUTER: ReadonlySet<string> = new Set(["AND", "OR", "IF"]);
const INSIDE = 5.5;

/** The weight of a function, by frequency of use. */
export function functionWeight(
  name: string,
  fit: Fit,
  wanted: WantedKind,
  around: string | undefined,
): number {
  const isMisplaced = wanted !== "formula" && OUTER.has(name) && around !== "NOT";
  const weight = FUNCTIONS[wanted][fit] + rarity(name) * FUNCTION_STEP[wanted];
  return weight + (isMisplaced ? INSIDE : 0);
}

/** The weight of TRUE, FALSE, BLANK, NOW and TODAY. */
export function constantWeight(name: string, fit: Fit, wanted: WantedKind): number {
  if (fit !== "exact") return 60;
  return (wanted === "operand" ? 8 : 30) + rarity(name) / 10;
}
