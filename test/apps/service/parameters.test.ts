import { beforeAll, describe, expect, it } from "vitest";
import { expectFitProblem } from "./attacks/problem.ts";
import { type Answer, jsonOf, queryOf } from "./harness/client.ts";
import { asJson, carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(500);
let service: Served;

beforeAll(async () => {
  service = await serve({ collections: { cars: { store: await carStore(cars) } } });
});

interface Problem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly {
    readonly parameter: string;
    readonly code: string;
    readonly message: string;
    readonly help?: string;
    readonly diagnostics?: readonly {
      readonly code: string;
      readonly span: { readonly start: number; readonly end: number };
      readonly help?: string;
      readonly fix?: { readonly formula: string };
    }[];
  }[];
}

function problemOf(answer: Answer, sent: string): Problem {
  expectFitProblem(answer.headers["content-type"] ?? "", answer.text, sent);
  const problem = jsonOf(answer) as Problem;
  expect(problem.status).toBe(answer.status);
  return problem;
}

async function refusal(query: string): Promise<Problem> {
  return problemOf(await service.ask(`/cars?${query}`), decodeURIComponent(query));
}

describe("both spellings", () => {
  it.each([
    ["fields.0=vin&fields.1=price", "fields[0]=vin&fields[1]=price"],
    ["fields.0=vin&fields.1=price", "fields[]=vin&fields[]=price"],
    ["fields.0=vin&fields.1=price", "fields%5B%5D=vin&fields%5B%5D=price"],
    ["fields.0=vin&fields.1=price", "fields[1]=price&fields.0=vin"],
    ["sort.0.field=year&sort.0.direction=desc", "sort[0][field]=year&sort[0][direction]=desc"],
    ["sort.0.field=year&sort.0.direction=desc", "sort.0.field=year&sort[0][direction]=desc"],
    [
      "sort.0.field=year&sort.1.field=price",
      "sort%5B1%5D%5Bfield%5D=price&sort%5B0%5D%5Bfield%5D=year",
    ],
    [
      "filterByFormula={year}=2020&maxRecords=3",
      "maxRecords=3&filterByFormula=%7Byear%7D+%3D+2020",
    ],
  ])("of %s mean %s", async (one, other) => {
    const first = await service.ask(`/cars?${one}`);
    expect(first.status).toBe(200);
    expect(first.text.length).toBeGreaterThan(100);
    expect((await service.ask(`/cars?${other}`)).text).toBe(first.text);
  });
});

describe("mistakes", () => {
  it("are reported together, each with its parameter and advice", async () => {
    const { code, status, detail, errors } = await refusal(
      [
        "limit=5",
        "fields.0=prise",
        "fields.2=vin",
        "sort.0.field=kountry",
        "sort.0.direction=down",
        "sort.1.direction=asc",
        "maxRecords=ten",
        "pageSize=0",
        "filterByForumla=1",
        "filterByFormula=%7Bprice%7D%20%3C%20%22ten%22",
        "cursor=x",
      ].join("&"),
    );
    expect([code, status]).toEqual(["invalid-parameter", 400]);
    expect(detail).toMatch(/ \(and \d+ more\)$/);
    expect(errors.map(({ parameter, code: mistake }) => `${parameter} ${mistake}`).sort()).toEqual([
      "cursor missing-page-size",
      "fields.0 unknown-field",
      "fields.1 missing-index",
      "filterByFormula invalid-formula",
      "filterByForumla unknown-parameter",
      "limit unknown-parameter",
      "maxRecords invalid-number",
      "pageSize invalid-number",
      "sort.0.direction invalid-direction",
      "sort.0.field unknown-field",
      "sort.1.direction missing-field",
    ]);
    const helpOf = (parameter: string): string | undefined =>
      errors.find((error) => error.parameter === parameter)?.help;
    expect(helpOf("limit")).toBe("it is `maxRecords` here");
    expect(helpOf("fields.0")).toBe("did you mean `price`?");
    expect(helpOf("sort.0.field")).toBe("did you mean `country`?");
    expect(helpOf("filterByForumla")).toBe("did you mean `filterByFormula`?");
  });

  it.each([
    ["offset=x", "it is `cursor`, which the `Link` header of the page before holds here"],
    ["filter=x", "it is `filterByFormula` here"],
    ["select=x", "it is `fields.0`, `fields.1` … here"],
    ["order=x", "it is `sort.0.field` and `sort.0.direction` here"],
    ["fields=vin", "number the fields: `fields.0=vin&fields.1=price`"],
    ["sort=price", "write `sort.0.field=price&sort.0.direction=asc`"],
    ["sort.0=price", "write `sort.0.field=price&sort.0.direction=asc`"],
    ["filterByFormula=50%", "encode a percent sign as %25"],
  ])("in %s have their help", async (query, help) => {
    const answer = await service.ask(`/cars?${query}`);
    expect(problemOf(answer, query).errors).toMatchObject([{ help }]);
  });

  it("in names and formulas have the status 422", async () => {
    expect(await refusal("fields.0=nothing")).toMatchObject({ code: "invalid-query", status: 422 });
    expect(await refusal("filterByFormula=%7Bnothing%7D")).toMatchObject({
      code: "invalid-formula",
      status: 422,
    });
    expect(await refusal("filterByFormula=%7Bnothing%7D&fields.0=nothing")).toMatchObject({
      code: "invalid-query",
      status: 422,
    });
  });

  it("in a formula have spans, and the formula after the fix", async () => {
    const formula = 'AND({year} = "2020", {pricee} < 5';
    const { errors } = await refusal(queryOf({ filterByFormula: formula }).slice(1));
    const [{ diagnostics = [] } = {}] = errors;
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const { span, fix } of diagnostics) {
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(formula.length);
      if (fix !== undefined) expect(fix.formula).not.toBe(formula);
    }
    const fixed = await refusal(
      queryOf({ filterByFormula: 'AND({year} = "2020", {pricee} < 5)' }).slice(1),
    );
    const [compared, named] = fixed.errors[0]?.diagnostics ?? [];
    expect(compared?.fix?.formula).toBe("AND({year} = 2020, {pricee} < 5)");
    expect(named).toMatchObject({ code: "unknown-field", span: { start: 21, end: 29 } });
    expect(named?.fix?.formula).toBe('AND({year} = "2020", {price} < 5)');
  });
});

describe("POST /cars/query", () => {
  const post = (body: unknown): Promise<Answer> => service.ask("/cars/query", { body });

  it.each([
    [{}, ""],
    [{ maxRecords: 3 }, "maxRecords=3"],
    [{ fields: ["vin", "tax"] }, "fields.0=vin&fields.1=tax"],
    [
      {
        sort: [{ field: "year", direction: "desc" }, { field: "price" }],
        filterByFormula: "{year} > 2019",
      },
      "sort.0.field=year&sort.0.direction=desc&sort.1.field=price&filterByFormula={year}%3E2019",
    ],
  ])("%j is ?%s", async (body, query) => {
    const answer = await post(body);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await service.ask(`/cars?${query}`)).text);
  });

  it("takes a formula that is too long for an address", async () => {
    const vins = cars.slice(0, 80).map(({ vin }) => vin);
    const filterByFormula = `OR(${vins.map((vin) => `{vin} = "${vin}"`).join(",\n".padEnd(150))})`;
    expect(filterByFormula.length).toBeGreaterThan(14_000);
    expect(jsonOf(await post({ filterByFormula }))).toEqual(asJson(cars.slice(0, 80)));
  });

  it("reports all mistakes together", async () => {
    const body = {
      fields: ["vin", 5, "vin"],
      sort: [{ field: "nothing", direction: 1, nulls: "last" }, "price", {}],
      maxRecords: "3",
      pageSize: 1.5,
      filterByFormula: ["1"],
      limit: 1,
      cursor: null,
    };
    const answer = await post(body);
    const { errors, status } = problemOf(answer, JSON.stringify(body));
    expect(status).toBe(400);
    expect(errors.map(({ parameter, code }) => `${parameter} ${code}`).sort()).toEqual([
      "cursor invalid-text",
      "fields.1 invalid-text",
      "fields.2 duplicate-field",
      "filterByFormula invalid-text",
      "limit unknown-parameter",
      "maxRecords invalid-number",
      "pageSize invalid-number",
      "sort.0.direction invalid-direction",
      "sort.0.field unknown-field",
      "sort.0.nulls unknown-parameter",
      "sort.1 invalid-item",
      "sort.2 missing-field",
    ]);
  });

  it.each([
    [{ fields: [] }, "fields invalid-list"],
    [{ fields: "vin" }, "fields invalid-list"],
    [{ fields: Array(101).fill("vin") }, "fields invalid-list"],
    [{ sort: { field: "vin" } }, "sort invalid-list"],
    [{ maxRecords: 0 }, "maxRecords invalid-number"],
    [{ maxRecords: 2 ** 53 }, "maxRecords invalid-number"],
  ])("%j is refused", async (body, mistake) => {
    const { errors, status } = problemOf(await post(body), JSON.stringify(body));
    expect(status).toBe(400);
    expect(`${errors[0]?.parameter} ${errors[0]?.code}`).toBe(mistake);
  });

  it("refuses parameters in the address", async () => {
    const answer = await service.ask("/cars/query?maxRecords=1", { body: {} });
    expect(problemOf(answer, "maxRecords").errors).toMatchObject([
      { parameter: "maxRecords", message: "the parameters belong in the body here" },
    ]);
  });

  it("refuses other methods, and names the allowed ones", async () => {
    const answer = await service.ask("/cars/query");
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  });
});

describe("a time zone", () => {
  const formula = encodeURIComponent('DATESTR("2024-03-01T03:00Z") = "2024-02-29"');

  it("applies to the formula, with another cache entry and another tag", async () => {
    const here = await service.ask(`/cars/count?filterByFormula=${formula}`);
    const there = await service.ask(
      `/cars/count?filterByFormula=${formula}&timeZone=America/New_York`,
    );
    expect(jsonOf(here)).toEqual({ count: 0 });
    expect(jsonOf(there)).not.toEqual({ count: 0 });
    expect(there.headers.etag).not.toBe(here.headers.etag);
  });

  it("that is unknown is refused", async () => {
    const { status, errors } = await refusal("filterByFormula=1&timeZone=Mars/Base");
    expect(status).toBe(422);
    expect(errors).toMatchObject([{ parameter: "timeZone", code: "unknown-time-zone" }]);
  });
});
