import type { ValueType } from "../types/value-type.ts";
import { toDateValue } from "./date/index.ts";
import type { Plain } from "./plain.ts";
import { isText } from "./text/index.ts";

/**
 * A row's value as its field's type has it. What is not of the type is blank, so that a row can hold
 * anything: wrong types, text that is no well-formed Unicode, numbers that are not finite. It may throw where
 * the value is a hostile proxy; `readField` turns that into a blank too.
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

/** A list of texts; the empty list for anything else. */
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
 * Reads a field from an untrusted row. An own or inherited property counts, so that instances with getters work, but
 * never what `Object.prototype` gives; a getter that throws reads as blank.
 */
export function readField(row: unknown, name: string, type: ValueType): Plain {
  try {
    return toPlain(type, readProperty(row, name));
  } catch {
    return toPlain(type, undefined);
  }
}

/** Whether `row[name]` could reach what every object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function readProperty(row: unknown, name: string): unknown {
  if (typeof row !== "object" || row === null) return undefined;
  if (isInherited(name) && !Object.hasOwn(row, name)) return undefined;
  return Reflect.get(row, name);
}
