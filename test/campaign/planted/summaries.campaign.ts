import { afterEach, describe, expect, it, vi } from "vitest";
import { Dialect } from "../../../src/backends/sql/dialect.ts";
import type { DialectDefinition } from "../../../src/backends/sql/dialect-definition.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import { sql } from "../../../src/backends/sql/sql-fragment.ts";
import { ExactSum } from "../../../src/data/summary/groups/exact-sum.ts";
import { GroupCounts } from "../../../src/data/summary/groups/group-counts.ts";
import { GroupSums } from "../../../src/data/summary/groups/group-sums.ts";
import { GroupValues } from "../../../src/data/summary/groups/group-values.ts";
import { Grouping } from "../../../src/data/summary/groups/grouping.ts";
import { NumberNumbering } from "../../../src/data/summary/groups/number-numbering.ts";
import { Numbering } from "../../../src/data/summary/groups/numbering.ts";
import { Summarizer } from "../../../src/data/summary/summarizer.ts";
import { runSummaries, type SummaryTable } from "../../data/summary/differential.ts";
import { engineTables } from "../../data/summary/engine-tables.ts";
import { memoryTable } from "../../data/summary/memory-tables.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";

// The random summaries can fail: each of these mistakes, planted alone, is found.

const SOME = { seed: 1, plans: 1000, failures: 1 };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Plants a mistake in texts, or in numbers, before they are numbered. */
function numberedTexts(change: (value: unknown) => unknown): void {
  const right = Numbering.prototype.of;
  vi.spyOn(Numbering.prototype, "of").mockImplementation(function (this: Numbering<unknown>, of) {
    return right.call(this, change(of));
  });
}

function numberedNumbers(change: (value: number) => number): void {
  const right = NumberNumbering.prototype.number;
  vi.spyOn(NumberNumbering.prototype, "number").mockImplementation(function (
    this: NumberNumbering,
    values,
    count,
    into,
  ) {
    right.call(this, values.map(change), count, into);
  });
}

/** Tables whose ways get another query than the reference. */
async function changed(
  change: (query: Parameters<SummaryTable["ways"][number]["summarize"]>[0]) => object,
  table: Promise<SummaryTable>,
): Promise<SummaryTable> {
  const { ways, ...rest } = await table;
  return {
    ...rest,
    ways: ways.map(({ name, summarize }) => ({
      name,
      summarize: (query) => summarize({ ...query, ...change(query) }),
    })),
  };
}

const IN_MEMORY: Readonly<Record<string, () => void>> = {
  "a sum is rounded at each step": () => {
    vi.spyOn(GroupSums.prototype, "add").mockImplementation(function (
      this: GroupSums,
      groups,
      values,
      count,
    ) {
      for (let index = 0; index < count; index++) {
        const group = groups[index] as number;
        const value = values[index] as number;
        if (value !== Number.POSITIVE_INFINITY) sums.set(this, group, value);
      }
    });
    const sums = new NaiveSums();
    vi.spyOn(GroupSums.prototype, "of").mockImplementation(function (this: GroupSums, group) {
      return sums.of(this, group);
    });
  },
  "a quotient is rounded twice": () => {
    const right = ExactSum.prototype.over;
    vi.spyOn(ExactSum.prototype, "over").mockImplementation(function (this: ExactSum, divisor) {
      const sum = right.call(this, 1);
      return sum === undefined ? undefined : sum / divisor + 0;
    });
  },
  "a sum beyond the largest number is Infinity": () => {
    const right = ExactSum.prototype.over;
    vi.spyOn(ExactSum.prototype, "over").mockImplementation(function (this: ExactSum, divisor) {
      return right.call(this, divisor) ?? Number.POSITIVE_INFINITY;
    });
  },
  "errors are in the group of blanks": () =>
    numberedNumbers((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value)),
  "texts that are errors are in the group of blanks": () =>
    numberedTexts((value) => (value === null ? "" : value)),
  "texts are the same in either case": () =>
    numberedTexts((value) => (typeof value === "string" ? value.toLowerCase() : value)),
  "large numbers are the same if they differ by little": () =>
    numberedNumbers((value) => Math.fround(value)),
  "blanks count as 0 in averages": () => {
    vi.spyOn(GroupCounts.prototype, "addNumbers").mockImplementation(function (
      this: GroupCounts,
      groups,
      _,
      count,
    ) {
      this.add(groups, count);
    });
  },
  "records that threads have counted are not counted": () => {
    vi.spyOn(GroupCounts.prototype, "merge").mockImplementation(() => undefined);
  },
  "a thread's groups have the numbers that they have elsewhere": () => {
    vi.spyOn(Grouping.prototype, "numberValues").mockImplementation((_, count, into) => {
      for (let index = 0; index < count; index++) into[index] = index;
    });
  },
  "errors in threads are forgotten": () => {
    const right = Summarizer.prototype.merge;
    vi.spyOn(Summarizer.prototype, "merge").mockImplementation(function (
      this: Summarizer<unknown>,
      { measures, ...part },
    ) {
      right.call(this, { ...part, measures: measures.map((one) => ({ ...one, failed: [] })) });
    });
  },
  "a median has no fraction": () => {
    const right = GroupValues.prototype.add;
    vi.spyOn(GroupValues.prototype, "add").mockImplementation(function (
      this: GroupValues,
      groups,
      values,
      count,
    ) {
      right.call(
        this,
        groups,
        values.map((value) => Math.trunc(value)),
        count,
      );
    });
  },
};

/** Sums as they are usually made. */
class NaiveSums {
  readonly #sums = new WeakMap<GroupSums, Map<number, number>>();

  set(of: GroupSums, group: number, value: number): void {
    const sums = this.#sums.get(of) ?? new Map<number, number>();
    this.#sums.set(of, sums);
    sums.set(group, (sums.get(group) ?? 0) + value);
  }

  of(sums: GroupSums, group: number): ExactSum {
    const sum = new ExactSum();
    const value = this.#sums.get(sums)?.get(group) ?? 0;
    sum.add(Number.isFinite(value) ? value : 0);
    return sum;
  }
}

/** An answer was wrong, and not just missing. */
function expectWrong(failures: readonly string[]): void {
  expect(failures).toHaveLength(1);
  expect(failures[0]).not.toContain("throws");
}

describe("a mistake in memory is caught", () => {
  it.each(Object.entries(IN_MEMORY))("if %s", async (_, plant) => {
    plant();
    const { failures } = await runSummaries({ ...SOME, table: memoryTable });
    expectWrong(failures);
  });

  it("if the limit comes before the order", async () => {
    const table = async (...given: Parameters<typeof memoryTable>): Promise<SummaryTable> =>
      await changed(
        ({ limit, sort }) => (limit === undefined ? {} : { sort: sort?.slice(1) ?? [] }),
        memoryTable(...given),
      );
    const { failures } = await runSummaries({ ...SOME, table });
    expectWrong(failures);
  });
});

const right = sqlite.definition;

interface Mistake {
  readonly definition?: DialectDefinition;
  readonly change?: (text: string) => string;
}

const IN_SQL: Readonly<Record<string, Mistake>> = {
  "sums of a database are taken as they are": {
    change: (text) =>
      text
        .replace(/>= CAST\(\? AS REAL\) THEN 1/g, "< CAST(? AS REAL) THEN 0")
        .replaceAll("floor(", "("),
  },
  "the empty text is no blank": {
    change: (text) =>
      text.replace(/CASE WHEN ("[^"]*"\."[^"]*") <> \? THEN/g, "CASE WHEN ? <> '/' THEN"),
  },
  "texts are the same in either case": {
    definition: { ...right, textOrder: (text) => sql`${text} COLLATE NOCASE` },
  },
  "values are counted that are not different": {
    change: (text) => text.replace("COUNT(DISTINCT", "COUNT("),
  },
  "the filter is forgotten": {
    change: (text) => text.replace(/ WHERE (.*) GROUP BY/, " WHERE (($1) OR 1 = 1) GROUP BY"),
  },
};

describeEngine(
  "sqlite",
  () => openEngine("sqlite"),
  (engine) => {
    it.each(Object.entries(IN_SQL))(
      "a mistake in a database is caught if %s",
      async (_, { definition = right, change }) => {
        const made = { byDatabase: 0, ofRecords: 0 };
        const table = engineTables(engine(), Dialect.of(definition), made, change);
        const { failures } = await runSummaries({ ...SOME, table });
        expectWrong(failures);
      },
    );
  },
);
