import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  firstNumber,
  numberAfter,
  numberBefore,
} from "../../../src/language/values/number/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectExact } from "./expect-exact.ts";

/* A monotonic function that is compared with a constant is a comparison of its argument in SQL. */

const schema = defineSchema({ price: "number", seats: "number" });
const dialect = dialectOf("sqlite");
const LARGEST = Number.MAX_VALUE;

function whereOf(formula: string, range?: readonly [number, number]) {
  const columns = range === undefined ? {} : { price: { range } };
  return compileOrThrow(formula, schema).toSql(dialect, { columns });
}

describe("a comparison with a constant", () => {
  it.each([
    ["ROUND({price}, 2) > 3", '"price" >= CAST(? AS REAL)', [3.005]],
    [
      "ROUND({price}, 2) < 3",
      `("price" <= CAST(? AS REAL) OR "price" IS NULL)`,
      [2.9949999999999997],
    ],
    ["{price} + 1 > 3", '"price" >= CAST(? AS REAL)', [2.0000000000000004]],
    ["5 - {price} > 3", '("price" <= CAST(? AS REAL) OR "price" IS NULL)', [1.9999999999999996]],
    ["{price} / 4 >= 3", '"price" >= CAST(? AS REAL)', [12]],
    [
      "INT({price}) = 3",
      '("price" >= CAST(? AS REAL) AND ("price" <= CAST(? AS REAL) OR "price" IS NULL))',
      [3, 3.9999999999999996],
    ],
    ["INT({price}) > 1e308 * 1.7976931348623157", `"price" > CAST(? AS REAL)`, [LARGEST]],
    [
      "{price} * 2 > 3",
      '("price" >= CAST(? AS REAL) AND ("price" <= CAST(? AS REAL) OR "price" IS NULL))',
      [1.5000000000000002, LARGEST / 2],
    ],
    ["NOT({price} + 1e300 > 3)", `"price" < CAST(? AS REAL)`, [-9.999999999999999e299]],
  ])("%s is a comparison of the column", (formula, where, params) => {
    expect(whereOf(formula)).toMatchObject({ where, params });
  });

  it("compares a product of a column with a range, which cannot overflow", () => {
    expect(whereOf("{price} * -2 <= 10", [0, 1000])).toMatchObject({
      where: '("price" >= CAST(? AS REAL) OR "price" IS NULL)',
      params: [0],
    });
  });

  it.each(["ABS({price}) > 3", "ROUND(ABS({price} - 5), 1) > 3", "1 / {price} > 3"])(
    "%s, which is not monotonic or may be an error, stays as it is",
    (formula) => {
      expect(whereOf(formula).where?.length).toBeGreaterThan(40);
    },
  );

  it("of two nested roundings is one of their argument", () => {
    expect(whereOf("ROUND(ROUND({price}, 2), 1) > 3")).toMatchObject({
      where: '"price" >= CAST(? AS REAL)',
    });
  });

  it.each(ENGINES_WITH_DIALECT)(
    "of a rounded division is as short as of the division on %s",
    (name) => {
      const lengthOf = (formula: string): number | undefined =>
        compileOrThrow(formula, schema).toSql(dialectOf(name), { table: "cars" }).where?.length;
      const plain = lengthOf("{price} / {seats} > 3") ?? 0;
      expect(lengthOf("ROUND({price} / {seats}, 2) > 3")).toBeLessThan(plain + 5);
      expect(lengthOf("ROUND({price} / {seats}, 2) = 3")).toBeLessThan(plain + 40);
      expect(lengthOf("ROUND({price} / {seats}, 2) * 2 > 6")).toBeLessThan(plain + 40);
      expect(lengthOf("ROUND({price} / {seats} * 100, 1) - 5 > 30")).toBeLessThan(plain + 40);
    },
  );
});

const NUMBER = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);

test.prop([NUMBER, NUMBER, NUMBER])("the first number of a range is the bound", (a, b, c) => {
  const [low = 0, bound = 0, high = 0] = [a, b, c].sort((x, y) => x - y);
  expect(firstNumber(low, high, (x) => x >= bound)).toBe(bound);
  expect(firstNumber(low, high, (x) => x > high)).toBeUndefined();
});

/** Numbers at which rounding changes, with their neighbours. */
const AROUND = [0, 0.5, 2.5, 3, 3.005, 2.995, 12, 2 ** 52, 2 ** 53, 1e16, 1e300, LARGEST];
const ROWS = [
  ...new Set(
    AROUND.flatMap((x) => [x, numberAfter(x), numberBefore(x)])
      .filter(Number.isFinite)
      .flatMap((x) => [x + 0, -x + 0]),
  ),
];
const FUNCTIONS = [
  "ROUND({n}, 2)",
  "ROUND({n}, -2)",
  "ROUND({n} / {m}, 2)",
  "ROUND(-{n}, 1)",
  "ROUNDDOWN({n})",
  "ROUNDUP({n}, 1)",
  "INT({n})",
  "CEILING({n}, 5)",
  "ROUND({n} + 0.25, 1) * 0.5 - 1",
  "7 - {n} / 3",
  "ROUND(ROUND({n}, 2) + 1)",
  // An error for very large arguments.
  "{n} * 2",
  "{n} * -1.0000000000000002",
  "{n} / 1e-300 + 1e300",
  "1e308 - {n} * 1e10",
  "{n} * 1e300 / 1e300",
  "ROUND({n} / {m} * 100, 1)",
  "ROUND({n} / {m}, 2) * 2",
  "IF({n} > 0, {n} * 1e308, {n})",
  "IF({n} > 12, {n} * 1e308, {n})",
  "IF({n} < 12, {n} * 1e308, {n} + 1e10)",
];

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it("monotonic functions at and beside their bounds are exact", async () => {
        await expectExact(engine(), dialectOf(name), {
          fields: { n: "number", m: "number" },
          rows: [null, ...ROWS].flatMap((n) => [1, 0.3, 0, -2].map((m) => ({ n, m }))),
          formulas: FUNCTIONS.flatMap((formula) =>
            ["> 3", "<= 2.5", "= 3", "!= 0", `>= ${LARGEST}`].map((test) => `${formula} ${test}`),
          ).concat(FUNCTIONS.map((formula) => `NOT(${formula} = 3)`)),
          mayLeave: true,
        });
      });
    },
  );
}
