import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import type { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import { copyColumns } from "../../../backends/columns/shared/shared-columns.ts";
import {
  columnReader,
  fieldsOf,
  inSteps,
  type SummaryPlan,
  type SummaryRecord,
} from "../../summary/index.ts";
import { paced } from "../time-slice.ts";
import { DividedGroups, type GroupingThreads } from "./divided-groups.ts";
import { GroupWalk } from "./group-walk.ts";
import { isShort } from "./parallel-threshold.ts";
import { fieldsRead, sliceFor } from "./search-columns.ts";

interface SummaryRequest {
  readonly rows: ColumnTable;
  readonly plan: SummaryPlan;
  /** The matching rows, instead of the plan's filter. */
  readonly mask: RowMask | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * The groups of a summary. The work begins on the caller's thread, and moves to others if it takes longer than a
 * moment.
 */
export async function summarizeColumns(
  threads: GroupingThreads,
  { rows, plan, mask, signal }: SummaryRequest,
): Promise<readonly SummaryRecord[]> {
  signal?.throwIfAborted();
  const slice = sliceFor(signal, threads);
  const filter = mask ?? plan.filter;
  const found = filter && (await paced(rows.planning(filter), slice));
  // Threads number the texts of these rows in the same way.
  const within = mask && new RowSubset(mask);
  const reader = await paced(columnReader(plan, rows, within), slice);
  const walk = new GroupWalk(found, plan, reader, slice.clock);
  const divided = isShort(rows.length, threads)
    ? undefined
    : new DividedGroups(threads, { rows, plan, mask }, slice);
  const begin = slice.clock.now();
  let groups = walk.groups;
  for (let at = 0; at < rows.length; ) {
    const msPerRow = (slice.clock.now() - begin) / Math.max(at, 1);
    if (divided?.isWanted(at, msPerRow) === true) {
      const names = new Set([...fieldsOf(plan, rows.schema), ...fieldsRead(plan.filter)]);
      await paced(copyColumns(rows, names), slice);
      const all = await divided.add(groups, at, msPerRow);
      if (all !== undefined) {
        groups = all;
        break;
      }
    }
    if (slice.shouldYield()) await slice.yield();
    at = walk.go(at, rows.length);
  }
  return inSteps(groups.finish(), () => (slice.shouldYield() ? slice.yield() : undefined));
}
