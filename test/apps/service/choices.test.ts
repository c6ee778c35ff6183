import { expect, it } from "vitest";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

serviceTests();

const schema = defineSchema({
  id: { type: "text", key: true },
  status: { type: "text", choices: ["new", "paid"] },
  tags: { type: "list", choices: ["red", "green"] },
  secret: { type: "text", choices: ["hush"], hidden: true },
});
const records = [{ id: "a", status: "paid", tags: ["red"], secret: "hush" }];

async function served(key: NonNullable<Parameters<typeof serve>[0]["key"]> = {}): Promise<Served> {
  const store = await MemoryStore.from(records, schema);
  return await serve({ collections: { orders: { store } }, key });
}

it("/schema has the choices of each field", async () => {
  const service = await served();
  expect(jsonOf(await service.ask("/schema"))).toMatchObject({
    collections: {
      orders: {
        fields: [
          { name: "id" },
          { name: "status", choices: ["new", "paid"] },
          { name: "tags", choices: ["red", "green"] },
        ],
      },
    },
  });
});

it("/openapi.json has them as the values of the properties, of which a blank is one", async () => {
  const service = await served();
  expect(jsonOf(await service.ask("/openapi.json"))).toMatchObject({
    components: {
      schemas: {
        orders: {
          properties: {
            status: { type: ["string", "null"], enum: ["new", "paid", null] },
            tags: { type: ["array", "null"], items: { type: "string", enum: ["red", "green"] } },
          },
        },
      },
    },
  });
});

it("/validate warns of a text that is none of them, with the formula that is meant", async () => {
  const service = await served();
  const filterByFormula = '{status} = "Paid"';
  expect(jsonOf(await service.ask(`/validate${queryOf({ filterByFormula })}`))).toMatchObject({
    valid: true,
    diagnostics: [{ code: "unknown-choice", fix: { formula: '{status} = "paid"' } }],
  });
});

it.each([
  ["hidden in the schema", "hush", '{secret} = "hushed"', {}],
  ["that a key does not see", "green", 'HAS({tags}, "greener")', { fields: ["id", "status"] }],
])("no answer has the choices of a field %s", async (_, choice, filterByFormula, key) => {
  const service = await served(key);
  const paths = ["/schema", "/openapi.json", `/validate${queryOf({ filterByFormula })}`];
  for (const path of [...paths, `/orders${queryOf({ filterByFormula })}`]) {
    const { text } = await service.ask(path);
    expect(text.replaceAll(`${choice}e`, ""), path).not.toContain(choice);
  }
});

it("no answer about a formula has the choices of a field that the policy of a key denies", async () => {
  const service = await served({ policy: { fields: { deny: ["status"] } } });
  const { text } = await service.ask(
    `/validate${queryOf({ filterByFormula: '{status} = "pad"' })}`,
  );
  expect(text).toContain("not-allowed");
  expect(text).not.toContain("paid");
});
