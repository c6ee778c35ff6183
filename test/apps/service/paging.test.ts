import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, exchange, jsonOf, queryOf } from "./harness/client.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(300);
let service: Served;

beforeAll(async () => {
  const store = await carStore(cars);
  service = await serve({
    collections: { cars: { store }, others: { store } },
    prefix: "/v1",
  });
});

type Parameters = Readonly<Record<string, string | number>>;

function nextOf({ headers }: Answer): string | undefined {
  const { link } = headers;
  if (link === undefined) return undefined;
  const [, address] = /^<([^<>"\s]+)>; rel="next"$/.exec(String(link)) ?? [];
  if (address === undefined) throw new Error(`no link: ${String(link)}`);
  return address;
}

/** Every page, from link to link. */
async function pages(path: string): Promise<readonly unknown[][]> {
  const found: unknown[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Answer = await service.ask(next);
    expect(answer.status).toBe(200);
    found.push(jsonOf(answer) as unknown[]);
    next = nextOf(answer);
    const cursor = answer.headers["x-next-cursor"];
    expect(
      next === undefined ? undefined : new URL(next, "http://x").searchParams.get("cursor"),
    ).toBe(cursor);
  }
  return found;
}

async function whole(parameters: Parameters): Promise<unknown> {
  return jsonOf(await service.ask(`/v1/cars${queryOf(parameters)}`));
}

const QUERIES: readonly (readonly [name: string, parameters: Parameters])[] = [
  ["no order", {}],
  ["an order by the key, downwards", { "sort.0.field": "vin", "sort.0.direction": "desc" }],
  ["blanks in the order", { "sort.0.field": "tax" }],
  ["blanks in the order, downwards", { "sort.0.field": "tax", "sort.0.direction": "desc" }],
  ["many ties", { "sort.0.field": "country", "sort.1.field": "tax", "sort.1.direction": "desc" }],
  ["dates", { "sort.0.field": "createdAt", "sort.0.direction": "desc" }],
  [
    "a filter, and fields without what is sorted by",
    {
      filterByFormula: 'AND({price} > 20000, OR({country} = "Germany", {year} < 2023))',
      "fields.0": "title",
      "sort.0.field": "price",
    },
  ],
  ["a cap over all pages", { maxRecords: 73, "sort.0.field": "odometer" }],
  ["the clock", { filterByFormula: "{createdAt} < NOW()", "sort.0.field": "year" }],
];

describe("pages from link to link together have all records", () => {
  it.each(QUERIES)("of %s", async (_, parameters) => {
    const expected = (await whole(parameters)) as unknown[];
    for (const pageSize of [1, 7, 100, expected.length, 10_000]) {
      if (pageSize === 1 && expected.length > 100) continue;
      const found = await pages(`/v1/cars${queryOf({ ...parameters, pageSize })}`);
      expect(found.flat()).toEqual(expected);
      for (const page of found.slice(0, -1)) expect(page).toHaveLength(pageSize);
      expect(found).toHaveLength(Math.max(1, Math.ceil(expected.length / pageSize)));
    }
  });

  it("of an empty result are one page", async () => {
    expect(
      await pages(`/v1/cars${queryOf({ filterByFormula: "{price} < 0", pageSize: 5 })}`),
    ).toEqual([[]]);
  });

  it("may change their size from one to the next", async () => {
    const [first] = await pages("/v1/cars?pageSize=300");
    const answer = await service.ask("/v1/cars?pageSize=10");
    const next = nextOf(answer)?.replace("pageSize=10", "pageSize=3");
    expect(jsonOf(await service.ask(next ?? ""))).toEqual(first?.slice(10, 13));
  });

  it("of POST have the cursor in a header, and take it in the body", async () => {
    const found: unknown[] = [];
    const body = { sort: [{ field: "tax", direction: "desc" }], pageSize: 120 };
    for (let cursor: string | undefined; ; ) {
      const answer: Answer = await service.ask("/v1/cars/query", {
        body: cursor === undefined ? body : { ...body, cursor },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.link).toBeUndefined();
      found.push(...(jsonOf(answer) as unknown[]));
      const next = answer.headers["x-next-cursor"];
      if (typeof next !== "string") break;
      cursor = next;
    }
    expect(found).toEqual(await whole({ "sort.0.field": "tax", "sort.0.direction": "desc" }));
  });

  it.each(["application/x-ndjson", "text/csv"])("have links as %s too", async (accept) => {
    const answer = await service.ask("/v1/cars?pageSize=299", { headers: { accept } });
    const next = await service.ask(nextOf(answer) ?? "", { headers: { accept } });
    const lines = next.text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(accept === "text/csv" ? 2 : 1);
    expect(nextOf(next)).toBeUndefined();
  });

  it("have a link that unescaped characters of the address do not end", async () => {
    const raw =
      "/v1/cars?filterByFormula={price}>20000&&pageSize=5&fields[]=vin&sort[0][field]=tax";
    const lines = [`GET ${raw} HTTP/1.1`, "host: x", `x-api-key: ${service.token}`];
    const received = await exchange(
      service.port,
      `${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`,
    );
    const link = /\r\nlink: (.*)\r\n/.exec(received)?.[1];
    const [, next] = /^<([^<>"\s]+)>; rel="next"$/.exec(link ?? "") ?? [];
    const parameters = {
      filterByFormula: "{price}>20000",
      "fields.0": "vin",
      "sort.0.field": "tax",
    };
    const expected = (await whole(parameters)) as unknown[];
    expect((await pages(next ?? "")).flat()).toEqual(expected.slice(5));
  });

  it("take an encoded name of the cursor, and do not repeat it", async () => {
    const first = nextOf(await service.ask("/v1/cars?pageSize=5")) ?? "";
    const encoded = first.replace("cursor=", "%63ursor=");
    const second = nextOf(await service.ask(encoded)) ?? "";
    expect(new URL(second, "http://x").searchParams.getAll("cursor")).toHaveLength(1);
  });
});

describe("the service refuses", () => {
  const cursorOf = async (query: string): Promise<string> =>
    new URL(nextOf(await service.ask(`/v1/cars?${query}`)) ?? "", "http://x").searchParams.get(
      "cursor",
    ) ?? "";

  const refused = async (path: string, cursor: string): Promise<unknown> => {
    const answer = await service.ask(`${path}&cursor=${encodeURIComponent(cursor)}`);
    const { errors } = jsonOf(answer) as { errors: { code: string; help?: string }[] };
    return [answer.status, ...errors.map(({ code }) => code)];
  };

  it("a changed cursor", async () => {
    const cursor = await cursorOf("pageSize=5&sort.0.field=price");
    const bytes = Buffer.from(cursor, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(
        await refused("/v1/cars?pageSize=5&sort.0.field=price", changed.toString("base64url")),
      ).toEqual([422, "invalid-cursor"]);
    }
    for (const other of [
      cursor.slice(1),
      cursor.slice(0, -2),
      `${cursor}AAAA`,
      "x",
      "",
      "é",
      "A".repeat(9_000),
    ])
      expect(await refused("/v1/cars?pageSize=5&sort.0.field=price", other)).toEqual([
        422,
        "invalid-cursor",
      ]);
  });

  it.each([
    ["another order", "/v1/cars?pageSize=5&sort.0.field=year"],
    ["another direction", "/v1/cars?pageSize=5&sort.0.field=price&sort.0.direction=desc"],
    ["another filter", "/v1/cars?pageSize=5&sort.0.field=price&filterByFormula=1"],
    ["another collection", "/v1/others?pageSize=5&sort.0.field=price"],
  ])("a cursor of %s", async (_, path) => {
    expect(await refused(path, await cursorOf("pageSize=5&sort.0.field=price"))).toEqual([
      422,
      "invalid-cursor",
    ]);
  });

  it("a cursor without pageSize", async () => {
    const cursor = await cursorOf("pageSize=5");
    expect(await refused("/v1/cars?maxRecords=5", cursor)).toEqual([400, "missing-page-size"]);
  });

  it("a cursor of a service with another secret, and accepts one with the same", async () => {
    const store = await carStore(cars);
    const collections = { cars: { store } };
    const one = await serve({ collections, cursorSecret: "the same for both" });
    const same = await serve({ collections, cursorSecret: "the same for both" });
    const other = await serve({ collections });
    const next = nextOf(await one.ask("/cars?pageSize=5")) ?? "";
    expect((await same.ask(next)).text).toBe((await one.ask(next)).text);
    expect((await other.ask(next)).status).toBe(422);
  });
});
