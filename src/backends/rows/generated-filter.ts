import type { CoreNode } from "../../language/core/node.ts";
import type { BoundParameters } from "../evaluation/bound.ts";
import { mayGenerate } from "../evaluation/may-generate.ts";
import type { RowLoop } from "./collect-rows.ts";
import { SourceWriter } from "./source-writer.ts";

/** A condition as generated code. Both functions may throw if reading a row throws. */
export interface GeneratedFilter {
  readonly loop: RowLoop;
  readonly matches: (row: unknown, now: number, bound: BoundParameters) => boolean;
}

/** Generates code for a condition; `undefined` if that is forbidden, or if the condition nests too deep. */
export function generateFilter(condition: CoreNode): GeneratedFilter | undefined {
  if (!mayGenerate()) return undefined;
  try {
    const writer = new SourceWriter(condition);
    const source = writer.filter(condition);
    return new Function("values", source)(writer.values) as GeneratedFilter;
  } catch {
    // A long chain of operators overflows the stack, here or in the engine's own parser.
    return undefined;
  }
}
