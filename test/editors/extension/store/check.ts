import assert from "node:assert/strict";
import fastify from "fastify";
import { defineSchema } from "isoform";
import { createKey, createKeyring, isoformService } from "isoform/service";
import { storeContract } from "isoform/testing";
import { ArrayStore } from "./array-store.ts";

for (const { name, run } of storeContract(
  async (records, schema) => new ArrayStore(records, schema),
)) {
  await run();
  console.log(`ok: a store ${name}`);
}

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });
const records = [
  { vin: "B", price: 39_000 },
  { vin: "A", price: 42_000 },
  { vin: "C", price: null },
];
const { token, stored } = createKey("a test");
const app = fastify();
await app.register(isoformService, {
  collections: { cars: { store: new ArrayStore(records, schema) } },
  keys: createKeyring([stored]),
});
const answer = await app.inject({
  url: "/cars",
  query: { filterByFormula: "{price} > 0", "fields.0": "vin" },
  headers: { "x-api-key": token },
});
assert.deepEqual(answer.json(), [{ vin: "A" }, { vin: "B" }]);
const groups = await app.inject({
  url: "/cars/groups",
  query: { "groupBy.0.formula": "{price} > 40000", "measure.0": "sum(price)" },
  headers: { "x-api-key": token },
});
assert.deepEqual(groups.json(), [
  { "{price} > 40000": false, "sum(price)": 39_000 },
  { "{price} > 40000": true, "sum(price)": 42_000 },
]);
await app.close();
console.log("ok: the service serves it");
