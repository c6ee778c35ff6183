import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type {
  GroupKey,
  MeasureOption,
  SummaryQuery,
  SummaryRecord,
} from "../../../src/data/summary/index.ts";
import { compileOrThrow, isErrorValue } from "../../../src/engine/index.ts";
import { readSchema, type Schema, type SortKey } from "../../../src/language/schema/index.ts";

/** A case of `grammar/summaries.json`: the groups are lists of their keys and measures. */
interface SummaryCase {
  readonly rule: string;
  readonly filter?: string;
  readonly groupBy?: readonly GroupKey[];
  readonly measures?: readonly MeasureOption[];
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly expect: readonly (readonly unknown[])[];
}

const file = JSON.parse(
  readFileSync(new URL("../../../grammar/summaries.json", import.meta.url), "utf8"),
) as {
  readonly schema: unknown;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly cases: readonly SummaryCase[];
};

const read = readSchema(file.schema);
if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));

export const schema: Schema = read.schema;
export const cases = file.cases;
/** The records, with dates as texts. */
export const records = file.records;
/** The records as stores take them. */
export const storeRecords = file.records.map((record) => ({
  ...record,
  at: typeof record.at === "string" ? new Date(record.at) : null,
}));

export function queryOf({ filter, expect: _, rule: __, ...query }: SummaryCase): SummaryQuery {
  return {
    ...query,
    ...(filter === undefined ? {} : { filter: compileOrThrow(filter, schema) }),
  };
}

/** Groups as the cases have them. */
export function listsOf(groups: readonly SummaryRecord[]): readonly (readonly unknown[])[] {
  return groups.map((group) =>
    Object.values(group).map((value) => {
      if (isErrorValue(value)) return { error: true };
      return value instanceof Date ? value.toISOString() : value;
    }),
  );
}

export function expectCase(groups: readonly SummaryRecord[], one: SummaryCase): void {
  expect(listsOf(groups)).toEqual(one.expect);
}
