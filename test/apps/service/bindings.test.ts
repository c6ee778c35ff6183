import { beforeAll, describe, expect, it } from "vitest";
import { collectionOf } from "../../../src/apps/service/collection.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import type { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import type { ParameterDeclarations } from "../../../src/index.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { expectFitProblem } from "./attacks/problem.ts";
import { type Answer, type Asking, ask, jsonOf, queryOf } from "./harness/client.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

/* What the formulas of a request are read with: a time zone, and values for their parameters. */

serviceTests();
const cars = someCars(300);
const PARAMETERS = {
  country: "text",
  least: "number",
  isCheap: "boolean",
  since: "date",
  options: "list",
} as const satisfies ParameterDeclarations;

let store: MemoryStore;
let service: Served;
let inRome: Served;

beforeAll(async () => {
  store = await carStore(cars);
  const cursorSecret = "the same for both";
  service = await serve({ collections: { cars: { store, parameters: PARAMETERS } }, cursorSecret });
  const formulas = { timeZone: "Europe/Rome" };
  inRome = await serve({ collections: { cars: { store, formulas } }, cursorSecret });
});

interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly parameter: string; readonly code: string }[];
}

function problemOf(answer: Answer, sent: string): Problem {
  expectFitProblem(answer.headers["content-type"] ?? "", answer.text, sent);
  return jsonOf(answer) as Problem;
}

/** The mistakes of a request, as `parameter code`. */
const mistakesOf = (answer: Answer, sent = "x"): readonly string[] =>
  (problemOf(answer, sent).errors ?? []).map(({ parameter, code }) => `${parameter} ${code}`);

const vinsOf = (answer: Answer): readonly unknown[] => {
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return (jsonOf(answer) as { vin: string }[]).map(({ vin }) => vin);
};

/** The same request in an address and in a body. */
async function both(
  filterByFormula: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const sent = Object.entries(values).map(([name, value]) => [
    `param.${name}`,
    typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? ""),
  ]);
  const query = { filterByFormula, ...Object.fromEntries(sent) };
  const got = await service.ask(`/cars${queryOf(query)}`);
  const posted = await service.ask("/cars/query", {
    body: { filterByFormula, parameters: values },
  });
  expect(posted.text).toBe(got.text);
  return vinsOf(got);
}

const vins = (isOne: (car: (typeof cars)[number]) => boolean): readonly unknown[] =>
  cars
    .filter(isOne)
    .map(({ vin }) => vin)
    .sort();

describe("values of parameters", () => {
  it("of every type, from the address and from a body", async () => {
    expect(await both("{country} = $country", { country: "Italy" })).toEqual(
      vins(({ country }) => country === "Italy"),
    );
    expect(await both("{price} >= $least", { least: 50_000.5 })).toEqual(
      vins(({ price }) => Number(price) >= 50_000.5),
    );
    expect(await both("OR({price} < 40000, NOT($isCheap))", { isCheap: true })).toEqual(
      vins(({ price }) => price !== null && Number(price) < 40_000),
    );
    expect(await both("{createdAt} >= $since", { since: "2024-03-01T00:00:00.000Z" })).toEqual(
      vins(({ createdAt }) => new Date(String(createdAt)) >= new Date("2024-03-01")),
    );
    expect(await both("HAS($options, {country})", { options: ["Italy", "Spain"] })).toEqual(
      vins(({ country }) => country === "Italy" || country === "Spain"),
    );
  });

  it("may be blank", async () => {
    expect(await both("{tax} = $least", { least: null })).toEqual(vins(({ tax }) => tax === null));
    expect(await both("{country} = $country", { country: null })).toEqual([]);
  });

  it("may be missing if the formula does not use them, and may stand without a formula", async () => {
    expect(await both("{price} > 0", {})).toEqual(await both("{price} > 0", { least: 5 }));
    expect(vinsOf(await service.ask("/cars?param.least=5"))).toHaveLength(cars.length);
  });

  it("are never parsed as a part of the formula", async () => {
    for (const country of [
      '" , TRUE())',
      'Italy", TRUE(), "',
      "$country",
      "{country}",
      "' OR 1=1 --",
      "TRUE()",
    ]) {
      expect(await both("AND({country} = $country, TRUE())", { country })).toEqual([]);
    }
  });

  it("apply to counts and groups too", async () => {
    const count = jsonOf(
      await service.ask(
        `/cars/count${queryOf({ filterByFormula: "{price} < $least", "param.least": "40000" })}`,
      ),
    );
    const expected = cars.filter(({ price }) => price !== null && Number(price) < 40_000).length;
    expect(count).toEqual({ count: expected });
    const body = { filterByFormula: "{price} < $least", parameters: { least: 40_000 } };
    expect(jsonOf(await service.ask("/cars/count", { body }))).toEqual(count);
    const groups = jsonOf(
      await service.ask("/cars/groups", {
        body: {
          ...body,
          groupBy: [{ formula: "{country} = $country", name: "home" }],
          measure: ["count", "max({price} - $least)"],
          parameters: { least: 40_000, country: "Italy" },
        },
      }),
    ) as { home: boolean; count: number }[];
    expect(groups.map(({ count: one }) => one).reduce((a, b) => a + b)).toBe(expected);
    expect(groups.map(({ home }) => home).sort()).toEqual([false, true]);
  });

  it("are listed by explain", async () => {
    const record = String(cars[0]?.vin);
    const query = { filterByFormula: "{country} = $country", record };
    for (const [country, matches] of [
      [String(cars[0]?.country), true],
      ["nowhere", false],
    ] as const) {
      const found = await service.ask(`/explain${queryOf({ ...query, "param.country": country })}`);
      expect(jsonOf(found)).toMatchObject({ matches });
      const body = { ...query, parameters: { country } };
      expect((await service.ask("/explain", { body })).text).toBe(found.text);
    }
    expect(mistakesOf(await service.ask(`/explain${queryOf(query)}`))).toEqual([
      "param.country missing-parameter",
    ]);
  });

  it("may be missing where a formula is only checked, and have known types", async () => {
    const check = async (filterByFormula: string): Promise<unknown> =>
      jsonOf(await service.ask(`/validate${queryOf({ filterByFormula })}`));
    expect(await check("{country} = $country")).toMatchObject({ valid: true, type: "boolean" });
    expect(await check("$least + 1")).toMatchObject({ valid: true, type: "number" });
    expect(await check("{country} = $least")).toMatchObject({
      valid: false,
      diagnostics: [{ code: "comparison-type" }],
    });
    expect(await check("$contry")).toMatchObject({
      valid: false,
      diagnostics: [{ code: "unknown-parameter" }],
    });
    expect(
      mistakesOf(
        await service.ask(`/validate${queryOf({ filterByFormula: "1", "param.least": "x" })}`),
      ),
    ).toEqual(["param.least invalid-value"]);
  });
});

describe("mistakes in values of parameters", () => {
  it.each([
    ["{country} = $country", {}, ["param.country missing-parameter"]],
    [
      "AND({country} = $country, {price} > $least, {country} = $country)",
      {},
      ["param.country missing-parameter", "param.least missing-parameter"],
    ],
    ["{price} > $least", { "param.least": "ten" }, ["param.least invalid-value"]],
    ["{price} > $least", { "param.least": "0x10" }, ["param.least invalid-value"]],
    ["{price} > $least", { "param.least": "1e999" }, ["param.least invalid-value"]],
    ["{price} > $least", { "param.least": "NaN" }, ["param.least invalid-value"]],
    ["{price} > $least", { "param.least": " 1" }, ["param.least invalid-value"]],
    ["$isCheap", { "param.isCheap": "yes" }, ["param.isCheap invalid-value"]],
    ["{createdAt} > $since", { "param.since": "yesterday" }, ["param.since invalid-value"]],
    ["{createdAt} > $since", { "param.since": "1850-01-01" }, ["param.since invalid-value"]],
    ["HAS($options, {vin})", { "param.options": "Italy" }, ["param.options invalid-value"]],
    ["HAS($options, {vin})", { "param.options": "[1]" }, ["param.options invalid-value"]],
    ["1", { "param.contry": "Italy" }, ["param.contry unknown-parameter"]],
    ["1", { "param.constructor": "x" }, ["param.constructor unknown-parameter"]],
    ["1", { "param.__proto__": "x" }, ["param.__proto__ unknown-parameter"]],
    ["1", { "param.": "x" }, ["param. unknown-parameter"]],
    ["1", { param: "x" }, ["param unknown-parameter"]],
    ["1", { parameters: "x" }, ["parameters unknown-parameter"]],
    ["1", { "parameters.least": "1" }, ["parameters.least unknown-parameter"]],
    ["1", { "param.least[]": "1" }, ["param.least[] unknown-parameter"]],
    ["1", { "param.country": "x".repeat(257) }, ["param.country value-too-long"]],
    [
      "HAS($options, {vin})",
      { "param.options": JSON.stringify(Array(129).fill("x")) },
      ["param.options value-too-long"],
    ],
  ])("%s with %j is refused", async (filterByFormula, values, mistakes) => {
    const query = queryOf({ filterByFormula, ...values });
    for (const path of ["/cars", "/cars/count", "/cars/groups"]) {
      const answer = await service.ask(`${path}${query}`);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(mistakesOf(answer, filterByFormula)).toEqual(mistakes);
    }
  });

  it.each([
    [{ least: "5" }, ["parameters.least invalid-value"]],
    [{ least: true }, ["parameters.least invalid-value"]],
    [{ country: 5 }, ["parameters.country invalid-value"]],
    [{ country: ["Italy"] }, ["parameters.country invalid-value"]],
    [{ country: { toString: "Italy" } }, ["parameters.country invalid-value"]],
    [{ country: "\ud800" }, ["parameters.country invalid-value"]],
    [{ country: "a\u0000" }, ["parameters.country invalid-value"]],
    [{ since: 0 }, ["parameters.since invalid-value"]],
    [{ options: "a" }, ["parameters.options invalid-value"]],
    [{ options: [null] }, ["parameters.options invalid-value"]],
    [{ nothing: 1 }, ["parameters.nothing unknown-parameter"]],
    [JSON.parse('{"__proto__": "x"}'), ["parameters.__proto__ unknown-parameter"]],
    [[], ["parameters invalid-parameters"]],
    ["country", ["parameters invalid-parameters"]],
    [null, ["parameters invalid-parameters"]],
  ])("in a body are refused: %j", async (parameters, mistakes) => {
    const body = { filterByFormula: "{price} > 0", parameters };
    for (const path of ["/cars/query", "/cars/count", "/cars/groups", "/validate", "/explain"]) {
      const answer = await service.ask(path, { body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(mistakesOf(answer, JSON.stringify(body))).toEqual(mistakes);
    }
  });

  it("include a parameter that is given twice, in either spelling", async () => {
    const path = `/cars?filterByFormula=${encodeURIComponent("{price} > $least")}`;
    for (const query of ["param.least=1&param.least=2", "param.least=1&param[least]=1"]) {
      expect(mistakesOf(await service.ask(`${path}&${query}`))).toEqual([
        `${query.includes("[") ? "param[least]" : "param.least"} duplicate-parameter`,
      ]);
    }
    expect((await service.ask(`${path}&param[least]=1`)).status).toBe(200);
    const body = '{"filterByFormula":"1","parameters":{"least":1,"least":2}}';
    const headers = { "content-type": "application/json" };
    expect((await service.ask("/cars/query", { body, headers })).status).toBe(400);
  });

  it("include any parameter of a collection that declares none", async () => {
    const path = `/cars${queryOf({ filterByFormula: "{country} = $country", "param.country": "x" })}`;
    const answer = await inRome.ask(path);
    expect(answer.status).toBe(400);
    expect(mistakesOf(answer)).toEqual([
      "param.country unknown-parameter",
      "filterByFormula invalid-formula",
    ]);
  });

  it("in declarations are thrown when the service starts", () => {
    for (const parameters of [{ "a b": "text" }, { a: "string" }, { $a: "text" }]) {
      const declared = parameters as unknown as ParameterDeclarations;
      expect(() => collectionOf("cars", { store, parameters: declared })).toThrow(TypeError);
    }
    const formulas = { timeZone: "Mars/Base" };
    expect(() => collectionOf("cars", { store, formulas })).toThrow("time zone");
  });
});

describe("values of parameters are part of", () => {
  const pathOf = (least: number, more = ""): string =>
    `/cars${queryOf({ filterByFormula: "{price} >= $least", "param.least": String(least) })}${more}`;

  it("the tag of a page", async () => {
    const one = await service.ask(pathOf(30_000));
    const other = await service.ask(pathOf(60_000));
    const { etag = "" } = one.headers;
    expect(other.headers.etag).not.toBe(etag);
    const headers = { "if-none-match": etag };
    expect((await service.ask(pathOf(30_000), { headers })).status).toBe(304);
    expect((await service.ask(pathOf(60_000), { headers })).status).toBe(200);
    // The same value in another spelling is the same.
    expect((await service.ask(pathOf(30_000).replace("30000", "3e4"), { headers })).status).toBe(
      304,
    );
  });

  it("the tags of counts, and of groups whose keys or measures use them", async () => {
    for (const [path, query] of [
      ["/cars/count", { filterByFormula: "{price} >= $least" }],
      ["/cars/groups", { "groupBy.0.formula": "{price} >= $least" }],
      ["/cars/groups", { "measure.0": "sum({price} - $least)" }],
    ] as const) {
      const askFor = (least: string): Promise<Answer> =>
        service.ask(`${path}${queryOf({ ...query, "param.least": least })}`);
      const [one, other] = [await askFor("1"), await askFor("70000")];
      expect(one.status).toBe(200);
      expect(one.text).not.toBe(other.text);
      expect(one.headers.etag).not.toBe(other.headers.etag);
    }
  });

  it("the cursor", async () => {
    const first = await service.ask(pathOf(30_000, "&pageSize=2"));
    const cursor = String(first.headers["x-next-cursor"]);
    const more = `&pageSize=2&cursor=${cursor}`;
    expect((await service.ask(pathOf(30_000, more))).status).toBe(200);
    expect(mistakesOf(await service.ask(pathOf(30_001, more)))).toEqual(["cursor invalid-cursor"]);
  });

  it("the link to the next page, and all pages together have all records", async () => {
    const found: unknown[] = [];
    let path: string | undefined = pathOf(50_000, "&pageSize=20");
    while (path !== undefined) {
      const answer = await service.ask(path);
      found.push(...vinsOf(answer));
      path = /^<([^>]+)>/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(found).toEqual(vins(({ price }) => Number(price) >= 50_000));
  });

  it("no compiled formula: the cache has the formula without them", () => {
    const { cache } = collectionOf("cars", { store, parameters: PARAMETERS }, 2 ** 20);
    for (let least = 0; least < 50; least++) {
      const compiled = allSteps(cache.compiling("{price} >= $least"));
      if (!compiled.ok) throw new Error("it does not compile");
      const formula = compiled.bind(new Map([["least", least * 1_000]]));
      expect(formula.matches({ price: 25_000 })).toBe(least <= 25);
    }
    expect([cache.hits, cache.misses]).toEqual([49, 1]);
    const whole = allSteps(cache.compiling("{price} >= 5"));
    if (!whole.ok) throw new Error("it does not compile");
    expect(whole.bind(new Map())).toBe(whole.bind(new Map([["least", 5]])));
  });

  it("no text before a formula: a zone in a cache key is never parsed", () => {
    const { cache } = collectionOf("cars", { store }, 2 ** 20);
    expect(allSteps(cache.compiling("{price} = 1", "Europe/Rome")).ok).toBe(true);
    expect(allSteps(cache.compiling("europe/rome: {price} = 1")).ok).toBe(false);
    expect(allSteps(cache.compiling("europe/rome\u0000{price} = 1")).ok).toBe(false);
  });
});

describe("keys with attributes", () => {
  const OWN = createKey("own", {
    scope: "{country} = $country",
    attributes: { country: "Italy" },
  });
  let scoped: Served;
  const as = (path: string, asking: Asking = {}): Promise<Answer> =>
    ask(`${scoped.url}${path}`, { ...asking, headers: { "x-api-key": OWN.token } });
  const own = vins(({ country }) => country === "Italy");

  beforeAll(async () => {
    scoped = await serve({
      collections: { cars: { store, parameters: PARAMETERS } },
      keys: createKeyring([OWN.stored]),
    });
  });

  it("are not set by a parameter of the same name", async () => {
    for (const country of ["Spain", "Italy", "", "Germany"]) {
      const all = await as(
        `/cars${queryOf({ filterByFormula: "TRUE()", "param.country": country })}`,
      );
      expect(vinsOf(all)).toEqual(own);
      const query = { filterByFormula: "{country} = $country", "param.country": country };
      expect(vinsOf(await as(`/cars${queryOf(query)}`))).toEqual(country === "Italy" ? own : []);
      const body = { filterByFormula: "$country != ''", parameters: { country } };
      expect(vinsOf(await as("/cars/query", { body }))).toEqual(country === "" ? [] : own);
    }
  });

  it("are no values for the formula of a request", async () => {
    const query = queryOf({ filterByFormula: "{country} = $country" });
    expect(mistakesOf(await as(`/cars${query}`))).toEqual(["param.country missing-parameter"]);
  });

  it("cannot be set by anything in a request", async () => {
    for (const query of [
      "attributes.country=Spain",
      "attribute.country=Spain",
      "country=Spain",
      "param.$country=Spain",
      "param.attributes.country=Spain",
      "param[attributes][country]=Spain",
      "scope=TRUE()",
      "param.scope=TRUE()",
    ]) {
      expect([query, (await as(`/cars?${query}`)).status]).toEqual([query, 400]);
    }
    for (const body of [
      { parameters: { "attributes.country": "Spain" } },
      { attributes: { country: "Spain" } },
      { parameters: { attributes: { country: "Spain" } } },
      { parameters: { $country: "Spain" } },
    ]) {
      expect((await as("/cars/query", { body })).status).toBe(400);
    }
  });

  it("are the only values of a scope, which does not get the collection's parameters", async () => {
    const keys = createKeyring([createKey("wrong", { scope: "{country} = $country" }).stored]);
    const collections = { cars: { store, parameters: PARAMETERS } };
    await expect(serve({ collections, keys })).rejects.toThrow("$country");
  });

  it("are not in the documents", async () => {
    for (const path of ["/schema", "/openapi.json"])
      expect((await as(path)).text).not.toContain("Italy");
  });
});

describe("documents", () => {
  it("list the parameters with their types", async () => {
    expect(jsonOf(await service.ask("/schema"))).toMatchObject({
      collections: { cars: { parameters: PARAMETERS } },
    });
    const { paths } = jsonOf(await service.ask("/openapi.json")) as {
      paths: Record<
        string,
        Record<string, { parameters?: { name: string; schema: object }[]; requestBody?: unknown }>
      >;
    };
    for (const path of ["/cars", "/cars/count", "/cars/groups", "/validate", "/explain"]) {
      const named = paths[path]?.get?.parameters?.map(({ name }) => name);
      for (const name of Object.keys(PARAMETERS)) expect(named).toContain(`param.${name}`);
      expect(named).toContain("timeZone");
    }
    for (const path of ["/cars/query", "/cars/count", "/cars/groups"]) {
      const body = JSON.stringify(paths[path]?.post?.requestBody);
      for (const name of ["timeZone", "parameters", ...Object.keys(PARAMETERS)]) {
        expect(body).toContain(`"${name}":`);
      }
    }
  });

  it("include the time zone of the collection", async () => {
    expect(jsonOf(await inRome.ask("/schema"))).toMatchObject({
      collections: { cars: { timeZone: "Europe/Rome" } },
    });
    expect((await inRome.ask("/openapi.json")).text).toContain('"default":"Europe/Rome"');
    expect((await service.ask("/openapi.json")).text).toContain('"default":"UTC"');
  });
});

describe("a time zone", () => {
  // In Rome it is the day after, in New York the day before.
  const there = 'DATESTR("2024-03-01T23:30Z") = "2024-03-02"';
  const WAYS = [
    ["/cars", "maxRecords=1", (answer: Answer) => vinsOf(answer).length === 1],
    ["/cars/count", "", (answer: Answer) => Reflect.get(Object(jsonOf(answer)), "count") > 0],
    ["/cars/groups", "", (answer: Answer) => !answer.text.includes('"count":0')],
    [
      "/explain",
      `record=${cars[0]?.vin}`,
      (answer: Answer) => Reflect.get(Object(jsonOf(answer)), "matches") === true,
    ],
  ] as const;

  it.each(WAYS)(
    "is that of the request, or else of the collection: %s",
    async (path, more, isFound) => {
      const found = async (where: Served, timeZone?: string): Promise<boolean> => {
        const zone = timeZone === undefined ? {} : { timeZone };
        const query = `${path}${queryOf({ filterByFormula: there, ...zone })}&${more}`;
        return isFound(await where.ask(query));
      };
      expect(await found(service)).toBe(false);
      expect(await found(service, "Europe/Rome")).toBe(true);
      expect(await found(service, "EUROPE/rome")).toBe(true);
      expect(await found(service, "America/New_York")).toBe(false);
      expect(await found(inRome)).toBe(true);
      expect(await found(inRome, "UTC")).toBe(false);
      expect(await found(inRome, "Asia/Tokyo")).toBe(true);
    },
  );

  it("applies to keys and measures of groups", async () => {
    const groupBy = [{ formula: "HOUR({createdAt})", name: "hour" }];
    const body = { groupBy, measure: ["max(DAY({createdAt}))"] };
    const here = await service.ask("/cars/groups", { body });
    const away = await service.ask("/cars/groups", { body: { ...body, timeZone: "Asia/Kolkata" } });
    expect(away.text).not.toBe(here.text);
    expect(away.headers.etag).not.toBe(here.headers.etag);
  });

  it("of the collection is a part of the cursor, even if the request names none", async () => {
    const path = `/cars${queryOf({ filterByFormula: "DAY({createdAt}) < 20", pageSize: "2" })}`;
    const cursor = String((await service.ask(path)).headers["x-next-cursor"]);
    expect((await service.ask(`${path}&cursor=${cursor}`)).status).toBe(200);
    expect(mistakesOf(await inRome.ask(`${path}&cursor=${cursor}`))).toEqual([
      "cursor invalid-cursor",
    ]);
  });

  const NO_ZONES = [
    "Mars/Base",
    "constructor",
    "__proto__",
    "hasOwnProperty",
    "+02:00",
    "-05",
    "+0200",
    "UTC+2",
    "",
    " Europe/Rome",
    "Europe/Rome ",
    "Europe/Rome\n",
    "Europe/",
    "../../etc/passwd",
    "x".repeat(10_000),
    "Europe/Rome".repeat(800),
    "Ｅurope/Rome",
  ];

  it.each(NO_ZONES)("%j is refused by each path as unknown", async (timeZone) => {
    for (const path of ["/cars", "/cars/count", "/cars/groups", "/validate", "/explain"]) {
      const query = { filterByFormula: "DAY({createdAt}) = 1", timeZone };
      const got = await service.ask(`${path}${queryOf(query)}`);
      const posted = await service.ask(path === "/cars" ? "/cars/query" : path, { body: query });
      for (const answer of [got, posted]) {
        expect([path, answer.status]).toEqual([path, 422]);
        expect(mistakesOf(answer, timeZone)).toEqual(["timeZone unknown-time-zone"]);
        expect(answer.text.length).toBeLessThan(1_000);
      }
    }
  });

  it("is a string in a body", async () => {
    for (const timeZone of [null, 2, ["UTC"], {}, true]) {
      for (const path of ["/cars/query", "/cars/count", "/validate", "/explain"]) {
        const answer = await service.ask(path, { body: { filterByFormula: "1", timeZone } });
        expect(answer.status).toBe(400);
        expect(mistakesOf(answer)).toEqual(["timeZone invalid-text"]);
      }
    }
  });

  it("has a name that the runtime knows, in any case", async () => {
    const names = ["utc", "GMT", "Etc/GMT+5", "america/argentina/buenos_aires", "EST5EDT"];
    for (const timeZone of [...names, ...Intl.supportedValuesOf("timeZone").slice(0, 20)]) {
      const answer = await service.ask(
        `/validate${queryOf({ filterByFormula: "NOW()", timeZone })}`,
      );
      expect([timeZone, answer.status]).toEqual([timeZone, 200]);
    }
  });
});
