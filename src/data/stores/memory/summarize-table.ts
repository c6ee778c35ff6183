import { RowSearch } from "../../../backends/columns/select/row-search.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import {
  columnReader,
  inSteps,
  Summarizer,
  type SummaryPlan,
  type SummaryRecord,
  type SummaryWork,
} from "../../summary/index.ts";
import { restrictionOf } from "../filter-scopes.ts";
import { DividedGroups } from "../scans/divided-groups.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { countedGroups } from "./counted-groups.ts";
import { type MemoryTable, summaryScan, summaryUnits } from "./memory-table.ts";
import { tableInScope } from "./table-in-scope.ts";

/** The groups of a summary. Yields to other work. */
export async function summarizeTable(
  stored: MemoryTable,
  plan: SummaryPlan,
  slice: TimeSlice,
  { hold }: Pick<SummaryWork<unknown>, "hold">,
): Promise<readonly SummaryRecord[]> {
  slice.resume();
  const pause = (): Promise<void> | undefined =>
    slice.shouldYield(NEXT_MS) ? slice.yield() : undefined;
  const counted = await countedGroups(stored, plan, pause, hold);
  if (counted !== undefined) return inSteps(counted, pause);
  const table = await tableInScope(stored, plan.filter, slice);
  const scan = await summaryScan(table, plan, slice);
  const { chunks } = scan;
  const search = new RowSearch(scan.plan);
  const reader = await paced(columnReader(plan, table.rows, table.scope), slice);
  let groups = new Summarizer(plan, reader);
  const units = summaryUnits(table, plan);
  const most = Math.max(LEAST_ROWS, Math.floor(UNITS_AT_ONCE / Math.max(units, 1)));
  // Results of threads are charged only on arrival, so long texts are computed here.
  const pool = units > MOST_SENT_UNITS ? undefined : table.pool;
  const { rows, scope } = table;
  const filter = scope === undefined ? plan.filter : restrictionOf(plan.filter).filter;
  const summary = { rows, plan: { ...plan, filter }, mask: scope?.mask, hold };
  const divided = pool && new DividedGroups(pool, summary, slice);
  for (;;) {
    const isMore = chunks.take((some) => {
      const rows = search.next(some);
      if (rows === undefined) return false;
      const [from = 0] = rows;
      const areAll = rows.at(-1) === from + rows.length - 1;
      if (rows.length > 0) groups.add({ rows: areAll ? undefined : rows, from }, rows.length);
      return true;
    }, most);
    if (!isMore) break;
    if (most < BLOCK) hold?.(groups.bytes);
    const unsettled = groups.settle();
    if (unsettled !== undefined) await inSteps(unsettled, pause);
    if (divided?.isWanted(chunks.at, chunks.msPerRow) === true) {
      const all = await divided.add(groups, chunks.at, chunks.msPerRow);
      if (all !== undefined) {
        groups = all;
        break;
      }
    }
    if (chunks.shouldYield()) {
      hold?.(groups.bytes);
      await chunks.yield();
    }
  }
  hold?.(groups.bytes);
  return inSteps(groups.finish(hold), pause);
}

/** The most UTF-16 units of computed texts between two charges. */
const UNITS_AT_ONCE = 2 ** 20;
const LEAST_ROWS = 16;
/** If a row's texts have more units, threads do not compute them. */
const MOST_SENT_UNITS = 2_048;
/** The estimated time of the step after the last row, in milliseconds. */
const NEXT_MS = 5;
