import { MergeSort } from "../columns/order/merge-sort.ts";
import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome } from "../values/plain.ts";
import { compareText } from "../values/text/index.ts";

/** The values of groups that decide their order. */
export interface OrderTerm {
  readonly type: ValueType;
  readonly isDescending: boolean;
  readonly of: (group: number) => Outcome;
}

type Compare = (a: number, b: number) => number;
type Steps<T> = Generator<void, T, undefined>;

/** Groups of this many are worked on in one step. */
const STEP = 1024;
const COMPARING = 40;
const PIECE = 200_000;
/** If fewer of the groups are wanted than one in so many, not all of them are sorted. */
const WORTH_SORTING = 4;

/** The first groups of an order, in steps of a short time. Places of `groups` are compared. */
export function* firstGroups(
  groups: readonly number[],
  terms: readonly OrderTerm[],
  limit: number,
): Steps<readonly number[]> {
  const compares: Compare[] = [];
  for (const term of terms) {
    compares.push(yield* term.type === "text" ? byTexts(term, groups) : byNumbers(term, groups));
  }
  const compare = (a: number, b: number): number => {
    for (const one of compares) {
      const result = one(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
  const places =
    limit < groups.length / WORTH_SORTING
      ? yield* best(groups.length, limit, compare)
      : Uint32Array.from(groups, (_, place) => place);
  const weight = (): number => COMPARING * terms.length;
  const sorting = new MergeSort(places, { compare, weight, piece: PIECE });
  while (sorting.goOn()) yield;
  return Array.from(sorting.sorted.subarray(0, Math.min(limit, places.length)), (place) => {
    return groups[place] as number;
  });
}

/** At least the first places of an order, and not many more. */
function* best(count: number, limit: number, compare: Compare): Steps<Uint32Array> {
  let kept: number[] = [];
  let worst: number | undefined;
  for (let place = 0; place < count; place++) {
    if (place % STEP === STEP - 1) yield;
    if (worst !== undefined && compare(place, worst) >= 0) continue;
    kept.push(place);
    if (kept.length < limit + STEP) continue;
    const sorting = new MergeSort(Uint32Array.from(kept), {
      compare,
      weight: () => COMPARING,
      piece: PIECE,
    });
    while (sorting.goOn()) yield;
    kept = Array.from(sorting.sorted.subarray(0, limit));
    worst = kept.at(-1);
  }
  return Uint32Array.from(kept);
}

/** Blanks come after all values, and errors after blanks, in both directions. */
function* byNumbers({ of, isDescending }: OrderTerm, groups: readonly number[]): Steps<Compare> {
  const values = new Float64Array(groups.length);
  for (const [place, group] of groups.entries()) {
    values[place] = orderNumber(of(group), isDescending);
    if (place % STEP === STEP - 1) yield;
  }
  return (left, right) => {
    const a = values[left] as number;
    const b = values[right] as number;
    if (a < b) return -1;
    if (a > b) return 1;
    return a === b ? 0 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  };
}

/** A number whose order is that of an outcome: `NaN` is after all others. */
function orderNumber(outcome: Outcome, isDescending: boolean): number {
  if (outcome === ERROR) return Number.NaN;
  if (outcome === null) return Number.POSITIVE_INFINITY;
  const value = Number(outcome);
  return isDescending ? -value : value;
}

function* byTexts({ of, isDescending }: OrderTerm, groups: readonly number[]): Steps<Compare> {
  const values: Outcome[] = [];
  for (const group of groups) {
    values.push(of(group));
    if (values.length % STEP === 0) yield;
  }
  return (left, right) => {
    const a = values[left] ?? null;
    const b = values[right] ?? null;
    const ranks = rank(a) - rank(b);
    if (ranks !== 0 || rank(a) > 0) return ranks;
    const order = compareText(String(a), String(b));
    return isDescending ? -order : order;
  };
}

function rank(outcome: Outcome): number {
  if (outcome === ERROR) return 2;
  return outcome === null || outcome === "" ? 1 : 0;
}
