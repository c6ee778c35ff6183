import { expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  type Dialect,
  recordOrder,
  type SqlOptions,
  type SqlValue,
  toQuery,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, openEngine } from "../../engines/engine.ts";
import { dialectOf } from "./dialects.ts";

/* Conditions in the caller's statements: in joins, and in statements that change rows in a transaction. */

const schema = defineSchema({
  id: { type: "number", key: true },
  owner: "number",
  price: "number",
  title: "text",
  isNew: "boolean",
  built: "date",
});

const COLUMNS = {
  title: { column: "the title" },
  isNew: { column: "is_new", storage: "integer" },
} as const;

const TABLE = 'cars "x"';

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  id: index,
  owner: index % 5 === 4 ? null : index % 4,
  price: index % 7 === 6 ? null : (index * 37) % 100,
  title: index % 6 === 5 ? null : (["Fiat Panda", "fiat uno", "É", ""][index % 4] ?? ""),
  isNew: index % 3 === 2 ? null : index % 3 === 1,
  built:
    index % 8 === 7 ? null : new Date(Date.UTC(2020 + (index % 6), index % 12, 1 + (index % 28))),
}));

type Row = (typeof ROWS)[number];

const FORMULAS = [
  "{price} < 50",
  "NOT({price} < 50)",
  "OR({price} > 80, {title} = BLANK())",
  'AND({isNew}, {title} != "É")',
  "NOT({isNew})",
  'OR({isNew}, {price} = BLANK(), STARTS_WITH({title}, "F"))',
  "YEAR({built}) = 2022",
  '{built} < "2023-01-01"',
  'CONTAINS({title}, "iat")',
  "{price} * 2 > {id} + 30",
  'SWITCH({title}, "É", 1, "", 2, 3) = 3',
  "TRUE()",
  "FALSE()",
];

/** A statement that contains conditions of formulas: placeholders are numbered or positional. */
class Statement {
  readonly params: SqlValue[] = [];
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The condition of a formula, unchanged. */
  of(source: string, options: SqlOptions): string {
    const exact = compileOrThrow(source, schema).toSql(this.#dialect, {
      columns: COLUMNS,
      firstParameter: this.params.length + 1,
      ...options,
      exact: true,
    });
    if (!exact.ok) throw new Error(`${source} has a residual`);
    this.params.push(...exact.params);
    return exact.where;
  }
}

async function load(engine: Engine): Promise<void> {
  const columns = [
    { name: "id", storage: "integer" },
    { name: "owner", storage: "integer" },
    { name: "price", storage: "double" },
    { name: "the title", storage: "text" },
    { name: "is_new", storage: "integer-boolean" },
    { name: "built", storage: "timestamp" },
  ] as const;
  await engine.createTable(TABLE, columns);
  await engine.insert(
    TABLE,
    columns,
    ROWS.map((row) => Object.values(row)),
  );
  const owners = [
    { name: "id", storage: "integer" },
    { name: "price", storage: "double" },
  ] as const;
  await engine.createTable("owners", owners);
  await engine.insert(
    "owners",
    owners,
    [0, 1, 2].map((id) => [id, id * 30]),
  );
}

for (const name of ["sqlite", "postgres", "duckdb"] as const) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      const dialect = dialectOf(name);
      const quote = (text: string): string => dialect.definition.quote(text) ?? text;
      const cars = quote(TABLE);
      const ids = async (
        sql: string,
        params: readonly SqlValue[] = [],
      ): Promise<readonly string[]> =>
        (await engine().query(sql, params)).map((cells) => cells.map(String).join(" ")).sort();
      const idsOf = (rows: readonly Row[]): readonly string[] =>
        rows.map(({ id }) => String(id)).sort();
      const matching = (source: string): readonly Row[] =>
        compileOrThrow(source, schema).filter(ROWS);

      it("stand in joins, whose tables have columns of the same names", async () => {
        await load(engine());
        for (const [index, source] of FORMULAS.entries()) {
          const other = FORMULAS[(index + 1) % FORMULAS.length] ?? source;
          const inner = new Statement(dialect);
          const joined = `SELECT c.id FROM ${cars} AS c JOIN owners ON owners.id = c.owner AND ${inner.of(source, { table: "c" })} WHERE NOT ${inner.of("{price} > 50", { table: "owners" })} AND ${inner.of(other, { table: "c" })}`;
          const expected = ROWS.filter(
            (row) =>
              row.owner !== null &&
              row.owner < 2 &&
              matching(source).includes(row) &&
              matching(other).includes(row),
          );
          expect(await ids(joined, inner.params), joined).toEqual(idsOf(expected));

          const outer = new Statement(dialect);
          const left = `SELECT c.id, CASE WHEN owners.id IS NULL THEN 0 ELSE 1 END FROM ${cars} c LEFT JOIN owners ON owners.id = c.owner AND ${outer.of(source, { table: "c" })}`;
          const flagged = ROWS.map(
            (row) =>
              `${row.id} ${row.owner !== null && row.owner < 3 && matching(source).includes(row) ? 1 : 0}`,
          );
          expect(await ids(left, outer.params), left).toEqual(flagged.sort());

          const both = new Statement(dialect);
          const paired = `SELECT a.id, b.id FROM ${cars} AS a, ${cars} AS b WHERE a.id + 1 = b.id AND (${both.of(source, { table: "a" })} OR ${both.of(other, { table: "b" })})`;
          const pairs = ROWS.slice(1).flatMap((row, before) => {
            const first = ROWS[before];
            if (first === undefined) return [];
            return matching(source).includes(first) || matching(other).includes(row)
              ? [`${first.id} ${row.id}`]
              : [];
          });
          expect(await ids(paired, both.params), paired).toEqual(pairs.sort());
        }
      });

      it("return the order of the records in memory, with blanks last in both directions", async () => {
        await load(engine());
        for (const [first, second] of [
          ["asc", "desc"],
          ["desc", "asc"],
        ] as const) {
          const sort = [
            { field: "price", direction: first },
            { field: "owner", direction: second },
            // The first key of a field decides.
            { field: "price", direction: second },
          ];
          const options = { schema, table: TABLE, columns: COLUMNS, fields: ["id"], sort };
          const { text, params } = toQuery(dialect, options);
          const found = (await engine().query(text, params)).map(([id]) => id);
          expect(found, text).toEqual(
            [...ROWS].sort(recordOrder(schema, sort)).map(({ id }) => id),
          );
        }
      });

      it("change the rows that match in a transaction, and no others", async () => {
        for (const source of FORMULAS) {
          await load(engine());
          const all = await ids(`SELECT * FROM ${cars}`);

          await engine().execute("BEGIN");
          const update = new Statement(dialect);
          await engine().query(
            `UPDATE ${cars} SET owner = 99 WHERE ${update.of(source, { table: TABLE })} AND id < 30`,
            update.params,
          );
          const changed = matching(source).filter(({ id }) => id < 30);
          expect(await ids(`SELECT id FROM ${cars} WHERE owner = 99`), source).toEqual(
            idsOf(changed),
          );
          await engine().execute("ROLLBACK");
          expect(await ids(`SELECT * FROM ${cars}`)).toEqual(all);

          await engine().execute("BEGIN");
          const deletion = new Statement(dialect);
          await engine().query(
            `DELETE FROM ${cars} WHERE id >= 5 AND ${deletion.of(source, {})}`,
            deletion.params,
          );
          await engine().execute("COMMIT");
          const kept = ROWS.filter((row) => row.id < 5 || !matching(source).includes(row));
          expect(await ids(`SELECT id FROM ${cars}`), source).toEqual(idsOf(kept));
        }
      });

      it("change no rows if the database cannot decide the formula", () => {
        const formula = compileOrThrow("AND({price} < 50, EXP({id}) > 3)", schema);
        const exact = formula.toSql(dialect, { exact: true, columns: COLUMNS });
        expect(exact).not.toHaveProperty("where");
        expect(formula.toSql(dialect, { columns: COLUMNS }).where).toBeUndefined();
      });
    },
  );
}
