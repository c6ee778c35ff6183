import { describe, expect, it } from "vitest";
import { SQL_DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import type { ColumnMapping, TableMapping } from "../../../src/backends/sql/table-mapping.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { recordOrder } from "../../../src/language/core/record-order.ts";
import {
  clickhouse,
  duckdb,
  mariadb,
  postgres,
  type QueryOptions,
  type SortKey,
  SqlMappingError,
  sqlite,
  toCount,
  toQuery,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineColumn, openEngine } from "../../engines/engine.ts";
import { RANDOM_SCHEMA } from "../../generate/random-schema.ts";
import { casesOf, partsOf } from "../../harness/extent.ts";
import { dialectOf } from "./dialects.ts";
import { runDifferential } from "./differential.ts";
import { expectNone } from "./expect-none.ts";
import { accessOf } from "./plans.ts";

const ENGINES = ["sqlite", "duckdb", "postgres", "mariadb"] as const;

const schema = defineSchema({
  id: { type: "number", key: true },
  tenant: "number",
  amount: "number",
  country: "text",
  open: "boolean",
});

const FROM = "orders o JOIN customers c ON c.id = o.customer -- one row for each order";

/** @param isTruth how the engine stores a truth value */
function joined(isTruth: "boolean" | "integer"): Pick<QueryOptions, "table" | "from" | "columns"> {
  return {
    table: "o",
    from: FROM,
    columns: {
      country: { sql: "c.country" },
      amount: { sql: "o.cents / 100.0 -- ?" },
      open: { sql: "closed IS NULL", storage: isTruth, notNull: true },
    },
  };
}

const ORDERS: readonly EngineColumn[] = [
  { name: "id", storage: "integer", notNull: true },
  { name: "tenant", storage: "integer", notNull: true },
  { name: "customer", storage: "integer" },
  { name: "cents", storage: "double" },
  { name: "closed", storage: "integer" },
];
const CUSTOMERS: readonly EngineColumn[] = [
  { name: "id", storage: "integer", notNull: true },
  { name: "country", storage: "text" },
];
const COUNTRIES = ["Italy", "Spain", null, "", "a?b", "$1"];

const orders = Array.from({ length: 60 }, (_, id) => {
  const customer = (id * 7) % COUNTRIES.length;
  const cents = id % 9 === 0 ? null : id * 50;
  const closed = id % 4 === 0 ? null : id;
  return { id, tenant: id % 3, customer, cents, closed };
});
const records = orders.map(({ id, tenant, customer, cents, closed }) => ({
  id,
  tenant,
  amount: cents === null ? null : cents / 100,
  country: COUNTRIES[customer] ?? null,
  open: closed === null,
}));

async function fill(engine: Engine): Promise<void> {
  await engine.createTable("orders", ORDERS);
  const cells = orders.map((one) => [one.id, one.tenant, one.customer, one.cents, one.closed]);
  await engine.insert("orders", ORDERS, cells);
  await engine.createTable("customers", CUSTOMERS);
  await engine.insert(
    "customers",
    CUSTOMERS,
    COUNTRIES.map((country, id) => [id, country]),
  );
}

const notes = defineSchema({
  id: { type: "number", key: true },
  trimmed: "text",
  path: "text",
  doubled: "number",
});

/** The expressions of the indexes. MariaDB has no indexes of expressions, but those of generated columns. */
const EXPRESSIONS = {
  // SQLite compares numbers with an expression by its index only if a cast names their type.
  sqlite: {
    trimmed: "trim(note)",
    path: "doc->>'$.a'",
    doubled: "CAST(amount * 2 AS INTEGER)",
  },
  duckdb: { trimmed: "trim(note)", doubled: "amount * 2" },
  postgres: { trimmed: "trim(note)", path: "doc::jsonb->>'a'", doubled: "amount * 2" },
  mariadb: { trimmed: "trim(note)", path: "json_value(doc, '$.a')", doubled: "amount * 2" },
} as const;

const ROWS = { sqlite: 5_000, duckdb: 300_000, postgres: 5_000, mariadb: 5_000 } as const;

interface Indexed {
  readonly field: string;
  readonly formula: string;
  readonly sort?: readonly SortKey[];
  readonly except?: (typeof ENGINES)[number];
}

const INDEXED: readonly Indexed[] = [
  { field: "trimmed", formula: '{trimmed} = "Note 7"' },
  // DuckDB has no index of a path.
  { field: "path", formula: '{path} = "path 7"', except: "duckdb" },
  // DuckDB uses no index for a range with two ends.
  { field: "doubled", formula: "AND({doubled} >= 10, {doubled} < 20)", except: "duckdb" },
  // DuckDB orders without indexes.
  { field: "doubled", formula: "TRUE()", sort: [{ field: "doubled" }], except: "duckdb" },
];

function notesOf(name: (typeof ENGINES)[number]): NonNullable<TableMapping["columns"]> {
  const sqlOf = (field: string, sql: string): string =>
    name === "mariadb" ? `notes.${field}` : sql;
  const columns = Object.entries(EXPRESSIONS[name]).map(([field, sql]) => [
    field,
    {
      sql: sqlOf(field, sql),
      ...(field === "doubled" ? { storage: "integer", notNull: true } : {}),
    },
  ]);
  return { id: { storage: "integer", notNull: true }, ...Object.fromEntries(columns) };
}

async function fillNotes(engine: Engine, name: (typeof ENGINES)[number]): Promise<void> {
  const columns: readonly EngineColumn[] = [
    { name: "id", storage: "integer", notNull: true },
    { name: "note", storage: "text", length: 40 },
    { name: "doc", storage: "json" },
    { name: "amount", storage: "integer", notNull: true },
  ];
  const count = ROWS[name];
  await engine.createTable("notes", columns);
  const rows = Array.from({ length: count }, (_, id) => {
    const spread = (id * 7919) % count;
    return [id, `  Note ${spread} `, `{"a": "path ${spread}"}`, spread];
  });
  await engine.insert("notes", columns, rows);
  for (const [field, sql] of Object.entries(EXPRESSIONS[name])) {
    if (name === "mariadb") {
      const type = field === "doubled" ? "bigint" : "varchar(40)";
      await engine.execute(`ALTER TABLE notes ADD ${field} ${type} AS (${sql})`);
    }
    const indexed = name === "mariadb" ? field : `(${sql})`;
    // An order ends with the key.
    const key = name !== "duckdb" && field === "doubled" ? ", id" : "";
    await engine.execute(`CREATE INDEX by_${field} ON notes (${indexed}${key})`);
  }
  if (name !== "duckdb") await engine.execute(`ANALYZE ${name === "mariadb" ? "TABLE " : ""}notes`);
}

describe.each(ENGINES)("expressions on %s", (name) => {
  describeEngine<Engine>(
    name,
    () => openEngine(name),
    (engine) => {
      const dialect = dialectOf(name);
      const quote = (text: string): string => dialect.definition.quote(text) ?? text;
      let filled: Promise<void> | undefined;

      it.each([
        "{tenant} = 1",
        "AND({tenant} = 1, {open})",
        'AND({tenant} = 2, OR({country} = "Italy", {country} = "a?b", {country} = "$1"))',
        "AND({tenant} = 0, {amount} < 20, NOT({country} = BLANK()))",
        'AND({tenant} = 1, LEN({country} & "x") > 3)',
      ])("%s selects, counts and pages over a join as in memory", async (source) => {
        await fill(engine());
        const filter = compileOrThrow(source, schema);
        const mapping = joined(name === "sqlite" || name === "mariadb" ? "integer" : "boolean");
        const sort = [{ field: "country" }, { field: "amount", direction: "desc" }] as const;
        const expected = filter.filter(records).sort(recordOrder(schema, sort));
        expect(expected.length).toBeGreaterThan(0);
        const found: unknown[] = [];
        for (let after: unknown; ; after = found.at(-1)) {
          const position = after === undefined ? {} : { after };
          const query = toQuery(dialect, {
            ...mapping,
            schema,
            filter,
            sort,
            limit: 4,
            ...position,
          });
          const reader = query.reader();
          const rows = await engine().query(query.text, query.params);
          const page = rows.map((row) => reader.read(row));
          if (page.length === 0) break;
          found.push(...page);
        }
        const plain = expected.map((record) => ({ ...record, country: record.country ?? "" }));
        expect(
          found.map((one) => ({ ...Object(one), country: Object(one).country ?? "" })),
        ).toEqual(plain);
        const count = toCount(dialect, { ...mapping, filter });
        if (count === undefined) return;
        const [[all] = []] = await engine().query(count.text, count.params);
        expect(Number(all)).toBe(expected.length);
      });

      it.each(partsOf(casesOf(2_000), 100))(
        "the random formulas $about select the rows of memory",
        async (part) => {
          const { failures } = await runDifferential(engine(), dialect, {
            ...part,
            planted: {
              mapping: (mapping) => ({ ...mapping, columns: expressionsOf(mapping, quote) }),
            },
          });
          expectNone(failures.map(({ text }) => text));
        },
      );

      it.each(INDEXED.filter(({ except }) => except !== name))(
        "an index on the expression $field serves $formula",
        async ({ field, formula, sort }) => {
          filled ??= fillNotes(engine(), name);
          await filled;
          const query = toQuery(dialect, {
            schema: notes,
            table: "notes",
            columns: notesOf(name),
            // No index has all of them.
            fields: ["id", "trimmed", "doubled", field],
            filter: compileOrThrow(formula, notes),
            ...(sort === undefined ? {} : { sort, limit: 3 }),
          });
          expect((await engine().query(query.text, query.params)).length).toBeGreaterThan(0);
          const { reads, plan } = await accessOf(engine(), query, ROWS[name]);
          // An order reads from the beginning of the index.
          if (sort !== undefined)
            expect(plan).toMatch(/by_doubled|Index Scan|index \(doubled,id\)/);
          else expect({ field, reads, plan }).toMatchObject({ reads: "part" });
        },
      );
    },
  );
});

/** Each column as an expression that has its values. */
function expressionsOf(
  { table, columns = {} }: TableMapping & { readonly table: string },
  quote: (name: string) => string,
): NonNullable<TableMapping["columns"]> {
  const fields = [...RANDOM_SCHEMA.stored.keys()].map((field) => {
    const { column = field, quoted: _, ...facts } = columns[field] ?? {};
    const whole = `${quote(table)}.${quote(column)}`;
    return [field, { ...facts, sql: `CASE WHEN '?' <> '$1' THEN ${whole} END` }] as const;
  });
  return Object.fromEntries(fields);
}

describe("an expression of the program", () => {
  const formula = compileOrThrow('AND({country} = "Italy", {tenant} = 1)', schema);
  const withSql = (sql: string) => ({ columns: { country: { sql } } });

  it("stands in parentheses, and its comment ends within them", () => {
    expect(formula.toSql(sqlite, withSql("c.country")).where).toContain("c.country = ?");
    expect(formula.toSql(sqlite, withSql("a || b -- both")).where).toContain(
      "(a || b -- both\n) = ?",
    );
  });

  it.each([
    { dialect: postgres, sql: "split_part(path, '\\', 1)" },
    { dialect: postgres, sql: "concat(E'(\\'', a)" },
    { dialect: postgres, sql: "coalesce(a, $$($$)" },
    { dialect: postgres, sql: "chr(a # 3)" },
    { dialect: duckdb, sql: "{a: 1}.a::text" },
    { dialect: sqlite, sql: "replace(a, '\\', '?)')" },
    { dialect: mariadb, sql: "replace(a, '\\'?(', '')" },
    { dialect: clickhouse, sql: "replaceAll(a, '\\')', '')" },
    { dialect: postgres, sql: '"Country of order"' },
    { dialect: sqlite, sql: "[Country]" },
    { dialect: mariadb, sql: "`Country`" },
    { dialect: duckdb, sql: "'Italy'" },
  ])("$dialect.title accepts $sql unchanged", ({ dialect, sql }) => {
    expect(formula.toSql(dialect, withSql(sql)).where).toContain(`(${sql})`);
  });

  it("keeps the numbers of parameters", () => {
    const { where, params } = formula.toSql(postgres, withSql("meta->>'a?$1'"));
    expect(where).toContain("(meta->>'a?$1') = $1::text");
    expect(where).toContain("$2");
    expect(params).toEqual(["Italy", 1]);
    expect(formula.toSql(postgres, withSql("CASE WHEN meta ? 'a' THEN 'b' END")).where).toContain(
      "meta ? 'a'",
    );
  });

  it.each([
    { dialect: postgres, sql: "", why: "is empty" },
    { dialect: postgres, sql: "-- nothing", why: "is empty" },
    { dialect: sqlite, sql: "a /* b", why: "has a comment without an end" },
    { dialect: sqlite, sql: "ifnull(a, ?)", why: "has a placeholder" },
    { dialect: mariadb, sql: "ifnull(a, ?)", why: "has a placeholder" },
    { dialect: postgres, sql: "coalesce(a, $1)", why: "has a placeholder" },
    { dialect: clickhouse, sql: "ifNull(a, {p1:String})", why: "has a placeholder" },
    { dialect: duckdb, sql: "coalesce(a, ?)", why: "has a placeholder" },
    { dialect: sqlite, sql: "ifnull(a, :name)", why: "has a placeholder" },
    { dialect: postgres, sql: "a) OR (b", why: "has a parenthesis without its pair" },
    { dialect: mariadb, sql: "concat(a, b", why: "has a parenthesis without its pair" },
    { dialect: sqlite, sql: "a || 'b", why: "has a quote without an end" },
    { dialect: mariadb, sql: "concat(a, '\\')", why: "has a quote without an end" },
    { dialect: postgres, sql: "a; DROP TABLE cars", why: "has a semicolon" },
  ])("$dialect.title refuses $sql, which $why", ({ dialect, sql, why }) => {
    expect(() => formula.toSql(dialect, withSql(sql))).toThrow(SqlMappingError);
    expect(() => formula.toSql(dialect, withSql(sql))).toThrow(why);
  });

  it("is asked for in place of a name with a dot", () => {
    const dotted = { column: "c.country" };
    expect(() => formula.toSql(sqlite, { columns: { country: dotted } })).toThrow(
      'write `{ sql: "c.country" }`, or say `table: "c"`; if it is one name, say `quoted: true`',
    );
    const { where } = formula.toSql(sqlite, { columns: { country: { ...dotted, quoted: true } } });
    expect(where).toContain('"c.country" = ?');
    const both = { columns: { country: { column: "a", sql: "b" } } };
    expect(() => formula.toSql(sqlite, both)).toThrow("has both `column` and `sql`");
  });

  it("needs no table with a dot in its name, which is asked for in parts", () => {
    const table = "public.orders";
    const message =
      'write `table: ["public", "orders"]`; if it is one name, write `table: ["public.orders"]`';
    expect(() => formula.toSql(sqlite, { table })).toThrow(message);
    expect(() => toQuery(sqlite, { schema, table })).toThrow(message);
    expect(formula.toSql(sqlite, { table: [table] }).where).toContain('"public.orders"."country"');
    expect(formula.toSql(sqlite, { table: table.split(".") }).where).toContain(
      '"public"."orders"."country"',
    );
  });

  it("may not have the name of a column of the result", () => {
    const query = { schema, from: "orders", columns: { country: { sql: "lower(c1)" } } };
    expect(() => toQuery(sqlite, query)).toThrow("qualify it by its table");
    const quoted = { ...query, columns: { country: { sql: '"c0"' } } };
    expect(() => toQuery(sqlite, quoted)).toThrow("qualify it by its table");
    const ofTable = { ...query, columns: { country: { sql: 'o."c0"' } } };
    expect(toQuery(sqlite, { ...ofTable, from: '"orders"' }).text).toContain('FROM "orders"');
    const qualified = { ...query, columns: { country: { sql: "c1.country" } } };
    expect(toQuery(sqlite, qualified).text).toContain("c1.country");
    expect(() => toQuery(sqlite, { schema })).toThrow("`table` must be a name");
  });

  it.each(SQL_DIALECTS)("on $title has shorter SQL if its values are known", (dialect) => {
    const numbers = defineSchema({ n: "number" });
    const sqlOf = (facts: ColumnMapping): string => {
      const columns = { n: { sql: "a - b", ...facts } };
      const filter = compileOrThrow("AND({n} + {n} < 20, NOT({n} = 3))", numbers).toSql(dialect, {
        columns,
      });
      const value = compileOrThrow("{n} * 1.5 / {n}", numbers).toSqlValue(dialect, { columns });
      if (!value.ok) throw new Error("the database does not compute it");
      return `${filter.where} ${value.value.sql}`;
    };
    const [plain, known] = [sqlOf({}), sqlOf({ notNull: true, range: [1, 9] })];
    expect(known.length).toBeLessThan(plain.length / 2);
    expect(plain).toMatch(/\(a - b\) IS NULL/);
    expect(known).not.toContain("NULL");
  });

  it("stands in a condition, whose statement has the FROM", () => {
    const { from, ...own } = joined("integer");
    // @ts-expect-error -- a condition has no FROM
    formula.toSql(sqlite, { ...own, from });
    // @ts-expect-error -- nor has a value
    formula.toSqlValue(sqlite, { ...own, from });
    expect(formula.toSql(sqlite, own).where).toBe(
      '(c.country = ? AND "o"."tenant" = CAST(? AS REAL))',
    );
  });

  it("is named in the error if a row of the residual lacks it", () => {
    const matches = compileOrThrow('REGEX_MATCH({country}, "^[xy]")', schema);
    const { residual } = matches.toSql(sqlite, withSql("c.country"));
    expect(residual?.matches({ country: "x" })).toBe(true);
    expect(() => residual?.matches({ id: 1 })).toThrow("select c.country AS country");
  });
});
