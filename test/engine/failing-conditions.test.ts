import { describe, expect, it } from "vitest";
import { ERROR } from "../../src/language/values/plain.ts";
import { REFERENCE } from "../harness/ways.ts";
import {
  expectSameEverywhere as expectSame,
  lowered as lower,
  NOW,
  schemaOf,
} from "../hostile/everywhere.ts";

const SCHEMA = schemaOf({
  n: "number",
  m: "number",
  t: "text",
  u: "text",
  b: "boolean",
  d: "date",
  l: "list",
});
const lowered = (source: string) => lower(source, SCHEMA);
const expectSameEverywhere = (source: string, rows: readonly unknown[]) =>
  expectSame(source, rows, SCHEMA);

// An error is neither true nor false, at any depth of a condition, in every evaluator.

/** Conditions that are errors for some rows, true for some and false for some. */
const FAILING: readonly string[] = [
  "1 / {n} > 0",
  "1 / {n} <= 1",
  "1 / {n} = 1",
  "1 / {n} = 1 / {m}",
  "1 / {n} < 1 / {m}",
  "1 / {n} <= 1 / {m}",
  "{t} & REPT('x', {m} * 1000) = 'ab'",
  "{t} & REPT('x', {m} * 1000) < {u}",
  "{t} & REPT('x', {m} * 1000) <= {u}",
  "CONTAINS({t} & REPT('x', {m} * 1000), {u})",
  "STARTS_WITH({t} & REPT('x', {m} * 1000), {u})",
  "ENDS_WITH({t} & REPT('x', {m} * 1000), {u})",
  "CONTAINS({u}, LEFT({t}, 1 / {n}))",
  "HAS({l}, LEFT({t}, 1 / {n}))",
  "ISONEOF(LEFT({t}, 1 / {n}), 'a', 'ab')",
  "REGEX_MATCH(LEFT({t}, 1 / {n}), 'a')",
  "ISBLANK(IF({b}, BLANK(), 1 / {n}))",
  "ISBLANK({d} + 1 / {n})",
  "{d} + 1 / {n} > '2024-02-29'",
  "{d} + 1 / {n} = {d} + 1",
  "DATEADD({d}, {m} * 2, 'years') >= {d}",
  "IF(1 / {n} > 0, {b}, {m} > 1)",
  "IF({b}, 1 / {n} > 0, {t} = 'a')",
  "IF(1 / {n} > 0, 1 / {m} > 0, {t} & REPT('x', {m} * 1000) = 'a')",
  "AND(1 / {n} > 0, {b})",
  "AND({b}, 1 / {n} > 0, 1 / {m} > 0)",
  "OR(1 / {n} > 0, {b})",
  "OR({t} = 'a', 1 / {n} > 0, 1 / {m} > 0, {b})",
  "XOR(1 / {n} > 0, {b})",
  "ISERROR(AND({b}, 1 / {n} > 0))",
  "(1 / {n} > 0) = {b}",
  "(1 / {n} > 0) < {b}",
  "SWITCH(1 / {n}, 1, {b}, 2, {m} > 1)",
  "IFBLANK(1 / {n}, 1) > 0",
  "VALUE({t}) > 0",
];

const VALUES = {
  n: [0, 1, 2, -1, null],
  m: [0, 1, 70, 500, null],
  t: ["a", "ab", "", "5"],
  u: ["x", "a", ""],
  b: [true, false],
  d: ["2024-02-29", null],
  l: [["a"], []],
} as const;

/** A sample of the combinations in which each pair of values of two fields occurs. */
const STEP = 37;
const ROWS: readonly object[] = Array.from({ length: 50 }, (_, index) => {
  let rest = STEP * index;
  const row: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(VALUES)) {
    row[name] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  return row;
});

/** Each of these encloses every third condition. */
const AROUND: readonly ((condition: string) => string)[] = [
  (condition) => condition,
  (condition) => `NOT(${condition})`,
  (condition) => `AND(${condition}, {b})`,
  (condition) => `NOT(AND(${condition}, {b}))`,
  (condition) => `OR(${condition}, {b})`,
  (condition) => `NOT(OR(${condition}, {b}))`,
  (condition) => `AND({b}, OR(${condition}, {n} = 1), NOT(${condition}))`,
  (condition) => `IF(${condition}, {b}, {n} > 1)`,
  (condition) => `NOT(IF({b}, ${condition}, NOT(${condition})))`,
  (condition) => `IF({b}, NOT(${condition}), {t} = 'a')`,
  (condition) => `ISERROR(${condition})`,
  (condition) => `(${condition}) & '' = 'TRUE'`,
  (condition) => `(${condition}) = (${condition})`,
];

describe.each(FAILING.map((condition, number) => [condition, number] as const))(
  "%s",
  (condition, turn) => {
    it("is true, false or an error for each row", () => {
      const { root } = lowered(condition);
      expect(root.type).toBe("boolean");
      const outcomes = REFERENCE.evaluate(lowered(condition), ROWS, NOW);
      const hits = expectSameEverywhere(condition, ROWS);
      const misses = expectSameEverywhere(`NOT(${condition})`, ROWS);
      const errors = expectSameEverywhere(`ISERROR(${condition})`, ROWS);
      expect(hits.length + misses.length + errors.length).toBe(ROWS.length);
      expect(errors).toEqual(ROWS.filter((_, index) => outcomes[index] === ERROR));
    });

    it("has the same outcome inside of any other formula", () => {
      for (const [number, around] of AROUND.entries()) {
        if (number % 3 === turn % 3) expectSameEverywhere(around(condition), ROWS);
      }
    });
  },
);

it("the rows make each condition an error at times, except those that catch it", () => {
  const never = FAILING.filter(
    (condition) => REFERENCE.filter(lowered(`ISERROR(${condition})`), ROWS, NOW).length === 0,
  );
  expect(never).toEqual(["ISERROR(AND({b}, 1 / {n} > 0))"]);
});
