import zlib, { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { need } from "../../harness/extent.ts";
import { schemaOf } from "../../hostile/everywhere.ts";
import { type Answer, jsonOf, queryOf } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { asJson, carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(800);
let service: Served;

beforeAll(async () => {
  const store = await carStore(cars);
  // Of this one nobody can tell whether it changed.
  const untold = new FaultInjector(store);
  Object.defineProperty(untold, "version", { value: undefined });
  service = await serve({ collections: { cars: { store }, untold: { store: untold } } });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  service.ask(path, { headers });

describe("formats", () => {
  it.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["application/json", "application/json"],
    ["application/json; charset=utf-8", "application/json"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["text/csv", "text/csv"],
    ["text/*", "text/csv"],
    ["TEXT/CSV", "text/csv"],
    ["text/html, text/csv;q=0.5, */*;q=0.1", "text/csv"],
    ["application/json;q=0.1, application/x-ndjson;q=0.2", "application/x-ndjson"],
    ["application/json;q=0, */*", "application/x-ndjson"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json"],
    ["", "application/json"],
  ])("Accept: %s gets %s", async (accept, type) => {
    const answer = await get("/cars?maxRecords=2", accept === undefined ? {} : { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]?.split(";")[0]).toBe(type);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  it.each(["text/html", "image/png, text/html", "application/json;q=0", "*/*;q=0"])(
    "Accept: %s gets 406",
    async (accept) => {
      const answer = await get("/cars", { accept });
      expect([answer.status, jsonOf(answer)]).toMatchObject([406, { code: "not-acceptable" }]);
    },
  );

  it.each(["", "?maxRecords=3", "?pageSize=700", "?filterByFormula=%7Bprice%7D%3C0"])(
    "have the same records in each format: /cars%s",
    async (query) => {
      const records = jsonOf(await get(`/cars${query}`)) as Record<string, unknown>[];
      const lines = await get(`/cars${query}`, { accept: "application/x-ndjson" });
      expect(lines.text === "" || lines.text.endsWith("\n")).toBe(true);
      const rows = lines.text.split("\n").slice(0, -1);
      expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(records);
      const csv = await get(`/cars${query}`, { accept: "text/csv" });
      const [header, ...cells] = parse(csv.text, { recordDelimiter: "\r\n" });
      expect(header).toEqual([...demoSchema.fields.keys()]);
      expect(cells).toEqual(
        records.map((record) => Object.values(record).map((value) => String(value ?? ""))),
      );
    },
  );

  it("as CSV have the requested fields, quotes, blanks, lists and dates", async () => {
    const schema = schemaOf({
      id: { type: "text", key: true },
      'a "b", c': "text",
      n: "number",
      yes: "boolean",
      at: "date",
      tags: "list",
    });
    const things = await MemoryStore.from(
      [
        { id: "1", 'a "b", c': 'x,"y"\r\nz', n: 0, yes: false, at: new Date(0), tags: ["p", 'q"'] },
        { id: "2" },
      ],
      schema,
    );
    const odd = await serve({ collections: { things: { store: things } } });
    const { text } = await odd.ask("/things", { headers: { accept: "text/csv" } });
    expect(text).toBe(
      [
        'id,"a ""b"", c",n,yes,at,tags',
        '1,"x,""y""\r\nz",0,false,1970-01-01T00:00:00.000Z,"[""p"",""q\\""""]"',
        "2,,,,,",
        "",
      ].join("\r\n"),
    );
    const json = jsonOf(await odd.ask("/things"));
    expect(json).toMatchObject([
      { yes: false, tags: ["p", 'q"'] },
      { n: null, at: null },
    ]);
  });
});

describe("CSV for spreadsheets", () => {
  const texts = [
    ..."=+-@\t\r\n＝＋－＠",
    '=HYPERLINK("http://x","y")',
    "-5",
    "a=1",
    " =1",
    "",
    "'",
  ];
  const schema = schemaOf({ "=key": { type: "number", key: true }, text: "text", tags: "list" });
  const csvOf = async (csvEscapeFormulas: boolean): Promise<readonly string[][]> => {
    const records = texts.map((text, index) => ({ "=key": index - 1, text, tags: ["=1"] }));
    const things = await MemoryStore.from(records, schema);
    const collections = { things: { store: things, csvEscapeFormulas } };
    const { ask } = await serve({ collections });
    const { text } = await ask("/things", { headers: { accept: "text/csv" } });
    const page = await ask("/things?pageSize=500", { headers: { accept: "text/csv" } });
    expect(page.text).toBe(text);
    return parse(text, { recordDelimiter: "\r\n" });
  };

  it("has texts unchanged unless the collection requests escapes", async () => {
    const [header, ...rows] = await csvOf(false);
    expect(header).toEqual(["=key", "text", "tags"]);
    expect(rows.map(([, text]) => text)).toEqual(texts);
  });

  it("has no escaped text that begins as a formula does; numbers and lists are unchanged", async () => {
    const [header, ...rows] = await csvOf(true);
    expect(header).toEqual(["'=key", "text", "tags"]);
    expect(rows.map(([, text]) => text)).toEqual(
      texts.map((text) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)),
    );
    expect(rows[0]).toEqual(["-1", "'=", '["=1"]']);
  });
});

describe("encodings", () => {
  const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    ...zstdDecoder(),
  };

  it.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["br;q=0.5, gzip", "gzip"],
    ["gzip, br", "br"],
    ["gzip;q=0, br;q=0", undefined],
    ["deflate", undefined],
    ["identity", undefined],
    ["x-gzip, *;q=0", undefined],
    ["gzip;q=0.001", "gzip"],
    ["", undefined],
  ])("Accept-Encoding: %s gets %s", async (accepted, encoding) => {
    for (const path of ["/cars", "/cars?maxRecords=50", "/cars?pageSize=50"]) {
      const plain = await get(path);
      const answer = await get(path, { "accept-encoding": accepted });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      const decode = encoding === undefined ? undefined : decoders[encoding];
      expect((decode?.(answer.body) ?? answer.body).equals(plain.body)).toBe(true);
      expect(answer.headers.vary).toBe(plain.headers.vary);
      expect(answer.headers.vary?.split(", ").sort()).toEqual(["accept", "accept-encoding"]);
    }
  });

  it("zstd is used if Node has it", async (context) => {
    const missing = "zstd" in decoders ? undefined : "this Node has no zstd";
    need(context, { missing, isOptional: true });
    for (const path of ["/cars", "/cars?maxRecords=50"]) {
      const plain = await get(path);
      const answer = await get(path, { "accept-encoding": "gzip, br, zstd" });
      expect(answer.headers["content-encoding"]).toBe("zstd");
      expect(decoders.zstd?.(answer.body).equals(plain.body)).toBe(true);
    }
  });

  it("zstd is not used if Node lacks it", async (context) => {
    const missing = "zstd" in decoders ? "this Node has zstd" : undefined;
    need(context, { missing, isOptional: true });
    const answer = await get("/cars", { "accept-encoding": "zstd" });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
});

describe("conditional requests", () => {
  const twice = async (path: string, headers = {}): Promise<readonly [Answer, Answer]> => {
    const first = await get(path, headers);
    expect(first.status).toBe(200);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    return [first, await get(path, { ...headers, "if-none-match": tag })];
  };

  it.each([
    ["streamed", "/cars"],
    ["whole", "/cars?maxRecords=5"],
    ["a page", "/cars?pageSize=5"],
    ["filtered", `/cars${queryOf({ filterByFormula: "{year} = 2021" })}`],
    ["whole, of a store that cannot tell", "/untold?maxRecords=5"],
    ["a page, of a store that cannot tell", "/untold?pageSize=5"],
  ])("return 304, in every encoding: %s", async (_, path) => {
    const tags = new Set<unknown>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const [first, second] = await twice(path, { "accept-encoding": encoding });
      expect(second.status).toBe(304);
      expect(second.body).toHaveLength(0);
      for (const name of ["etag", "vary", "cache-control"])
        expect(second.headers[name]).toBe(first.headers[name]);
      tags.add(first.headers.etag);
    }
    expect(tags.size).toBe(1);
  });

  it("match one tag of several, a strong tag and `*`", async () => {
    const { etag = "" } = (await get("/cars")).headers;
    for (const known of [`"x", ${etag}, W/"y"`, etag.replace("W/", ""), "*"])
      expect((await get("/cars", { "if-none-match": known })).status).toBe(304);
    for (const other of ['"x"', "", etag.slice(0, -2)])
      expect((await get("/cars", { "if-none-match": other })).status).toBe(200);
  });

  it("differ in their tags if the responses differ", async () => {
    const paths = [
      "/cars",
      "/cars?maxRecords=5",
      "/cars?maxRecords=6",
      "/cars?pageSize=5",
      "/cars?fields.0=vin",
      "/cars?fields.0=vin&fields.1=url",
      "/cars?sort.0.field=vin",
      "/cars?sort.0.field=vin&sort.0.direction=desc",
      "/cars?filterByFormula=1",
    ];
    const tags: unknown[] = [];
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"])
      for (const path of paths) tags.push((await get(path, { accept })).headers.etag);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it("match no tag after the records changed", async () => {
    const one = await serve({ collections: { cars: { store: await carStore(cars.slice(1)) } } });
    const { etag = "" } = (await get("/cars?maxRecords=5")).headers;
    const answer = await one.ask("/cars?maxRecords=5", { headers: { "if-none-match": etag } });
    expect(answer.status).toBe(200);
  });

  it.each(["NOW()", "TODAY()"])(
    "have no tag for a stream whose formula contains %s",
    async (now) => {
      const filterByFormula = `{createdAt} < ${now}`;
      const streamed = await get(`/cars${queryOf({ filterByFormula })}`);
      expect(streamed.headers.etag).toBeUndefined();
      // Of an answer that is at hand the bytes can tell.
      const [, second] = await twice(`/cars${queryOf({ filterByFormula, maxRecords: 3 })}`);
      expect(second.status).toBe(304);
    },
  );

  it("with POST return records", async () => {
    const answer = await service.ask("/cars/query", { body: { maxRecords: 3 } });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual(asJson(cars).slice(0, 3));
  });
});

describe("HEAD", () => {
  it.each(["/cars", "/cars?maxRecords=3", "/cars?pageSize=3"])(
    "%s has the headers, and no body",
    async (path) => {
      const full = await get(path);
      const head = await service.ask(path, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.body).toHaveLength(0);
      for (const name of ["content-type", "etag", "vary", "cache-control"])
        expect(head.headers[name]).toBe(full.headers[name]);
      expect(head.headers["content-length"]).not.toBe("0");
    },
  );

  it("has the status of a mistake, and 304", async () => {
    expect((await service.ask("/cars?x=1", { method: "HEAD" })).status).toBe(400);
    const { etag = "" } = (await get("/cars")).headers;
    const headers = { "if-none-match": etag };
    expect((await service.ask("/cars", { method: "HEAD", headers })).status).toBe(304);
  });

  it.each(["/schema", "/livez", "/readyz", "/docs", "/openapi.json"])(
    "%s supports it",
    async (path) => {
      const head = await service.ask(path, { method: "HEAD" });
      expect([head.status, head.body.length]).toEqual([200, 0]);
    },
  );

  it("reads no records", async () => {
    const watched = new FaultInjector(await carStore(cars));
    const other = await serve({ collections: { cars: { store: watched } } });
    await other.ask("/cars", { method: "HEAD" });
    expect(watched.begun).toBe(0);
  });
});

describe("origins", () => {
  const origin = "https://app.example";
  const allowed = async (
    cors: readonly string[] | undefined,
    path: string,
    asking = {},
  ): Promise<Answer> => {
    const other = await serve({
      collections: { cars: { store: await carStore(cars.slice(0, 9)) } },
      ...(cors === undefined ? {} : { cors }),
    });
    return other.ask(path, { headers: { origin }, ...asking });
  };

  it("that are not configured get no header", async () => {
    const { headers } = await allowed(undefined, "/cars?maxRecords=1");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers.vary).not.toContain("origin");
  });

  it.each([[[origin]], [["https://other.example", origin]], [["*"]]])(
    "that %s allows may read",
    async (cors) => {
      const { headers, status } = await allowed(cors, "/cars?maxRecords=1");
      expect(status).toBe(200);
      expect(headers["access-control-allow-origin"]).toBe(origin);
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers["access-control-expose-headers"]).toContain("link");
      expect(headers.vary?.split(", ")).toContain("origin");
    },
  );

  it("that are not allowed get no header", async () => {
    const { headers, status } = await allowed(["https://other.example"], "/cars?maxRecords=1");
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers.vary?.split(", ")).toContain("origin");
  });

  it.each(["/cars", "/cars/query", "/schema", "/validate", "/explain"])(
    "may send a preflight request without a key: %s",
    async (path) => {
      const other = await serve({
        collections: { cars: { store: await carStore(cars.slice(0, 9)) } },
        cors: [origin],
      });
      const answer = await other.ask(path, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", "x-api-key": "" },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers["access-control-allow-origin"]).toBe(origin);
      expect(answer.headers["access-control-allow-headers"]).toContain("x-api-key");
    },
  );

  it("may read problems as well", async () => {
    const { headers, status } = await allowed([origin], "/cars?x=1");
    expect([status, headers["access-control-allow-origin"]]).toEqual([400, origin]);
    const refused = await allowed([origin], "/cars", { headers: { origin, "x-api-key": "" } });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, origin]);
  });
});

function zstdDecoder(): { readonly zstd?: (bytes: Buffer) => Buffer } {
  if (!("zstdDecompressSync" in zlib)) return {};
  const decode: unknown = zlib.zstdDecompressSync;
  if (typeof decode !== "function") return {};
  return {
    zstd: (bytes) => {
      const decoded: unknown = Reflect.apply(decode, undefined, [bytes]);
      if (!(decoded instanceof Uint8Array)) throw new Error("zstd gave no bytes");
      return Buffer.from(decoded);
    },
  };
}
