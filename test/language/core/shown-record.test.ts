import { describe, expect, it } from "vitest";
import { explainedFields } from "../../../src/engine/explained-fields.ts";
import { defineSchema } from "../../../src/index.ts";
import { shownRecord } from "../../../src/language/core/shown-record.ts";

const schema = defineSchema({
  price: "number",
  tax: "number",
  sold: "date",
  total: { formula: "{price} + {tax}" },
  double: { formula: "{total} * 2" },
  isPast: { formula: "{sold} < NOW()" },
  codes: "list",
  unique: { formula: "ARRAYUNIQUE({codes})" },
  never: { formula: "IF(TRUE(), 1, {tax})" },
});

const field = (name: string) => {
  const found = schema.fields.get(name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe("a record of a result", () => {
  it("has the requested fields, computed ones too, and nothing else", () => {
    const show = shownRecord(["tax", "price", "double", "isPast"].map(field));
    expect(show({ price: 1, sold: new Date("2024-02-27"), other: "x" })).toEqual({
      tax: null,
      price: 1,
      double: 2,
      isPast: true,
    });
  });

  it("has null for a computed list that is empty, as for every blank", () => {
    const show = shownRecord(["unique"].map(field));
    expect(show({ codes: ["b", "b"] })).toEqual({ unique: ["b"] });
    expect(show({ codes: [] })).toEqual({ unique: null });
  });
});

describe("the fields of an explanation", () => {
  it("are those of records, and those that computed fields are built from", () => {
    expect(explainedFields(schema, ["price"])).toEqual(["price"]);
    expect(explainedFields(schema, ["double"])).toEqual(["price", "tax"]);
    expect(explainedFields(schema, ["never", "sold"])).toEqual(["tax", "sold"]);
  });
});
