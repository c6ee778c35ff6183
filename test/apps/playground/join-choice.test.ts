import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice } from "../../../src/apps/playground/panels/field-choice.ts";
import { joinChoice, joinedChoice } from "../../../src/apps/playground/panels/join-choice.ts";
import { compile, defineSchema, parse } from "../../../src/index.ts";
import type { Field } from "../../../src/language/schema/index.ts";
import { countOf } from "../../harness/extent.ts";

const schema = defineSchema({
  country: "text",
  price: "number",
  at: "date",
  sold: "boolean",
  tags: "list",
  "}{\\ ": "number",
  __proto__x: "text",
});

function fieldOf(name: string): Field {
  const field = schema.fields.get(name);
  if (field === undefined) throw new Error(name);
  return field;
}

const range = (from?: number, to?: number): Choice => ({
  kind: "range",
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
const values = (...chosen: (string | boolean | null)[]): Choice => ({
  kind: "values",
  values: chosen,
});
const day = (text: string): number => Date.parse(text);

describe("a choice in the chart", () => {
  it.each([
    ["", "price", range(10, 20), "AND({price} >= 10, {price} < 20)"],
    ["  ", "price", range(-1.5), "{price} >= -1.5"],
    ['{country} = "Italy"', "price", range(10), 'AND({country} = "Italy", {price} >= 10)'],
    // Done again, it takes the place of the earlier one.
    [
      'AND({country} = "Italy", {price} >= 10)',
      "price",
      range(5, 7),
      'AND({country} = "Italy", {price} >= 5, {price} < 7)',
    ],
    ["AND({price} >= 10, {price} < 20)", "price", range(1), "{price} >= 1"],
    ["AND({price} >= 10, {price} < 20)", "price", undefined, ""],
    [
      'AND({price} >= 10, {price} < 20, {country} = "Italy")',
      "price",
      undefined,
      '{country} = "Italy"',
    ],
    [
      'AND({country} = "Italy", {price} >= 10)',
      "country",
      values("Spain"),
      'AND({price} >= 10, {country} = "Spain")',
    ],
    // What somebody wrote in another way stays.
    ["{price} > 10", "price", range(5), "AND({price} > 10, {price} >= 5)"],
    [
      "OR({price} >= 10, {sold})",
      "price",
      range(5),
      "AND(OR({price} >= 10, {sold}), {price} >= 5)",
    ],
    ["NOT({price} >= 10)", "price", range(5), "AND(NOT({price} >= 10), {price} >= 5)"],
    ["and( {sold} , {price}<9 )", "price", range(5), "and({sold}, {price} >= 5)"],
    ["(AND(({sold}), ({price} < 9)))", "price", range(5), "(AND(({sold}), {price} >= 5))"],
    // Comments and lines stay.
    ["{sold} // mine", "price", range(5), "AND({sold} // mine\n, {price} >= 5)"],
    ["/* why */ AND({sold}, {price} < 9)", "price", undefined, "/* why */ AND({sold})"],
    [
      "AND(\n  {sold}, // mine\n  {price} < 9\n)",
      "price",
      range(5),
      "AND(\n  {sold}, // mine\n  {price} >= 5\n)",
    ],
    [
      "AND(\n  {sold},\n  {country}\n)",
      "price",
      range(5),
      "AND(\n  {sold},\n  {country},\n  {price} >= 5\n)",
    ],
    [
      'AND({country} = "a,b)", {sold})',
      "price",
      range(5),
      'AND({country} = "a,b)", {sold}, {price} >= 5)',
    ],
    // Types.
    ["", "country", values("a", null), 'OR({country} = "a", {country} = BLANK())'],
    ["", "country", values('"\\'), String.raw`{country} = '"\\'`],
    ["", "sold", values(true), "{sold} = TRUE()"],
    ["{sold} = true()", "sold", values(false), "{sold} = FALSE()"],
    ["", "tags", values("x", "y"), 'OR(HAS({tags}, "x"), HAS({tags}, "y"))'],
    ['HAS({tags}, "x")', "tags", values(null), "{tags} = BLANK()"],
    [
      "",
      "at",
      range(day("2024-02-29"), day("2024-03-01T12:00:00Z")),
      'AND({at} >= "2024-02-29", {at} < "2024-03-01T12:00:00.000Z")',
    ],
    ['{at} >= "2024-02-29"', "at", range(undefined, day("2025-01-01")), '{at} < "2025-01-01"'],
    ["", "}{\\ ", range(0), String.raw`{\}\{\\ } >= 0`],
    [
      "",
      "price",
      range(1e300, -Number.MAX_VALUE),
      "AND({price} >= 1e+300, {price} < -1.7976931348623157e+308)",
    ],
  ])("%j, %s", (text, name, choice, expected) => {
    const field = fieldOf(name);
    const joined = joinChoice(text, field, choice);
    expect(joined).toBe(expected);
    if (expected === "") return;
    expect(compile(expected, schema)).toMatchObject({ ok: true });
    if (choice !== undefined && !text.includes(">"))
      expect(joinedChoice(expected, field)).toEqual(choice);
    // Doing it again changes nothing.
    expect(joinChoice(expected, field, choice)).toBe(expected);
  });

  it("leaves a broken formula and one that would become too long unchanged", () => {
    expect(joinChoice("{price} <", fieldOf("price"), range(1))).toBeUndefined();
    expect(joinChoice(`"${"x".repeat(15_990)}"`, fieldOf("price"), range(1))).toBeUndefined();
    expect(joinedChoice("{price} <", fieldOf("price"))).toBeUndefined();
  });

  it("of any formula returns the records that both return", () => {
    const parts = [
      "{sold}",
      "{price} < 9",
      "{price} >= 2",
      'NOT({country} = "a")',
      "OR({sold}, {price} > 1)",
      "/* c */ {price} > 3",
      "AND({sold}, {price} < 9)",
    ];
    const formulas = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
      .chain((some) =>
        fc.constantFrom(
          some[0] ?? "",
          `AND(${some.join(",\n")})`,
          `AND(${some.join(", ")} // end\n)`,
        ),
      );
    const rows = Array.from({ length: 24 }, (_, index) => ({
      price: index % 12,
      sold: index > 12,
      country: index % 2 === 0 ? "a" : "b",
    }));
    fc.assert(
      fc.property(formulas, fc.nat(9), (text, from) => {
        const field = fieldOf("price");
        const without = joinChoice(text, field, undefined);
        const joined = joinChoice(text, field, range(from));
        if (joined === undefined || without === undefined) throw new Error(text);
        expect(parse(joined).ok).toBe(true);
        const rest = without === "" ? rows : filtered(without, rows);
        expect(filtered(joined, rows)).toEqual(rest.filter(({ price }) => price >= from));
      }),
      { numRuns: countOf(100, 2_000) },
    );
  });
});

function filtered<T extends object>(text: string, rows: readonly T[]): readonly T[] {
  const result = compile(text, schema);
  if (!result.ok) throw new Error(text);
  return result.formula.filter(rows as never) as never;
}
