import type { Field } from "../schema/index.ts";
import { recordValue } from "../values/record-value.ts";
import { computedBy } from "./computation.ts";
import { usesClock } from "./uses.ts";

type RecordValue = ReturnType<typeof recordValue>;

/**
 * Projects records to some fields: computed fields are evaluated, and other properties are dropped. The clock is read
 * once.
 */
export function shownRecord(
  fields: readonly Field[],
): (record: Readonly<Record<string, RecordValue>>) => Record<string, RecordValue> {
  const readers = fields.map((field) => {
    const { name } = field;
    const computed = computedBy(field);
    if (computed === undefined) {
      return {
        name,
        read: (record: Readonly<Record<string, RecordValue>>) => record[name] ?? null,
      };
    }
    const now = usesClock(computed.root) ? computed.now() : 0;
    return {
      name,
      read: (record: Readonly<Record<string, RecordValue>>) =>
        recordValue(field.type, computed.evaluate(record, now)),
    };
  });
  return (record) => {
    const shown: Record<string, RecordValue> = {};
    for (const { name, read } of readers) {
      // Unlike an assignment, `fromEntries` also creates an own property for a field named `__proto__`.
      const value = read(record);
      Object.defineProperty(shown, name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return shown;
  };
}
