import type { Scope } from "../core/evaluate.ts";
import { readField } from "../values/row-value.ts";

/** An untrusted row as the reference evaluator reads it. */
export function rowScope(row: unknown, now: number): Scope {
  return { read: ({ name, type }) => readField(row, name, type), now };
}
