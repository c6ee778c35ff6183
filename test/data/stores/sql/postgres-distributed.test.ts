import { describe, expect, it } from "vitest";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import { openPostgres } from "../../../../src/data/stores/sql/open-postgres.ts";
import type { SqlStore } from "../../../../src/data/stores/sql/sql-store.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { type PostgresEngine, startPostgresCluster } from "../../../engines/drivers/postgres.ts";
import { start } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number", tax: "number" });

const ROWS = Array.from({ length: 100 }, (_, index) => ({
  vin: String(index).padStart(3, "0"),
  price: index * 997.5,
  tax: index % 7 === 0 ? null : index * 1.5,
}));

/** Formulas whose SQL gives values names, by sub-selects, on a server that holds all rows. */
const NAMED = [
  "ROUNDUP({price}/{tax},1)=665",
  '{price} * {tax} & "" = "997.5"',
  "{price}/{tax} > 660",
];

/** What Citus 13.2 says. */
const REFUSALS = [
  "correlated subqueries are not supported when the FROM clause contains a subquery without FROM",
  "cannot push down this subquery",
];

const NEVER = new AbortController().signal;

interface Cluster {
  readonly front: PostgresEngine;
  readonly shard: PostgresEngine;
  readonly close: () => Promise<void>;
}

async function startCluster(): Promise<Cluster> {
  const engines = await startPostgresCluster(2);
  const [front, shard] = engines;
  if (front === undefined || shard === undefined) throw new Error("no server has started");
  const values = ROWS.map(({ vin, price, tax }) => `('${vin}', ${price}, ${tax})`).join(", ");
  for (const engine of [front, shard]) {
    await engine.execute("CREATE TABLE rows (vin text PRIMARY KEY, price float8, tax float8)");
    await engine.execute(`INSERT INTO rows VALUES ${values}`);
  }
  return {
    front,
    shard,
    close: async () => {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

function storeOf({ connection }: PostgresEngine, table: string): Promise<SqlStore> {
  const { host, port, user, database } = connection;
  const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  return openPostgres(source, { driver: load("pg") }).then((driver) =>
    openTable(driver, table, { schema }),
  );
}

async function vinsOf(store: SqlStore, formula: string): Promise<readonly unknown[]> {
  const filter = compileOrThrow(formula, schema);
  const found: unknown[] = [];
  for await (const records of store.read({ filter }, { signal: NEVER })) {
    found.push(...records.map(({ vin }) => vin));
  }
  return found;
}

function expected(formula: string): readonly unknown[] {
  return compileOrThrow(formula, schema)
    .filter(ROWS)
    .map(({ vin }) => vin);
}

/** Whether a store writes names for values. */
function usesNames(store: SqlStore): boolean {
  return NAMED.some((formula) =>
    store
      .explain(compileOrThrow(formula, schema))
      .some(({ where, prefilter }) => (where ?? prefilter ?? "").includes("SELECT")),
  );
}

describeEngine<Cluster>(
  "PostgreSQL whose rows are on other servers",
  () => start("postgres", startCluster),
  (cluster) => {
    async function agrees(store: SqlStore): Promise<void> {
      for (const formula of NAMED) {
        expect(await vinsOf(store, formula), formula).toEqual(expected(formula));
        const filter = compileOrThrow(formula, schema);
        expect(await store.count(filter, { signal: NEVER }), formula).toBe(
          expected(formula).length,
        );
      }
    }

    it("writes names for values where all rows are on one server", async () => {
      const store = await storeOf(cluster().front, "rows");
      expect(usesNames(store)).toBe(true);
      await agrees(store);
      await store.close();
    });

    describe("a distributed table is detected", () => {
      it("by its catalogue if it, or a partition at any depth, is foreign", async () => {
        const { front, shard } = cluster();
        const { host, port, user, database } = shard.connection;
        const columns = "vin text, price float8, tax float8";
        for (const statement of [
          "CREATE EXTENSION postgres_fdw",
          `CREATE SERVER shard FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${host}', port '${port}', dbname '${database}')`,
          `CREATE USER MAPPING FOR CURRENT_USER SERVER shard OPTIONS (user '${user}')`,
          `CREATE FOREIGN TABLE far (${columns}) SERVER shard OPTIONS (table_name 'rows')`,
          `CREATE TABLE parted (${columns}) PARTITION BY LIST (vin)`,
          "CREATE TABLE inner_parted PARTITION OF parted DEFAULT PARTITION BY LIST (vin)",
          "CREATE FOREIGN TABLE far_part PARTITION OF inner_parted DEFAULT SERVER shard OPTIONS (table_name 'rows')",
        ]) {
          await front.execute(statement);
        }
        for (const table of ["far", "parted"]) {
          const store = await storeOf(front, table);
          expect(usesNames(store), table).toBe(false);
          await agrees(store);
          await store.close();
        }
      });

      it("by its catalogue if Citus distributes it", async () => {
        const { shard } = cluster();
        // The catalogue that Citus adds to a server.
        for (const statement of [
          "SET allow_system_table_mods = on",
          `CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char")`,
          "CREATE TABLE spread AS SELECT * FROM rows",
          "CREATE TABLE copied AS SELECT * FROM rows",
          "INSERT INTO pg_catalog.pg_dist_partition VALUES ('spread', 'h'), ('copied', 'n')",
        ]) {
          await shard.execute(statement);
        }
        const names: boolean[] = [];
        for (const table of ["spread", "copied", "rows"]) {
          const store = await storeOf(shard, table);
          names.push(usesNames(store));
          await agrees(store);
          await store.close();
        }
        expect(names).toEqual([false, true, true]);
      });
    });

    it.each(REFUSALS)(
      "a statement with a sub-select that the server refuses is written without one: %s",
      async (message) => {
        const { front } = cluster();
        // The server itself raises the error, for every statement with a sub-select.
        await front.execute(`CREATE OR REPLACE FUNCTION accept() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          IF current_query() ~ '\\(SELECT' THEN RAISE EXCEPTION '${message}' USING ERRCODE = '0A000'; END IF;
          RETURN true;
        END $$`);
        await front.execute("CREATE OR REPLACE VIEW refusing AS SELECT * FROM rows WHERE accept()");
        const store = await storeOf(front, "refusing");
        expect(usesNames(store)).toBe(true);
        const [first = ""] = NAMED;
        const both = await Promise.all([vinsOf(store, first), vinsOf(store, first)]);
        expect(both).toEqual([expected(first), expected(first)]);
        // It is remembered.
        expect(usesNames(store)).toBe(false);
        await agrees(store);
        await store.close();
        const counting = await storeOf(front, "refusing");
        const filter = compileOrThrow(first, schema);
        expect(await counting.count(filter, { signal: NEVER })).toBe(expected(first).length);
        await counting.close();
      },
    );

    it("but every other error is thrown", async () => {
      const { front } = cluster();
      await front.execute(`CREATE OR REPLACE FUNCTION fail() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'cannot do this' USING ERRCODE = '0A000'; END $$`);
      await front.execute("CREATE OR REPLACE VIEW failing AS SELECT * FROM rows WHERE fail()");
      const store = await storeOf(front, "failing");
      await expect(vinsOf(store, "{price} > 1")).rejects.toThrow(/cannot do this \(0A000\)/);
      expect(usesNames(store)).toBe(true);
      await store.close();
    });
  },
);
