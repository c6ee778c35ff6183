import { isInherited, readProperty } from "../../../language/values/row-value.ts";

type Indexed = Readonly<Record<string, unknown>>;

/**
 * Copies the raw values of a field from some rows to the start of `into`. A value is `undefined` if the row is not an
 * object or if reading it throws.
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
      // A row threw: read the rows again, one by one.
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
