import type { ValueType } from "../types/value-type.ts";
import { toDateValue } from "./date/index.ts";
import type { Plain } from "./plain.ts";
import { isText } from "./text/index.ts";

/**
 * Converts a row's value to a plain value of the field's type. An invalid value is blank: a wrong type, ill-formed
 * Unicode, a non-finite number. This may throw if the value is a proxy; `readField` returns a blank for it.
 */
function toPlain(type: ValueType, value: unknown): Plain {
  switch (type) {
    case "text":
      return isText(value) ? value : "";
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value + 0 : null;
    case "boolean":
      return value === true;
    case "date":
      return toDateValue(value) ?? null;
    case "list":
      return toTexts(value);
  }
}

/** A copy of a list of texts; the empty list for any other value. */
export function toTexts(values: unknown): readonly string[] {
  if (!Array.isArray(values)) return [];
  const texts: string[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (!isText(value)) return [];
    texts.push(value);
  }
  return texts;
}

/**
 * Reads a field from an untrusted row. Own and inherited properties count, so instances with getters work, but not
 * those inherited from `Object.prototype`. If a getter throws, the result is blank.
 */
export function readField(row: unknown, name: string, type: ValueType): Plain {
  try {
    return toPlain(type, readProperty(row, name));
  } catch {
    return toPlain(type, undefined);
  }
}

/** Whether `name` is a property that objects inherit from `Object.prototype`. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function readProperty(row: unknown, name: string): unknown {
  if (typeof row !== "object" || row === null) return undefined;
  if (isInherited(name) && !Object.hasOwn(row, name)) return undefined;
  return Reflect.get(row, name);
}
