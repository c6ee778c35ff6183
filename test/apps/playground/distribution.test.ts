import { describe, expect, it } from "vitest";
import { ColumnGroups } from "../../../src/apps/playground/distribution/column-groups.ts";
import type {
  Distribution,
  Histogram,
} from "../../../src/apps/playground/distribution/distribution.ts";
import { DistributionReader } from "../../../src/apps/playground/distribution/distribution-reader.ts";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema, type Schema } from "../../../src/index.ts";

const NEVER = new AbortController().signal;

function distributionOf(
  rows: readonly object[],
  schema: Schema,
  field: string,
  formula = "",
): Promise<Distribution> {
  const groups = new ColumnGroups(Columns.from(rows, schema));
  return new DistributionReader(schema, groups).read(field, formula, NEVER);
}

const schema = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  at: "date",
  sold: "boolean",
  tags: "list",
  share: { formula: "100 / {price}" },
  word: { formula: 'IF({price} = 0, ERROR(), {id} & "!")' },
});
const rows = [
  { id: "a", price: 0, at: "2024-01-01", sold: true, tags: ["x", "y", "x"] },
  { id: "b", price: 10, at: "2024-01-02T12:00:00Z", tags: ["y"] },
  { id: "c", price: 20, at: "2024-02-29", sold: false, tags: [] },
  { id: "d" },
];

describe("the distribution of a field", () => {
  it("of texts: bars, the most frequent first, blanks and others apart", async () => {
    const letters = [..."aaabbc", ..."defghijklmnop", ""].map((letter) => ({ id: letter }));
    const found = await distributionOf(
      letters,
      schema,
      "id",
      'OR({id} = "a", {id} = "p", {id} = BLANK())',
    );
    expect(found).toMatchObject({
      kind: "bars",
      others: { all: 4, matching: 1 },
      blanks: { all: 1, matching: 1 },
      errors: { all: 0, matching: 0 },
    });
    if (found.kind !== "bars") throw new Error("no bars");
    expect(found.bars.length).toBe(12);
    expect(found.bars.slice(0, 3)).toEqual([
      { value: "a", all: 3, matching: 3 },
      { value: "b", all: 2, matching: 0 },
      { value: "c", all: 1, matching: 0 },
    ]);
  });

  it("of a field with choices: a choice that no record has has a bar, too", async () => {
    const chosen = defineSchema({ status: { type: "text", choices: ["new", "paid", "late"] } });
    const orders = [{ status: "paid" }, { status: "paid" }, { status: "new" }];
    expect(await distributionOf(orders, chosen, "status", '{status} = "new"')).toMatchObject({
      bars: [
        { value: "paid", all: 2, matching: 0 },
        { value: "new", all: 1, matching: 1 },
        { value: "late", all: 0, matching: 0 },
      ],
    });
  });

  it("of a list: each record counts once for each of its elements", async () => {
    expect(await distributionOf(rows, schema, "tags", "{price} = 0")).toEqual({
      kind: "bars",
      bars: [
        { value: "y", all: 2, matching: 1 },
        { value: "x", all: 1, matching: 1 },
      ],
      blanks: { all: 2, matching: 0 },
      errors: { all: 0, matching: 0 },
    });
  });

  it("of booleans: a missing value counts as FALSE", async () => {
    expect(await distributionOf(rows, schema, "sold")).toEqual({
      kind: "bars",
      bars: [
        { value: false, all: 3, matching: 3 },
        { value: true, all: 1, matching: 1 },
      ],
      blanks: { all: 0, matching: 0 },
      errors: { all: 0, matching: 0 },
    });
  });

  it("of numbers: round bins of whole numbers, blanks apart", async () => {
    const found = (await distributionOf(rows, schema, "price", "{price} > 5")) as Histogram;
    expect(found.edges).toEqual(Array.from({ length: 22 }, (_, index) => index));
    expect(found.all[0]).toBe(1);
    expect(found.matching[0]).toBe(0);
    expect([found.all[10], found.matching[10], found.all[20]]).toEqual([1, 1, 1]);
    expect(found.blanks).toEqual({ all: 1, matching: 0 });
  });

  it("of dates: whole days, of which each has its own instants", async () => {
    const found = (await distributionOf(rows, schema, "at")) as Histogram;
    expect(found.isDate).toBe(true);
    expect(new Date(found.edges[0] ?? 0).toISOString()).toBe("2024-01-01T00:00:00.000Z");
    expect(found.all.reduce((a, b) => a + b)).toBe(3);
    expect(found.blanks.all).toBe(1);
  });

  it("of computed fields: errors are neither values nor blanks", async () => {
    expect(await distributionOf(rows, schema, "share", "TRUE()")).toMatchObject({
      all: expect.arrayContaining([1]),
      blanks: { all: 0, matching: 0 },
      errors: { all: 2, matching: 2 },
    });
    expect(await distributionOf(rows, schema, "word", "{price} = 0")).toMatchObject({
      bars: [{ all: 1 }, { all: 1 }, { all: 1 }],
      errors: { all: 1, matching: 1 },
    });
  });

  it("of no values at all is empty", async () => {
    expect(await distributionOf([{}, {}], schema, "price")).toEqual({
      kind: "histogram",
      isDate: false,
      edges: [],
      all: [],
      matching: [],
      blanks: { all: 2, matching: 2 },
      errors: { all: 0, matching: 0 },
    });
    expect(await distributionOf([], schema, "id")).toMatchObject({ bars: [] });
  });

  it.each([
    ["huge", [-Number.MAX_VALUE, 0, Number.MAX_VALUE]],
    ["tiny", [-5e-324, 5e-324]],
    ["one", [0.5, 0.5]],
    ["zero", [0]],
    ["close", [1, 1 + Number.EPSILON]],
    ["large and close", [1e16, 1e16 + 2, 1e16 + 4]],
    ["fractions", [0.1, 0.2, 0.3, 0.7]],
    ["negative", [-3, -2.5, -1e9]],
  ])("of %s numbers: bounds ascend, and each value lies in its bin", async (_, values) => {
    const records = values.map((price, index) => ({ id: String(index), price }));
    const found = (await distributionOf(records, schema, "price")) as Histogram;
    const { edges, all } = found;
    expect(
      edges.every(
        (edge, index) => Number.isFinite(edge) && (index === 0 || edge > (edges[index - 1] ?? 0)),
      ),
    ).toBe(true);
    expect(edges.length).toBeLessThan(46);
    const last = all.length - 1;
    for (const [bin, count] of all.entries()) {
      const inside = values.filter(
        (value) =>
          value >= (edges[bin] ?? 0) &&
          (value < (edges[bin + 1] ?? 0) || (bin === last && value <= (edges[bin + 1] ?? 0))),
      );
      expect(count, `${edges[bin]}`).toBe(inside.length);
    }
    expect(all.reduce((a, b) => a + b)).toBe(values.length);
  });

  it.each([
    ["1900-01-01", "2298-12-31T23:59:59.999Z"],
    ["2024-02-29", "2024-02-29"],
    ["2024-02-29T10:00:00Z", "2024-02-29T10:00:59Z"],
    ["2023-12-25", "2024-03-01"],
    ["1969-12-31", "1970-01-01"],
  ])("of dates from %s to %s: every date is in a bin", async (least, most) => {
    const records = [
      { id: "a", at: least },
      { id: "b", at: most },
    ];
    const found = (await distributionOf(records, schema, "at")) as Histogram;
    expect(found.all[0]).toBeGreaterThan(0);
    expect(found.all.at(-1)).toBeGreaterThan(0);
    expect(found.edges.length).toBeLessThan(50);
    expect(found.all.reduce((a, b) => a + b)).toBe(2);
  });

  it("of a field of any name", async () => {
    for (const name of [
      "__proto__",
      "constructor",
      "<script>",
      "count",
      "value",
      "}{\\",
      "x".repeat(1_000_000),
    ]) {
      const hostile = defineSchema({ id: { type: "text", key: true }, [name]: "number" });
      const record = Object.fromEntries([
        ["id", "1"],
        [name, 7],
      ]);
      const found = (await distributionOf([record], hostile, name, "id = '1'")) as Histogram;
      expect([found.all, found.matching], name.slice(0, 20)).toEqual([[1], [1]]);
    }
  });

  it("of more values than are counted is marked as incomplete", async () => {
    const many = Array.from({ length: 100_001 }, (_, index) => ({ id: `car ${index}` }));
    expect(await distributionOf(many, schema, "id")).toEqual({ kind: "too-many-values" });
  });

  it("agrees with what the formula of a bin returns", async () => {
    const records = Array.from({ length: 500 }, (_, index) => ({
      id: `${index}`,
      price: Math.sin(index) * 1e5,
    }));
    const found = (await distributionOf(records, schema, "price")) as Histogram;
    for (const [bin, count] of found.all.entries()) {
      const range = compileOrThrow(
        `AND({price} >= ${found.edges[bin]}, {price} < ${found.edges[bin + 1]})`,
        schema,
      );
      expect(range.filter(records as never).length).toBe(count);
    }
  });

  it("refuses an unknown field, and stops when its signal aborts", async () => {
    await expect(distributionOf(rows, schema, "pries")).rejects.toThrow('no field "pries"');
    const groups = new ColumnGroups(Columns.from(rows, schema));
    await expect(
      new DistributionReader(schema, groups).read("price", "", AbortSignal.abort()),
    ).rejects.toThrow("abort");
  });
});
