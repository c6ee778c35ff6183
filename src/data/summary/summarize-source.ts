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

/** The owner of some work. A busy store schedules owners fairly, so that none of them waits for all the work of another. */
export interface Owner {
  /** Any string, such as the identifier of an API key. */
  readonly id: string;
  /** An owner of weight 4 gets the share of four owners of weight 1. Default: 1. */
  readonly weight?: number | undefined;
}

/** The working time of a request so far: of compiling its formulas, and of all its queries together. */
export interface WorkMeter {
  /** In milliseconds. */
  usedMs: number;
}

/** The owner of a call, and the signal that ends it. */
export interface WorkOptions<Signal> {
  /** An `AbortSignal` that ends the work. */
  readonly signal?: Signal | undefined;
  /** The owner of the work. */
  readonly owner?: Owner | undefined;
  /** @internal Counts the working time. The time limit of a call includes the time that was counted before it. */
  readonly meter?: WorkMeter | undefined;
  /** @internal Called with the bytes that the work takes now; throws if that is too much. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/** The owner, the signal and the memory limit of a summary. */
export interface SummaryWork<Signal> extends WorkOptions<Signal> {
  /** Called with the bytes that the groups take so far; throws if that is too much. */
  readonly hold?: ((bytes: number) => void) | undefined;
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
    },
    options?: WorkOptions<Signal>,
  ): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Computes the summary in the source; if missing, records are read and summarized here. */
  summarize?(plan: SummaryPlan, work?: SummaryWork<Signal>): Promise<readonly SummaryRecord[]>;
}

/** Summarizes a source, which computes the summary itself if it can. */
export function summarizeSource<Signal>(
  source: SummarySource<Signal>,
  plan: SummaryPlan,
  work: SummaryWork<Signal>,
): Promise<readonly SummaryRecord[]> {
  if (source.summarize !== undefined) return source.summarize(plan, work);
  const fields = fieldsOf(plan, source.schema);
  const query = { fields, ...defined({ filter: plan.filter }) };
  return summarizeRecords(plan, source.read(query, work), work, NO_PACE);
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
  { hold }: Pick<SummaryWork<unknown>, "hold">,
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
