import type { ColumnTable } from "../../../src/backends/columns/column-table.ts";
import { Columns } from "../../../src/backends/columns/columns.ts";
import { ColumnLayout } from "../../../src/backends/columns/condition/column-layout.ts";
import {
  receivedColumns,
  sentColumns,
  shareColumns,
} from "../../../src/backends/columns/shared/shared-columns.ts";
import { GroupWalk } from "../../../src/data/stores/scans/group-walk.ts";
import type { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import { receivedSummary, sentSummary } from "../../../src/data/stores/scans/sent-summary.ts";
import {
  columnReader,
  planOrThrow,
  Summarizer,
  type SummaryQuery,
  type SummaryRecord,
  summarize,
} from "../../../src/data/summary/index.ts";
import { fromRecipe } from "../../../src/engine/from-recipe.ts";
import { compile } from "../../../src/engine/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import type { SummaryWay } from "./differential.ts";

/** So many rows are one thread's, and the next ones another's. */
const CHUNK = 96;

/** Columns whose rows several threads divide among them, as it is seen from here. */
export function dividedWay(rows: readonly unknown[], schema: Schema): SummaryWay {
  const columns = Columns.from(rows, schema);
  const own = columns.snapshot().table;
  allSteps(shareColumns(own));
  const sent = structuredClone(sentColumns(own));
  if (sent === undefined) throw new Error("the columns are not shared");
  const theirs = [receivedColumns(schema, sent), receivedColumns(schema, sent)] as const;

  function divided(query: SummaryQuery): readonly SummaryRecord[] {
    const plan = planOrThrow(schema, query, (source) => compile(source, schema));
    const summary = sentSummary(plan, schema);
    if (summary === undefined) throw new Error("the plan cannot be sent");
    const walk = (table: ColumnTable): GroupWalk => {
      const received = receivedSummary(structuredClone(summary), schema, ({ recipe, now }) =>
        fromRecipe(recipe, schema, () => new Date(now)),
      );
      const found = allSteps(table.planning(received.filter));
      const reader = allSteps(columnReader(received, table));
      return new GroupWalk(found, received, reader, new ManualClock());
    };
    const [first, second] = theirs;
    const walks = [walk(first), withoutLookUps(() => walk(second))];
    const groups = new Summarizer(plan, allSteps(columnReader(plan, own)));
    for (let from = 0, turn = 0; from < own.length; from += CHUNK, turn++) {
      const walk = walks[turn % walks.length] as GroupWalk;
      const to = Math.min(from + CHUNK, own.length);
      for (let at = from; at < to; ) at = walk.go(at, to);
      const part = walk.take();
      if (part === undefined) return summarize(columns, query);
      groups.merge(structuredClone(part));
      groups.settleAll();
    }
    return allSteps(groups.finish());
  }

  return { name: "columns, divided", summarize: divided };
}

/** What a thread does that has no time to tabulate a formula. */
function withoutLookUps<T>(run: () => T): T {
  const { lookUp } = ColumnLayout.prototype;
  ColumnLayout.prototype.lookUp = () => undefined;
  try {
    return run();
  } finally {
    ColumnLayout.prototype.lookUp = lookUp;
  }
}

/** Columns in the threads of a pool. */
export function poolWay(pool: ScanPool, rows: readonly unknown[], schema: Schema): SummaryWay {
  const columns = Columns.from(rows, schema);
  return { name: "columns in a pool", summarize: (query) => pool.summarize(columns, query) };
}
