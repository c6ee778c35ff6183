/* The value types of the language, which every folder may use. */

/** The five types of the language. */
export type ValueType = "text" | "number" | "boolean" | "date" | "list";

export const VALUE_TYPES: readonly ValueType[] = ["text", "number", "boolean", "date", "list"];

/** `a number`, `a date`, …, for messages. */
export function describeType(type: ValueType): string {
  return `a ${type}`;
}
