import type { RowFinder } from "./row-finder.ts";
import type { Tier } from "./tier.ts";

/** A part of a condition that one loop tests. */
export interface Stage {
  /** The kind of loop: a tier, a search of texts, rows from a mask, or none since no row matches. */
  readonly loop: Tier | "search" | "mask" | "none";
  readonly finder: RowFinder;
}
