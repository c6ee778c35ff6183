import { beforeAll, describe, expect, it } from "vitest";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { type Answer, type Asking, ask, jsonOf, queryOf } from "./harness/client.ts";
import {
  ADDRESSES,
  FORMULAS,
  HIDDEN,
  KEY,
  OTHER,
  OWN,
  RECORDS,
  schemaOf,
  seen,
  VISIBLE,
} from "./harness/scoped.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// A key with a scope, beside a service that has nothing else than what the scope leaves: nobody may tell the two apart.

serviceTests();

const cursorSecret = "the same for both";
let scoped: Served;
let open: Served;

beforeAll(async () => {
  const all = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
  const own = await MemoryStore.from(OWN, schemaOf(VISIBLE));
  scoped = await serve({ collections: { cars: { store: all } }, cursorSecret, key: KEY });
  open = await serve({ collections: { cars: { store: own } }, cursorSecret });
});

async function expectSame(path: string, asking: Asking = {}): Promise<Answer> {
  const [one, other] = [await scoped.ask(path, asking), await open.ask(path, asking)];
  expect(seen(one)).toEqual(seen(other));
  return one;
}

describe.each(FORMULAS)("%s", (filterByFormula) => {
  it("finds, counts, checks and explains nothing else", async () => {
    const query = queryOf({ filterByFormula });
    await expectSame(`/cars${query}`);
    await expectSame("/cars/query", { body: { filterByFormula } });
    await expectSame(`/cars/count${query}`);
    await expectSame(`/cars/groups${query}&groupBy.0.field=price&measure.0=count`);
    const groupBy = [{ formula: filterByFormula }];
    const measure = ["count", `countDistinct(${filterByFormula})`];
    for (const field of ["price", "tags", "dealer"]) {
      await expectSame(`/cars/values/${field}${query}`);
    }
    await expectSame("/cars/groups", { body: { groupBy } });
    await expectSame("/cars/groups", { body: { measure, filterByFormula } });
    await expectSame(`/validate${query}`);
    await expectSame(`/explain${query}`);
    await expectSame(`/explain${queryOf({ filterByFormula, record: OWN[0]?.id ?? "" })}`);
    await expectSame(`/explain${queryOf({ filterByFormula, record: OTHER[0]?.id ?? "" })}`);
    await expectSame(`/cars${queryOf({ filterByFormula, pageSize: 3, totalCount: "true" })}`);
  });
});

describe("requests of a scoped key", () => {
  it.each(ADDRESSES)("to %s show nothing else", async (path) => {
    await expectSame(path);
    await expectSame(path, { method: "HEAD" });
  });

  it.each([
    { sort: [{ field: "margin" }] },
    { fields: ["secret"] },
    { scope: "TRUE()" },
    { attributes: { dealer: "1" } },
    { parameters: { dealer: "1" } },
    { filterByFormula: "TRUE()", maxRecords: 1_000 },
    { filterByFormula: ["TRUE()"] },
    { filterByFormula: { scope: "TRUE()" } },
    { __proto__: null, filterByFormula: "{constructor}" },
    JSON.parse('{"__proto__": {"scope": "TRUE()"}}'),
  ])("with the body %j show nothing else", async (body) => {
    await expectSame("/cars/query", { body });
    await expectSame("/cars/count", { body });
  });

  it.each(["text/csv", "application/x-ndjson", "application/json"])(
    "accepting %s show nothing else",
    async (accept) => {
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { accept, "accept-encoding": encoding };
        await expectSame("/cars", { headers });
        await expectSame("/cars?sort.0.field=price", { headers });
      }
    },
  );

  it("with other headers show nothing else", async () => {
    for (const name of ["x-scope", "x-dealer", "x-attributes", "x-original-url", "forwarded"]) {
      await expectSame("/cars", { headers: { [name]: "dealer=1" } });
    }
  });
});

const { scope, attributes, fields } = KEY;

it.each([
  ["has no scope", { fields }],
  ["sees all fields", { scope, attributes }],
  ["has the scope of another dealer", { scope, fields, attributes: { dealer: "2" } }],
  ["has a scope that is one of two conditions", { ...KEY, scope: `OR(${scope}, {price} > 40)` }],
])("a key that %s shows something else, so these tests notice it", async (_, key) => {
  const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
  const mistaken = await serve({ collections: { cars: { store } }, cursorSecret, key });
  const paths = FORMULAS.map((filterByFormula) => `/cars${queryOf({ filterByFormula })}`);
  let differences = 0;
  for (const path of [...paths, ...ADDRESSES]) {
    const [one, other] = [await mistaken.ask(path), await open.ask(path)];
    if (JSON.stringify(seen(one)) !== JSON.stringify(seen(other))) differences++;
  }
  expect(differences).toBeGreaterThan(10);
});

/** All pages, one after the other. */
async function walk(service: Served, path: string): Promise<readonly string[]> {
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? "" : `&cursor=${cursor}`;
    const answer = await service.ask(path + more);
    expect(answer.status).toBe(200);
    pages.push(answer.text);
    cursor = answer.headers["x-next-cursor"]?.toString();
  } while (cursor !== undefined);
  return pages;
}

describe("pages", () => {
  it.each([
    "/cars?pageSize=4",
    "/cars?pageSize=3&sort.0.field=price",
    "/cars?pageSize=3&sort.0.field=price&sort.0.direction=desc&sort.1.field=name",
    "/cars?pageSize=5&maxRecords=11",
    `/cars${queryOf({ filterByFormula: "{price} > 10" })}&pageSize=2`,
  ])("of %s have the records of the scope", async (path) => {
    const pages = await walk(scoped, path);
    expect(pages).toEqual(await walk(open, path));
    expect(pages.length).toBeGreaterThan(2);
  });
});

describe("two keys of one service", () => {
  const ONE = createKey("one", { scope: "{dealer} = $dealer", attributes: { dealer: "1" } });
  const TWO = createKey("two", { scope: "{dealer} = $dealer", attributes: { dealer: "2" } });
  const ALL = createKey("all");
  const FEW = createKey("few", { fields: Object.keys(VISIBLE) });
  const CLOCK = createKey("clock", { scope: "{day} <= TODAY()" });
  let service: Served;

  beforeAll(async () => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    const keys = createKeyring([ONE, TWO, ALL, FEW, CLOCK].map(({ stored }) => stored));
    service = await serve({ collections: { cars: { store } }, keys });
  });

  const as = ({ token }: { token: string }, path: string, headers = {}): Promise<Answer> =>
    ask(`${service.url}${path}`, { headers: { "x-api-key": token, ...headers } });
  const ids = async (key: { token: string }): Promise<unknown> =>
    jsonOf(await as(key, "/cars?fields.0=id"));
  const idsOf = (dealer: string): unknown =>
    RECORDS.filter((record) => record.dealer === dealer).map(({ id }) => ({ id }));

  it("each get their own records", async () => {
    for (let again = 0; again < 2; again++) {
      expect(await ids(ONE)).toEqual(idsOf("1"));
      expect(await ids(TWO)).toEqual(idsOf("2"));
      expect(await ids(ALL)).toHaveLength(RECORDS.length);
      expect(await ids(FEW)).toHaveLength(RECORDS.length);
    }
  });

  it("get their own records at the same time", async () => {
    const rounds = Array.from({ length: 30 }, (_, round) =>
      round % 2 === 0
        ? ids(ONE).then((found) => expect(found).toEqual(idsOf("1")))
        : ids(TWO).then((found) => expect(found).toEqual(idsOf("2"))),
    );
    await Promise.all(rounds);
  });

  it("do not share the compiled formula that one of them may use", async () => {
    const path = `/cars${queryOf({ filterByFormula: '{secret} != ""' })}`;
    for (let again = 0; again < 3; again++) {
      expect((await as(ALL, path)).status).toBe(200);
      expect((await as(FEW, path)).status).toBe(422);
    }
  });

  it("do not share cursors", async () => {
    const path = "/cars?pageSize=2";
    const cursors = new Map<object, string>();
    for (const key of [ONE, TWO, ALL, FEW]) {
      cursors.set(key, String((await as(key, path)).headers["x-next-cursor"]));
    }
    for (const [owner, cursor] of cursors) {
      for (const key of [ONE, TWO, ALL, FEW]) {
        const { status, text } = await as(key, `${path}&cursor=${cursor}`);
        expect(status).toBe(key === owner ? 200 : 422);
        if (key !== owner) expect(text).toContain("invalid-cursor");
      }
    }
  });

  it("do not share counts", async () => {
    const sumOf = async (key: { token: string }): Promise<number> => {
      const values = jsonOf(await as(key, "/cars/values/name")) as { count: number }[];
      return values.reduce((sum, { count }) => sum + count, 0);
    };
    for (let again = 0; again < 2; again++) {
      expect(await sumOf(ALL)).toBe(RECORDS.length);
      expect(await sumOf(ONE)).toBe(RECORDS.filter(({ dealer }) => dealer === "1").length);
      expect((await as(FEW, "/cars/values/dealer")).status).toBe(422);
      expect((await as(ALL, "/cars/values/dealer")).status).toBe(200);
    }
  });

  it("do not share tags", async () => {
    for (const path of ["/cars", "/cars?pageSize=2", "/cars/count", "/cars/values/tags"]) {
      const tags = new Set<string>();
      for (const key of [ONE, TWO, ALL, FEW]) {
        const { etag = "" } = (await as(key, path)).headers;
        expect((await as(key, path, { "if-none-match": etag })).status).toBe(304);
        for (const other of tags) {
          expect((await as(key, path, { "if-none-match": other })).status).toBe(200);
        }
        tags.add(etag);
      }
      expect(tags.size).toBe(4);
    }
  });

  it("have no lasting tag if a scope reads the clock", async () => {
    const { headers } = await as(CLOCK, "/cars");
    const whole = await as(ALL, "/cars");
    expect(headers.etag).not.toBe(whole.headers.etag);
    expect(await ids(CLOCK)).toHaveLength(RECORDS.length);
  });

  it("do not share documents of fields", async () => {
    for (const path of ["/schema", "/openapi.json"]) {
      expect((await as(ALL, path)).text).toContain("margin");
      expect((await as(FEW, path)).text).not.toContain("margin");
      expect((await as(ALL, path)).text).toContain("margin");
    }
  });

  it("are never shown a scope", async () => {
    for (const path of ["/schema", "/openapi.json", "/explain?filterByFormula=1", "/cars"]) {
      expect((await as(ONE, path)).text).not.toContain("$dealer");
    }
  });
});

describe("keys that do not fit", () => {
  it.each([
    [{ scope: "{dealr} = 1" }, "dealr"],
    [{ scope: "{dealer} = $dealer" }, "$dealer"],
    [{ scope: "{dealer} = $dealer", attributes: { dealer: 7 } }, "dealer"],
    [{ scope: "{dealer" }, "scope"],
    [{ fields: ["id", "dealr"] }, "dealr"],
    [{ fields: ["name"] }, "id"],
  ])("stop the service at its start: %j", async (key, told) => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    await expect(serve({ collections: { cars: { store } }, key })).rejects.toThrow(told);
  });

  it.each(["NOW", "now", "Blank"])("must see a field named %s", async (name) => {
    const store = await MemoryStore.from([], schemaOf({ ...VISIBLE, [name]: "date" }));
    const key = { fields: Object.keys(VISIBLE) };
    await expect(serve({ collections: { cars: { store } }, key })).rejects.toThrow(`\`${name}\``);
  });

  it("see nothing if they appear later", async () => {
    const store = await MemoryStore.from(RECORDS, schemaOf({ ...VISIBLE, ...HIDDEN }));
    const { token, stored } = createKey("late", { scope: "{nothing} = 1" });
    const found = createKeyring([stored]);
    const service = await serve({
      collections: { cars: { store } },
      keys: { find: (text) => found.find(text) },
    });
    for (const path of ["/cars", "/cars/count", "/schema", "/explain?filterByFormula=1"]) {
      const answer = await ask(`${service.url}${path}`, { headers: { "x-api-key": token } });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain("nothing");
    }
  });
});

describe("a text that is longer than all those in the scope", () => {
  const long = "x".repeat(60_000);
  const costly = 'FIND({name} & "y", {name}) > 0';

  async function pair(outside: string | null, inside: string | null): Promise<typeof expectSame> {
    const schema = schemaOf({ ...VISIBLE, ...HIDDEN });
    const records = RECORDS.map((record, index) => {
      if (record === OTHER[0]) return { ...record, name: outside };
      return record === OWN[0] ? { ...record, name: inside } : { ...record, name: `car ${index}` };
    });
    const own = records.filter(({ dealer }) => dealer === OWN[0]?.dealer);
    const all = await MemoryStore.from(records, schema);
    const seenAlone = await MemoryStore.from(own, schemaOf(VISIBLE));
    const one = await serve({ collections: { cars: { store: all } }, cursorSecret, key: KEY });
    const other = await serve({ collections: { cars: { store: seenAlone } }, cursorSecret });
    return async (path, asking = {}) => {
      const [answer, expected] = [await one.ask(path, asking), await other.ask(path, asking)];
      expect(seen(answer)).toEqual(seen(expected));
      return answer;
    };
  }

  it.each([
    ["is outside of it: no price tells of it", long, "car", 200],
    ["is in it: the formula is refused", "car", long, 422],
  ])("%s", async (_, outside, inside, status) => {
    const expectBoth = await pair(outside, inside);
    const query = queryOf({ filterByFormula: costly });
    const groupBy = [{ formula: costly }];
    for (const answer of [
      await expectBoth(`/cars${query}`),
      await expectBoth(`/cars${queryOf({ filterByFormula: costly, "sort.0.field": "price" })}`),
      await expectBoth(`/cars/count${query}`),
      await expectBoth("/cars/groups", { body: { groupBy } }),
      await expectBoth("/cars/groups", { body: { measure: [`countDistinct(${costly})`] } }),
      await expectBoth(`/cars/values/price${query}`),
    ]) {
      expect(answer.status).toBe(status);
    }
  });
});
