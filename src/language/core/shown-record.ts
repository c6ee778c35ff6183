import type { Field } from "../schema/index.ts";
import { recordValue } from "../values/record-value.ts";
import { computedBy } from "./computation.ts";
import { usesClock } from "./uses.ts";

type ShownValue = ReturnType<typeof recordValue>;

/**
 * Projects records to some fields: computed fields are evaluated, and other properties are dropped. The clock is read
 * once.
 */
export function shownRecord(
  fields: readonly Field[],
): (record: Readonly<Record<string, ShownValue>>) => Record<string, ShownValue> {
  const readers = fields.map((field) => {
    const { name } = field;
    const computed = computedBy(field);
    if (computed === undefined) {
      return {
        name,
        read: (record: Readonly<Record<string, ShownValue>>) => record[name] ?? null,
      };
    }
    const now = usesClock(computed.root) ? computed.now() : 0;
    return {
      name,
      read: (record: Readonly<Record<string, ShownValue>>) =>
        recordValue(field.type, computed.evaluate(record, now)),
    };
  });
  return (record) => {
    const shown: Record<string, ShownValue> = {};
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
