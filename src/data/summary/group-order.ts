import { type RadixKey, radixSort } from "../../backends/columns/order/radix-sort.ts";
import { stringKey } from "../../backends/columns/order/string-key.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { ERROR, type Outcome } from "../../language/values/plain.ts";
import type { Steps } from "../../util/steps.ts";

/** One term of the order of groups. */
export interface OrderTerm {
  readonly type: ValueType;
  readonly isDescending: boolean;
  readonly of: (group: number) => Outcome;
}

/** Groups processed in one step. */
const STEP = 1024;

/** The first groups of an order, in short steps. Sorts indices into `groups`. */
export function* firstGroups(
  groups: readonly number[],
  terms: readonly OrderTerm[],
  limit: number,
): Steps<readonly number[]> {
  const keys: RadixKey[] = [];
  for (const { type, isDescending, of } of terms) {
    const values: Outcome[] = [];
    for (const group of groups) {
      values.push(of(group));
      if (values.length % STEP === 0) yield;
    }
    keys.push(numberKey((position) => rank(values[position])));
    keys.push(
      type === "text"
        ? stringKey((position) => textOf(values[position]), isDescending)
        : numberKey((position) => numberOf(values[position], isDescending)),
    );
  }
  const positions = Uint32Array.from(groups, (_, position) => position);
  yield* radixSort(positions, keys);
  return Array.from(positions.subarray(0, limit), (position) => groups[position] as number);
}

function numberKey(number: (position: number) => number): RadixKey {
  return {
    write: (positions, from, to, _, into) => {
      for (let index = from; index < to; index++) into[index] = number(positions[index] as number);
    },
  };
}

/** In both directions, blanks come after all values, and errors after blanks. */
function rank(outcome: Outcome | undefined): number {
  if (outcome === ERROR) return 2;
  return outcome === null || outcome === "" ? 1 : 0;
}

function numberOf(outcome: Outcome | undefined, isDescending: boolean): number {
  return rank(outcome) > 0 ? 0 : isDescending ? -Number(outcome) : Number(outcome);
}

function textOf(outcome: Outcome | undefined): string {
  return rank(outcome) > 0 ? "" : String(outcome);
}
