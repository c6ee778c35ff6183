import { MergeSort } from "../columns/order/merge-sort.ts";
import { toValue, type Value } from "../engine/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome } from "../values/plain.ts";
import { compareText } from "../values/text/index.ts";
import type { SummaryPlan } from "./plan.ts";

/** A group: its keys and measures by their names. A blank is `null`, an error is `ERROR`, a date is a `Date`. */
export type SummaryRecord = Readonly<Record<string, Value>>;

/** A key or a measure of all groups. */
export interface GroupColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly of: (group: number) => Outcome;
}

/** The values of groups that decide their order, and its direction. */
interface Term {
  readonly values: ReadonlyMap<number, Outcome>;
  readonly isDescending: boolean;
}

/** Groups of this many are worked on in one step. */
const STEP = 1024;
const COMPARING = 40;
const PIECE = 200_000;

/**
 * Makes the result of a summary, in steps of a short time: the first groups of its order.
 *
 * @param columns its keys, and then its measures
 */
export function* groupRecords(
  { keys, order, limit = Number.POSITIVE_INFINITY }: SummaryPlan,
  columns: readonly GroupColumn[],
  groups: readonly number[],
): Generator<void, readonly SummaryRecord[], undefined> {
  // The order of keys decides ties.
  const places = [...order, ...keys.map((_, place) => ({ place, isDescending: false }))];
  const terms: Term[] = [];
  for (const { place, isDescending } of places) {
    const values = new Map<number, Outcome>();
    for (const [index, group] of groups.entries()) {
      values.set(group, columns[place]?.of(group) ?? null);
      if (index % STEP === STEP - 1) yield;
    }
    terms.push({ values, isDescending });
  }
  const compare = (a: number, b: number): number => {
    for (const { values, isDescending } of terms) {
      const result = compareOutcomes(values.get(a) ?? null, values.get(b) ?? null, isDescending);
      if (result !== 0) return result;
    }
    return 0;
  };
  const weight = (): number => COMPARING * terms.length;
  const sorting = new MergeSort(Uint32Array.from(groups), { compare, weight, piece: PIECE });
  while (sorting.goOn()) yield;
  const records: SummaryRecord[] = [];
  for (const group of sorting.sorted.subarray(0, Math.min(limit, groups.length))) {
    // Unlike an assignment, this makes an own property of a key named `__proto__`, too.
    records.push(
      Object.fromEntries(columns.map(({ name, type, of }) => [name, toValue(type, of(group))])),
    );
    if (records.length % STEP === 0) yield;
  }
  return records;
}

/** Blanks come after all values, and errors after blanks, in both directions. */
function compareOutcomes(a: Outcome, b: Outcome, isDescending: boolean): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || rank(a) > 0) return ranks;
  const order =
    typeof a === "string" && typeof b === "string"
      ? compareText(a, b)
      : Math.sign(Number(a) - Number(b));
  return isDescending ? -order : order;
}

function rank(outcome: Outcome): number {
  if (outcome === ERROR) return 2;
  return outcome === null || outcome === "" ? 1 : 0;
}
