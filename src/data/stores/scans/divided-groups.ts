import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import type { ColumnRows, Summarizer, SummaryPart, SummaryPlan } from "../../summary/index.ts";
import type { Clock } from "../clock.ts";
import type { TimeSlice } from "../time-slice.ts";
import { inSharedMemory } from "./in-shared-memory.ts";
import { chunkRowsFor, SOONER_MS } from "./parallel-threshold.ts";
import type { Scan, ScanRequest } from "./scan-job.ts";
import type { ScanTask } from "./scan-messages.ts";
import { type SentSummary, sentSummary } from "./sent-summary.ts";

export interface GroupingThreads {
  readonly clock: Clock;
  readonly isEager: boolean;
  readonly isOut: boolean;
  readonly scan: (
    scan: Scan,
    task: ScanTask,
    received: Pick<ScanRequest, "receive" | "restart">,
  ) => Promise<number | undefined>;
}

/** The summary to compute. */
interface DividedSummary {
  readonly rows: ColumnTable;
  readonly plan: SummaryPlan;
  /** Only these rows count, and readers of the plan are limited to them; all unless given. */
  readonly mask?: RowMask | undefined;
  /** Called with the bytes that the groups take so far; throws if that is too much. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/** If the remaining work takes less, in milliseconds, threads are not faster. */
const DIVISION_THRESHOLD_MS = 30;
/** Above this, merging partial results takes too long. */
const MOST_GROUPS = 1024;

/**
 * A summary that moves to threads once it has taken too long on the caller's thread. Each thread summarizes a part of
 * the remaining rows.
 */
export class DividedGroups {
  readonly #threads: GroupingThreads;
  readonly #divided: DividedSummary;
  readonly #slice: TimeSlice;
  #sent: SentSummary | undefined;

  constructor(threads: GroupingThreads, divided: DividedSummary, slice: TimeSlice) {
    this.#threads = threads;
    this.#divided = divided;
    this.#slice = slice;
    this.#sent = threads.isOut ? undefined : sentSummary(divided.plan, divided.rows.schema);
  }

  /**
   * Whether threads should take over from row `at` on. Throws if the work must end.
   *
   * @param msPerRow the recent time per row, in milliseconds
   */
  isWanted(at: number, msPerRow: number): boolean {
    const left = this.#divided.rows.length - at;
    if (this.#sent === undefined || left <= 0) return false;
    if (this.#threads.isEager) return true;
    return this.#slice.shouldYield(SOONER_MS) && left * msPerRow >= DIVISION_THRESHOLD_MS;
  }

  /**
   * Summarizes the remaining rows in threads; `undefined` if threads cannot, which disables them.
   *
   * @param groups the groups of the rows before
   */
  async add(
    groups: Summarizer<ColumnRows>,
    from: number,
    msPerRow: number,
  ): Promise<Summarizer<ColumnRows> | undefined> {
    const { rows, mask: wanted, hold } = this.#divided;
    const summary = this.#sent;
    const before = groups.part(MOST_GROUPS);
    this.#sent = undefined;
    if (before === undefined || summary === undefined) return undefined;
    const mask = wanted && inSharedMemory(RowMask.wordsOf(wanted));
    let found = groups.another();
    const merge = (part: SummaryPart): void => {
      found.merge(part);
      found.settleAll();
      hold?.(found.bytes);
    };
    let isDone = false;
    await this.#slice.elsewhere(async (mayWork, mayWait) => {
      const { owner, signal } = this.#slice;
      const limits = { owner, signal, mayWork, mayWait };
      const used = await this.#threads.scan(
        { rows, from, to: rows.length, chunkRows: chunkRowsFor(msPerRow), ...limits },
        { kind: "group", summary, mask },
        {
          receive: (result) => merge(result as SummaryPart),
          restart: () => {
            found = groups.another();
          },
        },
      );
      isDone = used !== undefined;
      return used ?? 0;
    });
    if (!isDone) return undefined;
    merge(before);
    return found;
  }
}
