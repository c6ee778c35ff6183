/* Small functions that every folder may use: checks of arguments, quoting, suggestions. */

import { quote } from "./quote.ts";

/**
 * The exception for a wrong argument. Its message names the call, the expected value and the given value, and may end
 * with advice.
 *
 * @param what the call and its argument: "`compile`: the formula"
 * @param expected the expected kind of value: "a text"
 * @param advice how the caller can fix the call, as a clause without a full stop
 */
export function misuse(what: string, expected: string, given: unknown, advice?: string): TypeError {
  const help = advice === undefined ? "" : `; ${advice}`;
  return new TypeError(`${what} must be ${expected}, but is ${describe(given)}${help}`);
}

/** A short description of a value for a message. */
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

/** Reading an object may throw: it may be a proxy, or have a getter for its constructor or its name. */
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

/** The kinds of arguments and options: a name for messages, and a test. */
const KINDS = {
  text: ["a text", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number" && !Number.isNaN(value)],
  boolean: ["`true` or `false`", (value) => typeof value === "boolean"],
  date: ["a valid Date", (value) => value instanceof Date && !Number.isNaN(value.getTime())],
  function: ["a function", (value) => typeof value === "function"],
  array: ["an array", Array.isArray],
  texts: ["an array of texts", (value) => isArrayOf(value, "string")],
  objects: ["an array of objects", (value) => isArrayOf(value, "object")],
  object: ["an object", isObject],
  iterable: [
    "an array or another iterable object",
    (value) => isObject(value) && Symbol.iterator in value,
  ],
  signal: [
    "an AbortSignal, such as `new AbortController().signal`",
    (value) => isObject(value) && "aborted" in value && "addEventListener" in value,
  ],
} satisfies Readonly<Record<string, readonly [name: string, is: (value: unknown) => boolean]>>;

export type ArgumentKind = keyof typeof KINDS;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isArrayOf(value: unknown, type: "string" | "object"): boolean {
  return Array.isArray(value) && value.every((item) => item !== null && typeof item === type);
}

/**
 * @param what the call and its argument: "`compile`: the formula"
 * @throws `TypeError` unless the value is of the kind.
 */
export function requireKind(
  value: unknown,
  kind: ArgumentKind,
  what: string,
  advice?: string,
): void {
  const [expected, is] = KINDS[kind];
  if (!is(value) || (kind === "object" && Array.isArray(value))) {
    throw misuse(what, expected, value, advice);
  }
}

/**
 * @param call the call's name
 * @param kinds the required kind of each option that is given
 * @throws `TypeError` unless the options are omitted, or are an object whose properties have these kinds.
 */
export function requireOptions(
  options: unknown,
  call: string,
  kinds: Readonly<Record<string, ArgumentKind>>,
): void {
  if (options === undefined) return;
  requireKind(options, "object", `\`${call}\`: the options`);
  for (const [name, value] of Object.entries(Object(options))) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind !== undefined && value !== undefined) {
      requireKind(value, kind, `\`${call}\`: the option \`${name}\``);
    }
  }
}
