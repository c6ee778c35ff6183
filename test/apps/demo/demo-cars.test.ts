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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

describe("a seed", () => {
  test("gives the same bytes for ever", () => {
    const text = [...demoCars(1_000, 1)].map((car) => JSON.stringify(car)).join("\n");
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "79821bd6810df1add498c03eba2a450e3cf5c751189b8d4a271ee9f31e77c514",
    );
  });

  test("gives the same cars, however many are asked for", () => {
    expect([...demoCars(500, 1)]).toEqual(cars.slice(0, 500));
  });

  test.each([0, 2, -1, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER])(
    "of %d gives other cars than 1",
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
  ])("of %d cars, seed %d, is refused where it cannot be", (count, seed) => {
    expect(() => [...demoCars(count, seed)]).toThrow(RangeError);
  });

  test("may give no cars", () => {
    expect([...demoCars(0)]).toEqual([]);
  });
});

describe("a record", () => {
  test("fits the schema, in its order", () => {
    expect(cars.flatMap((car) => checkRow(demoSchema, car))).toEqual([]);
    const shapes = new Set(cars.map((car) => Object.keys(car).join()));
    expect([...shapes]).toEqual([[...demoSchema.fields.keys()].join()]);
  });

  test("has fields that are described in a sentence each", () => {
    for (const { description } of demoSchema.fields.values()) {
      expect(description).toMatch(/^[A-Z][^.]*(?:\.[^ .][^.]*)*\.$/);
    }
  });

  test("has nothing blank but its tax", () => {
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
  test("is made of the characters that there are, and has its check digit", () => {
    expect(checkDigitOf("1M8GDM9AXKP042788")).toBe("X");
    expect(checkDigitOf("11111111111111111")).toBe("1");
    expect(
      exceptions(
        ({ vin }) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) && vin.charAt(8) === checkDigitOf(vin),
      ),
    ).toEqual([]);
  });

  test("is there once", () => {
    const vins = new Set<string>();
    for (const { vin } of demoCars(100_000, 3)) vins.add(vin);
    expect(vins.size).toBe(100_000);
  });

  test("tells model and year", () => {
    expect(
      exceptions((car) => car.vin.charAt(3) === car.modelLetter && yearOf(car.vin) === car.year),
    ).toEqual([]);
  });

  test("tells the plant of its maker, and that of the equipment", () => {
    const plants: Readonly<Record<string, string>> = { "5YJ": "F", "7SA": "A", LRW: "C", XP7: "B" };
    expect(exceptions(({ vin }) => plants[vin.slice(0, 3)] === vin.charAt(10))).toEqual([]);
    expect(exceptions((car) => has(car, "GLFR") === (car.vin.charAt(10) === "F"))).toEqual([]);
    expect(exceptions((car) => has(car, "GLCN") === (car.vin.charAt(10) === "C"))).toEqual([]);
    expect(
      exceptions(({ vin, modelLetter }) => vin.charAt(10) === "F" || "3Y".includes(modelLetter)),
    ).toEqual([]);
  });

  test("tells the side of the wheel, the battery and the motors", () => {
    const bodies: Readonly<Record<string, string>> = { "3": "EF", S: "AB", X: "CD", Y: "GH" };
    expect(
      exceptions(
        (car) => bodies[car.modelLetter]?.charAt(has(car, "DRRH") ? 1 : 0) === car.vin.charAt(4),
      ),
    ).toEqual([]);
    expect(
      exceptions(
        (car) =>
          ["BTF0", "BTF1", "BT01"].some((code) => has(car, code)) === (car.vin.charAt(6) === "F"),
      ),
    ).toEqual([]);
    expect(
      exceptions((car) => (car.vin.charAt(7) === "6") === car.title.includes("Plaid")),
    ).toEqual([]);
  });

  test("stands in the address", () => {
    expect(exceptions(({ url, vin }) => url === `https://cars.example/${vin}`)).toEqual([]);
  });
});

describe("a market", () => {
  test("has one currency and one unit of distance", () => {
    const facts = new Map<string, Set<string>>();
    for (const { country, currency, odometerType } of cars) {
      facts.set(country, (facts.get(country) ?? new Set()).add(`${currency} ${odometerType}`));
    }
    expect(facts.size).toBe(42);
    expect([...facts.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(facts.get("Italy")).toEqual(new Set(["EUR kms"]));
    expect(facts.get("United Kingdom")).toEqual(new Set(["GBP miles"]));
    expect(facts.get("United States")).toEqual(new Set(["USD miles"]));
    expect(facts.get("Japan")).toEqual(new Set(["JPY kms"]));
    const miles = [...facts]
      .filter(([, [fact]]) => fact?.endsWith("miles"))
      .map(([country]) => country);
    expect(miles.sort()).toEqual(["Puerto Rico", "United Kingdom", "United States"]);
  });

  test("has the wheel on one side, and codes of its country and region", () => {
    const right = new Set(cars.filter((car) => has(car, "DRRH")).map(({ country }) => country));
    expect(right).toContain("United Kingdom");
    expect(right).toContain("Japan");
    expect(exceptions((car) => has(car, "DRRH") === right.has(car.country))).toEqual([]);
    expect(exceptions((car) => !has(car, "COIT") || car.country === "Italy")).toEqual([]);
    expect(exceptions((car) => car.country !== "Italy" || has(car, "COIT", "REEU"))).toEqual([]);
    expect(
      exceptions((car) => car.country !== "United States" || has(car, "COUS", "RENA")),
    ).toEqual([]);
    expect(
      exceptions(
        (car) => codesOf(car).filter((code) => /^RE(?:EU|NA|AP)$/.test(code)).length === 1,
      ),
    ).toEqual([]);
  });

  test("was not sold to before it opened", () => {
    expect(exceptions(({ country, year }) => country !== "Thailand" || year >= 2022)).toEqual([]);
    expect(exceptions(({ country, year }) => country !== "Israel" || year >= 2021)).toEqual([]);
  });
});

describe("a model", () => {
  const years: Readonly<Record<string, readonly [number, number]>> = {
    "3": [2017, 2026],
    S: [2013, 2026],
    X: [2016, 2026],
    Y: [2020, 2026],
  };

  test.each(Object.entries(years))(
    "%s was built in the years %j, and in all of them",
    (model, [from, to]) => {
      const built = new Set(
        cars.filter(({ modelLetter }) => modelLetter === model).map(({ year }) => year),
      );
      expect([...built].sort()).toEqual(
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
    },
  );

  test("stands in title and equipment", () => {
    expect(
      exceptions(
        (car) =>
          car.title.startsWith(`Model ${car.modelLetter} `) && has(car, `MDL${car.modelLetter}`),
      ),
    ).toEqual([]);
    expect(
      exceptions((car) => codesOf(car).filter((code) => code.startsWith("MDL")).length === 1),
    ).toEqual([]);
  });

  test("has versions that code and title name alike", () => {
    const titles = new Map<string, Set<string>>();
    for (const car of cars) {
      const name = car.title.split(" – ")[0] ?? "";
      for (const code of codesOf(car).filter((one) => /^MT[3SXY]\d\d$/.test(one))) {
        titles.set(code, (titles.get(code) ?? new Set()).add(name));
      }
    }
    expect([...titles].filter(([, { size }]) => size !== 1)).toEqual([]);
    expect(titles.get("MT303")).toEqual(new Set(["Model 3 Long Range AWD"]));
    expect(titles.get("MT308")).toEqual(new Set(["Model 3 Standard Range Plus"]));
    expect(titles.get("MTS11")).toEqual(new Set(["Model S Plaid"]));
    expect(titles.get("MTX05")).toEqual(new Set(["Model X Long Range Plus"]));
    expect(titles.get("MTY38")).toEqual(new Set(["Model Y Performance"]));
  });

  test.each<[name: RegExp, year: number, until: number]>([
    [/Model 3 Mid Range/, 2018, 2019],
    [/Model 3 RWD/, 2021, 2026],
    [/Model S P85\+/, 2013, 2014],
    [/Model S 100D/, 2017, 2019],
    [/Plaid/, 2021, 2026],
  ])("version %s was built from %d to %d", (name, from, until) => {
    const built = cars.filter(({ title }) => name.test(title)).map(({ year }) => year);
    expect(Math.min(...built)).toBe(from);
    expect(Math.max(...built)).toBe(until);
  });
});

describe("the equipment", () => {
  test("is sorted, once each, and of a usual length", () => {
    expect(
      exceptions((car) => [...new Set(codesOf(car))].sort().join(",") === car.optionCodes),
    ).toEqual([]);
    expect(exceptions((car) => codesOf(car).every((code) => /^[A-Z0-9]{4,5}$/.test(code)))).toEqual(
      [],
    );
    const lengths = cars.map((car) => codesOf(car).length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(55);
    expect(median(lengths)).toBeGreaterThanOrEqual(28);
    expect(median(lengths)).toBeLessThanOrEqual(40);
  });

  test.each<[what: string, codes: RegExp]>([
    ["paint", /^(?:PPSW|PBSB|PPSB|PMNG|PPMR|PBCW|PMAB|PMSG|PMTG|PPTI|PMSS|PMBL|PN0[01]|PR0[01])$/],
    ["drive", /^DV[24]W$/],
    ["battery", /^BT(?:\d\d|F\d|X.)$/],
    ["wheels", /^W(?:3|4|S|T|X|Y)[0-9A-Z]{1,3}$/],
  ])("has one %s", (_what, codes) => {
    expect(
      exceptions((car) => codesOf(car).filter((code) => codes.test(code)).length === 1),
    ).toEqual([]);
  });

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

  test("agrees with itself", () => {
    expect(exceptions((car) => has(car, "S3PW") === has(car, "LTPW"))).toEqual([]);
    expect(exceptions((car) => !has(car, "APPF") || has(car, "APF2"))).toEqual([]);
    expect(exceptions((car) => !(has(car, "TW00") && has(car, "TW01")))).toEqual([]);
    expect(exceptions((car) => !has(car, "PRM31") || has(car, "AU3P", "FG31"))).toEqual([]);
  });

  test("has the size of wheels that the title names", () => {
    const named = cars.flatMap((car) => {
      const [, inches] = / – .*?(\d\d)(?:″|インチ|인치|英寸|吋| นิ้ว)/.exec(car.title) ?? [];
      return inches === undefined
        ? []
        : [{ inches, wheels: codesOf(car).filter((code) => /^W[3-9STXY]/.test(code)) }];
    });
    expect(named.length).toBeGreaterThan(500);
    const sizes = new Map<string, Set<string>>();
    for (const { inches, wheels } of named) {
      for (const code of wheels) sizes.set(code, (sizes.get(code) ?? new Set()).add(inches));
    }
    expect([...sizes].filter(([, { size }]) => size !== 1)).toEqual([]);
    expect(sizes.get("WS10")).toEqual(new Set(["21"]));
    expect(sizes.get("W38B")).toEqual(new Set(["18"]));
  });
});

describe("the price", () => {
  const german = cars.filter(
    ({ country, title }) => country === "Germany" && title.startsWith("Model 3 Long Range AWD"),
  );

  test("falls with the years", () => {
    const medians = [2019, 2021, 2023, 2025].map((year) =>
      median(
        german
          .filter((car) => car.year === year && car.createdAt.getUTCFullYear() === 2026)
          .map(({ price }) => price),
      ),
    );
    expect(medians).toEqual([...medians].sort((a, b) => a - b));
    expect(new Set(medians).size).toBe(4);
  });

  test("falls with the distance", () => {
    const alike = cars.filter(
      ({ currency, title, year, createdAt }) =>
        currency === "EUR" &&
        title.startsWith("Model Y Long Range AWD") &&
        year === 2022 &&
        createdAt.getUTCFullYear() === 2026,
    );
    const middle = median(alike.map(({ odometer }) => odometer));
    const prices = (rest: typeof alike): number => median(rest.map(({ price }) => price));
    expect(prices(alike.filter(({ odometer }) => odometer > middle * 1.2))).toBeLessThan(
      prices(alike.filter(({ odometer }) => odometer < middle * 0.8)),
    );
  });

  test("is in the local currency, and believable", () => {
    const euros: Readonly<Record<string, number>> = {
      EUR: 1,
      USD: 1.05,
      GBP: 0.86,
      JPY: 152,
      KRW: 1430,
      SEK: 11.3,
    };
    expect(
      exceptions(({ currency, price }) => {
        const rate = euros[currency];
        return rate === undefined || (price / rate > 8_000 && price / rate < 190_000);
      }),
    ).toEqual([]);
  });

  test("is rounded as dealers do", () => {
    expect(exceptions(({ price }) => Number.isInteger(price / 10))).toEqual([]);
    expect(exceptions(({ currency, price }) => currency !== "JPY" || price % 1_000 === 0)).toEqual(
      [],
    );
    expect(
      shareOf(({ currency, price }) => currency === "EUR" && price % 1_000 === 990),
    ).toBeGreaterThan(0.1);
  });

  test("has a tax in four of ten, some of it 0, the rest a part of the price", () => {
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

describe("the odometer", () => {
  test("is a whole number that grows with age", () => {
    expect(
      exceptions(
        ({ odometer }) => Number.isInteger(odometer) && odometer >= 0 && odometer < 500_000,
      ),
    ).toEqual([]);
    const of = (year: number): number =>
      median(
        cars
          .filter((car) => car.year === year && car.odometerType === "kms")
          .map(({ odometer }) => odometer),
      );
    expect(of(2016)).toBeGreaterThan(of(2019));
    expect(of(2019)).toBeGreaterThan(of(2023));
  });

  test("shows fewer miles than kilometres", () => {
    const of = (country: string): number =>
      median(
        cars
          .filter((car) => car.country === country && car.year === 2022)
          .map(({ odometer }) => odometer),
      );
    expect(of("United Kingdom")).toBeLessThan(of("Germany"));
  });
});

describe("the time of a listing", () => {
  test("lies between fixed dates, and not before the car", () => {
    const [first, last] = [Date.UTC(2020, 6, 1), Date.UTC(2026, 9, 31, 18)];
    expect(
      exceptions(({ createdAt }) => createdAt.getTime() >= first && createdAt.getTime() <= last),
    ).toEqual([]);
    expect(exceptions(({ createdAt, year }) => createdAt.getUTCFullYear() >= year)).toEqual([]);
    const years = new Set(cars.map(({ createdAt }) => createdAt.getUTCFullYear()));
    expect([...years].sort()).toEqual([2020, 2021, 2022, 2023, 2024, 2025, 2026]);
  });
});

describe("titles", () => {
  test("have notes in the language of the market, some beyond Latin letters", () => {
    expect(shareOf(({ title }) => title.includes(" – "))).toBeCloseTo(0.28, 1);
    const inJapan = cars.filter(
      ({ country, title }) => country === "Japan" && title.includes(" – "),
    );
    expect(inJapan.every(({ title }) => /[\p{Script=Katakana}\p{Script=Han}]/u.test(title))).toBe(
      true,
    );
    expect(cars.some(({ title }) => /Größe \d\d″/.test(title))).toBe(true);
    expect(cars.some(({ title }) => /\p{Script=Hangul}/u.test(title))).toBe(true);
    expect(cars.some(({ title }) => /[\u{1f000}-\u{1ffff}]/u.test(title))).toBe(true);
  });
});

describe("distributions", () => {
  test.each<[model: string, least: number, most: number]>([
    ["3", 0.3, 0.5],
    ["Y", 0.25, 0.5],
    ["S", 0.08, 0.25],
    ["X", 0.05, 0.15],
  ])("model %s has a share between %d and %d", (model, least, most) => {
    const share = shareOf(({ modelLetter }) => modelLetter === model);
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(most);
  });

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
