import { beforeAll, describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { createLanguage, serviceValues } from "../../../src/editors/assistance/index.ts";
import { schemaOf } from "../../hostile/everywhere.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// A formula is completed with the values of a service's records.

serviceTests();

const schema = schemaOf({
  id: { type: "text", key: true },
  country: "text",
  "a/b %": "text",
  "..": "text",
  tags: "list",
  year: "number",
  day: "date",
  sold: "boolean",
});
const RECORDS = ["Italy", "Iceland", "Spain", "Italy", null].map((country, index) => ({
  id: String(index),
  country,
  "a/b %": `it "is" ${index}`,
  "..": "x",
  tags: ["new", "Fast"],
  year: 2020 + index,
  day: new Date(Date.UTC(2024, index, 1)),
  sold: index > 2,
}));
let service: Served;

beforeAll(async () => {
  const store = await MemoryStore.from(RECORDS, schema);
  service = await serve({ collections: { cars: { store } } });
});

const providerOf = (token: string) =>
  serviceValues(`${service.url}/cars`, { headers: { "x-api-key": token } });

async function offered(field: string, prefix: string, token = service.token): Promise<unknown> {
  const known = schema.fields.get(field);
  if (known === undefined) throw new Error(`there is no field ${field}`);
  return providerOf(token)(known, prefix, { limit: 9 });
}

describe("the values of a service", () => {
  it("begin with the prefix, in any case", async () => {
    expect(await offered("country", "i")).toEqual([
      { value: "Italy", count: 2 },
      { value: "Iceland", count: 1 },
    ]);
    expect(await offered("tags", "FA")).toEqual([{ value: "Fast", count: 5 }]);
    expect(await offered("year", "202")).toHaveLength(5);
    expect(await offered("day", "2024-03")).toEqual([
      { value: "2024-03-01T00:00:00.000Z", count: 1 },
    ]);
    expect(await offered("a/b %", 'IT "')).toHaveLength(5);
    // The blank is no value to write.
    expect(await offered("country", "")).toHaveLength(3);
  });

  it("are none for a field without values", async () => {
    expect(await offered("sold", "")).toEqual([]);
    expect(await offered("..", "")).toEqual([]);
  });

  it("are requested again after a refusal or a failure", async () => {
    await expect(offered("country", "", "nobody")).rejects.toThrow("returns status 401");
    let address = "http://127.0.0.1:1/cars";
    let token = service.token;
    const language = createLanguage({
      schema,
      values: (field, ...others) =>
        serviceValues(address, { headers: { "x-api-key": token } })(field, ...others),
    });
    const labels = async (): Promise<readonly string[]> => {
      const { items } = await language.completeWithValues('{country} = "it', 15);
      return items.map(({ label }) => label);
    };
    expect(await labels()).not.toContain("Italy");
    address = `${service.url}/cars`;
    token = "nobody";
    expect(await labels()).not.toContain("Italy");
    ({ token } = service);
    expect(await labels()).toContain("Italy");
  });

  it("complete a formula", async () => {
    const language = createLanguage({ schema, values: providerOf(service.token) });
    const text = '{country} = "it';
    const { items } = await language.completeWithValues(text, text.length);
    expect(items.map(({ label }) => label)).toContain("Italy");
  });

  it("are not awaited once their signal aborts", async () => {
    const stopping = new AbortController();
    const known = schema.fields.get("country");
    if (known === undefined) throw new Error("there is no field");
    stopping.abort();
    await expect(
      providerOf(service.token)(known, "", { limit: 3, signal: stopping.signal }),
    ).rejects.toThrow();
  });
});
