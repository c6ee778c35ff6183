import { describe, expect, test } from "vitest";
import { makeCars } from "../../bench/cars.ts";
import { filters } from "../../bench/filters.ts";

const cars = makeCars(40_000);

describe("the cars of the benchmark", () => {
  test("are the same for the same seed", () => {
    expect(makeCars(500, 7)).toEqual(makeCars(500, 7));
  });

  test("differ for another seed", () => {
    expect(makeCars(500, 8)).not.toEqual(makeCars(500, 7));
  });

  test("do not depend on their number", () => {
    expect(makeCars(1000).slice(0, 500)).toEqual(makeCars(500));
  });

  test("have one shape", () => {
    expect(new Set(cars.map((car) => Object.keys(car).join()))).toEqual(
      new Set(["url,vin,country,currency,modelLetter,odometer,optionCodes,price,tax,title,year"]),
    );
  });

  test("have unique keys", () => {
    expect(new Set(cars.map(({ vin }) => vin)).size).toBe(cars.length);
    expect(cars.every(({ vin }) => /^[A-Z0-9]{17}$/.test(vin))).toBe(true);
  });

  test("come from twelve countries", () => {
    expect(new Set(cars.map(({ country }) => country)).size).toBe(12);
  });

  test("have about 25 option codes of four characters", () => {
    const codes = cars.map(({ optionCodes }) => optionCodes.split(","));
    const mean = codes.reduce((sum, { length }) => sum + length, 0) / cars.length;
    expect(mean).toBeGreaterThan(24);
    expect(mean).toBeLessThan(26);
    expect(codes.flat().every((code) => /^[A-Z0-9]{4}$/.test(code))).toBe(true);
  });

  test("have no tax in six of ten, and a tax of 0 in some", () => {
    expect(cars.filter(({ tax }) => tax === null).length / cars.length).toBeCloseTo(0.6, 1);
    expect(cars.some(({ tax }) => tax === 0)).toBe(true);
  });

  test.each(filters)("are matched by $id to its share of $share", ({ matches, share }) => {
    const matched = cars.filter(matches).length / cars.length;
    expect(matched).toBeGreaterThan(share * 0.8);
    expect(matched).toBeLessThan(share * 1.2);
  });
});
