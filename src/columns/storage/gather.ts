import { isInherited, readProperty } from "../../values/row-value.ts";

type Indexed = Readonly<Record<string, unknown>>;

/**
 * The raw values of a field in some rows, from the start of `into`. What is no object, and what throws when it is read,
 * has nothing.
 */
export function gather(
  rows: readonly unknown[],
  from: number,
  to: number,
  name: string,
  into: unknown[],
): void {
  if (!isInherited(name)) {
    try {
      for (let index = from; index < to; index++) {
        const row = rows[index];
        into[index - from] =
          typeof row === "object" && row !== null ? (row as Indexed)[name] : undefined;
      }
      return;
    } catch {
      // Some row throws: all are read again, each by itself.
    }
  }
  for (let index = from; index < to; index++) {
    let value: unknown;
    try {
      value = readProperty(rows[index], name);
    } catch {
      value = undefined;
    }
    into[index - from] = value;
  }
}
