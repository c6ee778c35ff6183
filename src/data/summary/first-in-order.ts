import { type RadixKey, radixSort } from "../../backends/columns/order/radix-sort.ts";
import { stringKey } from "../../backends/columns/order/string-key.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { ERROR, type Outcome } from "../../language/values/plain.ts";
import type { Steps } from "../../util/steps.ts";

/** One term of an order. */
export interface OrderTerm {
  readonly type: ValueType;
  readonly isDescending: boolean;
  /** The value of an item, by its index. */
  readonly of: (index: number) => Outcome;
}

/** Items processed in one step. */
const STEP = 1024;

/** The indexes of the first items of an order, in short steps. */
export function* firstInOrder(
  length: number,
  terms: readonly OrderTerm[],
  limit: number,
): Steps<Uint32Array> {
  const keys: RadixKey[] = [];
  for (const { type, isDescending, of } of terms) {
    const values: Outcome[] = [];
    for (let index = 0; index < length; index++) {
      values.push(of(index));
      if (values.length % STEP === 0) yield;
    }
    keys.push(numberKey((index) => rank(values[index])));
    keys.push(
      type === "text"
        ? stringKey((index) => textOf(values[index]), isDescending)
        : numberKey((index) => numberOf(values[index], isDescending)),
    );
  }
  const indexes = new Uint32Array(length).map((_, index) => index);
  yield* radixSort(indexes, keys);
  return indexes.subarray(0, limit);
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
