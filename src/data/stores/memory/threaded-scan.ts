import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import { maskStage } from "../../../backends/columns/select/mask-stage.ts";
import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import type { FilterWork } from "../filter-work.ts";
import { inSharedMemory } from "../scans/in-shared-memory.ts";
import { FIRST_SEARCHED, pieceOf, WORTH_SENDING } from "../scans/parallel-threshold.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import type { SentFormula } from "../scans/sent-formula.ts";
import type { TimeSlice } from "../time-slice.ts";

/** A search in a table. */
interface Search {
  readonly pool: ScanPool;
  readonly rows: ColumnTable;
  readonly filter: SentFormula;
  /** Finds the rows; it is told what the threads have found. */
  readonly plan: SelectPlan;
  /** How long the filter may take for one row: an upper estimate. */
  readonly work: FilterWork;
  /** How long one row may take that the filter has found. */
  readonly workAfter: FilterWork;
  /** Whether all rows are searched in any case. */
  readonly needsAll: boolean;
}

/** A search that other threads go on with, from where the event loop has had enough of it. */
export class ThreadedScan {
  readonly #search: Search;
  readonly #slice: TimeSlice;
  readonly #piece: number;
  #words: Uint32Array | undefined;
  #next: number;
  #isRefused = false;
  /** The row up to which they have searched; `undefined` as long as they have not been asked, or if they cannot do it. */
  until: number | undefined;

  constructor(search: Search, slice: TimeSlice) {
    this.#search = search;
    this.#slice = slice;
    this.#next = search.needsAll ? search.rows.length : FIRST_SEARCHED;
    this.#piece = pieceOf(search.work.ms);
  }

  get workAfter(): FilterWork {
    return this.#search.workAfter;
  }

  /** Whether the threads should search the rows from this one on. */
  isWanted(at: number): boolean {
    const { pool, rows } = this.#search;
    const left = rows.length - at;
    if (this.#isRefused || left <= 0) return false;
    if (this.until !== undefined) return at >= this.until;
    return left >= WORTH_SENDING || pool.isEager;
  }

  /** Searches the next rows. */
  async search(at: number): Promise<void> {
    const { pool, rows, filter, plan } = this.#search;
    const { length } = rows;
    const from = at & -BLOCK;
    const to = Math.min(length, from + this.#next);
    this.#words ??= inSharedMemory(RowMask.wordsFor(length));
    const words = this.#words;
    const { owner, signal } = this.#slice;
    const piece = this.#piece;
    let used: number | undefined;
    await this.#slice.elsewhere(async (mayWork, mayWait) => {
      const scan = { rows, from, to, piece, owner, signal, mayWork, mayWait };
      used = await pool.scan(scan, { kind: "mark", filter, words });
      return used ?? 0;
    });
    if (used === undefined) {
      this.#isRefused = true;
      this.until = undefined;
      plan.takeFrom(undefined);
      return;
    }
    if (this.until === undefined) plan.takeFrom(maskStage(RowMask.of(length, words)));
    this.until = to;
    this.#next *= 4;
  }
}
