import { isInherited } from "../../../language/values/row-value.ts";

/** The nesting depth up to which properties become fields. */
const DEEPEST = 16;

type ReadPath = (object: object) => unknown;

/**
 * Returns a reader of a property. `address.city` is the property `city` of the object in `address`, unless a property
 * has that whole name.
 */
export function pathReader(name: string): ReadPath {
  return name.includes(".") ? (object) => readPath(object, name) : propertyReader(name);
}

/** Returns a reader of a property. Properties inherited from `Object.prototype` are ignored. */
export function propertyReader(name: string): ReadPath {
  if (!isInherited(name)) return (object) => Reflect.get(object, name);
  return (object) => (Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined);
}

function readPath(object: object, name: string): unknown {
  if (Object.hasOwn(object, name)) return Reflect.get(object, name);
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const first = name.slice(0, dot);
    if (!Object.hasOwn(object, first)) continue;
    const inner: unknown = Reflect.get(object, first);
    if (!isPlainObject(inner)) continue;
    const value = readPath(inner, name.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Flattens nested objects: `{address: {city: "Rome"}}` becomes `{"address.city": "Rome"}`. */
export function flatObject(object: object): object {
  // `Object.values` takes three times as long for an object with very many properties.
  if (!Object.keys(object).some((name) => isPlainObject(Reflect.get(object, name)))) return object;
  const flat = new Map<string, unknown>();
  flatten(object, "", 0, flat);
  // A property with the whole name takes precedence over one of a nested object.
  for (const [name, value] of Object.entries(object))
    if (!isPlainObject(value)) flat.set(name, value);
  return Object.fromEntries(flat);
}

function flatten(object: object, path: string, depth: number, flat: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(object)) {
    if (!isPlainObject(value)) {
      if (!flat.has(path + name)) flat.set(path + name, value);
    } else if (depth < DEEPEST) flatten(value, `${path}${name}.`, depth + 1, flat);
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
