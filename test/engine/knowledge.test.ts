import { describe, expect, it, test } from "vitest";
import { compileOrThrow, defineSchema, implies } from "../../src/index.ts";

const schema = defineSchema({
  n: "number",
  y: "number",
  t: "text",
  d: "date",
  b: "boolean",
  l: "list",
});
const formulaOf = (source: string) => compileOrThrow(source, schema);

describe("assume", () => {
  test.each([
    ['AND({t} = "a", {n} > 5, OR({y} = 1, {b}))', { t: "a", y: 2 }, "AND({n} > 5, {b})"],
    ['AND({t} = "a", {n} > 5)', { t: "a" }, "{n} > 5"],
    ['AND({t} = "a", {n} > 5)', { t: "b" }, "FALSE()"],
    ["IF({y} > 1, {n}, {n} * 2) & {t}", { y: 5 }, "{n} & {t}"],
    ["{d} + {n}", { d: null }, 'DATETIME_PARSE("") + {n}'],
    ["{n} - {y}", { y: -2.5 }, "{n} - -2.5"],
    ["{n} / {y}", { n: 1, y: 0 }, "ERROR()"],
    ["HAS({l}, {t})", { l: ["a", "b"] }, 'HAS(ARRAYFLATTEN("a", "b"), {t})'],
    ["{l} = {t}", { t: null }, '{l} = "" & ""'],
    ["{n} > 5", {}, "{n} > 5"],
    ["{n} > 5", { n: undefined }, "{n} > 5"],
    ["AND({n}, {t} = 'a')", { t: "a" }, "AND({n})"],
  ])("%s with %j leaves %s", (source, values, left) => {
    expect(formulaOf(source).assume(values as never).source).toBe(left);
  });

  it("takes the values of parameters too, and applies to joined formulas", () => {
    const parameters = { user: "text" } as const;
    const mine = compileOrThrow("OR({t} = $user, {b})", schema, { parameters }).with({ user: "u" });
    expect(mine.assume({ b: false }).source).toBe('{t} = "u"');
    expect(mine.and(formulaOf("{n} > 1")).assume({ b: false }).source).toBe(
      'AND({t} = "u", {n} > 1)',
    );
  });

  it("writes known values beside a computed field that stays a name", () => {
    const cars = defineSchema({
      price: "number",
      country: "text",
      cost: { type: "number", hidden: true },
      profit: { formula: "{price} - {cost}" },
    });
    const parameters = { least: "number" } as const;
    const source = "AND({profit} > $least, {country} = 'Italy', {price} > 1)";
    const formula = compileOrThrow(source, cars, { parameters }).with({ least: 5 });
    const left = formula.assume({ price: 10, country: "Italy" });
    expect(left.source).toBe("{profit} > 5");
    expect(left.matches({ cost: 1 } as never)).toBe(true);
    expect(left.matches({ cost: 9 } as never)).toBe(false);
  });

  it("throws for a parameter that is a list with a blank text, which no formula can write", () => {
    const parameters = { blocked: "list" } as const;
    const open = compileOrThrow("NOT(HAS($blocked, {t}))", schema, { parameters });
    const formula = open.with({ blocked: ["", "x"] });
    const error = new TypeError("`assume`: the list `blocked` must not have a blank text");
    expect(() => formula.assume({ n: 1 })).toThrow(error);
    expect(() => formulaOf("{n} > 1").and(formula).assume({ n: 1 })).toThrow(error);
    expect(open.with({ blocked: ["x"] }).assume({ n: 1 }).source).toBe(
      'NOT(HAS(ARRAYFLATTEN("x"), {t}))',
    );
  });

  test.each([
    [{ m: 1 }, "`assume`: there is no field `m`"],
    [{ n: "1" }, "`assume`: the field `n` must be a number, or null, but is the text `1`"],
    [{ l: [""] }, "`assume`: the list `l` must not have a blank text"],
    [5, "`assume`: the values must be an object, but is the number 5"],
  ])("throws for %j", (values, message) => {
    expect(() => formulaOf("{n} > 1").assume(values as never)).toThrow(new TypeError(message));
  });
});

describe("implies", () => {
  test.each([
    ["{n} > 5", "{n} > 3", "true"],
    ["{n} > 3", "{n} > 5", "false"],
    ["{n} >= 5", "{n} > 5", "false"],
    ["AND({n} > 1, {n} < 5)", "NOT({n} = BLANK())", "true"],
    ["{n} = BLANK()", "{n} < 1", "false"],
    ["{n} < 2", "NOT({n} > 3)", "true"],
    ["NOT({n} > 3)", "{n} < 4", "false"],
    ['{t} = "a"', 'CONTAINS({t}, "a")', "true"],
    ['{t} = "b"', 'CONTAINS({t}, "a")', "false"],
    ['OR({t} = "a", {t} = "b")', 'OR({t} = "c", {t} = "b", {t} = "a")', "true"],
    ['{t} = "a"', 'AND({t} = "a", {n} = 1)', "false"],
    ["1 / {n} > 1", "1 / {n} > 0", "true"],
    ["ISERROR(1 / {n})", "ISERROR(1 / {n})", "true"],
    ["AND({b}, {n} > 1)", "{b}", "true"],
    ["{d} > TODAY()", "{d} > TODAY()", "true"],
    ['{d} > "2024-02-01"', '{d} > "2024-01-01"', "true"],
    ["{n} = {y}", "{y} = {n}", "true"],
    ["AND({n} >= 2, {n} < 9)", "{n} * 2 >= 4", "unknown"],
    ["FALSE()", "{n} = 1", "true"],
    ["{n} = 1", "TRUE()", "true"],
    ["IF({b}, {n} > 5, {n} > 7)", "{n} > 5", "true"],
  ])("%s, %s: %s", (a, b, expected) => {
    expect(implies(formulaOf(a), formulaOf(b))).toBe(expected);
  });

  it("compares formulas of one schema, and bound formulas", () => {
    const other = defineSchema({ n: "text" });
    expect(() =>
      implies(formulaOf("{n} > 1"), compileOrThrow("{n} > '1'", other as never)),
    ).toThrow(new TypeError("`implies`: the other formula was compiled for another schema"));
    const template = compileOrThrow("{t} = $user", schema, { parameters: { user: "text" } });
    expect(implies(template.with({ user: "a" }), formulaOf('{t} != "b"'))).toBe("true");
  });

  it("returns unknown rather than search for long", () => {
    const many = Array.from({ length: 60 }, (_, i) => `OR({n} = ${i}, {y} * {n} = ${i})`);
    expect(implies(formulaOf(`AND(${many.join(",")})`), formulaOf("{n} + {y} > 7"))).not.toBe(
      "false",
    );
  });
});
