import { describe, expect, it } from "vitest";
import { type Car, makeCars } from "../../../bench/cars.ts";
import { filters } from "../../../bench/filters.ts";
import { createPostgres } from "../../../src/backends/sql/dialects/postgres.ts";
import { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import type { TableMapping } from "../../../src/backends/sql/table-mapping.ts";
import { compileOrThrow, defineSchema, type Formula } from "../../../src/index.ts";
import { recordOrder } from "../../../src/language/core/record-order.ts";
import type { SortKey } from "../../../src/language/schema/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type PostgresEngine, startPostgresCluster } from "../../engines/drivers/postgres.ts";
import { type EngineColumn, type SqlParameter, type Storage, start } from "../../engines/engine.ts";
import { nodesOf } from "./plans.ts";

const SHARDS = 3;

const dialect = createPostgres({ distributed: true });

const schema = defineSchema({
  vin: { type: "text", key: true },
  country: "text",
  currency: "text",
  modelLetter: "text",
  odometer: "number",
  optionCodes: "text",
  price: "number",
  tax: "number",
  title: "text",
  year: "number",
  createdAt: "date",
});

const COLUMNS: readonly EngineColumn[] = [
  { name: "vin", storage: "text", notNull: true },
  { name: "country", storage: "text" },
  { name: "currency", storage: "text" },
  { name: "modelLetter", storage: "text" },
  { name: "odometer", storage: "integer" },
  { name: "optionCodes", storage: "text" },
  { name: "price", storage: "double" },
  { name: "tax", storage: "double" },
  { name: "title", storage: "text" },
  { name: "year", storage: "integer" },
  { name: "createdAt", storage: "timestamp" },
];

const SORT: readonly SortKey[] = [{ field: "price", direction: "desc" }];

type Row = Readonly<Record<string, string | number | Date | null>>;

/** Cars of the benchmark, some of which lack common fields. */
function makeRows(count: number): readonly Row[] {
  return makeCars(count).map(({ url: _, ...car }: Car, index) => {
    const createdAt = new Date(Date.UTC(2020, 0, 1) + index * 36 * 3_600_000);
    const row: Record<string, string | number | Date | null> = { ...car, createdAt };
    const missing = COLUMNS[index % 70];
    if (missing !== undefined && missing.notNull !== true) row[missing.name] = null;
    return row;
  });
}

/** Formulas of the service's specification, of the README, and of the benchmark. */
const FORMULAS: readonly string[] = [
  'AND(NOT(tax=BLANK()),{currency}="EUR",{modelLetter}="S",{year}=2024)',
  'AND(FIND("Long Range", {title}), FIND("AD15", {optionCodes}), FIND("BC0R", {optionCodes}))',
  'AND({country} = "Italy", {price} < 50000, NOT(tax = BLANK()), FIND("AD15", {optionCodes}))',
  'OR({country} = "Italy", {country} = "Spain", {country} = BLANK())',
  "AND(YEAR({createdAt}) = 2022, {tax} = BLANK(), {odometer} < 60000)",
  'AND({country} < "G", NOT({title} >= "Model S"))',
  ...filters.map(({ formula }) => formula),
];

const mapping: TableMapping & { readonly table: string } = {
  table: "cars",
  columns: {
    vin: { notNull: true },
    odometer: { storage: "integer" },
    year: { storage: "integer" },
    price: { range: [0, 1e9] },
    tax: { range: [0, 1e9] },
  },
};

const TYPES: Readonly<Partial<Record<Storage, string>>> = {
  text: "text",
  integer: "int8",
  double: "float8",
  timestamp: "timestamptz",
};

/** A coordinator in front of the servers that hold the rows. */
class Cluster {
  readonly front: PostgresEngine;
  readonly #engines: readonly PostgresEngine[];
  readonly rows: readonly Row[] = makeRows(6000);

  constructor(engines: readonly PostgresEngine[]) {
    const [front] = engines;
    if (front === undefined) throw new Error("no server has started");
    this.front = front;
    this.#engines = engines;
  }

  /** A table whose rows are distributed over the other servers by the hash of the key. */
  async distribute(): Promise<void> {
    const { front } = this;
    const shards = this.#engines.slice(1);
    const typed = COLUMNS.map(({ name, storage }) => `"${name}" ${TYPES[storage]}`).join(", ");
    await front.execute("CREATE EXTENSION postgres_fdw");
    await front.execute(`CREATE TABLE cars (${typed}) PARTITION BY HASH (vin)`);
    for (const [index, shard] of shards.entries()) {
      await shard.createTable("cars", COLUMNS);
      const { host, port, user, database } = shard.connection;
      for (const statement of [
        `CREATE SERVER shard${index} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${host}', port '${port}', dbname '${database}', use_remote_estimate 'true', batch_size '500')`,
        `CREATE USER MAPPING FOR CURRENT_USER SERVER shard${index} OPTIONS (user '${user}')`,
        `CREATE FOREIGN TABLE cars${index} PARTITION OF cars FOR VALUES WITH (MODULUS ${shards.length}, REMAINDER ${index}) SERVER shard${index} OPTIONS (table_name 'cars')`,
      ]) {
        await front.execute(statement);
      }
    }
    await front.insert(
      "cars",
      COLUMNS,
      this.rows.map((row) => COLUMNS.map(({ name }) => row[name] ?? null)),
    );
    for (const shard of shards) await shard.execute("ANALYZE cars");
  }

  /** The part of a statement that the coordinator sends to the others, and the part that it evaluates itself. */
  async planOf(
    text: string,
    params: readonly SqlParameter[],
  ): Promise<{ readonly remote: readonly string[]; readonly local: readonly string[] }> {
    const [row] = await this.front.query(`EXPLAIN (VERBOSE, FORMAT JSON) ${text}`, params);
    const nodes = nodesOf(row?.[0]);
    const values = (key: string): readonly string[] =>
      nodes.flatMap((node) => (typeof node[key] === "string" ? [node[key]] : []));
    return { remote: values("Remote SQL"), local: values("Filter") };
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
  }
}

describeEngine<Cluster>(
  "PostgreSQL spread over several servers",
  () =>
    start("postgres", async () => {
      const cluster = new Cluster(await startPostgresCluster(1 + SHARDS));
      await cluster.distribute();
      return cluster;
    }),
  (cluster) => {
    it("has rows on every server", async () => {
      const { front, rows } = cluster();
      const counts = await front.query("SELECT count(*) FROM cars GROUP BY tableoid");
      expect(counts).toHaveLength(SHARDS);
      expect(counts.reduce((sum, [count]) => sum + Number(count), 0)).toBe(rows.length);
    });

    async function answer(filter: Formula, table: typeof mapping): Promise<readonly unknown[]> {
      const query = toQuery(dialect, { ...table, schema, filter, fields: ["vin"], sort: SORT });
      const reader = query.reader();
      const answer = await cluster().front.query(query.text, query.params);
      const records = answer.map((cells) => reader.read(cells));
      return records.flatMap((record) => (record === undefined ? [] : [record.vin]));
    }

    function expected(filter: Formula): readonly unknown[] {
      const rows = filter.filter(cluster().rows).sort(recordOrder(schema, SORT));
      return rows.map(({ vin }) => vin);
    }

    describe.each(FORMULAS)("%s", (source) => {
      const filter = compileOrThrow(source, schema);

      it("returns the rows it should, in order", async () => {
        expect(expected(filter)).not.toEqual([]);
        expect(await answer(filter, mapping)).toEqual(expected(filter));
      });

      it("is decided on the servers of the rows", async () => {
        const { where, params, residual } = filter.toSql(dialect, mapping);
        expect(residual).toBeUndefined();
        const select = `SELECT vin FROM cars WHERE ${where}`;
        const { remote, local } = await cluster().planOf(select, params);
        expect(remote).toHaveLength(SHARDS);
        for (const sql of remote) expect(sql).toContain(" WHERE ");
        expect(local).toEqual([]);
      });
    });

    it("sends the conditions unchanged", async () => {
      const [source = ""] = FORMULAS;
      const { where, params } = compileOrThrow(source, schema).toSql(dialect, mapping);
      const { remote } = await cluster().planOf(`SELECT vin FROM cars WHERE ${where}`, params);
      expect(remote[0]).toMatchInlineSnapshot(
        `"SELECT vin FROM public.cars WHERE ((tax IS NOT NULL)) AND ((currency = 'EUR')) AND (("modelLetter" = 'S')) AND ((year = 2024::bigint))"`,
      );
    });

    /** Conditions that Citus rejects if values are bound to names, which needs sub-selects. */
    it.each([
      "ROUND({price}/1000,1)=39.9",
      "AVERAGE({price},{tax})>30000",
      '{price}&""="39990"',
      'AND({country} = "Italy", ROUND({price}/1000,1) > 39.9)',
      'DATETIME_DIFF({createdAt}, "2021-01-31", "months") > 5',
      "WEEKNUM(DATEADD({createdAt}, {odometer}, 'hours')) = 7",
    ])("queries %s without a sub-select", async (source) => {
      const filter = compileOrThrow(source, schema);
      const { text } = toQuery(dialect, { ...mapping, schema, filter, sort: SORT });
      expect(text.match(/\bSELECT\b/gi)).toHaveLength(1);
      expect(await answer(filter, mapping)).toEqual(expected(filter));
    });

    it("sends arithmetic on numbers of any size", async () => {
      const filter = compileOrThrow("({price} + {tax}) / {odometer} > 1", schema);
      const table = { table: "cars", columns: { odometer: { storage: "integer" } } } as const;
      const { where, prefilter, params } = filter.toSql(dialect, table);
      const { remote, local } = await cluster().planOf(
        `SELECT vin FROM cars WHERE ${where ?? prefilter}`,
        params,
      );
      expect(remote).toHaveLength(SHARDS);
      expect(local).toEqual([]);
      expect(await answer(filter, table)).toEqual(expected(filter));
    });
  },
);
