import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../src/data/stores/store.ts";
import { openWatched } from "../../data/stores/memory/open-files.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { temporaryFolder } from "./harness/closing.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(300);
const italian = cars.filter(({ country }) => country === "Italy").length;
const FILTER = '{country} = "Italy"';
let service: Served;

beforeAll(async () => {
  service = await serve({ collections: { cars: { store: await carStore(cars) } } });
});

const post = (body: object): object => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("count", () => {
  it("counts all records, or those of a filter, from an address and from a body", async () => {
    expect(jsonOf(await service.ask("/cars/count"))).toEqual({ count: 300 });
    const query = queryOf({ filterByFormula: FILTER });
    expect(jsonOf(await service.ask(`/cars/count${query}`))).toEqual({ count: italian });
    const posted = await service.ask("/cars/count", post({ filterByFormula: FILTER }));
    expect(jsonOf(posted)).toEqual({ count: italian });
    expect(italian).toBeGreaterThan(0);
  });

  it("has a tag, and a HEAD without a body", async () => {
    const { headers } = await service.ask("/cars/count");
    const etag = String(headers.etag);
    expect(etag).toMatch(/^W\//);
    const again = await service.ask("/cars/count", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const other = await service.ask(`/cars/count${queryOf({ filterByFormula: FILTER })}`);
    expect(other.headers.etag).not.toBe(etag);
    const head = await service.ask("/cars/count", { method: "HEAD" });
    expect(head.headers.etag).toBe(etag);
    expect(head.body.length).toBe(0);
  });

  it.each([
    ["pageSize=3", "unknown-parameter"],
    ["sort.0.field=price", "unknown-parameter"],
    ["totalCount=true", "missing-page-size"],
    ["filterByFormula={nothing}", "invalid-formula"],
  ])("refuses %s", async (query, code) => {
    const answer = await service.ask(
      query === "totalCount=true" ? `/cars?${query}` : `/cars/count?${query}`,
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(jsonOf(answer))).toContain(code);
  });

  it("is returned with a page on request, and counts all pages", async () => {
    const page = (more: object): Promise<{ headers: Record<string, unknown> }> =>
      service.ask(`/cars${queryOf({ filterByFormula: FILTER, pageSize: 2, ...more })}`);
    expect((await page({})).headers["x-total-count"]).toBeUndefined();
    const { headers } = await page({ totalCount: "true" });
    expect(headers["x-total-count"]).toBe(String(italian));
    const next = await page({ totalCount: "true", cursor: String(headers["x-next-cursor"]) });
    expect(next.headers["x-total-count"]).toBe(String(italian));
    const query = { filterByFormula: FILTER, pageSize: 1, totalCount: true };
    const posted = await service.ask("/cars/query", post(query));
    expect(posted.headers["x-total-count"]).toBe(String(italian));
  });

  it("is that of the page's records, even if files are replaced meanwhile", async () => {
    const path = join(temporaryFolder("count"), "cars.ndjson");
    const write = (ids: readonly string[]): void =>
      writeFileSync(path, ids.map((id) => `{"id":"${id}"}\n`).join(""));
    write(["a", "b"]);
    const { store: files, change } = await openWatched(path, { key: "id" });
    let replace = async (): Promise<void> => {
      replace = async () => undefined;
      write(["x", "y", "z"]);
      await change();
    };
    async function* replacing<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
      for await (const batch of batches) {
        await replace();
        yield batch;
      }
    }
    /** Files that are replaced after the first batch or count of a request. */
    const store: Store = {
      kind: files.kind,
      schema: files.schema,
      get version() {
        return files.version;
      },
      read: (query, call) => replacing(files.read(query, call)),
      count: async (filter, call) => {
        const count = await files.count(filter, call);
        await replace();
        return count;
      },
      explain: files.explain,
      check: files.check,
      close: files.close,
    };
    const { ask } = await serve({ collections: { cars: { store } } });
    const page = async () => {
      const answer = await ask("/cars?pageSize=5&totalCount=true");
      const { etag, "x-total-count": total } = answer.headers;
      return { etag, total, ids: jsonOf(answer) };
    };
    const [first, second] = [await page(), await page()];
    expect(first).toMatchObject({ total: "2", ids: [{ id: "a" }, { id: "b" }] });
    expect(second).toMatchObject({ total: "3", ids: [{ id: "x" }, { id: "y" }, { id: "z" }] });
    expect(second.etag).not.toBe(first.etag);
  });
});
