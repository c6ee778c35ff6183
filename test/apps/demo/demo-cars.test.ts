import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Car, demoCars, demoSchema, MOST_CARS } from "../../../src/apps/demo/index.ts";
import { checkRow, compileOrThrow } from "../../../src/index.ts";
import { checkDigitOf, yearOf } from "./vin.ts";

const cars = [...demoCars(20_000, 1)];

function codesOf(car: Car): readonly string[] {
  return car.optionCodes.split(",");
}

function has(car: Car, ...codes: readonly string[]): boolean {
  const listed = codesOf(car);
  return codes.every((code) => listed.includes(code));
}

function shareOf(matches: (car: Car) => boolean): number {
  return cars.filter(matches).length / cars.length;
}

/** The cars that break a rule, few enough to read. */
function exceptions(holds: (car: Car) => boolean): readonly Car[] {
  return cars.filter((car) => !holds(car)).slice(0, 3);
}

describe("a seed", () => {
  test("always gives the same bytes", () => {
    const text = cars.map((car) => JSON.stringify(car)).join("\n");
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "595e6899f6453f6c2303a7c05f555810736f88090c217e132b25b5d6edab4702",
    );
  });

  test("gives the same first cars for any number of cars", () => {
    expect([...demoCars(500, 1)]).toEqual(cars.slice(0, 500));
  });

  test.each([0, 2, -1, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER])(
    "of %d gives other cars than seed 1",
    (seed) => {
      const other = [...demoCars(100, seed)];
      expect(other.map(({ vin }) => vin)).not.toEqual(cars.slice(0, 100).map(({ vin }) => vin));
      expect(other).toEqual([...demoCars(100, seed)]);
    },
  );

  test.each([
    [-1, 1],
    [1.5, 1],
    [MOST_CARS + 1, 1],
    [Number.NaN, 1],
    [1, 0.5],
    [1, Number.NaN],
    [1, Number.POSITIVE_INFINITY],
  ])("refuses %d cars with the seed %d", (count, seed) => {
    expect(() => [...demoCars(count, seed)]).toThrow(RangeError);
  });

  test("gives no cars for a count of 0", () => {
    expect([...demoCars(0)]).toEqual([]);
  });
});

describe("a record", () => {
  test("fits the schema, in its order", () => {
    expect(cars.flatMap((car) => checkRow(demoSchema, car))).toEqual([]);
    const shapes = new Set(cars.map((car) => Object.keys(car).join()));
    expect([...shapes]).toEqual([[...demoSchema.fields.keys()].join()]);
  });

  test("has fields that are each described in a sentence", () => {
    for (const { description } of demoSchema.fields.values()) {
      expect(description).toMatch(/^[A-Z][^.]*(?:\.[^ .][^.]*)*\.$/);
    }
  });

  test("has no blank but its tax", () => {
    expect(
      exceptions((car) =>
        Object.entries(car).every(
          ([name, value]) => name === "tax" || (value !== null && value !== ""),
        ),
      ),
    ).toEqual([]);
  });
});

describe("a VIN", () => {
  test("has valid characters and a valid check digit", () => {
    expect(checkDigitOf("1M8GDM9AXKP042788")).toBe("X");
    expect(checkDigitOf("11111111111111111")).toBe("1");
    expect(
      exceptions(
        ({ vin }) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) && vin.charAt(8) === checkDigitOf(vin),
      ),
    ).toEqual([]);
  });

  test("is unique", () => {
    const vins = new Set<string>();
    for (const { vin } of demoCars(100_000, 3)) vins.add(vin);
    expect(vins.size).toBe(100_000);
  });

  test("encodes model and year", () => {
    expect(
      exceptions((car) => car.vin.charAt(3) === car.modelLetter && yearOf(car.vin) === car.year),
    ).toEqual([]);
  });
});

describe("the equipment", () => {
  test("agrees with title and year", () => {
    expect(exceptions((car) => !/ RWD/.test(car.title) || has(car, "DV2W"))).toEqual([]);
    expect(
      exceptions(
        (car) => !/ AWD|\dD$|Plaid/.test(car.title.split(" – ")[0] ?? "") || has(car, "DV4W"),
      ),
    ).toEqual([]);
    expect(
      exceptions(
        (car) =>
          !/[S] (?:75|P?85|100)/.test(car.title) ||
          codesOf(car).some((code) => ["BTX5", "BT85", "BTX6"].includes(code)),
      ),
    ).toEqual([]);
    expect(
      exceptions(
        (car) => !/Model 3 Performance/.test(car.title) || has(car, "PC31", "PL31", "SLR1", "BC3R"),
      ),
    ).toEqual([]);
    expect(exceptions((car) => has(car, "AP04") === car.year >= 2024)).toEqual([]);
    expect(exceptions((car) => !has(car, "PN00") || car.vin.startsWith("XP7"))).toEqual([]);
    expect(exceptions((car) => !has(car, "PMAB") || car.year < 2016)).toEqual([]);
  });

  test("has no codes that exclude each other, and all that others need", () => {
    expect(exceptions((car) => has(car, "S3PW") === has(car, "LTPW"))).toEqual([]);
    expect(exceptions((car) => !has(car, "APPF") || has(car, "APF2"))).toEqual([]);
    expect(exceptions((car) => !(has(car, "TW00") && has(car, "TW01")))).toEqual([]);
    expect(exceptions((car) => !has(car, "PRM31") || has(car, "AU3P", "FG31"))).toEqual([]);
  });
});

describe("the price", () => {
  test("has a tax in four of ten cars, some of it 0, the rest a part of the price", () => {
    expect(shareOf(({ tax }) => tax === null)).toBeCloseTo(0.6, 1);
    expect(shareOf(({ tax }) => tax === 0)).toBeGreaterThan(0.03);
    expect(shareOf(({ tax }) => tax === 0)).toBeLessThan(0.12);
    expect(
      exceptions(({ tax, price }) => tax === null || (tax >= 0 && tax < price * 0.22)),
    ).toEqual([]);
    expect(
      exceptions(
        ({ tax, price, country }) =>
          !tax || country !== "Germany" || Math.abs(tax - (price * 19) / 119) < 0.01,
      ),
    ).toEqual([]);
  });
});

describe("distributions", () => {
  test.each([
    'AND({country} = "Italy", {price} < 50000, NOT(tax = BLANK()), FIND("AD15", {optionCodes}))',
    'AND(NOT(tax=BLANK()),{currency}="EUR",{modelLetter}="S",{year}=2024)',
    "AND({year} >= 2020, {odometer} < 20000)",
    'FIND("Plaid", {title})',
    'AND(FIND("Long Range", {title}), FIND("AWD", {title}))',
    "tax = 0",
  ])("%s returns some of 10,000 cars, and not most", (source) => {
    const found = compileOrThrow(source, demoSchema).filter(cars.slice(0, 10_000));
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.length).toBeLessThan(5_000);
  });
});
