import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectExact } from "./expect-exact.ts";

/* A number that SQL would write several times has a name, and numbers of a normal magnitude are computed without guards. */

const FIELDS = { a: "number", b: "number", c: "number", t: "text", p: "boolean" } as const;
const schema = defineSchema(FIELDS);
const NAMING = ["postgres", "mariadb"] as const;

const FORMULAS = [
  "ROUND({a} / {b}, 2) > {c}",
  "ROUND({a} / {b}, 2) = {c}",
  "NOT(ROUND({a} / {b}, 2) > {c})",
  "ROUND({a} / {b}, 2) * 2 > {c}",
  "ROUND({a} / {b}, 2) * {c} > 100",
  "ROUND({a} / {b}, 2) + {c} <= 5",
  "5 / ROUND({a} / {b}, 2) < {c}",
  "ROUND({a} * {b} * (1 + {c}), 2) > {c}",
  "ROUND({a} * {b} * (1 + {c}), 2) - {c} > 10",
  "ROUND({a} * (1 - {b}), 2) < {c}",
  "ROUNDUP({a} / {b}, 1) > {c}",
  "ROUNDDOWN({a} * {b}, 0) >= {c}",
  "ROUND(ROUND({a} / {b}, 2) * {c}, 1) != {a}",
  "IF({b}, ROUND({a} / {b}, 2), 0) > {c}",
  "IF({b}, ROUND({a} / {b}, 2)) * 2 > {c}",
  "IF({p}, ROUND({a} / {b}, 2), {c}) * {c} > {a}",
  'IF({t} = "3", {a} * {b}, ROUND({a} / {c}, 1)) - {b} > 1',
  "IF({a} / {b} > 1, {a} * {b}, {c}) / {a} > 1",
  "MAX(ROUND({a} / {b}, 2), {c}) * 2 > {a}",
  "MAX(ROUND({a} / {b}, 2), {c}) > {a}",
  "IF({b}, ROUND({a} / {b}, 2)) > {c}",
  "MAX({a}, {b}) - MIN({a}, {c}) > 5",
  "VALUE({t}) * {a} / {b} > {c}",
  "ROUND(VALUE({t}) / {a}, 1) * {b} > 1",
  "SQRT({a} * {a} + {b} * {b}) * {c} > 5",
];

/** On engines without names, these are too long to be decided for all records. */
const LONG_FORMULAS = [
  "ROUNDUP(ROUND({a} / {b}, 2) * {c}, 1) > {b}",
  "ROUND(MAX({a} / {b}, {c}) * {a}, 2) > {b}",
  "MAX({a} / {b}, {c} / {a}, {b} / {c}) > {a}",
  "NOT(MAX({a} / {b}, {c} / {a}, {b} / {c}) > {a})",
];

/** A comparison in them may be written plainly, since the branches are errors if its operands are. */
const CHOICES = [
  "ROUNDUP({a} * {b}, 1) = {c}",
  "ROUNDDOWN({a} / {b}, -2) < {c}",
  "IF({a} * {b} = {c} * {b}, {a} * {b} - {c} * {b}, {a} * {b} + {c} * {b}) = 0",
  "IF({a} * {b} = {c}, {c}, {a} * {b} * 2) >= 2.5",
  "IF({a} * {b} = {c}, {a} * {b} * 2, {c}) >= 2.5",
  "IF({a} * {b} < {c} / {b}, {a} * {b} + {c} / {b}, {c} / {b} - {a} * {b}) < 5",
  "IF({a} / {b} <= {c}, {a} / {b}, {c} - 1 / ({a} / {b})) > 0",
  "ISERROR(IF({a} / {b} <= {c}, {c}, {a} / {b}))",
  "ISERROR(MAX({a} * {b}, {c}))",
  "MAX({a}, {b}, {c}) > 3",
  "MIN({a}, {b}, {c}) = BLANK()",
  "IF({a} < {b}, {a}, {b}) = BLANK()",
  "IF({a} <= {b}, {b}, {c}) = BLANK()",
  "IF({a} < {b} * {c}, {c}, {a}) = BLANK()",
  "IF({a} < {b}, {c}, {b}) + 1 > 3",
];

describe.each(NAMING)("%s", (name) => {
  it.each([...FORMULAS, ...LONG_FORMULAS, ...CHOICES])("decides %s", (formula) => {
    const { where } = compileOrThrow(formula, schema).toSql(dialectOf(name), { table: "v1" });
    expect(where?.length).toBeLessThan(13_000);
  });
});

describe.each(["sqlite", "duckdb", "clickhouse"] as const)("%s", (name) => {
  it.each(FORMULAS.filter((formula) => /^(NOT\()?ROUND(UP|DOWN)?\(\{/.test(formula)))(
    "selects few records for %s",
    (formula) => {
      const found = compileOrThrow(formula, schema).toSql(dialectOf(name), { table: "v1" });
      expect(found.where ?? found.prefilter).not.toBe("1 = 1");
    },
  );

  it.each(LONG_FORMULAS)("decides records with normal numbers for %s", (formula) => {
    const found = compileOrThrow(formula, schema).toSql(dialectOf(name), { table: "v1" });
    expect(found.prefilter).toContain("CASE");
    expect(found.residual?.reasons).toEqual(["its SQL would be too long"]);
  });
});

const EDGES = [null, 0, 1, -3, 0.005, 2.5, 7, 2 ** 53, -(2 ** 53), 2 ** 53 - 1, 1e-200, -1e-310];
const NUMBERS = [...EDGES, 5e-324, -5e-324, -0, 1e160, 1e308, -1e308, Number.MAX_VALUE];
const TEXTS = [null, "3", "x", "-1e300", "0"];
/** Each number beside each other one; the other values follow from both. */
const ROWS = NUMBERS.flatMap((a, first) =>
  NUMBERS.map((b, second) => ({
    a,
    b,
    c: NUMBERS[(first * 5 + second * 3) % NUMBERS.length],
    t: TEXTS[(first + second * 2) % TEXTS.length],
    p: [true, false, null][(first * 2 + second) % 3],
  })),
);

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it.each([
        { about: "numbers with names", formulas: FORMULAS },
        { about: "numbers that are too long without names", formulas: LONG_FORMULAS },
        { about: "choices", formulas: CHOICES },
      ])("computes $about exactly", async ({ formulas }) => {
        const exact = { fields: FIELDS, rows: ROWS, formulas, mayLeave: true };
        await expectExact(engine(), dialectOf(name), exact);
      });

      it("computes numbers of columns with the names that SQL gives exactly", async () => {
        await expectExact(engine(), dialectOf(name), {
          fields: { v0: "number", v1: "number", v1_0: "number" },
          rows: ROWS.map(({ a, b, c }) => ({ v0: a, v1: b, v1_0: c })),
          formulas: ["ROUND({v0} / {v1}, 2) * {v1_0} > 100", "ROUND({v0} / {v1}, 2) > {v1_0}"],
        });
      });
    },
  );
}
