import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { PROBLEMS } from "../../../src/apps/service/http-problem.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { type Answer, ask, jsonOf, queryOf } from "./harness/client.ts";
import { keepFromLogs, logged, logLines } from "./harness/logs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const SERVICE_PAGE = readFileSync(
  new URL("../../../grammar/reference/service.md", import.meta.url),
  "utf8",
);
const cars = someCars(50);
const collections = async () => ({ cars: { store: await carStore(cars) } });
let service: Served;

beforeAll(async () => {
  service = await serve({ collections: await collections(), metrics: true, prefix: "/v1" });
});

const get = (path: string): Promise<Answer> => service.ask(`/v1${path}`);

describe("/schema", () => {
  it("has every field with its type and description", async () => {
    const { collections } = jsonOf(await get("/schema")) as {
      collections: { cars: { key: string; fields: { name: string; type: string }[] } };
    };
    expect(collections.cars.key).toBe("vin");
    expect(collections.cars.fields.map(({ name, type }) => [name, type])).toEqual(
      [...demoSchema.fields.values()].map(({ name, type }) => [name, type]),
    );
  });
});

describe("/validate", () => {
  const both = async (filterByFormula: string): Promise<unknown> => {
    const query = await get(`/validate${queryOf({ filterByFormula })}`);
    const body = await service.ask("/v1/validate", { body: { filterByFormula } });
    expect([query.status, body.status]).toEqual([200, 200]);
    expect(body.text).toBe(query.text);
    return jsonOf(query);
  };

  it("accepts a valid formula", async () => {
    expect(await both("AND({price} < 5, NOT(tax = BLANK()))")).toEqual({
      valid: true,
      type: "boolean",
      fields: ["price", "tax"],
      diagnostics: [],
    });
  });

  it("returns the diagnostics of an invalid formula, with the formula after its fixes", async () => {
    const found = await both("{year} = '2020'");
    expect(found).toMatchObject({
      valid: false,
      diagnostics: [{ severity: "error", fix: { formula: "{year} = 2020" } }],
    });
  });

  it("accepts a formula with warnings", async () => {
    expect(await both("1 = 1")).toMatchObject({
      valid: true,
      diagnostics: [{ severity: "warning" }],
    });
  });

  it.each([
    ["", [{ parameter: "filterByFormula", code: "missing-parameter" }]],
    ["?filterByFormula=1&filterByFormula=2", [{ code: "duplicate-parameter" }]],
    ["?filterByFormula=1&record=x", [{ parameter: "record", code: "unknown-parameter" }]],
    ["?filterByFormula=1&collection=nothing", [{ code: "unknown-collection" }]],
    ["?filterByFormula=%FF", [{ code: "invalid-encoding" }, { code: "missing-parameter" }]],
  ])("refuses %s", async (query, errors) => {
    const answer = await get(`/validate${query}`);
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ errors });
  });
});

describe("/explain", () => {
  it("returns which part runs where", async () => {
    const answer = await get(`/explain${queryOf({ filterByFormula: "{price} < 5" })}`);
    expect(jsonOf(answer)).toMatchObject({ store: "memory", parts: [{ runs: "memory" }] });
    expect(answer.text).not.toContain("where");
  });

  it("returns why a record matches or does not", async () => {
    for (const car of cars.slice(0, 5)) {
      const filterByFormula = "{price} < 40000";
      const answer = await get(`/explain${queryOf({ filterByFormula, record: car.vin })}`);
      expect(jsonOf(answer)).toMatchObject({ matches: car.price < 40_000 });
    }
  });

  it.each(["nothing", "' OR 1=1", "", "\ufffd"])("finds no record %j", async (record) => {
    const answer = await get(`/explain${queryOf({ filterByFormula: "1", record })}`);
    expect(answer.status).toBe(422);
    expect(jsonOf(answer)).toMatchObject({ errors: [{ code: "unknown-record" }] });
  });

  it("refuses an invalid formula, with its diagnostics", async () => {
    const answer = await get(`/explain${queryOf({ filterByFormula: "{pricee} < 5" })}`);
    expect(answer.status).toBe(422);
    expect(jsonOf(answer)).toMatchObject({ code: "invalid-formula" });
  });
});

describe("/openapi.json", () => {
  type Json = Readonly<Record<string, unknown>>;
  const isJson = (value: unknown): value is Json =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  let document: Json;

  beforeAll(async () => {
    const answer = await get("/openapi.json");
    expect(answer.headers["content-type"]).toContain("application/json");
    const json = jsonOf(answer);
    if (!isJson(json)) throw new Error("no document");
    document = json;
  });

  const at = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (isJson(value) ? value[name] : undefined), document);

  /** An object of ours, found by its path; the whole document stands by, for what it refers to. */
  const validator = (schema: unknown): ((value: unknown) => void) => {
    const ajv = new Ajv2020({
      strict: true,
      allErrors: true,
      allowUnionTypes: true,
      formats: { "date-time": true },
    });
    const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "schemas#/$defs/");
    ajv.addSchema({ $id: "schemas", $defs: at("components", "schemas") ?? {} });
    const validate = ajv.compile(JSON.parse(text) as Json);
    return (value) => {
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    };
  };

  function* each(
    value: unknown,
    path: readonly string[] = [],
  ): Generator<readonly [readonly string[], Json]> {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* each(item, [...path, String(index)]);
    if (!isJson(value)) return;
    yield [path, value];
    for (const [name, item] of Object.entries(value)) yield* each(item, [...path, name]);
  }

  it("has the shape of OpenAPI 3.1: all that is required, and no unknown member", () => {
    const info = { type: "object", required: ["title", "version"] };
    const response = {
      type: "object",
      additionalProperties: false,
      required: ["description"],
      properties: { description: { type: "string" }, headers: {}, content: {}, links: {} },
    };
    const parameter = {
      type: "object",
      additionalProperties: false,
      required: ["name", "in", "schema"],
      properties: {
        name: { type: "string" },
        in: { enum: ["query", "header", "path", "cookie"] },
        description: { type: "string" },
        required: { type: "boolean" },
        schema: { type: "object" },
      },
    };
    const operation = {
      type: "object",
      additionalProperties: false,
      required: ["responses"],
      properties: {
        summary: { type: "string" },
        description: { type: "string" },
        operationId: { type: "string" },
        security: { type: "array" },
        parameters: { type: "array", items: parameter },
        requestBody: { type: "object", required: ["content"] },
        responses: {
          type: "object",
          minProperties: 1,
          additionalProperties: false,
          patternProperties: {
            "^[1-5](?:\\d\\d|XX)$": { anyOf: [{ type: "object", required: ["$ref"] }, response] },
          },
        },
      },
    };
    const methods = Object.fromEntries(
      ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((name) => [
        name,
        operation,
      ]),
    );
    const shape = {
      type: "object",
      additionalProperties: false,
      required: ["openapi", "info", "paths"],
      properties: {
        openapi: { type: "string", pattern: "^3\\.1\\.\\d+$" },
        info,
        servers: { type: "array", items: { type: "object", required: ["url"] } },
        security: { type: "array" },
        paths: {
          type: "object",
          additionalProperties: false,
          patternProperties: {
            "^/": { type: "object", additionalProperties: false, properties: methods },
          },
        },
        components: {
          type: "object",
          additionalProperties: false,
          properties: {
            securitySchemes: { type: "object" },
            schemas: { type: "object" },
            responses: { type: "object", additionalProperties: response },
          },
        },
      },
    };
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    expect(ajv.validate(shape, document), JSON.stringify(ajv.errors)).toBe(true);
  });

  it("accepts names of collections with any character", async () => {
    const store = await carStore(cars);
    const named = await serve({
      collections: Object.fromEntries(
        ["used cars/1", "used cars 1", "used_cars_1", "Problem", "é~#", "__proto__"].map(
          (name, index) => [name, { store, path: `/c${index}` }],
        ),
      ),
    });
    const { paths, components } = jsonOf(await named.ask("/openapi.json")) as {
      paths: object;
      components: { schemas: Record<string, unknown> };
    };
    const names = Object.keys(components.schemas);
    expect(names).toEqual([
      ...["used_cars_1", "used_cars_1_2", "used_cars_1_3", "Problem_2", "___", "__proto__"],
      "Problem",
    ]);
    // These are the characters of OpenAPI 3.1.
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/);
    const references = JSON.stringify(paths).matchAll(/"#\/components\/schemas\/([^"]*)"/g);
    for (const [, name = ""] of references) expect(names).toContain(name);
  });

  it("has no reference without a target", () => {
    let references = 0;
    for (const [, { $ref }] of each(document)) {
      if (typeof $ref !== "string") continue;
      references++;
      expect(at(...$ref.slice(2).split("/")), $ref).toBeDefined();
    }
    expect(references).toBeGreaterThan(10);
  });

  it("has only valid schemas of JSON Schema 2020-12", () => {
    const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });
    let schemas = 0;
    for (const [, { schema }] of each(at("paths"))) {
      if (schema === undefined) continue;
      schemas++;
      expect(ajv.validateSchema(schema as Json), JSON.stringify(ajv.errors)).toBe(true);
    }
    expect(schemas).toBeGreaterThan(10);
  });

  it("describes the responses of the service", async () => {
    const content = at("paths", "/cars", "get", "responses", "200", "content");
    const schema =
      isJson(content) && isJson(content["application/json"])
        ? content["application/json"].schema
        : undefined;
    validator(schema)(jsonOf(await get("/cars")));
    validator(schema)(jsonOf(await get("/cars?fields.0=tax&pageSize=3")));
    const problem = validator({ $ref: "#/components/schemas/Problem" });
    for (const path of ["/cars?x=1", "/cars?filterByFormula=%7Bx%7D", "/nothing", "/explain"])
      problem(jsonOf(await get(path)));
  });

  it("has every path, method and problem", async () => {
    for (const [path, item] of Object.entries(at("paths") ?? {})) {
      const allow = (await service.ask(`/v1${path}`, { method: "OPTIONS" })).headers.allow ?? "";
      const served = allow
        .toLowerCase()
        .split(", ")
        .filter((name) => name !== "options");
      const named = Object.keys(isJson(item) ? item : {});
      expect(served).toEqual(expect.arrayContaining(named));
      for (const name of served)
        if (name !== "head") expect(named, `${path} ${name}`).toContain(name);
    }
    expect(at("components", "schemas", "Problem", "properties", "code", "enum")).toEqual(
      Object.keys(PROBLEMS),
    );
    const url = at("servers", "0", "url") ?? (document.servers as { url: string }[])[0]?.url;
    expect(url).toBe("/v1");
  });
});

describe("/docs", () => {
  it("has a policy that allows nothing from other origins", async () => {
    const { headers, text } = await get("/docs");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(text).not.toMatch(/(?:src|href)="(?!docs\/|data:,|openapi\.json)/);
    expect(text).not.toMatch(/\son\w+=|style="|<script>|<style>/);
    for (const [, file = ""] of text.matchAll(/"(docs\/[^"]+)"/g)) {
      const answer = await get(`/${file}`);
      expect([answer.status, answer.headers["cache-control"]], file).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
    expect((await get("/docs/index.html")).status).toBe(404);
    expect((await get("/docs/..%2Fpackage.json")).status).toBe(404);
  });

  it("is a page without data of the collections; those need a key unless the service is open", async () => {
    const { text } = await ask(`${service.url}/v1/docs`);
    for (const name of ["cars", "vin", "price"]) expect(text).not.toContain(name);
    const statuses = async ({ url }: Served): Promise<readonly number[]> =>
      Promise.all(
        ["/docs", "/openapi.json", "/schema", "/cars"].map(
          async (path) => (await ask(`${url}${path}`)).status,
        ),
      );
    const closed = await serve({ collections: await collections() });
    expect(await statuses(closed)).toEqual([200, 401, 401, 401]);
    const open = await serve({ collections: await collections(), openDocs: true });
    expect(await statuses(open)).toEqual([200, 200, 200, 401]);
    const document = jsonOf(await ask(`${open.url}/openapi.json`));
    expect(document).toMatchObject({ paths: { "/schema": { get: { security: [] } } } });
  });

  it("is missing if it is switched off", async () => {
    const other = await serve({ collections: await collections(), docs: false });
    expect((await other.ask("/docs")).status).toBe(404);
    expect((await other.ask("/openapi.json")).status).toBe(404);
  });
});

describe("/livez, /readyz, /metrics", () => {
  it("respond while the service is ready", async () => {
    expect(jsonOf(await get("/livez"))).toEqual({ status: "ok" });
    expect(jsonOf(await get("/readyz"))).toEqual({ status: "ok", collections: { cars: "ok" } });
  });

  it("report that a closed store is not ready", async () => {
    const other = await carStore(cars);
    const stopped = await serve({ collections: { cars: { store: other } } });
    await other.close();
    const answer = await stopped.ask("/readyz");
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      503,
      { status: "unavailable", collections: { cars: "unavailable" } },
    ]);
    expect((await stopped.ask("/livez")).status).toBe(200);
  });

  it("count requests, records and formulas, and name keys by their labels only", async () => {
    const counted = await serve({
      collections: await collections(),
      metrics: true,
      key: { admin: true },
    });
    const query = queryOf({ filterByFormula: "{price} > 100" });
    await counted.ask(`/cars${query}`);
    await counted.ask(`/cars${query}`);
    await counted.ask("/cars?x=1");
    const { text, headers } = await counted.ask("/metrics");
    expect(headers["content-type"]).toContain("text/plain");
    expect(text).toContain('isoform_requests_total{collection="cars",status="200",key="tester"} 2');
    expect(text).toContain('isoform_requests_total{collection="cars",status="400",key="tester"} 1');
    expect(text).toContain('isoform_records_total{collection="cars"} 100');
    expect(text).toContain('isoform_formulas_compiled{collection="cars",cache="hit"} 1');
    expect(text).not.toContain(counted.token);
    expect(text).not.toContain("{price}");
    for (const [, name] of text.matchAll(/^# TYPE (isoform_\w+)/gm)) {
      expect(SERVICE_PAGE).toContain(`| \`${name}\` |`);
    }
    expect((await serve({ collections: await collections() })).url).not.toBe("");
  });

  it("are on the page of the service, as are the properties of the log's lines", async () => {
    const logging = await serve({ collections: await collections() });
    const before = logged().length;
    await logging.ask(`/cars${queryOf({ filterByFormula: "{price} > 100 OR 5" })}`);
    await logging.ask("/cars");
    const answers = (lines: readonly string[]) =>
      lines.filter((line) => line.includes('"answered"'));
    const lines = await logLines("both", before, (some) => answers(some).length === 2);
    const names = new Set(answers(lines).flatMap((line) => Object.keys(JSON.parse(line))));
    expect(names).toContain("isWhole");
    for (const name of ["level", "time", "pid", "hostname", "reqId", "msg"]) names.delete(name);
    for (const name of names) expect(SERVICE_PAGE).toContain(`\`${name}\``);
  });

  it("are missing if they are switched off", async () => {
    const other = await serve({ collections: await collections(), metrics: false });
    expect((await other.ask("/metrics")).status).toBe(404);
  });
});

describe("logs", () => {
  it("have one line for each request, with its details", async () => {
    const { token, stored } = createKey("log reader");
    keepFromLogs(token);
    const before = logged().length;
    const other = await serve({ collections: await collections(), keys: createKeyring([stored]) });
    const query = queryOf({ filterByFormula: "{price} > 123", maxRecords: 7 });
    const headers = { "x-api-key": token, "accept-encoding": "gzip" };
    await ask(`${other.url}/cars${query}`, { headers });
    await ask(`${other.url}/cars?filterByFormula=%7Bunknown_one%7D`, { headers });
    await ask(`${other.url}/cars`);
    const isAnswer = (line: string): boolean => line.includes('"msg":"answered"');
    const lines = await logLines(
      "three answers",
      before,
      (some) => some.filter(isAnswer).length > 2,
    );
    const answers = lines.filter(isAnswer).map((line): unknown => JSON.parse(line));
    expect(answers).toMatchObject([
      {
        method: "GET",
        route: "/cars",
        status: 200,
        key: "log reader",
        records: 7,
        encoding: "gzip",
        isWhole: true,
      },
      { status: 422, key: "log reader", records: 0 },
      { status: 401, key: "" },
    ]);
  });
});
