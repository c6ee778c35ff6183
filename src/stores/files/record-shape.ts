import type { StoreRecord } from "../store.ts";

export type StoreValue = StoreRecord[string];

type RecordConstructor = new (values: readonly StoreValue[]) => StoreRecord;

/** Makes records of the same fields, in the same order, as plain objects of one layout in memory: reading them is then fast. */
export class RecordShape {
  readonly #Shaped: RecordConstructor;

  constructor(names: readonly string[]) {
    this.#Shaped = constructorOf(names);
  }

  /** @param values one for each name; not kept */
  make(values: readonly StoreValue[]): StoreRecord {
    return new this.#Shaped(values);
  }
}

/**
 * A constructor of its own has a layout of its own, which the engine fits to the first records that it makes. What grows by
 * assignments from an empty object takes more memory, and twice the time.
 */
function constructorOf(names: readonly string[]): RecordConstructor {
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
  return Shaped as unknown as RecordConstructor;
}
