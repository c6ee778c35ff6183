import { expect, it } from "vitest";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import { jsonOf } from "../harness/client.ts";
import { type Database, fillTable, openDatabase } from "../harness/databases.ts";
import { schemaOf } from "../harness/scoped.ts";
import { type Served, serve } from "../harness/serve.ts";
import { describeServed, type StartedDatabase } from "./serve-table.ts";

const KEY = { type: "text", key: true } as const;
const RECORDS = [
  { id: "1", sold: "5" },
  { id: "2", sold: "9007199254740992" },
  // Its number is that of the record before.
  { id: "3", sold: "9007199254740993" },
  { id: "4", sold: "9007199254740996" },
];
const INTEGERS: Readonly<Record<string, string>> = {
  sqlite: "CAST(sold AS INTEGER)",
  duckdb: "CAST(sold AS BIGINT)",
  postgres: "CAST(sold AS BIGINT)",
  mariadb: "CAST(sold AS SIGNED)",
  clickhouse: "toInt64(sold)",
};

async function serveIntegers(database: Database, name: string): Promise<Served> {
  const table = "inexact_positions";
  await (await fillTable(database, table, schemaOf({ id: KEY, sold: "text" }), RECORDS)).close();
  const store = await openTable(await openDatabase(database), table, {
    schema: schemaOf({ id: KEY, sold: "number" }),
    columns: {
      sold: { sql: INTEGERS[name] ?? "", storage: name === "clickhouse" ? "Int64" : "bigint" },
    },
  });
  return serve({ collections: { cars: { store } } });
}

/** Pages in the order of integers beyond ±2^53 are right, or refused with advice. */
export function inexactPositions(database: StartedDatabase, name: string): void {
  describeServed(
    "a column of integers beyond ±2^53",
    database,
    (started) => serveIntegers(started, name),
    (service) => {
      it("ends pages in its order with the field and with what to do", async () => {
        const path = "/cars?sort.0.field=sold&pageSize=1";
        const first = await service().ask(path);
        const second = await service().ask(`${path}&cursor=${first.headers["x-next-cursor"]}`);
        expect([jsonOf(first), jsonOf(second)]).toMatchObject([[{ id: "1" }], [{ id: "2" }]]);
        const third = await service().ask(`${path}&cursor=${second.headers["x-next-cursor"]}`);
        expect([third.status, jsonOf(third)]).toMatchObject([
          422,
          {
            code: "invalid-query",
            errors: [
              {
                parameter: "cursor",
                code: "inexact-position",
                message: expect.stringContaining("9007199254740992 in `sold` is rounded"),
                help: expect.stringContaining("leave out `pageSize` and `cursor`"),
              },
            ],
          },
        ]);
      });

      it("is read in its order without pages, and in pages in another order", async () => {
        const all = ["1", "2", "3", "4"].map((id) => ({ id }));
        const whole = await service().ask("/cars?sort.0.field=sold");
        expect([whole.status, jsonOf(whole)]).toMatchObject([200, all]);
        const found: unknown[] = [];
        for (let cursor: string | undefined = ""; cursor !== undefined; ) {
          const page = await service().ask(`/cars?pageSize=1${cursor}`);
          found.push(jsonOf(page));
          const next = page.headers["x-next-cursor"];
          cursor = next === undefined ? undefined : `&cursor=${next}`;
        }
        expect(found).toMatchObject(all.map((record) => [record]));
      });
    },
  );
}
