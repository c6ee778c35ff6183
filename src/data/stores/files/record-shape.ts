import type { StoreRecord } from "../store.ts";

export type StoreValue = StoreRecord[string];

/** Makes a record of one value for each name; the list of values is not kept. */
export type MakeRecord = (values: readonly StoreValue[]) => StoreRecord;

/**
 * Makes plain objects with the same properties in the same order. A constructor gives them one layout in memory;
 * objects that grow by assignments from an empty one take more memory, and twice the time.
 */
export function recordMaker(names: readonly string[]): MakeRecord {
  // A field may have any name: assigning to `__proto__` would not make a property.
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
  // The compiler knows no constructors but classes, whose records would not be plain.
  const Constructor = Shaped as unknown as new (values: readonly StoreValue[]) => StoreRecord;
  return (values) => new Constructor(values);
}
