import type { Field } from "../../schema/index.ts";
import type { Cursor } from "../cursor/cursor.ts";
import type { MarkedPlace } from "../cursor/marked-place.ts";
import type { Knowledge } from "../knowledge.ts";

/** How much less likely a field is because of its other uses in the formula. */
export function usageIn(
  _cursor: Cursor,
  _place: MarkedPlace | undefined,
  _knowledge: Knowledge,
): (field: Field) => number {
  return () => 0;
}
