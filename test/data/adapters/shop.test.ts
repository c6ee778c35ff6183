import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileOrThrow } from "../../../src/index.ts";
import { recordOrder } from "../../../src/language/core/record-order.ts";
import { parseSort } from "../../../src/sql.ts";
import { ORDERS, ordersInMemory, shopStatements } from "../../backends/sql/samples/shop.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { locate } from "../../engines/install.ts";
import { runProgram, snippetsOf } from "../../harness/snippets.ts";

/* The list of orders of the guide "Add a filter to your server", run as it is: each server with each query builder. */

const FILES = snippetsOf("src/apps/site/pages/guides/server.md").filter(({ file }) => file);

const BUILDERS = ["kysely", "drizzle", "knex"] as const;
const SERVERS = ["fastify", "express"] as const;
const PAIRS = SERVERS.flatMap((server) => BUILDERS.map((builder) => ({ server, builder })));

const PACKAGES = ["express", "kysely", "knex", "pg", "drizzle-orm", "drizzle-orm/node-postgres"];

/** How much larger the orders are: an index is then worth its use. */
const SCALE = 10;

const TENANTS = { Acme: "key of acme", Globex: "key of globex" } as const;

const LISTS: readonly { readonly filter?: string; readonly order?: string }[] = [
  {},
  { filter: '{channel} = "web"' },
  { filter: 'OR({channel} = "a?b", {country} = BLANK())', order: "channel,-total" },
  { filter: 'AND({status} != "new", {total} > 450.5)', order: "-country,status" },
  { filter: 'IS_AFTER({placedAt}, "2025-01-01")', order: "total" },
  { filter: 'REGEX_MATCH(UPPER({channel} & {country}), "^(WEB|APP)I")', order: "-id" },
  // The database leaves it to memory, and does not count it.
  { filter: "EXP({total} / 100) > 50", order: "-channel" },
];

const MADE_UP = [
  [null, "x"],
  ["yesterday", "x"],
  [{ a: 1 }, "'"],
  [[], "\ud800"],
  ["\u0000", "\u0000"],
  [-1e308, "9"],
  [true, "x".repeat(5_000)],
  ["2024-02-01T00:00:00.000Z", "not a uuid"],
  ["web", "9E3779B1-0000-4000-8000-000000000001"],
];

interface Answer {
  readonly status: number;
  readonly body: {
    readonly records?: readonly Readonly<Record<string, unknown>>[];
    readonly count?: number;
    readonly next?: string;
    readonly message?: string;
  };
}

interface Running {
  ask(path: string, key?: string): Promise<Answer>;
  close(): Promise<void>;
}

interface Ask {
  readonly ask: (statement: object) => Promise<readonly object[]>;
  readonly db?: { destroy(): Promise<void> };
  readonly pool?: { end(): Promise<void> };
}

/** Starts a server of the guide with a builder of the guide. */
async function startServer(server: string, builder: string): Promise<Running> {
  const files = FILES.map(({ file, code }) => ({
    file,
    code: code.replace(
      /ask-(?:kysely|drizzle|knex)\.ts";$/gm,
      `ask-${builder}.ts";\nexport * from "./ask-${builder}.ts";`,
    ),
  }));
  const paths = Object.fromEntries(PACKAGES.map((name) => [name, locate(name)]));
  const { app, db, pool } = await runProgram<
    Ask & {
      readonly app: {
        listen(options: object): unknown;
        readonly server?: Server;
        close?(): Promise<void>;
      };
    }
  >(`${server}-server.ts`, files, paths);
  const listening = await app.listen({ port: 0, host: "127.0.0.1" });
  const http = app.server ?? (listening as Server);
  if (!http.listening) await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    ask: async (path, key) => {
      const headers = key === undefined ? {} : { "x-api-key": key };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return { status: answer.status, body: (await answer.json()) as Answer["body"] };
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await db?.destroy();
      await pool?.end();
    },
  };
}

const cursorOf = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

describeEngine(
  "the list of the guide over PostgreSQL",
  () => openEngine("postgres"),
  (engine) => {
    const orders = ordersInMemory(SCALE);

    beforeAll(async () => {
      for (const statement of shopStatements("postgres", SCALE)) await engine().execute(statement);
      await engine().execute("ANALYZE");
      const { connection } = engine();
      process.env.PGHOST = connection.host;
      process.env.PGPORT = String(connection.port);
      process.env.PGUSER = connection.user;
      process.env.PGDATABASE = connection.database;
    });

    describe.each(PAIRS)("with $server and $builder", ({ server, builder }) => {
      let running: Running;

      beforeAll(async () => {
        running = await startServer(server, builder);
      });
      afterAll(() => running?.close());

      const list = (query: Readonly<Record<string, string>>, key = "key of acme") =>
        running.ask(`/orders?${new URLSearchParams(query)}`, key);

      it.each(LISTS)("the list $filter by $order is that of memory", async (query) => {
        const { filter = "TRUE()", order = "-placedAt" } = query;
        const parsed = parseSort(order, ORDERS);
        if (!parsed.ok) throw new Error(order);
        for (const [tenant, key] of Object.entries(TENANTS)) {
          const expected = compileOrThrow(filter, ORDERS)
            .filter(orders)
            .filter((one) => one.tenant === tenant)
            .sort(recordOrder(ORDERS, parsed.sort))
            .map(({ id, status, total, placedAt, country, channel }) => ({
              id,
              status,
              total,
              placedAt,
              country,
              channel,
            }));
          expect(expected.length).toBeGreaterThan(0);
          const seen: unknown[] = [];
          for (let next: string | undefined = ""; next !== undefined; ) {
            const { status, body }: Answer = await list(
              { ...query, ...(next === "" ? {} : { after: next }) },
              key,
            );
            expect([status, body.message]).toEqual([200, undefined]);
            expect(body.count ?? expected.length).toBe(expected.length);
            seen.push(...(body.records ?? []));
            next = body.next;
          }
          expect(seen).toEqual(JSON.parse(JSON.stringify(expected)));
        }
      });

      it.each(['OR({channel} = "web", TRUE())', "NOT({total} = 5)", "OR(TRUE(), 1 = 1) // )"])(
        "%s does not leave the scope",
        async (filter) => {
          const { body } = await list({ filter });
          expect(body.count).toBe(orders.filter(({ tenant }) => tenant === "Acme").length);
        },
      );

      it.each([
        ["/orders", "key of nobody", 401],
        ["/orders?filter=TRUE()&filter=TRUE()", "key of acme", 400],
        ["/orders?order=id&order=id", "key of acme", 400],
        [`/orders?filter=${encodeURIComponent('{tenant} = "x"')}`, "key of acme", 422],
        ["/orders?filter=TRUE()%29%20OR%20%28TRUE()", "key of acme", 422],
        ["/orders?filter=", "key of acme", 422],
        ["/orders?filter=%00", "key of acme", 422],
        ["/orders?order=tenant", "key of acme", 422],
        ["/orders?order=prise", "key of acme", 422],
        ["/orders?after=%7B%7D", "key of acme", 400],
        ["/orders?after=", "key of acme", 400],
        [`/orders?after=${cursorOf(5)}`, "key of acme", 400],
        [`/orders?after=${cursorOf(["2024-01-01"])}`, "key of acme", 400],
        [`/orders?after=${cursorOf({ length: 2 })}`, "key of acme", 400],
        [`/orders?after=${cursorOf([null, null])}`, "key of acme", 400],
        [`/orders?after=${cursorOf([null, ""])}`, "key of acme", 400],
        [`/orders?after=${cursorOf([null, ["'"]])}`, "key of acme", 400],
      ] as const)("%s with the %s is %i", async (path, key, status) => {
        const answer = await running.ask(path, key);
        expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
      });

      it("a cursor that somebody made up is a position or a mistake", async () => {
        const statuses = new Map<string, number>();
        for (const order of ["-placedAt", "total", "channel"]) {
          for (const values of MADE_UP) {
            const { status, body } = await list({ order, after: cursorOf(values) });
            expect(Array.isArray(body.records)).toBe(status === 200);
            statuses.set(`${order} ${JSON.stringify(values)}`, status);
          }
        }
        expect(new Set(statuses.values()), JSON.stringify([...statuses])).toEqual(
          new Set([200, 400]),
        );
      });
    });

    it("uses the index on the path of the document", async () => {
      const plans: unknown[] = [];
      const ask = async ({ text, params }: { text: string; params: readonly string[] }) => {
        plans.push(await engine().query(`EXPLAIN ${text}`, params));
        const rows = await engine().query(text, params);
        return rows.map((row) => Object.fromEntries(row.map((cell, at) => [`c${at}`, cell])));
      };
      const { listOrders } = await runProgram<{
        listOrders(asking: typeof ask, key: string, query: object): Promise<Answer>;
      }>(
        "list-orders.ts",
        FILES.filter(({ file }) => file === "list-orders.ts"),
        {},
      );
      const { status } = await listOrders(ask, "key of acme", { filter: '{channel} = "web"' });
      expect(status).toBe(200);
      expect(plans).toHaveLength(2);
      for (const plan of plans) expect(JSON.stringify(plan)).toContain("orders_by_channel");
    });
  },
);
