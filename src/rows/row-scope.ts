import type { Scope } from "../core/evaluate.ts";
import type { Plain } from "../values/plain.ts";
import { readField } from "../values/row-value.ts";

/** Lets the reference evaluator read an untrusted row. */
export function rowScope(row: unknown, now: number, bound: readonly Plain[] = []): Scope {
  return { read: ({ name, type }) => readField(row, name, type), now, bound };
}
