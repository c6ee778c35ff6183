import { BLANK, type Encoded } from "../../backends/evaluation/encoded-value.ts";
import type { ValueType } from "../../language/types/value-type.ts";
import { ERROR, type Outcome } from "../../language/values/plain.ts";
import type { Steps } from "../../util/steps.ts";
import { type GroupColumn, groupRecords, type SummaryRecord } from "./group-records.ts";
import { ElementKeys } from "./groups/element-keys.ts";
import { GroupCounts } from "./groups/group-counts.ts";
import type { Fill, GroupKeys } from "./groups/group-keys.ts";
import { Grouping, type GroupKeyValues, tooMany } from "./groups/grouping.ts";
import { BATCH, type ValueBatch, valuesOf } from "./groups/value-batch.ts";
import { MEASURES } from "./measures/index.ts";
import type { Accumulator, Divided } from "./measures/measure.ts";
import type { SummaryMeasure, SummaryPlan } from "./summary-plan.ts";

/** Reads the values of a plan's expressions. */
export interface SummaryReader<Rows> {
  readonly keys: readonly GroupKeys<Rows>[];
  /** For each measure, the reader of its values; `undefined` if it takes none. */
  readonly readings: readonly (Reading<Rows> | undefined)[];
}

/** Reads the values of a measure. */
export interface Reading<Rows> {
  readonly fill: Fill<Rows>;
  /** The type of the values. For texts that are only counted, it may be numbers that identify them. */
  readonly type: ValueType;
}

interface Measuring<Rows> {
  readonly fill: Fill<Rows> | undefined;
  readonly type: ValueType;
  readonly buffer: ValueBatch;
  /** Whether values may be errors. */
  readonly mayFail: boolean;
  readonly accumulator: Accumulator;
  /** The groups with an error among their values. */
  readonly failed: Set<number>;
}

const GROUP_BYTES = 100;

/** A mergeable partial result. `structuredClone` copies it. */
export interface SummaryPart {
  readonly keys: GroupKeyValues;
  /** The number of records in each group. */
  readonly records: Float64Array;
  readonly measures: readonly {
    readonly part: unknown;
    /** The indices of groups with an error among their values. */
    readonly failed: readonly number[];
  }[];
}

/** Computes a plan over batches of records of any representation. */
export class Summarizer<Rows> {
  readonly #plan: SummaryPlan;
  readonly #reader: SummaryReader<Rows>;
  readonly #grouping: Grouping<Rows>;
  readonly #elements: ElementKeys<Rows> | undefined;
  readonly #records = new GroupCounts();
  readonly #measures: readonly Measuring<Rows>[];
  readonly #groups = new Uint32Array(BATCH);
  readonly #hasValues: boolean;

  constructor(plan: SummaryPlan, reader: SummaryReader<Rows>) {
    this.#plan = plan;
    this.#reader = reader;
    this.#grouping = new Grouping(reader.keys, plan.mostGroups);
    this.#elements = reader.keys.find((keys) => keys instanceof ElementKeys);
    this.#measures = plan.measures.map((measure, index) =>
      this.#measuring(measure, reader.readings[index]),
    );
    this.#hasValues = reader.readings.some((reading) => reading !== undefined);
    this.#reserve(1);
  }

  #measuring(
    { measure, value }: SummaryMeasure,
    reading: Reading<Rows> | undefined,
  ): Measuring<Rows> {
    const type = reading?.type ?? "number";
    return {
      fill: reading?.fill,
      type,
      buffer: valuesOf(type),
      mayFail: value?.field === undefined,
      accumulator: MEASURES[measure].accumulate({ type, records: this.#records }),
      failed: new Set(),
    };
  }

  /** The approximate memory of the groups in bytes. */
  get bytes(): number {
    let bytes = this.#grouping.bytes + this.#records.bytes;
    for (const { accumulator, failed } of this.#measures) {
      bytes += accumulator.bytes + failed.size * GROUP_BYTES;
    }
    return bytes;
  }

  /** Adds records, at most a batch. */
  add(rows: Rows, count: number): void {
    if (this.#elements === undefined) this.#add(rows, count);
    else {
      for (const [some, size] of this.#elements.repeated(rows, count)) this.#add(some, size);
    }
  }

  #add(rows: Rows, count: number): void {
    const known = this.#hasValues ? undefined : this.#grouping.known(rows, count);
    if (known !== undefined) {
      this.#reserve(this.#grouping.size);
      this.#records.add(known, count);
      return;
    }
    const groups = this.#groups;
    this.#grouping.number(rows, count, groups);
    this.#reserve(this.#grouping.size);
    this.#records.add(groups, count);
    for (const { fill, type, buffer, mayFail, accumulator, failed } of this.#measures) {
      if (fill === undefined) continue;
      fill(rows, count, buffer);
      if (mayFail) {
        setApart(type, groups, buffer, count, failed);
      }
      accumulator.add(groups, buffer, count);
    }
  }

  #reserve(groups: number): void {
    if (groups <= this.#records.size) return;
    this.#records.reserve(groups);
    for (const { accumulator } of this.#measures) accumulator.reserve(this.#records.size);
  }

  /** An empty summarizer for the same plan. Both share the numbering of key values. */
  another(): Summarizer<Rows> {
    return new Summarizer(this.#plan, this.#reader);
  }

  /** Does all deferred work at once. */
  settleAll(): void {
    for (const _ of this.settle() ?? []);
  }

  /** Deferred work, in short steps; `undefined` if there is none. Add nothing before its end. */
  settle(): Steps | undefined {
    const steps = this.#measures.flatMap(({ accumulator }) => accumulator.settle?.() ?? []);
    return steps.length === 0 ? undefined : oneAfterAnother(steps);
  }

  /**
   * Takes the partial result; `undefined` if a measure needs all values, or if there are too many groups.
   *
   * @param most the most groups, at most a batch
   */
  part(most: number = BATCH): SummaryPart | undefined {
    const groups = Uint32Array.from(this.#present());
    if (groups.length > most) return undefined;
    const measures: SummaryPart["measures"][number][] = [];
    for (const { accumulator, failed } of this.#measures) {
      if (accumulator.divided === undefined) return undefined;
      const part = accumulator.divided.part(groups);
      measures.push({
        part,
        failed: [...groups.keys()].filter((index) => failed.has(groups[index] as number)),
      });
    }
    return { keys: this.#grouping.valuesOf(groups), records: this.#records.part(groups), measures };
  }

  /**
   * Merges a partial result of the same plan.
   *
   * @throws {@link SummaryError} if there are too many groups
   */
  merge({ keys, records, measures }: SummaryPart): void {
    const groups = this.#groups.subarray(0, records.length);
    this.#grouping.numberValues(keys, records.length, groups);
    this.#reserve(this.#grouping.size);
    this.#records.merge(records, groups);
    for (const [index, { part, failed }] of measures.entries()) {
      const own = this.#measures[index] as Measuring<Rows>;
      (own.accumulator.divided as Divided<unknown>).merge(part, groups);
      for (const index of failed) own.failed.add(groups[index] as number);
    }
  }

  /**
   * Builds the result, in short steps.
   *
   * @param hold called with the bytes of groups and result; throws if that is too much
   */
  *finish(hold?: (bytes: number) => void): Generator<void, readonly SummaryRecord[], undefined> {
    const { keys, mostGroups } = this.#plan;
    for (const { accumulator } of this.#measures) {
      for (const _ of accumulator.finish?.() ?? []) {
        hold?.(this.bytes);
        yield;
      }
    }
    const groups = keys.length === 0 ? [0] : this.#present();
    if (groups.length > mostGroups) throw tooMany(mostGroups);
    const { bytes } = this;
    return yield* groupRecords(this.#plan, this.#columns(), groups, (more) => hold?.(bytes + more));
  }

  #present(): readonly number[] {
    const groups: number[] = [];
    const { size } = this.#grouping;
    for (let group = 0; group < size; group++) if (this.#records.of(group) > 0) groups.push(group);
    return groups;
  }

  /** The columns of the result. */
  #columns(): readonly GroupColumn[] {
    const { keys, measures } = this.#plan;
    return [
      ...keys.map(({ name, type }, index) => ({
        name,
        type,
        of: (group: number): Outcome => this.#grouping.valueOf(group, index),
      })),
      ...measures.map(({ name, type }, index) => {
        const { accumulator, failed } = this.#measures[index] as Measuring<Rows>;
        const of = (group: number): Outcome =>
          failed.has(group) ? ERROR : accumulator.result(group);
        return { name, type, of };
      }),
    ];
  }
}

function* oneAfterAnother(all: readonly Steps[]): Steps {
  for (const steps of all) yield* steps;
}

/** Replaces errors by blanks, and notes their groups. */
function setApart(
  type: ValueType,
  groups: Uint32Array,
  values: ValueBatch,
  count: number,
  failed: Set<number>,
): void {
  const isNumber = type === "number" || type === "date";
  const blank: Encoded = type === "text" ? "" : BLANK;
  for (let index = 0; index < count; index++) {
    const value = values[index];
    if (isNumber ? !Number.isNaN(value) : value !== null) continue;
    failed.add(groups[index] as number);
    (values as Encoded[])[index] = blank;
  }
}
