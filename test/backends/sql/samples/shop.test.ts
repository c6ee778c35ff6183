import { describe, expect, it } from "vitest";
import type { Dialect } from "../../../../src/backends/sql/dialect.ts";
import { type GroupMeasure, toGroups } from "../../../../src/backends/sql/query/sql-groups.ts";
import { openStore } from "../../../../src/data/stores/open-store.ts";
import { summarize } from "../../../../src/data/summary/index.ts";
import { compile, compileOrThrow, type Formula, isErrorValue } from "../../../../src/index.ts";
import { recordOrder } from "../../../../src/language/core/record-order.ts";
import { readableField } from "../../../../src/language/schema/index.ts";
import {
  describeTable,
  parseSort,
  type QueryOptions,
  type SqlRecord,
  toCount,
  toQuery,
} from "../../../../src/sql.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { type Engine, openEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { OPTIONS } from "../../../generate/clock.ts";
import { randomFormula } from "../../../generate/random-formula.ts";
import { type Subject, USUAL } from "../../../generate/subject.ts";
import { casesOf, partsOf } from "../../../harness/extent.ts";
import { dialectOf } from "../dialects.ts";
import { askBy } from "../native/native-table.ts";
import {
  ORDERS,
  ordersInMemory,
  ordersSource,
  SHOP,
  SHOP_ENGINES,
  shopStatements,
} from "./shop.ts";

/** Conditions of users over a list of several tables: each is true of some orders, and not of all. */
const FORMULAS = [
  '{channel} = "web"',
  'OR({channel} = "a?b", {channel} = "shop\'s")',
  '{source} != "mail"',
  "{channel} = BLANK()",
  'AND({tenant} = "acme", {isOpen}, {lines} > 1)',
  "NOT({isOpen})",
  "{lines} = 0",
  "{total} / {lines} > 200",
  "{largestPayment} > {total}",
  "{largestPayment} = BLANK()",
  'AND({country} = "Österreich", {number} < 9000000090)',
  'STARTS_WITH({email}, "björn")',
  'CONTAINS({email}, "\'")',
  'AND(IS_AFTER({placedAt}, "2024-02-01"), OR({status} = "new", {status} = "returned"))',
  'REGEX_MATCH({source} & {channel}, "^(ad|mail)(web|a.b)$")',
  "LEN({country} & {channel}) > 8",
  "IF({isOpen}, {total}, {largestPayment}) > 400",
  'SWITCH({status}, "new", {lines}, 0) > 1',
] as const;

const SORTS = [
  "-placedAt",
  "channel,-total",
  "-largestPayment,country",
  "isOpen,-lines",
  "tenant,-status",
];

/** Formulas whose values are computed over expressions. */
const VALUES = [
  "{lines} * 2",
  "{total} / {lines}",
  '{channel} & "/" & {source}',
  "{largestPayment} - {total}",
  'IF({isOpen}, {country}, "done")',
  "YEAR({placedAt}) + {lines}",
  "LEN({email})",
] as const;

/** What random formulas are about: the list, and values that some of its orders have. */
const SUBJECT: Subject = {
  fields: [...ORDERS.fields.values()].map(({ name, type }) => ({ name, type })),
  texts: [
    ...USUAL.texts,
    "acme",
    "web",
    "mail",
    "ad",
    "a?b",
    "shop's",
    "new",
    "paid",
    "Österreich",
  ],
  numbers: [...USUAL.numbers, 200, 400, 9_000_000_090],
  dates: [...USUAL.dates, "2024-02-01"],
};

describe.each(SHOP_ENGINES)("a shop of twelve tables on %s", (name) => {
  describeEngine<Engine>(
    name,
    () => openEngine(name),
    (engine) => {
      const dialect: Dialect = dialectOf(name);
      const source = ordersSource(name);
      const orders = ordersInMemory();
      let filling: Promise<void> | undefined;

      async function shop(): Promise<Engine> {
        filling ??= fill();
        await filling;
        return engine();
      }

      async function fill(): Promise<void> {
        for (const statement of shopStatements(name)) await engine().execute(statement);
      }

      async function read(options: QueryOptions): Promise<readonly SqlRecord[]> {
        const query = toQuery(dialect, options);
        const reader = query.reader();
        const rows = await (await shop()).query(query.text, query.params);
        return rows.map((row) => reader.read(row)).filter((record) => record !== undefined);
      }

      const found = (filter: Formula) => filter.filter(orders).map(plain);

      it.each(SHOP)("the table $name is described, and answers as memory does", async (table) => {
        const described = await describeTable(dialect, askBy(await shop()), table.name);
        expect(described.refused).toEqual([]);
        const columns = Object.keys(table.columns);
        expect([...described.schema.fields.keys()]).toEqual(expect.arrayContaining(columns));
        const records = await read(described);
        expect(records).toHaveLength(table.rows);
        for (const formula of table.formulas) {
          const filter = compileOrThrow(formula, described.schema);
          const expected = filter.filter(records);
          expect([formula, expected.length > 0 && expected.length < records.length]).toEqual([
            formula,
            true,
          ]);
          expect([formula, await read({ ...described, filter })]).toEqual([formula, expected]);
        }
      });

      it("the list has the values of the tables", async () => {
        const records = await read({ ...source, schema: ORDERS });
        expect(records.map(plain)).toEqual(orders.toSorted(recordOrder(ORDERS, [])).map(plain));
      });

      it.each(FORMULAS)("%s is listed, sorted, paged and counted as in memory", async (formula) => {
        const filter = compileOrThrow(formula, ORDERS);
        const expected = found(filter);
        expect(expected.length > 0 && expected.length < orders.length).toBe(true);
        const parsed = parseSort(SORTS[formula.length % SORTS.length] ?? "", ORDERS);
        if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join());
        const { sort } = parsed;
        const listed: SqlRecord[] = [];
        for (;;) {
          // A cursor is JSON, as a client sends it back.
          const last = listed.at(-1);
          const after = last === undefined ? {} : { after: JSON.parse(JSON.stringify(last)) };
          const page = await read({ ...source, schema: ORDERS, filter, sort, limit: 7, ...after });
          listed.push(...page);
          if (page.length < 7) break;
        }
        expect(listed.map(plain)).toEqual(expected.toSorted(recordOrder(ORDERS, sort)));
        const count = toCount(dialect, { ...source, filter });
        if (count === undefined) return;
        const [[all] = []] = await (await shop()).query(count.text, count.params);
        expect(Number(all)).toBe(expected.length);
      });

      it.each(VALUES)("%s is computed over expressions as in memory", async (text) => {
        const formula = compileOrThrow(text, ORDERS);
        const records = await read({
          ...source,
          schema: ORDERS,
          fields: ["id", { name: "value", formula }],
          sort: [{ formula, direction: "desc" }],
        });
        const outcomes = orders.map((order) => [order.id, formula.evaluate(order)] as const);
        const values = new Map(outcomes.map(([id, one]) => [id, isErrorValue(one) ? null : one]));
        expect(records.map(({ id, value }) => [id, value])).toEqual(
          records.map(({ id }) => [id, values.get(id)]),
        );
        const { from, ...mapping } = source;
        const written = formula.toSqlValue(dialect, mapping);
        if (!written.ok) throw new Error("the database does not compute it");
        const { value, isError } = written;
        const counts = await (await shop()).query(
          `SELECT count(${value.sql}), count(CASE WHEN ${isError.sql} THEN 1 END) FROM ${from}`,
          [...value.params, ...isError.params],
        );
        const present = [...values.values()].filter((one) => one !== null).length;
        const errors = outcomes.filter(([, one]) => isErrorValue(one)).length;
        expect(counts.map((cells) => cells.map(Number))).toEqual([[present, errors]]);
      });

      it.each(partsOf(casesOf(10_000), 100))(
        "the random formulas $about over the expressions select the orders of memory",
        async ({ seed, formulas }) => {
          const database = await shop();
          const wrong: string[] = [];
          let selective = 0;
          for (let index = 0, asked = 0; asked < formulas; index++) {
            const compiled = compile(randomFormula(seed, index, SUBJECT), ORDERS, OPTIONS);
            if (!compiled.ok) continue;
            asked++;
            const filter = compiled.formula;
            const query = toQuery(dialect, { ...source, schema: ORDERS, fields: ["id"], filter });
            const reader = query.reader();
            const rows = await database.query(query.text, query.params);
            const ids = rows.flatMap((row) => reader.read(row)?.id ?? []).sort();
            const expected = filter.filter(orders).map(({ id }) => id);
            if (expected.length > 0 && expected.length < orders.length) selective++;
            if (JSON.stringify(ids) !== JSON.stringify(expected.sort())) wrong.push(filter.source);
          }
          expect(wrong).toEqual([]);
          expect(selective).toBeGreaterThan(formulas / 50);
        },
      );

      it("groups are those of memory", async () => {
        const field = (of: string) => readableField(ORDERS, of, "test");
        const measures: readonly GroupMeasure[] = [
          { measure: "count", field: undefined },
          { measure: "sum", field: field("lines") },
          { measure: "max", field: field("largestPayment") },
          { measure: "countBlank", field: field("country") },
          { measure: "countDistinct", field: field("email") },
        ];
        const filter = compileOrThrow("{lines} > 0", ORDERS);
        const keys = [field("channel"), field("isOpen")];
        const groups = toGroups(dialect, { ...source, schema: ORDERS, filter, keys, measures });
        if (groups === undefined) throw new Error("the database does not compute the groups");
        const rows = await (await shop()).query(groups.text, groups.params);
        const byKeys = new Map<string, (typeof orders)[number][]>();
        for (const order of filter.filter(orders)) {
          const key = JSON.stringify([order.channel, order.isOpen]);
          byKeys.set(key, [...(byKeys.get(key) ?? []), order]);
        }
        const expected = [...byKeys].map(([key, some]) => {
          const payments = some.flatMap(({ largestPayment }) => largestPayment ?? []);
          return {
            keys: JSON.parse(key),
            measures: [
              some.length,
              some.reduce((sum, { lines }) => sum + Number(lines), 0),
              payments.length === 0 ? null : Math.max(...payments.map(Number)),
              some.filter(({ country }) => country === null).length,
              new Set(some.map(({ email }) => email)).size,
            ],
          };
        });
        expect(rows.map((row) => groups.read(row))).toHaveLength(expected.length);
        expect(rows.map((row) => groups.read(row))).toEqual(expect.arrayContaining(expected));
      });
    },
    { isOptional: name === "mariadb" },
  );
});

describeEngine(
  "a store over the list of a shop",
  () => openEngine("postgres"),
  (engine) => {
    it("reads, counts and groups as memory does", async () => {
      for (const statement of shopStatements("postgres")) await engine().execute(statement);
      const { host, user, database } = engine().connection;
      const address = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
      const source = ordersSource("postgres");
      const { table, from, columns } = source;
      if (typeof table !== "string" || from === undefined || columns === undefined) {
        throw new Error("the list has no source");
      }
      const options = { driver: load("pg"), schema: ORDERS, table, from, columns };
      const store = await openStore(address, options);
      try {
        const orders = ordersInMemory();
        const filter = compileOrThrow('AND({lines} > 0, {channel} != "web")', ORDERS);
        const expected = filter.filter(orders);
        const found: SqlRecord[] = [];
        for await (const records of store.read({ filter })) found.push(...records);
        const inOrder = expected.toSorted(recordOrder(ORDERS, []));
        expect(found.map(plain)).toEqual(inOrder.map(plain));
        expect(await store.count(filter)).toBe(expected.length);
        const query = {
          groupBy: ["isOpen"],
          measures: ["count", "sum({lines})", "max({largestPayment})"],
          sort: [{ field: "isOpen" }],
        };
        const groups = await summarize(store, { ...query, filter });
        const inMemory = summarize(expected, { ...query, schema: ORDERS });
        expect(groups).toHaveLength(2);
        expect(groups).toEqual(inMemory);
      } finally {
        await store.close();
      }
    });
  },
);

/** A record without the difference between a missing value and a blank. */
function plain(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...ORDERS.fields.keys()].map((name) => [name, record[name] ?? null]));
}
