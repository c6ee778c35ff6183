import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import {
  columnReader,
  inSteps,
  Summarizer,
  type SummaryPlan,
  type SummaryRecord,
  type SummaryWork,
} from "../../summary/index.ts";
import { DividedGroups } from "../scans/divided-groups.ts";
import type { TimeSlice } from "../time-slice.ts";
import { countedGroups } from "./counted-groups.ts";
import { type MemoryTable, summaryScan } from "./memory-table.ts";

/** The groups of a summary. Other work has its turn meanwhile. */
export async function summarizeTable(
  table: MemoryTable,
  plan: SummaryPlan,
  slice: TimeSlice,
  { hold }: SummaryWork,
): Promise<readonly SummaryRecord[]> {
  slice.resume();
  const pause = (): Promise<void> | undefined => (slice.isDue(NEXT_MS) ? slice.turn() : undefined);
  const counted = await countedGroups(table, plan, pause, hold);
  if (counted !== undefined) return inSteps(counted, pause);
  const scan = await summaryScan(table, plan, slice);
  const { chunks } = scan;
  const search = new RowSearch(scan.plan);
  let groups = new Summarizer(plan, columnReader(plan, table.rows));
  const { pool } = table;
  const divided = pool && new DividedGroups(pool, { rows: table.rows, plan, hold }, slice);
  for (;;) {
    const isMore = chunks.take((most) => {
      const rows = search.next(most);
      if (rows === undefined) return false;
      const [from = 0] = rows;
      const areAll = rows.at(-1) === from + rows.length - 1;
      if (rows.length > 0) groups.add({ rows: areAll ? undefined : rows, from }, rows.length);
      return true;
    });
    if (!isMore) break;
    const unsettled = groups.settle();
    if (unsettled !== undefined) await inSteps(unsettled, pause);
    if (divided?.isWanted(chunks.at, chunks.msPerRow) === true) {
      const all = await divided.add(groups, chunks.at, chunks.msPerRow);
      if (all !== undefined) {
        groups = all;
        break;
      }
    }
    if (chunks.isDue()) {
      hold?.(groups.bytes);
      await chunks.turn();
    }
  }
  hold?.(groups.bytes);
  return inSteps(groups.finish(hold), pause);
}

/** How long a step may take that follows the last row, in milliseconds. */
const NEXT_MS = 5;
