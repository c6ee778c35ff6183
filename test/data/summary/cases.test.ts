import { describe, expect, it } from "vitest";
import { Columns } from "../../../src/backends/columns/columns.ts";
import { summarize } from "../../../src/data/summary/index.ts";
import { cases, expectCase, queryOf, records, schema } from "./cases.ts";

const columns = Columns.from(records, schema);
/** Without a dictionary. */
const plain = Columns.from(records, schema, { mostDistinct: 0 });

describe("the cases of summaries", () => {
  it("are at least sixty", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(({ rule }) => rule)).size).toBe(cases.length);
  });

  describe.each(cases)("$rule", (one) => {
    it("holds on rows", () => expectCase(summarize(records, { ...queryOf(one), schema }), one));
    it("holds on columns", () => expectCase(summarize(columns, queryOf(one)), one));
    it("holds on columns without dictionaries", () =>
      expectCase(summarize(plain, queryOf(one)), one));
  });
});
