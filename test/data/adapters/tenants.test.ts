import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEngine } from "../../engines/describe-engine.ts";
import type { PostgresEngine } from "../../engines/drivers/postgres.ts";
import { startEngine } from "../../engines/engine.ts";
import { locate } from "../../engines/install.ts";
import { PAGES, runSnippet, type Snippet, snippetsOf } from "../../harness/snippets.ts";

/* The snippets of pages that ask PostgreSQL, run as they are: the service for several tenants, and the table that is there. */

const SNIPPETS = PAGES.flatMap((page) => snippetsOf(page)).filter(
  ({ needsPostgres, file }) => needsPostgres && file === undefined,
);

function snippetOf(page: string): Snippet {
  const found = SNIPPETS.find((one) => one.page === `grammar/reference/${page}`);
  if (found === undefined) throw new Error(`${page} has no snippet that asks PostgreSQL`);
  return found;
}

/** How many cars each tenant has: two pages and a bit. */
const EACH = 120;

const STATEMENTS = [
  "CREATE TYPE mood AS ENUM ('ok', 'sad')",
  "CREATE TABLE cars (id integer PRIMARY KEY, tenant text NOT NULL, country text, price numeric(12,2), mood mood, day date)",
  `INSERT INTO cars SELECT n, CASE WHEN n % 2 = 0 THEN 'acme' ELSE 'globex' END,
    CASE n % 3 WHEN 0 THEN 'Italy' WHEN 1 THEN 'Spain' END, n * 10, 'ok', '2024-03-01'
    FROM generate_series(1, ${2 * EACH}) AS n`,
  "CREATE INDEX ON cars (tenant, id)",
];

interface Answer {
  readonly status: number;
  readonly body: {
    readonly records?: readonly { readonly id: number }[];
    readonly next?: number | null;
    readonly message?: string;
  };
}

async function makeTable({ connection, execute }: PostgresEngine): Promise<void> {
  for (const statement of STATEMENTS) await execute(statement);
  process.env.PGHOST = connection.host;
  process.env.PGPORT = String(connection.port);
  process.env.PGUSER = connection.user;
  process.env.PGDATABASE = connection.database;
}

describeEngine(
  "PostgreSQL",
  () => startEngine("postgres"),
  (engine) => {
    let app: FastifyInstance;

    beforeAll(async () => {
      await makeTable(engine());
      ({ app } = await runSnippet<{ app: FastifyInstance }>(snippetOf("embedding.md"), {
        pg: locate("pg"),
      }));
    });
    afterAll(() => app?.close());

    async function asked(
      tenant: string,
      query: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      const headers = { "x-api-key": `key of ${tenant}` };
      const answer = await app.inject({ url: "/cars", query, headers });
      return { status: answer.statusCode, body: answer.json() };
    }
    const idsOf = ({ body }: Answer): readonly number[] => (body.records ?? []).map(({ id }) => id);

    it("describes the table of the page", async () => {
      const { pool, where, params } = await runSnippet<{
        pool: { end(): Promise<void> };
        where: string;
        params: readonly string[];
      }>(exported(snippetOf("tables.md")), { pg: locate("pg") });
      await pool.end();
      const found = await engine().query(`SELECT count(*) FROM cars WHERE ${where}`, params);
      expect(found).toEqual([[2 * EACH]]);
    });

    it("gives each tenant its own records, page after page", async () => {
      for (const [tenant, rest] of [
        ["acme", 0],
        ["globex", 1],
      ] as const) {
        const seen: number[] = [];
        let next: number | null | undefined;
        do {
          const answer = await asked(tenant, next === undefined ? {} : { after: String(next) });
          expect(answer.status).toBe(200);
          seen.push(...idsOf(answer));
          ({ next } = answer.body);
        } while (next !== null && next !== undefined);
        expect(seen).toHaveLength(EACH);
        expect(seen.every((id) => id % 2 === rest)).toBe(true);
        expect(seen).toEqual([...seen].sort((a, b) => a - b));
      }
    });

    it("serves tenants at the same time", async () => {
      await Promise.all(
        Array.from({ length: 40 }, async (_, round) => {
          const answer = await asked(round % 2 === 0 ? "acme" : "globex", { filter: "{id} > 100" });
          expect(idsOf(answer).every((id) => id % 2 === round % 2)).toBe(true);
          expect(idsOf(answer)).toHaveLength(50);
        }),
      );
    });

    it.each([
      ['OR({country} = "Italy", {id} = 2)', 41],
      ["OR(TRUE(), {id} = 1)", 50],
      ["NOT({id} = 2)", 50],
      ["ISERROR(1/0)", 50],
      ["{id} = 1", 0],
      ["OR({id} = 1, {id} = 2, {id} = 3)", 1],
      // The database leaves it to memory.
      ['REGEX_MATCH(CONCATENATE({country}, ""), "^(?:Italy|Spain)$")', 50],
      ['REGEX_MATCH(UPPER({country}), "^I.*Y$")', 40],
      ["TRUE() // ", 50],
    ])("%s stays within the scope", async (filter, count) => {
      const answer = await asked("acme", { filter });
      expect(answer.status).toBe(200);
      expect(idsOf(answer)).toHaveLength(count);
      expect(idsOf(answer).every((id) => id % 2 === 0)).toBe(true);
    });

    it.each([
      ["TRUE()) OR (TRUE()", "1 |"],
      ['{tenant} = "globex"', "there is no field `tenant`"],
      ['OR(TRUE(), {tenant} = "globex")', "there is no field `tenant`"],
      ["{country} = $tenant", "$tenant"],
      ["$tenant", "$tenant"],
      ["{pricee} < 5", "did you mean `price`"],
      ["{tenant", ""],
      ["", ""],
      ["\u0000", ""],
      ["'; DROP TABLE cars; --", ""],
    ])("%j is refused with a diagnostic", async (filter, told) => {
      const { status, body } = await asked("acme", { filter });
      expect(status).toBe(422);
      expect(body.message).toContain(told);
      expect(body.message).toMatch(/^error\[/);
    });

    it("refuses a request without a tenant, and invalid parameters", async () => {
      expect((await asked("initech")).status).toBe(401);
      expect((await app.inject({ url: "/cars" })).statusCode).toBe(401);
      const headers = { "x-api-key": "key of acme" };
      for (const url of [
        "/cars?after=x",
        "/cars?after=1.5",
        "/cars?filter=TRUE()&filter=TRUE()",
        "/cars?after=1&after=2",
      ]) {
        expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 400]);
      }
    });

    it("continues after a position that no record has", async () => {
      expect(idsOf(await asked("acme", { after: "-5" }))[0]).toBe(2);
      expect(idsOf(await asked("acme", { after: "3" }))[0]).toBe(4);
      expect((await asked("acme", { after: "1e400" })).body).toEqual({ records: [], next: null });
    });

    describe("a database that crashes", () => {
      it("is reported, and used again once it is back", async () => {
        await engine().crash();
        for (let again = 0; again < 3; again++) {
          expect(await asked("acme")).toEqual({
            status: 503,
            body: { message: "the records cannot be reached" },
          });
          // A wrong formula is wrong without a database.
          expect((await asked("acme", { filter: "{pricee} < 5" })).status).toBe(422);
        }
        await engine().restart();
        expect(idsOf(await asked("acme"))).toHaveLength(50);
      });
    });
  },
);

/** The snippet with its constants handed out. */
function exported(snippet: Snippet): Snippet {
  return { ...snippet, code: snippet.code.replace(/^const/gm, "export const") };
}

it("there are no snippets with a database on other pages", () => {
  expect(SNIPPETS.map(({ page }) => page)).toEqual([
    "grammar/reference/embedding.md",
    "grammar/reference/tables.md",
  ]);
});
