import { isErrorValue, type Value } from "../../../engine/index.ts";

/** A formula's value on one line. A blank is an empty line. */
export function shownValue(value: Value): string {
  if (value === null) return "";
  if (isErrorValue(value)) return "#ERROR";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "object") return value.join(", ");
  return String(value);
}

/** A formula's value as a literal, which distinguishes text from numbers and a blank from an empty text. */
export function exactValue(value: Value): string {
  if (value === null) return "BLANK()";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((text) => JSON.stringify(text)).join(", ")}]`;
  return shownValue(value);
}

/** A formula's value for JSON. An error becomes an object, unlike any other value. */
export function jsonValue(value: Value): unknown {
  return isErrorValue(value) ? { error: true } : value;
}
