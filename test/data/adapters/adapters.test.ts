import { describe, expect, it } from "vitest";
import { bindTypes, knexRaw, namedParameters, tagged } from "../../../src/adapters.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  type SqlCondition,
  type SqlFilter,
  SqlMappingError,
  type SqlValue,
  toQuery,
} from "../../../src/sql.ts";
import { load } from "../../engines/install.ts";

const schema = defineSchema({ id: { type: "number", key: true }, "a?": "text", "b\\?": "text" });
const either = compileOrThrow('OR({a?} = "x", {id} = 5)', schema);
const filter = either.toSql(sqlite, {});
const part = compileOrThrow("AND({id} = 5, EXP({id}) > 3)", schema).toSql(sqlite, {});
const query = toQuery(sqlite, { schema, table: "t", fields: ["id"], filter: either });

/** A condition that has no residual. */
function whole(condition: SqlFilter): SqlCondition {
  if (condition.residual !== undefined) throw new Error("the condition has a residual");
  return condition;
}

/** A tag that shows what it was given. */
function show(strings: TemplateStringsArray, ...values: SqlValue[]): object {
  return { strings: [...strings], raw: [...strings.raw], values };
}

describe("tagged", () => {
  it("takes a condition and a query unchanged", () => {
    const { strings } = filter;
    expect(filter.where).toMatch(/^\(.* OR .*\)$/);
    expect(tagged(show, whole(filter))).toEqual({ strings, raw: strings, values: ["x", 5] });
    expect(tagged(show, query)).toEqual({
      strings: query.strings,
      raw: query.strings,
      values: ["x", 5],
    });
  });

  it("returns the same template each time", () => {
    const seen = new Set<TemplateStringsArray>();
    const remember = (strings: TemplateStringsArray): unknown => seen.add(strings);
    tagged(remember, filter, { prefilter: true });
    tagged(remember, filter, { prefilter: true });
    expect(seen.size).toBe(1);
  });

  it("takes a condition without parameters", () => {
    const all = compileOrThrow("TRUE()", schema).toSql(sqlite, {});
    expect(tagged(show, whole(all))).toEqual({ strings: ["1 = 1"], raw: ["1 = 1"], values: [] });
  });
});

describe("a condition that also matches other records", () => {
  const raw = {
    raw: (text: string) => ({ text, toSQL: () => ({ toNative: () => ({ sql: text }) }) }),
  };

  it("is not accepted in place of the formula", () => {
    // @ts-expect-error The condition may have a residual.
    expect(() => tagged(show, part)).toThrow(/^`tagged`: .* only a part of .*`exact: true`$/);
    // @ts-expect-error The same.
    expect(() => knexRaw(raw, part)).toThrow(TypeError);
  });

  it("is accepted as a prefilter", () => {
    expect(tagged(show, part, { prefilter: true })).toMatchObject({ values: [5] });
    expect(knexRaw(raw, part, { prefilter: true }).text).toBe('"id" = CAST(? AS REAL)');
  });
});

describe("knexRaw", () => {
  interface Raw {
    toSQL(): { toNative(): { readonly sql: string; readonly bindings: readonly unknown[] } };
  }
  interface Knex {
    raw(sql: string, bindings?: object): Raw;
  }
  const knex = (client: string): Knex => load<(options: object) => Knex>("knex")({ client });

  it.each(["pg", "mysql2", "better-sqlite3"])("writes question marks in names for %s", (client) => {
    const native = knexRaw(knex(client), whole(filter)).toSQL().toNative();
    const [first, second, third] = filter.strings;
    const [one, two] = client === "pg" ? ["$1", "$2"] : ["?", "?"];
    expect(native.sql).toBe(`${first}${one}${second}${two}${third}`);
    expect(native.bindings).toEqual(["x", 5]);
  });

  it("writes a question mark after a backslash, or refuses it if Knex cannot", () => {
    const condition = whole(compileOrThrow('{b\\\\?} = "x"', schema).toSql(sqlite, {}));
    expect(knexRaw(knex("mysql2"), condition).toSQL().toNative().sql).toBe('"b\\?" = ?');
    expect(() => knexRaw(knex("pg"), condition)).toThrow(SqlMappingError);
  });
});

it("names parameters as they are numbered", () => {
  expect(namedParameters({ params: ["x", 5] })).toEqual({ p1: "x", p2: 5 });
  expect(namedParameters({ params: ["x", 5] }, 3)).toEqual({ p3: "x", p4: 5 });
});

it("has the type of every parameter", () => {
  expect(bindTypes({ params: ["5", 5, 0.5] }, { DOUBLE: "d", VARCHAR: "v" })).toEqual([
    "v",
    "d",
    "d",
  ]);
});
