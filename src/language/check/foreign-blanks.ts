const NAMES: ReadonlySet<string> = new Set(["NULL", "NIL", "NONE", "UNDEFINED", "EMPTY"]);

/** Whether a name is the blank of another language. */
export function isForeignBlank(name: string): boolean {
  return NAMES.has(name.toUpperCase());
}
