import {
  compareValues,
  type Field,
  orderKeys,
  type Schema,
  type SortKey,
} from "../schema/index.ts";
import { ERROR, type Plain } from "../values/plain.ts";
import { readField } from "../values/row-value.ts";
import { computedBy } from "./computation.ts";
import { usesClock } from "./uses.ts";

/**
 * Compares two records in the order of a query: the result is negative if the first record comes first. Computed fields
 * are evaluated, so the records must have the fields that these read. Errors come last, like blanks.
 *
 * @throws `TypeError` if a field is unknown or a list, or a direction is neither "asc" nor "desc".
 */
export function recordOrder(
  schema: Schema,
  sort: readonly SortKey[],
): (a: unknown, b: unknown) => number {
  const keys = orderKeys(schema, sort, "recordOrder").map(({ field, isDescending }) => ({
    read: valueReader(field),
    isDescending,
  }));
  return (a, b) => {
    for (const { read, isDescending } of keys) {
      const order = compareValues(read(a), read(b), isDescending);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Returns a function that reads or computes a field's value in a record. An error becomes `null`. */
function valueReader(field: Field): (record: unknown) => Plain {
  const computed = computedBy(field);
  if (computed === undefined) return (record) => readField(record, field.name, field.type);
  const now = usesClock(computed.root) ? computed.now() : 0;
  return (record) => {
    const outcome = computed.evaluate(record, now);
    return outcome === ERROR ? null : outcome;
  };
}
