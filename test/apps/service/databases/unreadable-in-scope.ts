import { expect, it } from "vitest";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import { jsonOf, queryOf } from "../harness/client.ts";
import { type Database, fillTable, openDatabase } from "../harness/databases.ts";
import { schemaOf } from "../harness/scoped.ts";
import { type Served, serve } from "../harness/serve.ts";
import { describeServed, type StartedDatabase } from "./serve-table.ts";

const STORED = schemaOf({
  id: { type: "text", key: true },
  dealer: "text",
  price: "number",
  tags: "text",
});
/** The texts of `tags` are read as JSON, which some of them are not. */
const SERVED = schemaOf({
  id: { type: "text", key: true },
  dealer: "text",
  price: "number",
  tags: "list",
});
const OWN = { id: "1", dealer: "own", price: 1, tags: '["x"]' };
const BROKEN = { id: "2", dealer: "b2", price: 2, tags: "not JSON" };

/** A regular expression that databases leave to memory. */
const inMemory = (field: string): string => `LEN(REGEX_REPLACE(${field}, "(?:o|w|n)+", "")) = 0`;
/** With such a filter, the database decides a scope, if it can, and the rest is left to memory. */
const filterByFormula = `REGEX_REPLACE(ARRAYJOIN({tags}, "-"), "(?:a|b)+", "") != "y"`;

const SCOPES: readonly (readonly [title: string, scope: string])[] = [
  ["that memory decides", inMemory("{dealer}")],
  ["that the database decides", '{dealer} = "own"'],
  ["that both decide", `AND({price} < 3, ${inMemory("{dealer}")})`],
  ["that reads the unreadable cell", `AND(${inMemory("{dealer}")}, ${filterByFormula})`],
];

/** Serves a table to a key with a scope, and reads a text column of it as JSON. */
async function serveJson(
  database: Database,
  table: string,
  records: readonly StoreRecord[],
  scope: string,
): Promise<Served> {
  await (await fillTable(database, table, STORED, records)).close();
  const columns = { tags: { sql: "tags", storage: "json" } };
  const store = await openTable(await openDatabase(database), table, { schema: SERVED, columns });
  return serve({ collections: { cars: { store } }, key: { scope } });
}

/** A value that cannot be read fails the requests of those who may see its record, and nobody else's. */
export function unreadableInScope(database: StartedDatabase): void {
  for (const [index, [title, scope]] of SCOPES.entries()) {
    describeServed(
      `a key with a scope ${title}, and an unreadable value`,
      database,
      async (started) => {
        return serveJson(started, `unreadable_${index}`, [OWN, BROKEN], scope);
      },
      (service) => {
        const own = { id: "1", dealer: "own", price: 1, tags: ["x"] };
        const asked = queryOf({ filterByFormula });

        it.each<readonly [string, unknown]>([
          ["/cars", [own]],
          [`/cars${asked}`, [own]],
          [`/cars${asked}&pageSize=5&totalCount=true&sort.0.field=price`, [own]],
          ["/cars/count", { count: 1 }],
          [`/cars/count${asked}`, { count: 1 }],
        ])("of others is not noticed by %s", async (path, expected) => {
          const answer = await service().ask(path);
          expect([answer.status, jsonOf(answer)]).toEqual([200, expected]);
        });

        it.each(["/cars/groups?groupBy.0.field=price&measure.0=count", "/cars/values/tags"])(
          "of others is not noticed by %s",
          async (path) => {
            const answer = await service().ask(
              `${path}${asked.replace("?", path.includes("?") ? "&" : "?")}`,
            );
            expect(answer.status).toBe(200);
            expect(answer.text).not.toContain("not JSON");
          },
        );
      },
    );
  }

  describeServed(
    "a key whose scope has an unreadable value",
    database,
    async (started) => {
      const records = [OWN, { ...BROKEN, dealer: "own" }];
      return serveJson(started, "unreadable_own", records, inMemory("{dealer}"));
    },
    (service) => {
      it("gets a 500, and no record", async () => {
        const answer = await service().ask("/cars?pageSize=5");
        expect([answer.status, jsonOf(answer)]).toMatchObject([500, { code: "internal" }]);
      });
    },
  );
}
