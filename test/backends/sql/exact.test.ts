import { describe, expect, expectTypeOf, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  type ExactSqlFilter,
  explainSql,
  type Residual,
  type SqlFilter,
  sqlite,
  toCount,
  toQuery,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number", tax: "number" });
const whole = compileOrThrow("OR({price} < 5, {tax} = 1)", schema);
const part = compileOrThrow("AND({price} < 5, EXP({tax}) > 3, {tax} > 1)", schema);

describe("a condition that the database decides alone", () => {
  it("has `where`, and neither a prefilter nor a residual", () => {
    const { where, prefilter, residual } = whole.toSql(sqlite);
    expect(where).toBe('("price" < CAST(? AS REAL) OR "tax" = CAST(? AS REAL))');
    expect(prefilter).toBeUndefined();
    expect(residual).toBeUndefined();
  });

  it("`exact: true` returns the same SQL and parameters", () => {
    const { where, params, strings, values } = whole.toSql(sqlite);
    expect(whole.toSql(sqlite, { exact: true })).toEqual({
      ok: true,
      where,
      params,
      strings,
      values,
    });
  });

  it("counts its parameters from the given number", () => {
    const postgres = dialectOf("postgres");
    expect(whole.toSql(postgres, { exact: true, firstParameter: 3 })).toMatchObject({
      ok: true,
      where: '("price" < $3::float8 OR "tax" = $4::float8)',
    });
  });
});

describe("a condition that the database decides in part", () => {
  it("has a prefilter and a residual instead of `where`", () => {
    const filter = part.toSql(sqlite);
    expect(Object.keys(filter)).not.toContain("where");
    expect(filter.prefilter).toBe('("price" < CAST(? AS REAL) AND "tax" > CAST(? AS REAL))');
    expect(filter.residual?.fields).toEqual(["tax"]);
  });

  it("is not exact, and says what the database cannot decide", () => {
    const exact = part.toSql(sqlite, { exact: true });
    expect(exact).toEqual({
      ok: false,
      undecided: [
        {
          text: "EXP({tax}) > 3",
          span: { start: 17, end: 31 },
          runs: "memory",
          where: undefined,
          prefilter: undefined,
          reasons: [expect.stringContaining("memory")],
        },
      ],
    });
  });
});

describe("a condition that is TRUE if the formula is false", () => {
  const mayFail = compileOrThrow("OR({tax} = 1, {price} / {tax} > 1)", schema);

  it("is the condition of the formula's negation", () => {
    const negation = compileOrThrow("NOT(OR({tax} = 1, {price} / {tax} > 1))", schema);
    expect(mayFail.toSql(sqlite, { when: false })).toEqual(negation.toSql(sqlite));
    expect(mayFail.toSql(sqlite, { when: true })).toEqual(mayFail.toSql(sqlite));
  });

  it("can be asked for as an exact condition", () => {
    expect(whole.toSql(sqlite, { exact: true, when: false })).toMatchObject({
      ok: true,
      where: expect.stringContaining('"price" >= CAST(? AS REAL)'),
    });
  });

  it("leaves to a residual the records for which memory decides that the formula is false", () => {
    const { prefilter, residual } = part.toSql(sqlite, { when: false, rows: "records" });
    expect(prefilter).toBe("1 = 1");
    expect(residual?.matches({ vin: "a", price: 9, tax: 2 })).toBe(true);
    expect(residual?.matches({ vin: "a", price: 1, tax: 2 })).toBe(false);
    // An error is not false.
    expect(residual?.matches({ vin: "a", price: 1, tax: 1000 })).toBe(false);
  });

  it("names the parts of the formula in explanations", () => {
    const texts = explainSql(whole, sqlite, { when: false }).map(({ text, runs }) => [text, runs]);
    expect(texts).toEqual([["OR({price} < 5, {tax} = 1)", "database"]]);
  });
});

it.each(ENGINES_WITH_DIALECT)("a rounded division is decided by %s alone", (name) => {
  const rounded = compileOrThrow("ROUND({price} / {tax}, 2) > 3", schema);
  expect(rounded.toSql(dialectOf(name)).residual).toBeUndefined();
});

describe("the types of results", () => {
  it("do not let a prefilter stand for the formula", () => {
    const filter = part.toSql(sqlite);
    expectTypeOf(filter).toEqualTypeOf<SqlFilter>();
    expectTypeOf(filter.where).toEqualTypeOf<string | undefined>();
    if (filter.residual === undefined) {
      expectTypeOf(filter.where).toEqualTypeOf<string>();
      expectTypeOf(filter.prefilter).toEqualTypeOf<undefined>();
    } else {
      expectTypeOf(filter.where).toEqualTypeOf<undefined>();
      expectTypeOf(filter.prefilter).toEqualTypeOf<string>();
      expectTypeOf(filter.residual).toEqualTypeOf<Residual>();
    }
  });

  it("do not let a missing exact condition be used", () => {
    const exact = part.toSql(sqlite, { exact: true });
    expectTypeOf(exact).toEqualTypeOf<ExactSqlFilter>();
    expectTypeOf(exact).not.toHaveProperty("where");
    if (exact.ok) expectTypeOf(exact.where).toEqualTypeOf<string>();
    expectTypeOf(exact).not.toHaveProperty("residual");
  });
});

describe("whole queries", () => {
  it("are not counted by the database unless it decides everything", () => {
    expect(toCount(sqlite, { table: "cars", filter: part })).toBeUndefined();
  });

  it("have columns without the names of fields, so only a reader makes records of rows", () => {
    const query = toQuery(sqlite, { schema, table: "cars", filter: part, limit: 1 });
    expect(query.limitsInDatabase).toBe(false);
    expect(query.text).toMatch(/^SELECT "cars"\."vin" AS c0, /);
    const reader = query.reader();
    expect(reader.read(["a", 1, 1])).toBeUndefined();
    expect(reader.isDone()).toBe(false);
    expect(reader.read(["a", 1, 2])).toEqual({ vin: "a", price: 1, tax: 2 });
    expect(reader.isDone()).toBe(true);
    expect(reader.read(["b", 1, 2])).toBeUndefined();
  });

  it("refuse a row without all of their cells", () => {
    const read = (row: readonly unknown[] | Readonly<Record<string, unknown>>): unknown =>
      toQuery(sqlite, { schema, table: "cars" }).reader().read(row);
    expect(() => read(["a", 1])).toThrow(
      "`toQuery`: the row has no column `c2`; select the column",
    );
    expect(() => read({ c0: "a", c1: 1 })).toThrow(
      "`toQuery`: the row has no column `c2`, only `c0`, `c1`; select the column",
    );
  });
});

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it("tells an error from false", async () => {
        const columns = [
          { name: "price", storage: "double" },
          { name: "tax", storage: "double" },
        ] as const;
        await engine().createTable("errors", columns);
        await engine().insert("errors", columns, [
          [1, 0],
          [1, 1],
          [1, 2],
        ]);
        const mayFail = compileOrThrow("OR({tax} = 1, {price} / {tax} > 1)", schema);
        const taxes = async (when: boolean): Promise<unknown> => {
          const { where, params } = mayFail.toSql(dialectOf(name), { table: "errors", when });
          return engine().query(`SELECT tax FROM errors WHERE ${where}`, params);
        };
        expect(await taxes(true)).toEqual([[1]]);
        expect(await taxes(false)).toEqual([[2]]);
      });

      it("raises an error if a program writes an undefined `where`", async () => {
        const columns = [{ name: "price", storage: "double" }] as const;
        await engine().createTable("cars", columns);
        await engine().insert("cars", columns, [[1]]);
        // Untyped, as in JavaScript.
        const { where } = part.toSql(dialectOf(name));
        await expect(engine().query(`DELETE FROM cars WHERE ${where}`)).rejects.toThrow();
        expect(await engine().query("SELECT count(*) FROM cars")).toEqual([[1]]);
      });
    },
  );
}
