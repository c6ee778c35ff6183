import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { type Answer, queryOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// A key that may see a computed field, but not the fields that it is computed from, beside a service whose records have the
// same values themselves: nobody may tell the two apart.

serviceTests();
afterEach(() => {
  vi.useRealTimers();
});

const RECORDS = Array.from({ length: 40 }, (_, index) => ({
  id: `r${String(index).padStart(3, "0")}`,
  price: (index * 37) % 200,
  seats: 1 + (index % 4),
}));

let scoped: Served;
let open: Served;

beforeAll(async () => {
  const cursorSecret = "the same for both";
  const all = await MemoryStore.from(
    RECORDS,
    defineSchema({
      id: { type: "text", key: true },
      price: "number",
      seats: "number",
      perSeat: { formula: "{price} / {seats}" },
      double: { formula: "{perSeat} * 2" },
    }),
  );
  const computed = await MemoryStore.from(
    RECORDS.map(({ id, price, seats }) => ({
      id,
      perSeat: price / seats,
      double: (price / seats) * 2,
    })),
    defineSchema({ id: { type: "text", key: true }, perSeat: "number", double: "number" }),
  );
  const key = { fields: ["id", "perSeat", "double"] };
  scoped = await serve({ collections: { trips: { store: all } }, cursorSecret, key });
  open = await serve({ collections: { trips: { store: computed } }, cursorSecret });
});

/** All of an answer but the time, and what is signed, which differs from key to key. */
function seen({ status, rawHeaders, text }: Answer): unknown {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:date|etag|link|x-next-cursor)$/i.test(name)
      ? [`${name}: ${rawHeaders[index + 1]}`]
      : [],
  );
  return { status, headers, text };
}

describe("a key that may see a computed field, but not the fields that it is computed from", () => {
  it.each([
    "/trips",
    "/schema",
    "/openapi.json",
    "/trips?fields=perSeat",
    "/trips?fields=price",
    `/trips${queryOf({ "sort.0.field": "perSeat", pageSize: 7, totalCount: "true" })}`,
    `/trips${queryOf({ "sort.0.field": "double", "sort.0.direction": "desc", maxRecords: 5 })}`,
    `/trips${queryOf({ "sort.0.field": "price" })}`,
    "/trips/groups?groupBy.0.field=perSeat&measure.0=count",
    "/trips/groups?measure.0=sum(perSeat)&measure.1=median(double)",
    "/trips/groups?measure.0=sum(price)",
    ...[
      "{perSeat} > 20",
      "{double} / 0 > 1",
      "{price} > 20",
      "{pris} > 20",
      "{perSet} > 2",
    ].flatMap((filterByFormula) => [
      `/trips${queryOf({ filterByFormula })}`,
      `/trips/count${queryOf({ filterByFormula })}`,
      `/validate${queryOf({ filterByFormula })}`,
      `/explain${queryOf({ filterByFormula })}`,
      `/explain${queryOf({ filterByFormula, record: "r007" })}`,
    ]),
  ])("%s", async (path) => {
    const [one, other] = [await scoped.ask(path), await open.ask(path)];
    expect(seen(one)).toEqual(seen(other));
    expect(one.text).not.toContain("seats");
  });

  it("pages by it", async () => {
    const pages: string[] = [];
    let path: string | undefined = `/trips${queryOf({ "sort.0.field": "perSeat", pageSize: 7 })}`;
    while (path !== undefined) {
      const answer: Answer = await scoped.ask(path);
      pages.push(answer.text);
      const [, next] = /<([^>]*)>; rel="next"/.exec(String(answer.headers.link ?? "")) ?? [];
      path = next;
    }
    const ids = pages.flatMap((text) => JSON.parse(text).map(({ id }: { id: string }) => id));
    const sorted = [...RECORDS].sort(
      (a, b) => a.price / a.seats - b.price / b.seats || (a.id < b.id ? -1 : 1),
    );
    expect(ids).toEqual(sorted.map(({ id }) => id));
  });
});

describe("a field that is computed from the time", () => {
  it("orders pages until the time changes it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2024-03-01T12:00:00Z") });
    const store = await MemoryStore.from(
      ["a", "b", "c"].map((id) => ({ id, at: "2024-02-29" })),
      defineSchema({
        id: { type: "text", key: true },
        at: "date",
        days: { formula: "TODAY() - {at}" },
        age: { formula: "NOW() - {at}" },
      }),
    );
    const service = await serve({ collections: { trips: { store } } });
    const page = async (field: string, cursor?: unknown): Promise<Answer> => {
      const parameters = { "fields.0": "id", "sort.0.field": field, pageSize: 1 };
      const rest = cursor === undefined ? {} : { cursor: String(cursor) };
      return service.ask(`/trips${queryOf({ ...parameters, ...rest })}`);
    };
    const cursors: Record<string, unknown> = {};
    for (const field of ["days", "age"]) {
      cursors[field] = (await page(field)).headers["x-next-cursor"];
      expect((await page(field, cursors[field])).text).toBe('[{"id":"b"}]');
    }
    vi.setSystemTime(Date.parse("2024-03-01T23:59:59Z"));
    expect((await page("days", cursors.days)).text).toBe('[{"id":"b"}]');
    const moved = { errors: [{ parameter: "cursor", code: "moved-position" }] };
    expect(JSON.parse((await page("age", cursors.age)).text)).toMatchObject(moved);
    vi.setSystemTime(Date.parse("2024-03-02T00:00:00Z"));
    const { status, text } = await page("days", cursors.days);
    expect([status, JSON.parse(text)]).toMatchObject([422, moved]);
  });

  it.each([
    ["/trips", undefined],
    ["/trips?fields.0=late", undefined],
    ["/trips?fields.0=id&sort.0.field=age", undefined],
    ["/trips?fields.0=id&sort.0.field=year", expect.any(String)],
  ])("gives no tag to records that depend on it: %s", async (path, etag) => {
    const store = await MemoryStore.from(
      [{ id: "a", at: "2024-02-29" }],
      defineSchema({
        id: { type: "text", key: true },
        at: "date",
        age: { formula: "NOW() - {at}" },
        late: { formula: "{age} > 30" },
        year: { formula: "YEAR({at})" },
      }),
    );
    const service = await serve({ collections: { trips: { store } } });
    // Without records, there are no bytes that could tell.
    const { status, headers } = await service.ask(path, { method: "HEAD" });
    expect([status, headers.etag]).toEqual([200, etag]);
  });
});
