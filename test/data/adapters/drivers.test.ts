import fc from "fast-check";
import { expect, it } from "vitest";
import { bindTypes, namedParameters } from "../../../src/adapters.ts";
import { clickhouse } from "../../../src/backends/sql/dialects/clickhouse.ts";
import { duckdb } from "../../../src/backends/sql/dialects/duckdb.ts";
import { mariadb } from "../../../src/backends/sql/dialects/mariadb.ts";
import { postgres } from "../../../src/backends/sql/dialects/postgres.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine, start } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { openClickHouse } from "./clickhouse-server.ts";
import { type DuckDbPackage, openDuckDb } from "./duckdb-database.ts";
import { findsTheSameRows } from "./library.ts";
import { openBetterSqlite } from "./sqlite-database.ts";
import { withCars } from "./with-cars.ts";

// Far from UTC: a driver that makes local times of moments shows.
process.env.TZ = "Asia/Kathmandu";

/** A formula has no -0. */
const FINITE = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

interface PgClient {
  connect(): Promise<void>;
  query(request: {
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

interface MySql2 {
  createConnection(options: object): Promise<{
    execute(sql: string, values: readonly unknown[]): Promise<readonly [readonly unknown[]]>;
    end(): Promise<void>;
  }>;
}

describeEngine(
  "pg",
  () =>
    withCars(openEngine("postgres"), async ({ connection }) => {
      const { Client } = load<{ readonly Client: new (options: object) => PgClient }>("pg");
      const client = new Client(connection);
      await client.connect();
      return { client, close: () => client.end() };
    }),
  (engine) => {
    findsTheSameRows(
      () => postgres,
      () => ({
        select: async (filterOf, most) => {
          const { where, prefilter, params } = filterOf({ firstParameter: 2 });
          const text = `SELECT * FROM "cars ""2""" WHERE id <= $1 AND ${where ?? prefilter}`;
          return (await engine().client.query({ text, values: [most, ...params] })).rows;
        },
        run: async ({ text, params }) =>
          (await engine().client.query({ text, values: [...params] })).rows,
      }),
    );
  },
);

describeEngine(
  "mysql2",
  () =>
    withCars(openEngine("mariadb"), async ({ connection }) => {
      const { createConnection } = load<MySql2>("mysql2/promise");
      const client = await createConnection({ ...connection, timezone: "Z" });
      return { client, close: () => client.end() };
    }),
  (engine) => {
    findsTheSameRows(
      () => mariadb,
      () => ({
        select: async (filterOf, most) => {
          const { where, prefilter, params } = filterOf();
          const sql = `SELECT * FROM \`cars "2"\` WHERE id <= ? AND ${where ?? prefilter}`;
          return (await engine().client.execute(sql, [most, ...params]))[0];
        },
        run: async ({ text, params }) => (await engine().client.execute(text, [...params]))[0],
      }),
    );
  },
);

describeEngine(
  "better-sqlite3",
  () =>
    start("better-sqlite3", async () => {
      const database = await openBetterSqlite();
      return { database, close: async () => database.close() };
    }),
  (engine) => {
    findsTheSameRows(
      () => sqlite,
      () => ({
        select: async (filterOf, most) => {
          const { where, prefilter, params } = filterOf();
          const sql = `SELECT * FROM "cars ""2""" WHERE id <= ? AND ${where ?? prefilter}`;
          return engine()
            .database.prepare(sql)
            .all(most, ...params);
        },
        run: async ({ text, params }) =>
          engine()
            .database.prepare(text)
            .all(...params),
      }),
    );
  },
  // It is compiled for one version of Node, and only where that was asked for.
  { isOptional: true },
);

describeEngine(
  "@duckdb/node-api",
  () => start("duckdb", () => openDuckDb()),
  (engine) => {
    findsTheSameRows(
      () => duckdb,
      () => {
        const { connection } = engine();
        const duckdb = load<DuckDbPackage>("@duckdb/node-api");
        return {
          select: async (filterOf, most) => {
            const filter = filterOf({ firstParameter: 2 });
            const reader = await connection.runAndReadAll(
              `SELECT * FROM "cars ""2""" WHERE id <= $1 AND ${filter.where ?? filter.prefilter}`,
              [most, ...filter.params],
              [duckdb.DOUBLE, ...bindTypes(filter, duckdb)],
            );
            return reader.getRowObjectsJS();
          },
          run: async (query) => {
            const types = bindTypes(query, duckdb);
            const reader = await connection.runAndReadAll(query.text, [...query.params], types);
            return reader.getRowsJS();
          },
        };
      },
    );
  },
);

describeEngine(
  "@clickhouse/client",
  () => start("clickhouse", () => openClickHouse()),
  (engine) => {
    findsTheSameRows(
      () => clickhouse,
      () => {
        const { client } = engine();
        return {
          select: async (filterOf, most) => {
            const filter = filterOf();
            const answer = await client.query({
              query: `SELECT * FROM \`cars "2"\` WHERE id <= {most:UInt32} AND ${filter.where ?? filter.prefilter}`,
              query_params: { most, ...namedParameters(filter) },
              format: "JSONEachRow",
            });
            return await answer.json();
          },
          run: async (query) => {
            const answer = await client.query({
              query: query.text,
              query_params: namedParameters(query),
              format: "JSONCompactEachRow",
            });
            return await answer.json();
          },
        };
      },
    );

    it("receives every text and number exactly", async () => {
      const texts = fc
        .sample(fc.string({ unit: "binary", maxLength: 20 }), { numRuns: 200, seed: 1 })
        .map((text) => text.replaceAll("\0", ""));
      const controls = String.fromCharCode(...Array.from({ length: 160 }, (_, code) => code + 1));
      const numbers = fc.sample(FINITE, { numRuns: 300, seed: 1 });
      const params = [controls, ...texts, ...numbers];
      const terms = params.map((value, index) =>
        typeof value === "number"
          ? `toString(reinterpretAsUInt64({p${index + 1}:Float64}))`
          : `hex({p${index + 1}:String})`,
      );
      const answer = await engine().client.query({
        query: `SELECT ${terms.join(", ")}`,
        query_params: namedParameters({ params }),
        format: "JSONCompactEachRow",
      });
      expect(await answer.json()).toEqual([params.map(bitsOf)]);
    });
  },
);

/** As ClickHouse shows the bits of a text or a number. */
function bitsOf(value: string | number): string {
  if (typeof value === "string") return Buffer.from(value).toString("hex").toUpperCase();
  return String(new BigUint64Array(Float64Array.of(value).buffer)[0]);
}
