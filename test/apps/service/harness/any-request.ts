import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { CursorQuery } from "../../../../src/apps/service/request/page-cursor.ts";
import { Signer } from "../../../../src/apps/service/signer.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { schemaOf } from "../../../hostile/everywhere.ts";
import type { Answer } from "./client.ts";
import { type Served, serve } from "./serve.ts";

// Requests of any kind to a small service. Whatever a client sends, it is never the service's own mistake.

const SECRET = "known to the attacker";
const schema = schemaOf({
  id: { type: "text", key: true },
  n: "number",
  at: "date",
  yes: "boolean",
  tags: "list",
});

export async function serveThings(): Promise<Served> {
  const records = [{ id: "a", n: 1, at: new Date(0), yes: true, tags: ["x"] }, { id: "b" }];
  const store = await MemoryStore.from(records, schema);
  return serve({ collections: { things: { store } }, cursorSecret: SECRET });
}

/** Says whether an answer is fit: no mistake of the service, and a problem if it is not a result. */
export function expectFit({ status, headers, text }: Answer): void {
  expect(status < 500 || status === 501, text).toBe(true);
  if (status < 400) return;
  expect(headers["content-type"]).toContain("application/problem+json");
  expect(JSON.parse(text)).toMatchObject({ status });
}

/** The paths that take a body. */
export const PATHS = ["/things/query", "/validate", "/explain"];

export const signer = new Signer(SECRET);

/** A cursor that holds anything. */
export const signed = (query: CursorQuery, position: string): string => {
  // The signature is that of an honest cursor: 16 bytes before the position.
  const text = JSON.stringify([
    query.collection,
    query.view,
    query.filter ?? null,
    query.sort.map(({ field, direction = "asc" }) => [field, direction]),
  ]);
  const signature = signer.sign("cursor", text, Buffer.from(position)).subarray(0, 16);
  return Buffer.concat([signature, Buffer.from(position)]).toString("base64url");
};
export const queryFor = (field: string): CursorQuery => ({
  collection: "things",
  view: "",
  schema,
  filter: undefined,
  sort: [{ field, direction: "asc" }],
});
export const askFrom = (service: Served, field: string, cursor: string): Promise<Answer> =>
  service.ask(`/things?pageSize=1&maxRecords=9&sort.0.field=${field}&cursor=${cursor}`);

/** Tests with random requests. */
export function anyRequests(
  service: () => Served,
  runs: { readonly numRuns: number; readonly seed?: number },
): void {
  describe("a random request", () => {
    const names = fc.constantFrom(
      ...["filterByFormula", "fields", "sort", "maxRecords", "pageSize", "cursor", "record"],
      ...["collection", "__proto__", "constructor", "toString", ""],
    );
    const body = fc.oneof(
      fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
      fc.jsonValue(),
    );

    test.prop({ path: fc.constantFrom(...PATHS), body }, runs)(
      "with a body of any shape does not fail the service",
      async ({ path, body: sent }) => {
        expectFit(
          await service().ask(path, {
            headers: { "content-type": "application/json" },
            body: JSON.stringify(sent),
          }),
        );
      },
    );

    test.prop(
      {
        field: fc.constantFrom("n", "at", "yes", "id"),
        list: fc.array(fc.jsonValue(), { maxLength: 4 }),
      },
      runs,
    )("with a cursor of any list does not fail the service", async ({ field, list }) => {
      expectFit(await askFrom(service(), field, signed(queryFor(field), JSON.stringify(list))));
    });

    const part = fc.oneof(
      fc.constantFrom(
        "id",
        "n",
        "at",
        "yes",
        "tags",
        "__proto__",
        "%",
        "%00",
        "..",
        "a/b",
        "%2e%2e",
      ),
      fc.string({ maxLength: 8 }).map(encodeURI),
      fc
        .string({ unit: "binary", maxLength: 4 })
        .map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, ""))),
    );
    const parameters = fc.dictionary(
      fc.constantFrom("prefix", "order", "limit", "filterByFormula", "timeZone", "x", "limit[]"),
      fc.oneof(
        fc.constantFrom(
          "a",
          "name",
          "frequency",
          "0",
          "1",
          "1000",
          "1e3",
          "{n} > 0",
          "UTC",
          "-5",
          "",
        ),
        fc.string({ unit: "binary", maxLength: 10 }).map((text) => text.replace(/\p{Cs}/gu, "")),
      ),
      { noNullPrototype: true },
    );
    test.prop({ part, query: parameters }, runs)(
      "for values of a field of any name does not fail the service",
      async (asked) => {
        const sent = new URLSearchParams(asked.query);
        const path = asked.part.replace(/[\s?#\\]/g, "");
        expectFit(await service().ask(`/things/values/${path}?${sent}`));
      },
    );

    const header = fc.constantFrom(
      ...["accept", "accept-encoding", "if-none-match", "if-match", "origin", "range", "expect"],
      ...["content-type", "content-encoding", "x-api-key", "connection", "te", "upgrade"],
    );
    const value = fc.oneof(
      fc.constantFrom(
        "*",
        "",
        ",",
        ";q=",
        "a/b;q=9",
        '"',
        'W/"',
        "null",
        "gzip;q=NaN",
        "100-continue",
      ),
      fc.string({ unit: fc.constantFrom(...'abc*/;,="q0.1 \tW\\-é'), maxLength: 40 }),
    );
    test.prop({ header, value, isPost: fc.boolean() }, runs)(
      "with a header of any text does not fail the service",
      async ({ header: name, value: text, isPost }) => {
        const headers = { [name]: text };
        expectFit(
          await (isPost
            ? service().ask("/things/query", {
                headers: { "content-type": "application/json", ...headers },
                body: "{}",
              })
            : service().ask("/things?maxRecords=1", { headers })),
        );
      },
    );
  });
}
