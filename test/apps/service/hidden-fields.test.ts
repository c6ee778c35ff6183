import { beforeAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import { GUARDED, HIDDEN_NAMES, OPEN_ONLY, storeOf } from "./attacks/fixture.ts";
import { expectNothingHidden } from "./attacks/problem.ts";
import { type Answer, jsonOf, queryOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// The same table twice: once with fields that are hidden, once without them. Nobody may tell the two apart.

serviceTests();
let guarded: Served;
let open: Served;

beforeAll(async () => {
  const cursorSecret = "the same for both";
  guarded = await serve({ collections: { cars: { store: await storeOf(GUARDED) } }, cursorSecret });
  open = await serve({ collections: { cars: { store: await storeOf(OPEN_ONLY) } }, cursorSecret });
});

/** All of an answer but the time, and the tag, which differs from start to start. */
function bytesOf({ status, rawHeaders, text }: Answer): unknown {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:date|etag)$/i.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return { status, headers, text };
}

async function expectSame(path: string, body?: unknown): Promise<Answer> {
  const asking = body === undefined ? {} : { body };
  const [one, other] = [await guarded.ask(path, asking), await open.ask(path, asking)];
  expect(bytesOf(one)).toEqual(bytesOf(other));
  expectNothingHidden(one.text, decodeURIComponent(path) + JSON.stringify(body ?? ""));
  return one;
}

// The hidden names, one that nobody has, and some that are nearly right: nothing may be suggested.
const NAMES = [
  ...HIDDEN_NAMES,
  "nothing_at_all",
  "secret_tokem",
  "Secret_token",
  "secret",
  "Owner",
];

describe.each(NAMES)("{%s}", (name) => {
  it.each([
    ["in a formula", queryOf({ filterByFormula: `{${name}} = "x"` })],
    ["without braces", queryOf({ filterByFormula: `${name} = "x"` })],
    ["in a function", queryOf({ filterByFormula: `LEN({${name}}) > 5` })],
    ["beside other mistakes", queryOf({ filterByFormula: `AND({Pricee}, {${name}}, FOO())` })],
    ["as a field", queryOf({ "fields.0": name })],
    ["as a field, with pages", queryOf({ "fields.0": name, pageSize: 2 })],
    ["as an order", queryOf({ "sort.0.field": name })],
    [
      "everywhere",
      queryOf({ filterByFormula: `{${name}}`, "fields.0": name, "sort.0.field": name }),
    ],
  ])("%s", async (_, query) => {
    expect((await expectSame(`/cars${query}`)).status).toBe(422);
    expect((await expectSame(`/explain${query}`)).status).toBeGreaterThanOrEqual(400);
    await expectSame(`/validate${query}`);
  });

  it("a body with its name gets the response of an unknown field", async () => {
    const answer = await expectSame("/cars/query", {
      fields: [name],
      sort: [{ field: name }],
      filterByFormula: `{${name}}`,
    });
    expect(answer.status).toBe(422);
  });
});

describe("hidden fields do not appear in", () => {
  it.each([
    "/schema",
    "/openapi.json",
    "/docs",
    "/cars",
    "/cars?pageSize=3",
    "/cars?sort.0.field=Name",
  ])("the response of %s", async (path) => {
    expect((await expectSame(path)).status).toBe(200);
  });

  it("CSV and NDJSON", async () => {
    for (const accept of ["text/csv", "application/x-ndjson"]) {
      const headers = { accept };
      const [one, other] = [
        await guarded.ask("/cars", { headers }),
        await open.ask("/cars", { headers }),
      ];
      expect(bytesOf(one)).toEqual(bytesOf(other));
      expectNothingHidden(one.text, "");
    }
  });

  it("an explanation of a record", async () => {
    await expectSame(`/explain${queryOf({ filterByFormula: '{Name} = "x"', record: "r0000" })}`);
  });
});

describe("several collections", () => {
  const schemaWith = (fields: object): typeof GUARDED => {
    const read = readSchema({ fields: { id: { type: "text", key: true }, ...fields } });
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
    return read.schema;
  };

  it("compile the same formula separately", async () => {
    const seen = await MemoryStore.from([{ id: "1", price: 5 }], schemaWith({ price: "number" }));
    const hidden = await MemoryStore.from(
      [{ id: "1", price: 5 }],
      schemaWith({ price: { type: "number", hidden: true } }),
    );
    const text = await MemoryStore.from([{ id: "1", price: "5" }], schemaWith({ price: "text" }));
    const service = await serve({
      collections: { seen: { store: seen }, hidden: { store: hidden }, text: { store: text } },
    });
    const query = queryOf({ filterByFormula: "{price} = 5" });
    for (let again = 0; again < 2; again++) {
      expect(jsonOf(await service.ask(`/seen${query}`))).toEqual([{ id: "1", price: 5 }]);
      expect((await service.ask(`/hidden${query}`)).status).toBe(422);
      expect((await service.ask(`/text${query}`)).status).toBe(422);
    }
  });

  it("have distinct cache entries for formulas that look alike", async () => {
    const store = await MemoryStore.from(
      [
        { id: "1", a: "b|c", "a|b": "x" },
        { id: "2", a: "x", "a|b": "c" },
      ],
      schemaWith({ a: "text", "a|b": "text" }),
    );
    const service = await serve({ collections: { things: { store } } });
    for (const [filterByFormula, id] of [
      ['{a}="b|c"', "1"],
      ['{a|b}="c"', "2"],
      ['{a}="b|c" ', "1"],
      ['{a} ="x"', "2"],
    ] as const) {
      const found = await service.ask(`/things${queryOf({ filterByFormula, "fields.0": "id" })}`);
      expect(jsonOf(found)).toEqual([{ id }]);
    }
  });

  it("have their own addresses, limits and documents", async () => {
    const store = await storeOf(OPEN_ONLY);
    const service = await serve({
      prefix: "/api/v2",
      collections: {
        cars: { store, description: 'Cars <of> all & "sundry"' },
        few: { store, path: "/some/few", maxPageSize: 2, maxRecords: 3 },
      },
    });
    expect((await service.ask("/cars")).status).toBe(404);
    expect((await service.ask("/api/v2/cars?maxRecords=100")).status).toBe(200);
    expect(jsonOf(await service.ask("/api/v2/some/few"))).toHaveLength(3);
    expect((await service.ask("/api/v2/some/few?maxRecords=4")).status).toBe(422);
    expect((await service.ask("/api/v2/some/few?pageSize=3")).status).toBe(422);
    expect(jsonOf(await service.ask("/api/v2/schema"))).toMatchObject({
      collections: { cars: { path: "/cars", key: "Id" }, few: { path: "/some/few" } },
    });
    const without = await service.ask(`/api/v2/validate${queryOf({ filterByFormula: "1" })}`);
    expect(jsonOf(without)).toMatchObject({ errors: [{ code: "unknown-collection" }] });
    const query = queryOf({ filterByFormula: "{Price} > 1", collection: "few" });
    expect(jsonOf(await service.ask(`/api/v2/validate${query}`))).toMatchObject({ valid: true });
    // The page has none of it: its script writes what it loads as text.
    const { text } = await service.ask("/api/v2/docs");
    expect(text).not.toContain("sundry");
    expect(text).toContain('src="docs/');
  });
});
