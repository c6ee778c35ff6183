import { toValue, type Value } from "../../engine/index.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import type { Outcome } from "../../language/values/plain.ts";
import { firstInOrder } from "./first-in-order.ts";
import type { SummaryPlan } from "./summary-plan.ts";

/** A group: its keys and measures by name. A blank is `null`, an error is `ERROR`, a date is a `Date`. */
export type SummaryRecord = Readonly<Record<string, Value>>;

/** A key or a measure of all groups. */
export interface GroupColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly of: (group: number) => Outcome;
}

/** Groups processed in one step. */
const STEP = 256;
/** The approximate bytes of a record, and of each of its values. */
const RECORD_BYTES = 56;
const VALUE_BYTES = 24;

/**
 * Builds the records of the first groups of a summary, in short steps.
 *
 * @param columns the keys, followed by the measures
 * @param hold called with the approximate bytes of the result and its order; throws if that is too much
 */
export function* groupRecords(
  { keys, order, limit = Number.POSITIVE_INFINITY }: SummaryPlan,
  columns: readonly GroupColumn[],
  groups: readonly number[],
  hold?: (bytes: number) => void,
): Generator<void, readonly SummaryRecord[], undefined> {
  // Ties are decided by the keys, in order.
  const sortKeys = [...order, ...keys.map((_, position) => ({ position, isDescending: false }))];
  const terms = sortKeys.flatMap(({ position, isDescending }) => {
    const column = columns[position];
    /* v8 ignore next -- the index is inside */
    return column === undefined
      ? []
      : [
          {
            type: column.type,
            of: (index: number) => column.of(groups[index] as number),
            isDescending,
          },
        ];
  });
  const ordering = groups.length * (1 + terms.length) * VALUE_BYTES;
  hold?.(ordering);
  const records: SummaryRecord[] = [];
  // Texts are not counted: they belong to the groups.
  const bytes = (): number =>
    ordering + records.length * (RECORD_BYTES + columns.length * VALUE_BYTES);
  for (const index of yield* firstInOrder(groups.length, terms, limit)) {
    const group = groups[index] as number;
    // `Object.fromEntries` creates an own property even for `__proto__`.
    records.push(
      Object.fromEntries(columns.map(({ name, type, of }) => [name, toValue(type, of(group))])),
    );
    if (records.length % STEP > 0) continue;
    hold?.(bytes());
    yield;
  }
  hold?.(bytes());
  return records;
}
