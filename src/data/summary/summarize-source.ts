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

/** The owner and the memory limit of a summary. */
export interface SummaryWork {
  /** The owner of the work: owners share resources by weight. */
  readonly owner?: string;
  /** An owner of weight 4 gets the share of four owners of weight 1. Default: 1. */
  readonly weight?: number;
  /** Called with the bytes that the groups take so far; throws if that is too much. */
  readonly hold?: (bytes: number) => void;
}

/** A source of records to summarize, such as a store. */
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
  /** Computes the summary in the source; if missing, records are read and summarized here. */
  summarize?(
    plan: SummaryPlan,
    signal: Signal,
    work?: SummaryWork,
  ): Promise<readonly SummaryRecord[]>;
}

/** Summarizes a source, which computes the summary itself if it can. */
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

/** The fields that a plan's expressions read, but at least one: some stores return no record without fields. */
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

/** How to divide the work, so that other work can run in between. */
export interface Pace {
  /** The number of records of a batch to process at once. */
  readonly sizeFor: (records: readonly unknown[]) => number;
  /** Called after each chunk of records. */
  readonly pause: () => Promise<void> | undefined;
}

/** Summarizes records as they arrive. */
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

/** Runs steps to their result, with pauses. */
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

/** Batches arrive asynchronously, which already yields to the event loop. */
const NO_PACE: Pace = { sizeFor: () => BATCH, pause: () => undefined };
