import { beforeAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { logged, logLines } from "./harness/logs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const FORMULA = 'OR({country} = "Italy", "Spain")';
const ALWAYS_TRUE =
  'message=%"this is true for every record";help=%"write `{country} = %22Spain%22`"';
let service: Served;

beforeAll(async () => {
  const schema = defineSchema({
    id: { type: "text", key: true },
    "Größe 100%": { type: "text", choices: ["groß", "klein"] },
  });
  service = await serve({
    collections: {
      cars: { store: await carStore(someCars(100)) },
      places: { store: await MemoryStore.from([{ id: "a", "Größe 100%": "groß" }], schema) },
    },
    cors: ["https://example.com"],
  });
});

const warningsOf = async (path: string, asking?: object): Promise<unknown> =>
  (await service.ask(path, asking)).headers["x-formula-warnings"];

/** The texts of the header, decoded. */
function textsIn(header: unknown): readonly string[] {
  return [...String(header).matchAll(/(?:message|help)=%"([^"]*)"/g)].map(([, text = ""]) =>
    decodeURIComponent(text),
  );
}

describe("the warnings of a formula", () => {
  it("are in a header, and all records are returned", async () => {
    const answer = await service.ask(`/cars${queryOf({ filterByFormula: FORMULA })}`);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toHaveLength(100);
    const start = FORMULA.indexOf('"Spain"');
    const { headers } = answer;
    expect(headers["x-formula-warnings"]).toMatch(
      `constant-condition;parameter="filterByFormula";start=${start};end=${start + 7};${ALWAYS_TRUE}`,
    );
  });

  it.each(["{price} < 5000", '{country} = "Italy"'])("are none for %s", async (formula) => {
    expect(await warningsOf(`/cars${queryOf({ filterByFormula: formula })}`)).toBeUndefined();
    expect(await warningsOf("/cars?maxRecords=1")).toBeUndefined();
  });

  it.each(["/cars", "/cars/count", "/cars/groups", "/cars/values/country", "/explain"])(
    "are in the header of %s, for GET and HEAD",
    async (path) => {
      const collection = path === "/explain" ? { collection: "cars" } : {};
      const address = `${path}${queryOf({ filterByFormula: FORMULA, ...collection })}`;
      for (const method of ["GET", "HEAD"]) {
        expect(await warningsOf(address, { method })).toContain(ALWAYS_TRUE);
      }
    },
  );

  it.each(["/cars/query", "/cars/count", "/cars/groups"])(
    "are in the header of a POST to %s",
    async (path) => {
      const body = { filterByFormula: FORMULA };
      expect(await warningsOf(path, { body })).toContain(ALWAYS_TRUE);
    },
  );

  it("name their parameter", async () => {
    const header = await warningsOf(
      `/cars/groups${queryOf({
        "groupBy.0.field": "country",
        "groupBy.1.formula": `IF(${FORMULA}, 1, 2)`,
        "measure.0": "count",
        "measure.1": `sum(IF(${FORMULA}, 1, 2))`,
      })}`,
    );
    const named = [...String(header).matchAll(/parameter="([^"]*)"/g)].map(([, name]) => name);
    expect(named).toEqual(["groupBy.1.formula", "measure.1"]);
  });

  it("are in a 304, and in a page's and a streamed response", async () => {
    const address = `/cars${queryOf({ filterByFormula: FORMULA })}`;
    const { etag } = (await service.ask(address)).headers;
    const again = await service.ask(address, { headers: { "if-none-match": String(etag) } });
    expect(again.status).toBe(304);
    expect(again.headers["x-formula-warnings"]).toContain(ALWAYS_TRUE);
    expect(await warningsOf(`${address}&pageSize=2`)).toContain(ALWAYS_TRUE);
    const headers = { accept: "application/x-ndjson" };
    expect(await warningsOf(address, { headers })).toContain(ALWAYS_TRUE);
  });

  it("are ASCII, whatever the names of fields", async () => {
    const filterByFormula = '{Größe 100%} = "gros"';
    const header = await warningsOf(`/places${queryOf({ filterByFormula })}`);
    expect(header).toMatch(/^unknown-choice;[\x20-\x7e]*$/);
    expect(textsIn(header)).toEqual([
      "`gros` is not a choice of `Größe 100%`",
      "did you mean `groß`",
    ]);
  });

  it("are bounded, and the rest is counted", async () => {
    const conditions = Array.from({ length: 50 }, (_, index) => `"${index}"`);
    const filterByFormula = `OR(${conditions.join(", ")})`;
    const header = String(await warningsOf(`/cars${queryOf({ filterByFormula })}`));
    expect(header.length).toBeLessThan(2_100);
    const listed = header.match(/constant-condition;/g)?.length ?? 0;
    expect(listed).toBeGreaterThan(10);
    const diagnostics = await service.ask(
      `/validate${queryOf({ filterByFormula, collection: "cars" })}`,
    );
    const all = Reflect.get(Object(jsonOf(diagnostics)), "diagnosticCount");
    expect(header).toMatch(new RegExp(`, more;count=${Number(all) - listed}$`));
  });

  it("may be read by pages of other origins", async () => {
    const { headers } = await service.ask("/cars?maxRecords=1", {
      headers: { origin: "https://example.com" },
    });
    expect(headers["access-control-expose-headers"]).toContain("x-formula-warnings");
  });

  it("are logged by their codes", async () => {
    const from = logged().length;
    await service.ask(`/cars/count${queryOf({ filterByFormula: `NOT(${FORMULA})` })}`);
    const [line = ""] = await logLines("the request", from, (lines) => lines.length > 0);
    expect(JSON.parse(line)).toMatchObject({ warnings: ["constant-condition"] });
  });
});
