import { describe, expect, test } from "vitest";
import { benchBindings, bindingContestants } from "../../bench/bindings.ts";
import { makeCars } from "../../bench/cars.ts";
import { filters } from "../../bench/filters.ts";
import { bindingsSummary } from "../../bench/report-bindings.ts";
import { rowContestants } from "../../bench/rows.ts";
import * as isoform from "../../src/index.ts";

const cars = makeCars(2000, 3);

describe.each(filters)("$id", (filter) => {
  const expected = cars.filter(filter.matches).map(({ vin }) => vin);
  const contestants = rowContestants(isoform, filter);

  test.each(contestants)("$name returns the same as the code by hand", ({ filtering }) => {
    expect(filtering(cars).map(({ vin }) => vin)).toEqual(expected);
  });

  test("matches some cars and not others", () => {
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(cars.length);
  });
});

test("bound parameters match the same cars as literals do, and some cars", () => {
  const [first, second] = bindingContestants(isoform, cars);
  expect(first?.run()).toBe(first?.expected);
  expect(second?.run()).toBe(first?.expected);
  expect(first?.expected).toBeGreaterThan(0);
  expect(first?.expected).toBeLessThan(cars.length);
  const { rows, with: binding } = benchBindings(isoform, { rows: 500, rounds: 2, seed: 3 });
  expect(rows.map(({ name }) => name)).toEqual(["literals", "two bound parameters"]);
  expect(bindingsSummary({ formula: "", rows, with: binding })).toMatch(/`with`: [\d.,]+ ns/);
});
