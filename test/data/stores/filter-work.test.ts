import { describe, expect, it } from "vitest";
import { restrictTo } from "../../../src/data/stores/filter-scopes.ts";
import { filterWork, summaryWork } from "../../../src/data/stores/filter-work.ts";
import { ITERATION_MS } from "../../../src/data/stores/loop-queue.ts";
import { planOrThrow } from "../../../src/data/summary/index.ts";
import { compile, compileOrThrow } from "../../../src/engine/index.ts";
import { defineSchema } from "../../../src/language/schema/index.ts";

// The work that formulas may take for one record. What each of them takes depends on the longest texts.

const schema = defineSchema({ id: { type: "text", key: true }, notes: "text", dealer: "text" });
const FILTER = 'LEN(REGEX_REPLACE({notes}, "(?:A|B).{300}x", "")) = 1';
const filter = compileOrThrow(FILTER, schema);
const scope = compileOrThrow('LEN(REGEX_REPLACE({dealer}, "(?:A|B).{300}x", "")) = 1', schema);
const MOST_MS = 10;

/** A length of texts for which each of the formulas takes more than half of its limit, and less than all. */
const length = (() => {
  let most = 1;
  while (filterWork(filter, () => most).ms <= MOST_MS * 0.55) most = Math.ceil(most * 1.2);
  return most;
})();
const longest = (): number => length;
const TOO_COSTLY = expect.objectContaining({ code: "too-costly" });

describe("the work of a filter", () => {
  it("is within its limit", () => {
    const { ms } = filterWork(filter, longest);
    expect(ms).toBeGreaterThan(MOST_MS / 2);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it("within a scope is not limited by what the scope takes", () => {
    const { ms } = filterWork(restrictTo(scope, filter), longest);
    expect(ms).toBeGreaterThan(MOST_MS);
  });

  it("within a scope has no larger limit than without", () => {
    const cheap = compileOrThrow('{dealer} = "1"', schema);
    const long = (): number => length * 2;
    expect(() => filterWork(filter, long)).toThrow(TOO_COSTLY);
    expect(() => filterWork(restrictTo(cheap, filter), long)).toThrow(TOO_COSTLY);
  });

  it("that was combined of two is limited as if it were one formula", () => {
    expect(() => filterWork(filter.and(scope), longest)).toThrow(TOO_COSTLY);
  });
});

describe("the work of a summary", () => {
  const compileText = (source: string) => compile(source, schema);
  const most = 'max(LEN(REGEX_REPLACE({notes}, "(?:A|B).{300}x", "")))';

  it("is within the limit for one costly formula", () => {
    const plan = planOrThrow(schema, { measures: [most] }, compileText);
    expect(summaryWork(plan, longest).ms).toBeLessThan(MOST_MS);
  });

  it("has the time of looking up each text, so that 2,000 records with 20 of them are not one step", () => {
    const measures = Array.from({ length: 20 }, (_, at) => `countDistinct({dealer} & "${at}")`);
    const { ms } = summaryWork(planOrThrow(schema, { measures }, compileText), () => 0);
    expect(2_000 * ms).toBeGreaterThan(ITERATION_MS);
  });

  it("is limited for all of its formulas together", () => {
    const plan = planOrThrow(schema, { measures: [most, most.replace("max", "min")] }, compileText);
    expect(() => summaryWork(plan, longest)).toThrow(TOO_COSTLY);
    const filtered = { ...planOrThrow(schema, { measures: [most] }, compileText), filter };
    expect(() => summaryWork(filtered, longest)).toThrow(TOO_COSTLY);
    expect(() =>
      summaryWork({ ...filtered, filter: restrictTo(scope, undefined) }, longest),
    ).not.toThrow();
  });
});
