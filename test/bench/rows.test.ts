import { describe, expect, test } from "vitest";
import { makeCars } from "../../bench/cars.ts";
import { filters } from "../../bench/filters.ts";
import { rowContestants } from "../../bench/rows.ts";
import * as isoform from "../../src/index.ts";

const cars = makeCars(2000, 3);

describe.each(filters)("$id", (filter) => {
  const expected = cars.filter(filter.matches).map(({ vin }) => vin);
  const contestants = rowContestants(isoform, filter);

  test.each(contestants)("$name answers as the code by hand", ({ filtering }) => {
    expect(filtering(cars).map(({ vin }) => vin)).toEqual(expected);
  });

  test("matches some cars and not others", () => {
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(cars.length);
  });
});
