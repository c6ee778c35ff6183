import type { StoreRecord } from "../store.ts";

export type StoreValue = StoreRecord[string];

/** Builds a record from one value for each name; it does not retain the array of values. */
export type MakeRecord = (values: readonly StoreValue[]) => StoreRecord;

/**
 * Creates plain objects with the same properties in the same order. A constructor gives them one hidden class; objects
 * that grow by assignments to an empty one take more memory and twice the time.
 */
export function recordMaker(names: readonly string[]): MakeRecord {
  // Assigning to `__proto__` would not create a property.
  const isPlain = !names.includes("__proto__");
  function Shaped(this: StoreRecord, values: readonly StoreValue[]): void {
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? "";
      const value = values[index] ?? null;
      if (isPlain) this[name] = value;
      else {
        Object.defineProperty(this, name, {
          value,
          enumerable: true,
          writable: true,
          configurable: true,
        });
      }
    }
  }
  Shaped.prototype = Object.prototype;
  // TypeScript accepts only classes as constructors, and their instances would not be plain objects.
  const Constructor = Shaped as unknown as new (values: readonly StoreValue[]) => StoreRecord;
  return (values) => new Constructor(values);
}
