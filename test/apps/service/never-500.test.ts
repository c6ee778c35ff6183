import { beforeAll, describe, expect, it } from "vitest";
import { Cursors } from "../../../src/apps/service/request/page-cursor.ts";
import {
  anyRequests,
  askFrom,
  expectFit,
  PATHS,
  queryFor,
  serveThings,
  signed,
  signer,
} from "./harness/any-request.ts";
import { jsonOf } from "./harness/client.ts";
import { type Served, serviceTests } from "./harness/serve.ts";

// Whatever a client sends, it is never the service's own mistake. Here random requests are always the same ones; the campaign
// has others each time.

serviceTests();
let service: Served;

beforeAll(async () => {
  service = await serveThings();
});

anyRequests(() => service, { numRuns: 300, seed: 1 });

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${close.repeat(depth)}`;

describe("bodies of every shape", () => {
  const texts = [
    ...["filterByFormula", "fields", "sort", "maxRecords", "pageSize", "cursor"].flatMap((name) => [
      `{"${name}":${nested("[", "]", 5_000)}}`,
      `{"${name}":${nested("[", "]", 200_000)}}`,
      `{"${name}":{"toString":5,"toJSON":5,"valueOf":null}}`,
      `{"${name}":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`,
      `{"${name}":1e999}`,
      `{"${name}":-0}`,
      `{"${name}":"\\ud800"}`,
      `{"${name}":"\\u0000"}`,
    ]),
    `{"sort":[{"field":"n","direction":{"toString":5}}]}`,
    `{"sort":[{"field":"n","direction":${nested("[", "]", 9_000)}}]}`,
    `{"fields":[${nested("[", "]", 9_000)}]}`,
    nested("[", "]", 200_000),
    "{",
    "",
    "null",
    "5",
    '"x"',
    "\ufeff{}",
    '{"a":1,"a":2}',
  ];
  it.each(texts.map((text) => [text.slice(0, 60), text] as const))("%s", async (_, text) => {
    for (const path of PATHS) {
      const headers = { "content-type": "application/json" };
      expectFit(await service.ask(path, { headers, body: text }));
    }
  });
});

describe("cursors that are signed with the secret, and have any content", () => {
  it("are accepted if they are genuine, so the signature is right", async () => {
    const after = { id: "a", n: 1 };
    const honest = new Cursors(signer).write(queryFor("n"), { seen: 1, after });
    expect(signed(queryFor("n"), '[1,1,"a"]')).toBe(honest);
    const answer = await askFrom(service, "n", honest);
    expect([answer.status, jsonOf(answer)]).toMatchObject([200, [{ id: "b" }]]);
  });

  it.each([
    ["n", '[1,"x","a"]'],
    ["n", "[1,1,null]"],
    ["n", "[1,1,5]"],
    ["n", '[-5,1,"a"]'],
    ["n", '[0,1,"a"]'],
    ["n", '[1e300,1,"a"]'],
    ["n", '[1.5,1,"a"]'],
    ["n", '["1",1,"a"]'],
    ["n", '[1,1e999,"a"]'],
    ["n", '[1,1,"a",1]'],
    ["n", "[1,1]"],
    ["n", "[]"],
    ["n", "{}"],
    ["n", "null"],
    ["n", "["],
    ["n", '[1,1,"\\ud800"]'],
    ["n", '[1,1,"\\u0000"]'],
    ["n", '[1,[1],"a"]'],
    ["at", '[1,8.64e15,"a"]'],
    ["at", '[1,1e300,"a"]'],
    ["at", '[1,"1970-01-01","a"]'],
    ["yes", '[1,1,"a"]'],
    ["n", nested("[", "]", 2_000)],
  ])("sorted by %s: %s is not a position", async (field, position) => {
    const answer = await askFrom(service, field, signed(queryFor(field), position));
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      422,
      { errors: [{ code: "invalid-cursor" }] },
    ]);
  });
});
