import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { Car } from "../../../src/apps/demo/index.ts";
import { need, needForEach } from "../../harness/extent.ts";
import { CURL, type Curled, type CurlOptions, curl } from "./harness/curl.ts";
import { findProgram, neededProgram, runProgram } from "./harness/programs.ts";
import { asJson, carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// The specification of the vehicle listings, section by section, asked with curl.

const cars = someCars(1_000);

describe("the specification", () => {
  needForEach(neededProgram("curl", CURL));
  serviceTests();
  let service: Served;

  beforeAll(async () => {
    service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  });

  const getCars = (options: CurlOptions = {}): Promise<Curled> =>
    curl(`${service.url}/cars`, {
      ...options,
      headers: [`x-api-key: ${service.token}`, ...(options.headers ?? [])],
    });

  const listOf = async (...data: readonly string[]): Promise<unknown> => {
    const { status, body } = await getCars({ data });
    expect(status).toBe(200);
    return JSON.parse(body.toString());
  };

  /** The formula returns what the condition does, and that is some but not all cars. */
  const expectFilter = async (formula: string, isHit: (car: Car) => boolean): Promise<void> => {
    const expected = cars.filter(isHit);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(cars.length);
    expect(await listOf(`filterByFormula=${formula}`)).toEqual(asJson(expected));
  };

  describe("1. What the service does", () => {
    it("a GET of the collection path returns records", async () => {
      expect(await listOf()).toEqual(asJson(cars));
    });

    it("filter, fields, order and cap work together", async () => {
      const found = await listOf(
        'filterByFormula=AND({country} = "Italy", {price} < 50000)',
        "fields.0=vin",
        "fields.1=price",
        "sort.0.field=price",
        "sort.0.direction=desc",
        "maxRecords=7",
      );
      const expected = cars
        .filter(({ country, price }) => country === "Italy" && price < 50_000)
        .sort((a, b) => b.price - a.price || (a.vin < b.vin ? -1 : 1))
        .slice(0, 7)
        .map(({ vin, price }) => ({ vin, price }));
      expect(expected.length).toBe(7);
      expect(found).toEqual(expected);
    });
  });

  describe("2. Resources and their fields", () => {
    it("a car has every field of the specification", async () => {
      const named =
        "url vin country currency modelLetter odometer optionCodes price tax title year".split(" ");
      const [car] = (await listOf("maxRecords=1")) as [object];
      expect(Object.keys(car)).toEqual(expect.arrayContaining(named));
    });

    it.each(["url", "vin"])("%s can be selected", async (field) => {
      const [car] = (await listOf(`fields.0=${field}`, "maxRecords=1")) as [object];
      expect(Object.keys(car)).toEqual([field]);
    });

    it("country is compared to a text", () =>
      expectFilter('{country} = "Italy"', ({ country }) => country === "Italy"));
    it("currency is compared to a text", () =>
      expectFilter('{currency} = "EUR"', ({ currency }) => currency === "EUR"));
    it("modelLetter is compared to a quoted text, a digit too", () =>
      expectFilter('{modelLetter} = "3"', ({ modelLetter }) => modelLetter === "3"));
    it("odometer is compared with < to a number", () =>
      expectFilter("{odometer} < 30000", ({ odometer }) => odometer < 30_000));
    it("optionCodes is searched with FIND", () =>
      expectFilter('FIND("APBS", {optionCodes})', ({ optionCodes }) =>
        optionCodes.includes("APBS"),
      ));
    it("price is compared with <", () =>
      expectFilter("{price} < 40000", ({ price }) => price < 40_000));
    it("price is a field to sort by", async () => {
      const sorted = [...cars].sort((a, b) => a.price - b.price || (a.vin < b.vin ? -1 : 1));
      expect(await listOf("sort.0.field=price", "fields.0=vin")).toEqual(
        sorted.map(({ vin }) => ({ vin })),
      );
    });
    it("tax may be blank, and is tested with BLANK()", () =>
      expectFilter("{tax} = BLANK()", ({ tax }) => tax === null));
    it("title is searched with FIND", () =>
      expectFilter('FIND("Performance", {title})', ({ title }) => title.includes("Performance")));
    it("year is compared with >= and =", async () => {
      await expectFilter("{year} >= 2022", ({ year }) => year >= 2022);
      await expectFilter("{year} = 2024", ({ year }) => year === 2024);
    });
  });

  describe("4. GET /cars: parameters", () => {
    it("no parameter is required: the full cars, all of them", async () => {
      const { status, headers, body } = await getCars();
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(JSON.parse(body.toString())).toEqual(asJson(cars));
    });

    it("fields as indexed keys: only these, in their order", async () => {
      const found = await listOf("fields.0=title", "fields.1=vin", "fields.2=tax", "maxRecords=50");
      const byKey = [...cars].sort((a, b) => (a.vin < b.vin ? -1 : 1)).slice(0, 50);
      expect(found).toEqual(byKey.map(({ title, vin, tax }) => ({ title, vin, tax })));
      expect(Object.keys((found as [object])[0])).toEqual(["title", "vin", "tax"]);
    });

    it("eleven fields: the tenth index has two digits", async () => {
      const names =
        "url vin country currency modelLetter odometer optionCodes price tax title year".split(" ");
      const found = await listOf(...names.map((name, index) => `fields.${index}=${name}`));
      expect(Object.keys((found as [object])[0])).toEqual(names);
    });

    it("the order of the keys does not matter, their indexes do", async () => {
      const [car] = (await listOf("fields.1=vin", "maxRecords=1", "fields.0=url")) as [object];
      expect(Object.keys(car)).toEqual(["url", "vin"]);
    });

    it("filterByFormula can use any field, createdAt too", () =>
      expectFilter(
        '{createdAt} >= "2025-01-01"',
        ({ createdAt }) => createdAt >= new Date("2025-01-01"),
      ));

    it("a filter may use fields that are not returned", async () => {
      const found = await listOf("filterByFormula={year} = 2021", "fields.0=vin");
      const expected = cars.filter(({ year }) => year === 2021);
      expect(found).toEqual(asJson(expected, ["vin"]));
    });

    it("a filter that nothing satisfies: an empty list", async () => {
      expect(await listOf("filterByFormula={price} < 0")).toEqual([]);
    });

    it("sort.0.direction: asc, desc, and asc where it is absent", async () => {
      const vins = async (...data: string[]): Promise<unknown> =>
        listOf("fields.0=vin", "sort.0.field=odometer", ...data);
      const ascending = [...cars].sort(
        (a, b) => a.odometer - b.odometer || (a.vin < b.vin ? -1 : 1),
      );
      const descending = [...cars].sort(
        (a, b) => b.odometer - a.odometer || (a.vin < b.vin ? -1 : 1),
      );
      const named = (list: readonly Car[]): unknown => list.map(({ vin }) => ({ vin }));
      expect(await vins()).toEqual(named(ascending));
      expect(await vins("sort.0.direction=asc")).toEqual(named(ascending));
      expect(await vins("sort.0.direction=desc")).toEqual(named(descending));
    });

    it("several sort objects, each with its direction", async () => {
      const found = await listOf(
        "sort.0.field=country",
        "sort.1.field=year",
        "sort.1.direction=desc",
        "sort.2.field=price",
        "fields.0=vin",
      );
      const sorted = [...cars].sort(
        (a, b) =>
          compare(a.country, b.country) ||
          b.year - a.year ||
          a.price - b.price ||
          compare(a.vin, b.vin),
      );
      expect(found).toEqual(sorted.map(({ vin }) => ({ vin })));
    });

    it.each(["asc", "desc"])("blanks come last: %s", async (direction) => {
      const found = (await listOf(
        "sort.0.field=tax",
        `sort.0.direction=${direction}`,
        "fields.0=tax",
      )) as { tax: number | null }[];
      const firstBlank = found.findIndex(({ tax }) => tax === null);
      expect(firstBlank).toBeGreaterThan(0);
      expect(found.slice(firstBlank).every(({ tax }) => tax === null)).toBe(true);
      const taxes = cars.flatMap(({ tax }) => (tax === null ? [] : [tax]));
      taxes.sort((a, b) => (direction === "asc" ? a - b : b - a));
      expect(found.slice(0, firstBlank).map(({ tax }) => tax)).toEqual(taxes);
    });

    it("a sort object without a field is refused", async () => {
      const { status } = await getCars({ data: ["sort.0.direction=asc"] });
      expect(status).toBe(400);
    });

    it("a direction other than asc and desc is refused", async () => {
      for (const direction of ["ASC", "ascending", "", "1"]) {
        const data = ["sort.0.field=price", `sort.0.direction=${direction}`];
        expect((await getCars({ data })).status).toBe(400);
      }
    });

    it.each([1, 999, 1_000, 1_001])("maxRecords=%s caps the records", async (most) => {
      const found = (await listOf(`maxRecords=${most}`)) as unknown[];
      expect(found).toEqual(asJson(cars).slice(0, most));
    });
  });

  describe("4. GET /cars: formulas", () => {
    it("1. curly braces, and tax without them", async () => {
      await expectFilter("{tax} = BLANK()", ({ tax }) => tax === null);
      await expectFilter("tax = BLANK()", ({ tax }) => tax === null);
    });
    it("2. quotes of both kinds", async () => {
      await expectFilter('{country}="Italy"', ({ country }) => country === "Italy");
      await expectFilter("{country}='Italy'", ({ country }) => country === "Italy");
    });
    it("3. =, < and >= compare numbers", async () => {
      await expectFilter("{year}=2020", ({ year }) => year === 2020);
      await expectFilter("{year}<2020", ({ year }) => year < 2020);
      await expectFilter("{year}>=2020", ({ year }) => year >= 2020);
    });
    it("4. AND, NOT, BLANK, FIND", async () => {
      await expectFilter(
        'AND({country} = "Germany", NOT({year} = 2020), NOT(tax = BLANK()), FIND("Long Range", {title}))',
        ({ country, year, tax, title }) =>
          country === "Germany" && year !== 2020 && tax !== null && title.includes("Long Range"),
      );
    });
    it("4. AND with one argument", () =>
      expectFilter('AND({country}="Italy")', ({ country }) => country === "Italy"));
    it("4. FIND is true where the text occurs, at its very beginning too", () =>
      expectFilter('FIND("Model Y", {title})', ({ title }) => title.startsWith("Model Y")));
    it("5. several FIND in AND: all texts", () =>
      expectFilter(
        'AND(FIND("APBS", {optionCodes}), FIND("Long Range", {title}))',
        ({ optionCodes, title }) => optionCodes.includes("APBS") && title.includes("Long Range"),
      ));
    it("6. NOT(tax = BLANK()): presence, and a tax of 0 is there", async () => {
      expect(cars.some(({ tax }) => tax === 0)).toBe(true);
      await expectFilter("NOT(tax = BLANK())", ({ tax }) => tax !== null);
    });
    it("7. several field conditions in one AND", () =>
      expectFilter(
        'AND(NOT(tax=BLANK()),{currency}="EUR",{modelLetter}="S",{year}=2024)',
        ({ tax, currency, modelLetter, year }) =>
          tax !== null && currency === "EUR" && modelLetter === "S" && year === 2024,
      ));
  });

  describe("5. Authentication", () => {
    it("1, 2. a valid key in x-api-key: 200", async () => {
      expect((await getCars({ data: ["maxRecords=1"] })).status).toBe(200);
    });
    it.each([
      ["none", []],
      ["an empty one", ["x-api-key;"]],
      [
        "a wrong one",
        ["x-api-key: isf_0000000000000000_0000000000000000000000000000000000000000000"],
      ],
    ])("1. a key is needed: %s gets 401", async (_, headers) => {
      const { status, headers: answered, body } = await curl(`${service.url}/cars`, { headers });
      expect(status).toBe(401);
      expect(answered.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(JSON.parse(body.toString())).toMatchObject({ code: "unauthorized", status: 401 });
    });
    it("3. a key in the address is refused: addresses are logged", async () => {
      const { status } = await curl(`${service.url}/cars`, {
        data: [`x-api-key=${service.token}`],
      });
      expect(status).toBe(401);
    });
  });

  describe("8. Compression", () => {
    const DECODERS = [
      ["gzip", gunzipSync, ["gzip"], ["-dc"]],
      ["br", brotliDecompressSync, ["brotli"], ["-dc"]],
    ] as const;

    describe.each(DECODERS)("%s", (name, decode, programs, args) => {
      const program = findProgram(...programs);

      it.each([
        ["all cars, streamed", []],
        ["some cars, whole", ["maxRecords=20"]],
      ])("%s: content-encoding names it, and the bytes are in it", async (_, data) => {
        const headers = [`accept-encoding: ${name}`];
        const { status, headers: answered, body } = await getCars({ data, headers });
        expect(status).toBe(200);
        expect(answered.get("content-encoding")).toBe(name);
        expect(answered.get("vary")).toContain("accept-encoding");
        const plain = await getCars({ data });
        expect(plain.headers.get("content-encoding")).toBeUndefined();
        expect(body.length).toBeLessThan(plain.body.length);
        expect(decode(body).equals(plain.body)).toBe(true);
      });

      it(`the program ${programs[0]} reads it`, async (context) => {
        need(context, neededProgram(programs[0], program));
        const { body } = await getCars({ headers: [`accept-encoding: ${name}`] });
        const plain = await runProgram(program ?? programs[0], args, body);
        expect(JSON.parse(plain.toString())).toEqual(asJson(cars));
      });

      it("curl decodes it by itself", async () => {
        const headers = [`accept-encoding: ${name}`];
        const { body } = await getCars({ headers, more: ["--compressed"] });
        expect(JSON.parse(body.toString())).toEqual(asJson(cars));
      });
    });

    it("without accept-encoding nothing is compressed", async () => {
      const { headers } = await getCars();
      expect(headers.get("content-encoding")).toBeUndefined();
      expect(headers.get("vary")).toContain("accept-encoding");
    });
  });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
