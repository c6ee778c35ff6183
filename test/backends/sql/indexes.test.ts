import { describe, expect, it } from "vitest";
import { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import type { SqlOptions } from "../../../src/backends/sql/sql-filter.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { startSqlite } from "../../engines/drivers/sqlite.ts";
import {
  type Engine,
  type EngineColumn,
  type EngineName,
  type EngineValue,
  openEngine,
  start,
} from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { accessOf, type Statement } from "./plans.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  country: "text",
  price: "number",
  tax: "number",
  createdAt: "date",
});

/** Columns of the table. A field that is tested for presence is stored twice: mostly missing, and mostly present. */
const COLUMNS: readonly EngineColumn[] = [
  { name: "vin", storage: "text", notNull: true, length: 17 },
  { name: "country", storage: "text", length: 40 },
  { name: "price", storage: "double" },
  { name: "rare tax", storage: "double" },
  { name: "usual tax", storage: "double" },
  { name: "createdAt", storage: "timestamp", notNull: true },
];

type Column = "country" | "price" | "rare tax" | "usual tax" | "createdAt";

interface Car {
  readonly vin: string;
  readonly country: string | null;
  readonly price: number;
  readonly "rare tax": number | null;
  readonly "usual tax": number | null;
  readonly createdAt: Date;
}

const PER_COUNTRY = 250;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAYS = 25 * 365;

/** Few cars satisfy each condition below, so that no planner prefers a full scan. */
function makeCars(count: number): readonly Car[] {
  const countries = Math.floor(count / PER_COUNTRY);
  return Array.from({ length: count }, (_, index) => {
    const country = index % countries;
    const isRare = index % 400 === 7;
    // A prime number spreads prices and days over all rows.
    const spread = (index * 7919) % count;
    return {
      vin: `5YJ3E7EA${String(index).padStart(9, "0")}`,
      country: country === 0 ? "Italy" : country === 1 ? "Spain" : `Country ${country}`,
      price: 20_000 + Math.floor((spread / count) * 200_000),
      "rare tax": isRare ? spread : null,
      "usual tax": isRare ? null : spread,
      createdAt: new Date(FIRST_DAY + Math.floor((spread / count) * DAYS * 24) * 3_600_000),
    };
  });
}

/** A formula, and the columns of the index that it needs. */
interface Case {
  readonly formula: string;
  /** The values of its parameters, if any. */
  readonly values?: {
    readonly country: string;
    readonly other?: string;
    readonly limit?: number;
    readonly isAdmin?: boolean;
    readonly since?: string;
  };
  /** The same formula with literals. */
  readonly literal?: string;
  readonly key: readonly [Column, ...Column[]];
  /** The column that `tax` is mapped to. */
  readonly tax?: "rare tax" | "usual tax";
}

const parameters = {
  country: "text",
  other: "text",
  limit: "number",
  isAdmin: "boolean",
  since: "date",
} as const;

function formulaOf({ formula, values }: Case) {
  if (values === undefined) return compileOrThrow(formula, schema);
  const others = { country: null, other: null, limit: null, isAdmin: null, since: null };
  return compileOrThrow(formula, schema, { parameters }).with({ ...others, ...values });
}

const CASES: readonly Case[] = [
  { formula: '{country} = "Italy"', key: ["country", "price"] },
  { formula: 'AND({country} = "Italy", {price} < 50000)', key: ["country", "price"] },
  {
    formula: 'AND({country} = "Italy", ROUND({price} / 1000, 1) > 190)',
    key: ["country", "price"],
  },
  { formula: 'OR({country} = "Italy", {country} = "Spain")', key: ["country", "price"] },
  { formula: 'ISONEOF({country}, "Italy", "Spain")', key: ["country", "price"] },
  { formula: 'BETWEEN({createdAt}, "2024-02-01", "2024-02-07")', key: ["createdAt"] },
  {
    formula: "AND({country} = $country, {price} < $limit)",
    values: { country: "Italy", limit: 50_000 },
    literal: 'AND({country} = "Italy", {price} < 50000)',
    key: ["country", "price"],
  },
  {
    formula: "ISONEOF({country}, $country, $other)",
    values: { country: "Italy", other: "Spain" },
    literal: 'ISONEOF({country}, "Italy", "Spain")',
    key: ["country", "price"],
  },
  {
    formula: "AND({country} = $country, {createdAt} >= $since)",
    values: { country: "Italy", since: "2020-01-01" },
    literal: 'AND({country} = "Italy", {createdAt} >= "2020-01-01")',
    key: ["country", "price"],
  },
  {
    formula: "OR($isAdmin, {country} = $country)",
    values: { isAdmin: false, country: "Italy" },
    literal: '{country} = "Italy"',
    key: ["country", "price"],
  },
  { formula: "NOT(tax = BLANK())", key: ["rare tax"], tax: "rare tax" },
  { formula: "YEAR({createdAt}) = 2024", key: ["createdAt"] },
  { formula: 'DATESTR({createdAt}) = "2024-02-29"', key: ["createdAt"] },
  { formula: 'IS_SAME({createdAt}, "2024-02-29", "week")', key: ["createdAt"] },
  {
    formula: 'DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "Europe/Rome"), "YYYY-MM") = "2024-02"',
    key: ["createdAt"],
  },
  { formula: "{tax} = BLANK()", key: ["usual tax"], tax: "usual tax" },
];

const KEYS = [...new Map(CASES.map(({ key }) => [key.join(), key])).values()];

/** The table that the others are copied from. */
const CARS = "cars";

function tableOf(key: readonly string[]): string {
  return `cars by ${key.join(" and ")}`;
}

function mappingFor({ key, tax = "usual tax" }: Case): SqlOptions & { readonly table: string } {
  return { table: tableOf(key), columns: { tax: { column: tax } } };
}

/** Column stores skip blocks of rows, so there must be several blocks: DuckDB's have 122,880 rows. */
const ROWS: Readonly<Record<EngineName, number>> = {
  sqlite: 30_000,
  duckdb: 300_000,
  postgres: 30_000,
  mariadb: 30_000,
  clickhouse: 100_000,
};

async function createTable(engine: Engine, key: readonly [Column, ...Column[]]): Promise<void> {
  const table = tableOf(key);
  const quote = (name: string): string => dialectOf(engine.name).definition.quote(name) ?? "";
  const order =
    engine.name === "duckdb"
      ? ` ORDER BY ${key.map((column) => `${quote(column)} NULLS LAST`).join(", ")}`
      : "";
  const create = async (orderBy?: readonly string[]): Promise<void> => {
    await engine.createTable(table, COLUMNS, orderBy === undefined ? {} : { orderBy });
    await engine.execute(`INSERT INTO ${quote(table)} SELECT * FROM ${quote(CARS)}${order}`);
  };
  const index = async (columns: readonly string[], where = ""): Promise<void> => {
    const names = columns.map(quote).join(", ");
    await engine.execute(
      `CREATE INDEX ${quote(`index of ${table}`)} ON ${quote(table)} (${names}) ${where}`,
    );
  };
  switch (engine.name) {
    case "clickhouse":
      return create(key);
    case "duckdb":
      // DuckDB's indexes hold one column here; the minima and maxima of sorted blocks serve the other conditions.
      await create();
      return index([key[0]]);
    case "sqlite":
      await create();
      // An index on presence is partial: without a histogram, SQLite assumes that NULL is as rare as other values.
      await index(key, key[0] === "rare tax" ? `WHERE ${quote(key[0])} IS NOT NULL` : "");
      return engine.execute("ANALYZE");
    case "postgres":
      await create();
      await index(key);
      return engine.execute(`ANALYZE ${quote(table)}`);
    case "mariadb":
      await create();
      await index(key);
      return engine.execute(`ANALYZE TABLE ${quote(table)}`);
  }
}

function cellsOf(car: Car): readonly EngineValue[] {
  return [car.vin, car.country, car.price, car["rare tax"], car["usual tax"], car.createdAt];
}

/** Conditions that no index of an engine supports in any form. */
const UNSERVED: Readonly<Partial<Record<EngineName, { formulas: RegExp; because: string }>>> = {
  duckdb: {
    formulas: /BLANK/,
    because:
      "index scans are for equality and IN, and zone maps are minima and maxima: " +
      "https://duckdb.org/docs/stable/guides/performance/indexing",
  },
};

/** Engines whose index on `{country}` and `{price}` serves both; DuckDB's indexes hold one column. */
const TELLS_BOTH: ReadonlySet<EngineName> = new Set([
  "sqlite",
  "postgres",
  "mariadb",
  "clickhouse",
]);

function testIndexes(engine: () => Engine): void {
  let cars: readonly Car[] = [];
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    cars = makeCars(ROWS[engine().name]);
    await engine().createTable(CARS, COLUMNS, {});
    await engine().insert(CARS, COLUMNS, cars.map(cellsOf));
    for (const key of KEYS) await createTable(engine(), key);
  }

  async function ready(): Promise<Engine> {
    prepared ??= prepare();
    await prepared;
    return engine();
  }

  const filterOf = (one: Case) => formulaOf(one).toSql(dialectOf(engine().name), mappingFor(one));

  const select = (one: Case, where: string | undefined, params: Statement["params"]): Statement => {
    const { quote } = dialectOf(engine().name).definition;
    return { text: `SELECT * FROM ${quote(tableOf(one.key))} WHERE ${where}`, params };
  };

  const accessTo = (statement: Statement) => accessOf(engine(), statement, cars.length);

  describe.each(CASES)("$formula", (one) => {
    it("returns the right cars, by one condition", async () => {
      await ready();
      const { where, params, residual } = filterOf(one);
      expect(residual).toBeUndefined();
      const found = await engine().query(select(one, where, params).text, params);
      const expected = formulaOf(one).filter(
        cars.map((car) => ({ ...car, tax: car[one.tax ?? "usual tax"] })),
      );
      expect(expected.length).toBeGreaterThan(0);
      expect(found.map(([vin]) => vin).sort()).toEqual(expected.map(({ vin }) => vin).sort());
    });

    it("is answered with an index", async () => {
      const { name } = await ready();
      const { where, params } = filterOf(one);
      const { reads, plan } = await accessTo(select(one, where, params));
      const unserved = UNSERVED[name];
      if (unserved?.formulas.test(one.formula) === true) {
        expect({ reads, plan }, unserved.because).toMatchObject({ reads: "all" });
        return;
      }
      expect({ reads, plan }).toMatchObject({ reads: "part" });
      if (one.formula.includes("price") && TELLS_BOTH.has(name)) expect(plan).toMatch(/\bprice\b/);
    });

    it("is answered with an index as a whole query", async () => {
      const { name } = await ready();
      const filter = formulaOf(one);
      const query = toQuery(dialectOf(name), { ...mappingFor(one), schema, filter });
      const { reads, plan } = await accessTo(query);
      const isServed = UNSERVED[name]?.formulas.test(one.formula) !== true;
      expect({ reads, plan }).toMatchObject({ reads: isServed ? "part" : "all" });
    });

    it("does not use the index with CASE around the condition", async () => {
      await ready();
      const { where, params } = filterOf(one);
      const wrapped = `CASE WHEN ${where} THEN 1 ELSE 0 END = 1`;
      expect(await accessTo(select(one, wrapped, params))).toMatchObject({ reads: "all" });
    });
  });

  const BOUND = CASES.flatMap(({ literal, ...one }) =>
    literal === undefined ? [] : [{ ...one, literal }],
  );

  it.each(BOUND)("has one plan for $formula and $literal", async ({ literal, ...one }) => {
    const { name } = await ready();
    const { values: _, ...same } = { ...one, formula: literal };
    const plans = [one, same].map(async (asked) => {
      const { where, params } = filterOf(asked);
      const filter = formulaOf(asked);
      const query = toQuery(dialectOf(name), { ...mappingFor(asked), schema, filter });
      const condition = select(asked, where, params);
      return [
        [condition.text, params, await accessTo(condition)],
        [query.text, query.params, await accessTo(query)],
      ];
    });
    const [bound, written] = await Promise.all(plans);
    expect(bound).toEqual(written);
  });

  it("is not used with COALESCE around the column", async () => {
    const { name } = await ready();
    const one: Case = { formula: "{tax} = 4000", key: ["usual tax"] };
    const { where, params } = filterOf(one);
    const { quote } = dialectOf(name).definition;
    const column = `${quote(tableOf(one.key))}.${quote("usual tax")}`;
    expect(await accessTo(select(one, where, params))).toMatchObject({ reads: "part" });
    const wrapped = where?.replaceAll(column, `COALESCE(${column}, 0)`);
    expect(wrapped).not.toBe(where);
    // ClickHouse knows that COALESCE keeps the order of a key.
    const reads = name === "clickhouse" ? "part" : "all";
    expect(await accessTo(select(one, wrapped, params))).toMatchObject({ reads });
  });

  it("serves the next page of an order", async () => {
    const { name } = await ready();
    const query = toQuery(dialectOf(name), {
      schema,
      table: tableOf(["createdAt"]),
      columns: { createdAt: { notNull: true, inRange: true } },
      fields: ["vin"],
      sort: [{ field: "createdAt", direction: "desc" }],
      after: { createdAt: new Date(Date.UTC(2000, 1, 1)), vin: "A" },
    });
    expect(await accessTo(query)).toMatchObject({ reads: "part" });
  });
}

describe("indexes", () => {
  for (const name of ENGINES_WITH_DIALECT) {
    describeEngine<Engine>(name, () => openEngine(name), testIndexes, {
      isOptional: name === "mariadb",
    });
  }

  describeEngine<Engine>(
    "better-sqlite3",
    () => start("sqlite", () => startSqlite({ driver: "better-sqlite3" })),
    testIndexes,
    { isOptional: true },
  );
});
