import { fc, test } from "@fast-check/vitest";
import { beforeAll, describe, expect, it } from "vitest";
import { type CursorQuery, Cursors } from "../../src/service/request/cursor.ts";
import { Signer } from "../../src/service/signer.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { runsOf } from "../harness/extent.ts";
import { schemaOf } from "../hostile/everywhere.ts";
import { type Answer, jsonOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// Whatever a client sends, it is never the service's own mistake.

serviceTests();
const cursorSecret = "known to the attacker";
const schema = schemaOf({
  id: { type: "text", key: true },
  n: "number",
  at: "date",
  yes: "boolean",
  tags: "list",
});
let service: Served;

beforeAll(async () => {
  const records = [{ id: "a", n: 1, at: new Date(0), yes: true, tags: ["x"] }, { id: "b" }];
  const store = await MemoryStore.from(records, schema);
  service = await serve({ collections: { things: { store } }, cursorSecret });
});

/** Says whether an answer is fit: no mistake of the service, and a problem if it is not a result. */
function expectFit({ status, headers, text }: Answer): void {
  expect(status < 500 || status === 501, text).toBe(true);
  if (status < 400) return;
  expect(headers["content-type"]).toContain("application/problem+json");
  expect(JSON.parse(text)).toMatchObject({ status });
}

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${close.repeat(depth)}`;

describe("bodies of every shape", () => {
  const PATHS = ["/things/query", "/validate", "/explain"];
  const names = fc.constantFrom(
    ...["filterByFormula", "fields", "sort", "maxRecords", "pageSize", "cursor", "record"],
    ...["collection", "__proto__", "constructor", "toString", ""],
  );
  const body = fc.oneof(
    fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
    fc.jsonValue(),
  );

  test.prop({ path: fc.constantFrom(...PATHS), body }, { numRuns: runsOf(2_000) })(
    "JSON of any shape",
    async ({ path, body: sent }) => {
      expectFit(
        await service.ask(path, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(sent),
        }),
      );
    },
  );

  const texts = [
    ...["filterByFormula", "fields", "sort", "maxRecords", "pageSize", "cursor"].flatMap((name) => [
      `{"${name}":${nested("[", "]", 5_000)}}`,
      `{"${name}":${nested("[", "]", 200_000)}}`,
      `{"${name}":{"toString":5,"toJSON":5,"valueOf":null}}`,
      `{"${name}":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`,
      `{"${name}":1e999}`,
      `{"${name}":-0}`,
      `{"${name}":"\\ud800"}`,
      `{"${name}":"\\u0000"}`,
    ]),
    `{"sort":[{"field":"n","direction":{"toString":5}}]}`,
    `{"sort":[{"field":"n","direction":${nested("[", "]", 9_000)}}]}`,
    `{"fields":[${nested("[", "]", 9_000)}]}`,
    nested("[", "]", 200_000),
    "{",
    "",
    "null",
    "5",
    '"x"',
    "\ufeff{}",
    '{"a":1,"a":2}',
  ];
  it.each(texts.map((text) => [text.slice(0, 60), text] as const))("%s", async (_, text) => {
    for (const path of PATHS) {
      const headers = { "content-type": "application/json" };
      expectFit(await service.ask(path, { headers, body: text }));
    }
  });
});

describe("cursors that are signed with the secret, and hold anything", () => {
  const signer = new Signer(cursorSecret);
  const signed = (query: CursorQuery, position: string): string => {
    // The signature is that of an honest cursor: 16 bytes before the position.
    const text = JSON.stringify([
      query.collection,
      query.view,
      query.filter ?? null,
      query.sort.map(({ field, direction = "asc" }) => [field, direction]),
    ]);
    const signature = signer.sign("cursor", text, Buffer.from(position)).subarray(0, 16);
    return Buffer.concat([signature, Buffer.from(position)]).toString("base64url");
  };
  const queryFor = (field: string): CursorQuery => ({
    collection: "things",
    view: "",
    schema,
    filter: undefined,
    sort: [{ field, direction: "asc" }],
  });
  const ask = (field: string, cursor: string): Promise<Answer> =>
    service.ask(`/things?pageSize=1&maxRecords=9&sort.0.field=${field}&cursor=${cursor}`);

  it("an honest one is taken, so the signature is right", async () => {
    const after = { id: "a", n: 1 };
    const honest = new Cursors(signer).write(queryFor("n"), { seen: 1, after });
    expect(signed(queryFor("n"), '[1,1,"a"]')).toBe(honest);
    const answer = await ask("n", honest);
    expect([answer.status, jsonOf(answer)]).toMatchObject([200, [{ id: "b" }]]);
  });

  it.each([
    ["n", '[1,"x","a"]'],
    ["n", "[1,1,null]"],
    ["n", "[1,1,5]"],
    ["n", '[-5,1,"a"]'],
    ["n", '[0,1,"a"]'],
    ["n", '[1e300,1,"a"]'],
    ["n", '[1.5,1,"a"]'],
    ["n", '["1",1,"a"]'],
    ["n", '[1,1e999,"a"]'],
    ["n", '[1,1,"a",1]'],
    ["n", "[1,1]"],
    ["n", "[]"],
    ["n", "{}"],
    ["n", "null"],
    ["n", "["],
    ["n", '[1,1,"\\ud800"]'],
    ["n", '[1,1,"\\u0000"]'],
    ["n", '[1,[1],"a"]'],
    ["at", '[1,8.64e15,"a"]'],
    ["at", '[1,1e300,"a"]'],
    ["at", '[1,"1970-01-01","a"]'],
    ["yes", '[1,1,"a"]'],
    ["n", nested("[", "]", 2_000)],
  ])("sorted by %s: %s is not a position", async (field, position) => {
    const answer = await ask(field, signed(queryFor(field), position));
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      422,
      { errors: [{ code: "invalid-cursor" }] },
    ]);
  });

  test.prop(
    {
      field: fc.constantFrom("n", "at", "yes", "id"),
      list: fc.array(fc.jsonValue(), { maxLength: 4 }),
    },
    { numRuns: runsOf(1_000) },
  )("any list", async ({ field, list }) => {
    expectFit(await ask(field, signed(queryFor(field), JSON.stringify(list))));
  });
});

describe("the values of fields", () => {
  const part = fc.oneof(
    fc.constantFrom("id", "n", "at", "yes", "tags", "__proto__", "%", "%00", "..", "a/b", "%2e%2e"),
    fc.string({ maxLength: 8 }).map(encodeURI),
    fc
      .string({ unit: "binary", maxLength: 4 })
      .map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, ""))),
  );
  const query = fc.dictionary(
    fc.constantFrom("prefix", "order", "limit", "filterByFormula", "timeZone", "x", "limit[]"),
    fc.oneof(
      fc.constantFrom(
        "a",
        "name",
        "frequency",
        "0",
        "1",
        "1000",
        "1e3",
        "{n} > 0",
        "UTC",
        "-5",
        "",
      ),
      fc.string({ unit: "binary", maxLength: 10 }).map((text) => text.replace(/\p{Cs}/gu, "")),
    ),
    { noNullPrototype: true },
  );
  test.prop({ part, query }, { numRuns: runsOf(2_000) })("of any name", async (asked) => {
    const sent = new URLSearchParams(asked.query);
    const path = asked.part.replace(/[\s?#\\]/g, "");
    expectFit(await service.ask(`/things/values/${path}?${sent}`));
  });
});

describe("headers", () => {
  const header = fc.constantFrom(
    ...["accept", "accept-encoding", "if-none-match", "if-match", "origin", "range", "expect"],
    ...["content-type", "content-encoding", "x-api-key", "connection", "te", "upgrade"],
  );
  const value = fc.oneof(
    fc.constantFrom(
      "*",
      "",
      ",",
      ";q=",
      "a/b;q=9",
      '"',
      'W/"',
      "null",
      "gzip;q=NaN",
      "100-continue",
    ),
    fc.string({ unit: fc.constantFrom(...'abc*/;,="q0.1 \tW\\-é'), maxLength: 40 }),
  );
  test.prop({ header, value, isPost: fc.boolean() }, { numRuns: runsOf(2_000) })(
    "with any text",
    async ({ header: name, value: text, isPost }) => {
      const headers = { [name]: text };
      expectFit(
        await (isPost
          ? service.ask("/things/query", {
              headers: { "content-type": "application/json", ...headers },
              body: "{}",
            })
          : service.ask("/things?maxRecords=1", { headers })),
      );
    },
  );
});
