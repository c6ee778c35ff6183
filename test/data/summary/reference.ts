import type { MeasureName, SummaryPlan, SummaryValue } from "../../../src/data/summary/index.ts";
import {
  compileOrThrow,
  defineSchema,
  type Formula,
  isErrorValue,
  type Value,
} from "../../../src/engine/index.ts";
import { ERROR } from "../../../src/language/values/plain.ts";

/*
 * A summary as `grammar/reference/summaries.md` says it, word by word: every value by the reference evaluator, every sum
 * as a fraction of whole numbers. It shares no code with the summaries that it is compared with.
 */

/** A group as a list of its keys and measures. */
type Line = readonly Value[];

/** The groups of a plan; `undefined` if there are more of them than the plan allows. */
export function referenceSummary(
  { filter, keys, measures, order, limit, mostGroups }: SummaryPlan,
  rows: readonly unknown[],
): readonly Line[] | undefined {
  const found = rows.filter((row) => filter === undefined || isTrueLike(filter.reference(row)));
  const groups = new Map<string, { readonly keys: readonly Value[]; readonly rows: unknown[] }>();
  if (keys.length === 0) groups.set("[]", { keys: [], rows: [] });
  const evaluate = remembering();
  for (const row of found) {
    for (const values of combined(keys.map((key) => valuesOf(key, evaluate(key.formula, row))))) {
      const id = JSON.stringify(values.map(identityOf));
      const group = groups.get(id) ?? { keys: values, rows: [] };
      groups.set(id, group);
      group.rows.push(row);
    }
  }
  if (groups.size > mostGroups) return undefined;
  const lines = [...groups.values()].map((group) => [
    ...group.keys,
    ...measures.map(({ measure, value }) =>
      measured(
        measure,
        group.rows.map((row) => (value === undefined ? null : evaluate(value.formula, row))),
      ),
    ),
  ]);
  const terms = [...order, ...keys.map((_, position) => ({ position, isDescending: false }))];
  lines.sort((a, b) => {
    for (const { position, isDescending } of terms) {
      const result = compared(a[position] ?? null, b[position] ?? null, isDescending);
      if (result !== 0) return result;
    }
    return 0;
  });
  return lines.slice(0, limit);
}

/** The values of a key: one, or each element of a list that counts, or the blank of a list without elements. */
function valuesOf({ elements }: SummaryValue, value: Value): readonly Value[] {
  if (elements === undefined) return [value];
  const { prefix, ignoreCase } = elements;
  const lower = (text: string): string =>
    ignoreCase ? String(LOWER.reference({ text }) ?? "") : text;
  const texts = new Set(Array.isArray(value) ? (value as readonly string[]) : []);
  if (texts.size === 0) return prefix === "" ? [null] : [];
  const counting = [...texts].filter((text) => lower(text).startsWith(lower(prefix)));
  return counting.map((text) => (text === "" ? null : text));
}

const LOWER = compileOrThrow("LOWER({text})", defineSchema({ text: "text" }));

/** One value of each list, in every way. */
function combined(lists: readonly (readonly Value[])[]): readonly Line[] {
  let lines: readonly Line[] = [[]];
  for (const values of lists) {
    lines = lines.flatMap((line) => values.map((value): Line => [...line, value]));
  }
  return lines;
}

/** The values of formulas for rows. Each is computed once, since a table may have the same row many times. */
function remembering(): (formula: Formula, row: unknown) => Value {
  const known = new Map<Formula, Map<unknown, Value>>();
  return (formula, row) => {
    const values = known.get(formula) ?? new Map<unknown, Value>();
    known.set(formula, values);
    let value = values.get(row);
    if (value === undefined) {
      value = valueFor(formula, row);
      values.set(row, value);
    }
    return value;
  };
}

/** The empty text is blank, and so is the empty list; a missing boolean is `FALSE`. */
function valueFor(formula: Formula, row: unknown): Value {
  const value = formula.reference(row);
  if (formula.type === "boolean" && value === null) return false;
  return value === "" || (Array.isArray(value) && value.length === 0) ? null : value;
}

function isTrueLike(value: Value): boolean {
  if (value === null || isErrorValue(value)) return false;
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== 0 && value !== "";
}

function identityOf(value: Value): string {
  if (isErrorValue(value)) return "error";
  if (value instanceof Date) return `date ${value.getTime()}`;
  return `${typeof value} ${Object.is(value, -0) ? 0 : String(value)}`;
}

function measured(measure: MeasureName, values: readonly Value[]): Value {
  if (measure === "count") return values.length;
  const error = values.find(isErrorValue);
  if (error !== undefined) return error;
  const present = values.filter((value) => value !== null);
  const numbers = present.filter((value) => typeof value === "number");
  switch (measure) {
    case "countBlank":
      return values.length - present.length;
    case "countDistinct":
      return new Set(present.map(identityOf)).size;
    case "min":
    case "max": {
      const sorted = [...present].sort((a, b) => compared(a, b, measure === "max"));
      return sorted[0] ?? null;
    }
    case "sum":
      return nearest(sumOf(numbers), 1n);
    case "average":
      return numbers.length === 0 ? null : nearest(sumOf(numbers), BigInt(numbers.length));
    case "median": {
      if (numbers.length === 0) return null;
      const sorted = [...numbers].sort((a, b) => a - b);
      const middle = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
      return nearest(sumOf(middle), 2n);
    }
  }
}

/** In both directions blanks come after all values, and errors after blanks. */
function compared(a: Value, b: Value, isDescending: boolean): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || rank(a) > 0) return ranks;
  let order: number;
  if (typeof a === "string" && typeof b === "string") order = byCodePoints(a, b);
  else order = Math.sign(Number(a) - Number(b));
  return isDescending ? -order : order;
}

function rank(value: Value): number {
  if (isErrorValue(value)) return 2;
  return value === null || value === "" ? 1 : 0;
}

function byCodePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  for (const [index, point] of left.entries()) {
    const other = right[index];
    if (other === undefined || point !== other) return point - (other ?? -1);
  }
  return left.length - right.length;
}

/** A sum in units of 2^-1074, of which all numbers are multiples. */
function sumOf(numbers: readonly number[]): bigint {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  let sum = 0n;
  for (const [number, count] of times) sum += unitsOf(number) * BigInt(count);
  return sum;
}

function unitsOf(number: number): bigint {
  let units = Math.abs(number);
  let shift = 1074n;
  // Doubling is exact, until there is no fraction any more.
  while (!Number.isInteger(units)) {
    units *= 2;
    shift--;
  }
  return (BigInt(units) << shift) * (number < 0 ? -1n : 1n);
}

const bits = new DataView(new ArrayBuffer(8));

function numberOfBits(of: bigint): number {
  bits.setBigUint64(0, of);
  return bits.getFloat64(0);
}

const LARGEST_BITS = 0x7fefffffffffffffn;

/** The number that is nearest to a quotient, and of two the one whose last bit is 0. Found among all numbers by halving. */
function nearest(units: bigint, divisor: bigint): Value {
  const magnitude = units < 0n ? -units : units;
  let below = 0n;
  let above = LARGEST_BITS + 1n;
  while (above - below > 1n) {
    const middle = (below + above) >> 1n;
    if (unitsOf(numberOfBits(middle)) * divisor <= magnitude) below = middle;
    else above = middle;
  }
  const low = unitsOf(numberOfBits(below));
  // The number after the largest one would be as far from it as the one before it.
  const high =
    below === LARGEST_BITS
      ? 2n * low - unitsOf(numberOfBits(below - 1n))
      : unitsOf(numberOfBits(above));
  const twice = 2n * magnitude - (low + high) * divisor;
  const isUp = twice > 0n || (twice === 0n && below % 2n === 1n);
  if (isUp && below === LARGEST_BITS) return ERROR;
  const result = numberOfBits(isUp ? above : below);
  // No value is -0.
  return units < 0n && result !== 0 ? -result : result;
}
