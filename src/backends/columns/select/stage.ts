import type { Flag } from "../condition/forms.ts";
import type { RowFinder } from "./row-finder.ts";
import type { Tier } from "./tier.ts";

export type Flags = readonly [Flag, ...Flag[]];

/** What is tested of all rows in one go. */
export interface Stage {
  /** What tests the rows: a tier, the search for a text, the rows that others found, or nothing as no row matches. */
  readonly loop: Tier | "search" | "mask" | "none";
  readonly finder: RowFinder;
  /** The flags that the stage tests, if it is one branchless loop. */
  readonly flags?: Flags;
}
