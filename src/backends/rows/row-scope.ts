import type { Scope } from "../../language/core/evaluate.ts";
import type { Plain } from "../../language/values/plain.ts";
import { readField } from "../../language/values/row-value.ts";

/** Adapts an untrusted row for the reference evaluator. */
export function rowScope(row: unknown, now: number, bound: readonly Plain[] = []): Scope {
  return { read: ({ name, type }) => readField(row, name, type), now, bound };
}
