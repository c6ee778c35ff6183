import { quote } from "./quote.ts";

/**
 * The exception for an argument that a caller must not give: it says which call, what was expected, what was given and,
 * if that helps, what to do.
 *
 * @param what the call and its argument: "`compile`: the formula"
 * @param expected what it has to be: "a text"
 * @param advice what the caller can do, as a clause without a full stop
 */
export function misuse(what: string, expected: string, given: unknown, advice?: string): TypeError {
  const help = advice === undefined ? "" : `; ${advice}`;
  return new TypeError(`${what} must be ${expected}, but is ${describe(given)}${help}`);
}

/** A value as a message names it: short, and without running code of the value. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `the text ${quote(value)}`;
    case "number":
      return `the number ${value}`;
    case "bigint":
      return "a BigInt";
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "object":
      return value === null ? "null" : describeObject(value);
    default:
      return String(value);
  }
}

/** Reading of an object may throw: proxies, and getters of names. */
function describeObject(value: object): string {
  try {
    if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return "a plain object";
    const { name } = value.constructor;
    return typeof name === "string" && name !== ""
      ? `an object of the class ${quote(name)}`
      : "an object";
  } catch {
    return "an object";
  }
}
