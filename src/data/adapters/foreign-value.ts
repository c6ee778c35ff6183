/** An object of another library, or of JSON that may hold anything. */
export type ForeignObject = Readonly<Record<PropertyKey, unknown>>;

/** Whether a value is an object that is not an array. */
export function isObject(value: unknown): value is ForeignObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property of a value; `undefined` if there is none, or if reading it throws. */
export function own(value: unknown, name: PropertyKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}
