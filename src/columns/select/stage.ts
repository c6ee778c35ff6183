import type { CoreNode } from "../../core/node.ts";
import type { Flag } from "../condition/forms.ts";
import type { Layout } from "../condition/layout.ts";
import type { ColumnClosures } from "./column-closures.ts";
import type { Effort } from "./effort.ts";
import type { RowFinder } from "./row-finder.ts";
import type { ZoneTest } from "./zone-test.ts";

/** A part of a condition; all parts must hold. */
export interface Part {
  readonly node: CoreNode;
  readonly cost: number;
  /** Whether one value of one column decides it. */
  readonly isColumnTest: boolean;
}

/** What the stages of one plan are made with. */
export interface Making {
  readonly layout: Layout;
  readonly closures: ColumnClosures;
  readonly effort: Effort;
}

export type Flags = readonly [Flag, ...Flag[]];

/** What tests the rows of a stage. */
export type Loop = "closures" | "code" | "vectors" | "search" | "mask" | "none";

/** What is tested of all rows in one go. */
export interface Stage {
  readonly loop: Loop;
  readonly finder: RowFinder;
  /** The flags that the stage tests, if it is one branchless loop. */
  readonly flags?: Flags;
  /** A zone test for each of its conditions; `undefined` if there is none. */
  readonly zones: readonly (ZoneTest | undefined)[];
}

/** Work in steps, of which each takes a short time. */
export type Steps<T> = Generator<void, T, undefined>;

/** All steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
