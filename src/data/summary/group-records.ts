import { toValue, type Value } from "../../engine/index.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import type { Outcome } from "../../language/values/plain.ts";
import { firstGroups } from "./group-order.ts";
import type { SummaryPlan } from "./summary-plan.ts";

/** A group: its keys and measures by their names. A blank is `null`, an error is `ERROR`, a date is a `Date`. */
export type SummaryRecord = Readonly<Record<string, Value>>;

/** A key or a measure of all groups. */
export interface GroupColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly of: (group: number) => Outcome;
}

/** Groups of this many are worked on in one step. */
const STEP = 256;
/** A record, and one of its values, take about so many bytes. */
const RECORD_BYTES = 56;
const VALUE_BYTES = 24;

/**
 * Makes the result of a summary, in steps of a short time: the first groups of its order.
 *
 * @param columns its keys, and then its measures
 * @param hold told about how many bytes the result and its order take so far; throws if that is too much
 */
export function* groupRecords(
  { keys, order, limit = Number.POSITIVE_INFINITY }: SummaryPlan,
  columns: readonly GroupColumn[],
  groups: readonly number[],
  hold?: (bytes: number) => void,
): Generator<void, readonly SummaryRecord[], undefined> {
  // The order of keys decides ties.
  const places = [...order, ...keys.map((_, place) => ({ place, isDescending: false }))];
  const terms = places.flatMap(({ place, isDescending }) => {
    const column = columns[place];
    /* v8 ignore next -- the index is inside */
    return column === undefined ? [] : [{ type: column.type, of: column.of, isDescending }];
  });
  const ordering = groups.length * (1 + terms.length) * VALUE_BYTES;
  hold?.(ordering);
  const records: SummaryRecord[] = [];
  // The texts are those of the groups.
  const bytes = (): number =>
    ordering + records.length * (RECORD_BYTES + columns.length * VALUE_BYTES);
  for (const group of yield* firstGroups(groups, terms, limit)) {
    // Unlike an assignment, this makes an own property of a key named `__proto__`, too.
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
