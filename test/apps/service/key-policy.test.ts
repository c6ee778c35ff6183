import { expect, it } from "vitest";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import type { Policy } from "../../../src/index.ts";
import { ask, jsonOf, queryOf } from "./harness/client.ts";
import { keepFromLogs } from "./harness/logs.ts";
import { carStore, serve, serviceTests, someCars } from "./harness/serve.ts";

serviceTests();
const cars = someCars(10);

async function served(policy: Policy, own?: Policy) {
  const whole = createKey("whole");
  const narrow = createKey("narrow", { policy, scope: "LEN({vin}) > 0 + 0" });
  for (const { token } of [whole, narrow]) keepFromLogs(token);
  const service = await serve({
    collections: { cars: { store: await carStore(cars), formulas: { policy: own } } },
    keys: createKeyring([whole.stored, narrow.stored]),
  });
  const asker =
    (token: string) =>
    (path: string, filterByFormula?: string, more: object = {}) =>
      ask(`${service.url}${path}${filterByFormula ? queryOf({ filterByFormula, ...more }) : ""}`, {
        headers: { "x-api-key": token },
      });
  return { whole: asker(whole.token), narrow: asker(narrow.token) };
}

const POLICY: Policy = {
  functions: { deny: ["LEN"] },
  operators: { deny: ["+", "="] },
  fields: { deny: ["price"] },
  limits: { nodes: 7 },
};

it("a key's policy refuses that key's formulas at each address, and no others", async () => {
  const { whole, narrow } = await served(POLICY);
  for (const [formula, code] of [
    ["LEN({vin}) > 1", "not-allowed"],
    ["{vin} = 'a'", "not-allowed"],
    ["{price} > 1", "not-allowed"],
    ["AND({vin}, {vin}, {vin}, {vin}, {vin}, {vin}, {vin})", "too-many-nodes"],
  ] as const) {
    for (const path of ["/cars", "/cars/count", "/explain"]) {
      expect((await whole(path, formula)).status).toBe(200);
      const refused = await narrow(path, formula);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(code);
    }
    expect(jsonOf(await whole("/validate", formula))).toMatchObject({ valid: true });
    expect(jsonOf(await narrow("/validate", formula))).toMatchObject({
      valid: false,
      diagnostics: [{ code }],
    });
  }
  expect((await narrow("/cars", "{vin} > 'a'")).status).toBe(200);
  const record = cars[0]?.vin ?? "";
  expect(jsonOf(await narrow("/explain", "{vin} > 'a'", { record }))).toHaveProperty("matches");
});

it("`/schema` and OpenAPI include the policy of the key", async () => {
  const { whole, narrow } = await served(POLICY);
  expect(jsonOf(await narrow("/schema"))).toMatchObject({
    collections: { cars: { policy: POLICY } },
  });
  expect((await whole("/schema")).text).not.toContain("policy");
  const note = "It may use all functions but LEN. It may use all operators but +, =.";
  expect((await narrow("/openapi.json")).text).toContain(note);
  expect((await whole("/openapi.json")).text).not.toContain("It may use");
});

it("a key's policy does not relax the policy of the collection", async () => {
  const { whole, narrow } = await served(
    { functions: { deny: ["LEN"] } },
    { functions: { deny: ["ABS"] } },
  );
  expect((await whole("/cars", "LEN({vin}) > 1")).status).toBe(200);
  expect((await whole("/cars", "ABS({price}) > 1")).status).toBe(422);
  expect((await narrow("/cars", "LEN({vin}) > 1")).status).toBe(422);
  expect((await narrow("/cars", "ABS({price}) > 1")).status).toBe(422);
});

it("the policy of a collection applies to the fields that a key may see", async () => {
  const key = createKey("few", { fields: ["vin", "title"] });
  keepFromLogs(key.token);
  const service = await serve({
    collections: {
      cars: {
        store: await carStore(cars),
        formulas: { policy: { fields: { deny: ["price", "title"] } } },
      },
    },
    keys: createKeyring([key.stored]),
  });
  const asked = (path: string) =>
    ask(`${service.url}${path}`, { headers: { "x-api-key": key.token } });
  expect((await asked(`/cars${queryOf({ filterByFormula: "{vin} > 'a'" })}`)).status).toBe(200);
  const denied = await asked(`/cars${queryOf({ filterByFormula: "{title} > 'a'" })}`);
  expect(denied.text).toContain("not-allowed");
  const hidden = await asked(`/cars${queryOf({ filterByFormula: "{price} > 1" })}`);
  expect(hidden.text).toContain("unknown-field");
  expect(jsonOf(await asked("/schema"))).toMatchObject({
    collections: { cars: { policy: { fields: { deny: ["title"] } } } },
  });
  expect((await asked("/openapi.json")).text).toContain("It may use all fields but title.");
});

it("values with a prefix need no function that the key's policy refuses", async () => {
  const { narrow } = await served({ functions: { allow: ["AND"] }, limits: { nodes: 1 } });
  expect((await narrow("/cars/values/vin?prefix=a&ignoreCase=true")).status).toBe(200);
});

it("a record key longer than the formula limit finds no record", async () => {
  const key = createKey("whole");
  keepFromLogs(key.token);
  const service = await serve({
    collections: { cars: { store: await carStore(cars) } },
    keys: createKeyring([key.stored]),
  });
  const { status, text } = await ask(`${service.url}/explain`, {
    method: "POST",
    headers: { "x-api-key": key.token, "content-type": "application/json" },
    body: JSON.stringify({ filterByFormula: "TRUE()", record: "x".repeat(17_000) }),
  });
  expect(status, text).toBe(422);
  expect(text).toContain("unknown-record");
});

it("a service does not start with a key whose policy does not fit", async () => {
  await expect(served({ fields: { deny: ["nobody"] } })).rejects.toThrow(
    "the policy's `fields` must be names of fields, but is the text `nobody`",
  );
  await expect(served({ limits: { nodes: 0 } })).rejects.toThrow(
    "the limit `nodes` must be a whole number from 1",
  );
  const policy: object = { function: { deny: ["LEN"] } };
  await expect(served(policy)).rejects.toThrow("the policy must be names of properties");
});
