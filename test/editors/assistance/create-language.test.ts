import { describe, expect, test } from "vitest";
import { createLanguage } from "../../../src/editors/assistance/index.ts";
import { applyFix, check, defineSchema } from "../../../src/index.ts";

const schema = defineSchema({
  country: "text",
  price: "number",
  secret: { type: "text", hidden: true },
});
const language = createLanguage({ schema, parameters: { most: "number" } });

describe("createLanguage", () => {
  test("returns the same diagnostics as `check`", () => {
    for (const text of ["", "{price} < $most", '{prise} = "', "AND({secret}", "$least"]) {
      const { diagnostics } = check(text, schema, { parameters: { most: "number" } });
      expect(language.diagnostics(text)).toEqual(diagnostics);
    }
  });

  test("formats by one edit, and leaves a broken formula unchanged", () => {
    const text = "AND( country='Italy',price<$most)";
    const edits = language.format(text);
    expect(edits).toHaveLength(1);
    const formatted = applyFix(text, { title: "", edits });
    expect(formatted).toBe('AND(country = "Italy", price < $most)');
    expect(language.format(formatted)).toEqual([]);
    expect(language.format("AND(country =")).toEqual([]);
  });

  test("throws at once for an invalid option", () => {
    // @ts-expect-error: a schema is needed
    expect(() => createLanguage({})).toThrow("`createLanguage`: the schema");
    expect(() => createLanguage({ schema, timeZone: "Rome" })).toThrow("timeZone");
  });

  test("has methods that work unbound", () => {
    const { diagnostics } = language;
    expect(diagnostics("{price}")).toEqual([]);
  });
});
