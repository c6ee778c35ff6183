import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import { maskStage } from "../../../backends/columns/select/mask-stage.ts";
import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import type { FilterWork } from "../filter-work.ts";
import { inSharedMemory } from "../scans/in-shared-memory.ts";
import { chunkRowsFor, FIRST_SEARCHED, LEAST_PARALLEL_ROWS } from "../scans/parallel-threshold.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import type { SentFormula } from "../scans/sent-formula.ts";
import type { TimeSlice } from "../time-slice.ts";

interface ThreadedSearch {
  readonly pool: ScanPool;
  readonly rows: ColumnTable;
  readonly filter: SentFormula;
  /** Only these rows are tested; all unless given. */
  readonly scope: RowSubset | undefined;
  /** Finds the rows. It takes over the results of the threads as a mask. */
  readonly plan: SelectPlan;
  /** An upper estimate of the filter's work for one row. */
  readonly work: FilterWork;
  /** The work for one matching row. */
  readonly workAfter: FilterWork;
  /** Whether the search visits all rows in any case. */
  readonly needsAll: boolean;
}

/** A search that moves to other threads once it has taken too long on the event loop. */
export class ThreadedScan {
  readonly #search: ThreadedSearch;
  readonly #slice: TimeSlice;
  readonly #chunkRows: number;
  #words: Uint32Array | undefined;
  #next: number;
  #isRefused = false;
  /** The row up to which threads have searched; `undefined` until they begin, and after they refused. */
  until: number | undefined;

  constructor(search: ThreadedSearch, slice: TimeSlice) {
    this.#search = search;
    this.#slice = slice;
    this.#next = search.needsAll ? search.rows.length : FIRST_SEARCHED;
    this.#chunkRows = chunkRowsFor(search.work.ms);
  }

  get workAfter(): FilterWork {
    return this.#search.workAfter;
  }

  /** Whether threads should search from row `at` on. */
  isWanted(at: number): boolean {
    const { pool, rows } = this.#search;
    const left = rows.length - at;
    if (this.#isRefused || left <= 0) return false;
    if (this.until !== undefined) return at >= this.until;
    return left >= LEAST_PARALLEL_ROWS || pool.isEager;
  }

  /** Has threads search the next rows, and waits for them. */
  async search(at: number): Promise<void> {
    const { pool, rows, filter, scope, plan } = this.#search;
    const { length } = rows;
    const from = at & -BLOCK;
    const to = Math.min(length, from + this.#next);
    this.#words ??= inSharedMemory(RowMask.wordsFor(length));
    const words = this.#words;
    const mask = scope && inSharedMemory(RowMask.wordsOf(scope.mask));
    const { owner, signal } = this.#slice;
    const chunkRows = this.#chunkRows;
    let used: number | undefined;
    await this.#slice.elsewhere(async (mayWork, mayWait) => {
      const scan = { rows, from, to, chunkRows, owner, signal, mayWork, mayWait };
      used = await pool.scan(scan, { kind: "mark", mask, filter, words });
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
