import type { Formula } from "../../engine/index.ts";
import { storedFields } from "../../language/core/computation.ts";
import type { Schema } from "../../language/schema/index.ts";
import { defined } from "../../util/defined.ts";
import type { Steps } from "../../util/steps.ts";
import type { SummaryRecord } from "./group-records.ts";
import { BATCH } from "./groups/value-batch.ts";
import { Summarizer } from "./summarizer.ts";
import type { SummaryPlan } from "./summary-plan.ts";
import { rowReader } from "./summary-row-reader.ts";

/** How a summary is made for somebody. */
export interface SummaryWork {
  /** Whose work it is: owners take turns, by their weights. */
  readonly owner?: string;
  /** The share of the owner: one of weight 4 has that of four owners of weight 1, which is the weight unless given. */
  readonly weight?: number;
  /** Told how many bytes the groups take so far; throws if that is too much. */
  readonly hold?: (bytes: number) => void;
}

/** Records that can be summarized: any store. */
export interface SummarySource<Signal> {
  /** The fields of the records. */
  readonly schema: Schema;
  /** The records in batches. */
  read(
    query: {
      readonly fields?: readonly string[];
      readonly filter?: Formula;
      readonly owner?: string;
      readonly weight?: number;
    },
    signal: Signal,
  ): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Makes the summary itself; if it is missing, the records are read and summarized here. */
  summarize?(
    plan: SummaryPlan,
    signal: Signal,
    work?: SummaryWork,
  ): Promise<readonly SummaryRecord[]>;
}

/** The summary of a source, made by itself if it can. */
export function summarizeSource<Signal>(
  source: SummarySource<Signal>,
  plan: SummaryPlan,
  signal: Signal,
  work: SummaryWork = {},
): Promise<readonly SummaryRecord[]> {
  if (source.summarize !== undefined) return source.summarize(plan, signal, work);
  const fields = fieldsOf(plan, source.schema);
  const query = {
    fields,
    ...defined({ filter: plan.filter, owner: work.owner, weight: work.weight }),
  };
  return summarizeRecords(plan, source.read(query, signal), work, NO_PACE);
}

/** The fields that the expressions of a plan read. At least one, since some stores return no record without any. */
export function fieldsOf(
  { keys, measures }: SummaryPlan,
  { key, fields }: Schema,
): readonly string[] {
  const names = new Set<string>();
  const values = [...keys, ...measures.flatMap(({ value }) => value ?? [])];
  for (const { formula } of values) for (const name of storedFields(formula)) names.add(name);
  if (names.size > 0) return [...names];
  const [first] = fields.keys();
  const one = key?.name ?? first;
  return one === undefined ? [] : [one];
}

/** How records are worked on, so that other work has its turn in between. */
export interface Pace {
  /** Into pieces of how many records a batch is divided. */
  readonly sizeFor: (records: readonly unknown[]) => number;
  /** Called after each piece. */
  readonly pause: () => Promise<void> | undefined;
}

/** The summary of records as they come. */
export async function summarizeRecords(
  plan: SummaryPlan,
  batches: AsyncIterable<readonly unknown[]>,
  { hold }: SummaryWork,
  { sizeFor, pause }: Pace,
): Promise<readonly SummaryRecord[]> {
  const summarizer = new Summarizer(plan, rowReader(plan));
  for await (const records of batches) {
    const size = Math.min(BATCH, sizeFor(records));
    for (let from = 0; from < records.length; from += size) {
      const some = records.slice(from, from + size);
      summarizer.add(some, some.length);
      hold?.(summarizer.bytes);
      await pause();
      const unsettled = summarizer.settle();
      if (unsettled !== undefined) await inSteps(unsettled, pause);
    }
  }
  return inSteps(summarizer.finish(hold), pause);
}

/** The result of work in steps, with pauses. */
export async function inSteps<T>(
  steps: Steps<T>,
  pause: () => Promise<void> | undefined,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** Batches come by turns of the event loop anyway. */
const NO_PACE: Pace = { sizeFor: () => BATCH, pause: () => undefined };
