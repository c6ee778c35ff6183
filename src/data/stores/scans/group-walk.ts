import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { BLOCK } from "../../../backends/columns/storage/blocks.ts";
import {
  type ColumnRows,
  Summarizer,
  type SummaryPart,
  type SummaryPlan,
  type SummaryReader,
} from "../../summary/index.ts";
import type { Clock } from "../clock.ts";
import { RowWalk } from "./row-walk.ts";

/** Adds rows to the groups of a summary: the rows that a plan matches, or all without a plan. */
export class GroupWalk extends RowWalk {
  #groups: Summarizer<ColumnRows>;

  constructor(
    found: SelectPlan | undefined,
    plan: SummaryPlan,
    reader: SummaryReader<ColumnRows>,
    clock: Clock,
  ) {
    const hits = new Int32Array(BLOCK);
    const look = (from: number, to: number): void => {
      const size = found === undefined ? to - from : found.find(from, to, hits, 0);
      if (size === 0) return;
      const isAll = size === to - from;
      const rows = isAll ? undefined : new Uint32Array(hits.buffer, 0, size);
      this.#groups.add({ rows, from }, size);
      this.#groups.settleAll();
    };
    super(look, clock);
    this.#groups = new Summarizer(plan, reader);
  }

  get groups(): Summarizer<ColumnRows> {
    return this.#groups;
  }

  /** Takes the result since the last call; `undefined` if it has too many groups to merge. */
  take(): SummaryPart | undefined {
    const part = this.#groups.part();
    this.#groups = this.#groups.another();
    return part;
  }
}
