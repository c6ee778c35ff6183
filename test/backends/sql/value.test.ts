import { describe, expect, expectTypeOf, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  clickhouse,
  createPostgres,
  type SqlExpression,
  SqlOrderError,
  type SqlQuery,
  sqlite,
  toQuery,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  title: "text",
  price: "number",
  seats: "number",
  built: "date",
});
const perSeat = compileOrThrow("ROUND({price} / {seats}, 2)", schema);
const ratio = compileOrThrow("{price} / {seats}", schema);
const inMemory = compileOrThrow("{price} + LEN(UPPER({title}))", schema);

describe("a value in SQL", () => {
  it("is an expression, with a second one for its error", () => {
    const found = compileOrThrow("{price} * 2", schema).toSqlValue(sqlite, { table: "cars" });
    expect(found.ok && found.type).toBe("number");
    expect(found.ok && found.value.params).toContain(2);
    if (found.ok) expectTypeOf(found.isError).toEqualTypeOf<SqlExpression>();
  });

  it("is the unchanged column if the formula is a field, and never an error", () => {
    const found = compileOrThrow("{price}", schema).toSqlValue(sqlite);
    expect(found).toMatchObject({
      ok: true,
      value: { sql: 'CAST("price" AS REAL)', params: [] },
      isError: { sql: "1 = 0", params: [] },
    });
  });

  it("has NULL in place of the empty text", () => {
    const found = compileOrThrow("{title}", schema).toSqlValue(sqlite, {
      columns: { title: { notNull: true } },
    });
    expect(found.ok && found.value.sql).toBe('CASE WHEN "title" <> ? THEN "title" END');
    const key = compileOrThrow("{vin}", schema).toSqlValue(sqlite, {
      columns: { vin: { notBlank: true } },
    });
    expect(key.ok && key.value.sql).toBe('"vin"');
  });

  it("numbers the placeholders of the error after those of the value", () => {
    const found = perSeat.toSqlValue(dialectOf("postgres"), { firstParameter: 4 });
    if (!found.ok) throw new Error("PostgreSQL computes it");
    const { value, isError } = found;
    expect(value.sql).toContain("$4");
    expect(isError.sql).toContain(`$${4 + value.params.length}`);
    expect(isError.sql).not.toMatch(/\$[1-4]\b/);
  });

  it("names the innermost parts that the database does not compute", () => {
    expect(inMemory.toSqlValue(sqlite)).toEqual({
      ok: false,
      undecided: [
        {
          text: "UPPER({title})",
          span: { start: 14, end: 28 },
          runs: "memory",
          where: undefined,
          prefilter: undefined,
          reasons: ["upperCase: letters beyond ASCII keep their case on SQLite"],
        },
      ],
    });
    const two = compileOrThrow("EXP({price}) + LOG({seats})", schema).toSqlValue(sqlite);
    expect(!two.ok && two.undecided.map(({ text }) => text)).toEqual([
      "EXP({price})",
      "LOG({seats})",
    ]);
  });

  it("is refused if its SQL would be too long", () => {
    const nested = `${"ROUND(".repeat(9)}{price} / {seats}${", 2)".repeat(9)}`;
    const found = compileOrThrow(nested, schema).toSqlValue(sqlite);
    expect(!found.ok && found.undecided[0]?.reasons).toEqual(["its SQL would be too long"]);
  });

  it("has no fixed time in a definition", () => {
    const age = compileOrThrow("DATETIME_DIFF(NOW(), {built}, 'days')", schema);
    expect(age.toSqlValue(sqlite).ok).toBe(true);
    const found = age.toSqlValue(sqlite, { constants: "inline" });
    expect(!found.ok && found.undecided.map(({ text }) => text)).toEqual(["NOW()"]);
  });

  it("refuses unknown values of `constants`", () => {
    expect(() => perSeat.toSqlValue(sqlite, { constants: "none" as "inline" })).toThrow(TypeError);
  });
});

describe("formulas among the fields of a query", () => {
  const cars = { schema, table: "cars", columns: { vin: { notBlank: true } } } as const;

  it("are computed by the reader if the database cannot compute them", () => {
    const query = toQuery(sqlite, {
      ...cars,
      fields: ["vin", { name: "size", formula: inMemory }, "seats"],
      limit: 2,
    });
    expect(query.limitsInDatabase).toBe(true);
    expect(Object.entries(query.reader().read(["a", 5, 10, "éa"]) ?? {})).toEqual([
      ["vin", "a"],
      ["size", 12],
      ["seats", 5],
    ]);
  });

  it("cannot be sorted by unless the database computes them", () => {
    const make = (): SqlQuery => toQuery(sqlite, { ...cars, sort: [{ formula: inMemory }] });
    expect(make).toThrow(SqlOrderError);
    expect(make).toThrow(/UPPER\(\{title\}\): upperCase: letters beyond ASCII/);
  });

  it("need a name that no field has", () => {
    const named = (name: string): SqlQuery =>
      toQuery(sqlite, { ...cars, fields: ["vin", { name, formula: perSeat }] });
    expect(() => named("price")).toThrow(/the name of a formula must be one that no field has/);
    expect(Object.keys(named("__proto__").reader().read(["a", 1]) ?? {})).toEqual([
      "vin",
      "__proto__",
    ]);
  });

  it("refuse a position without the values that are sorted by", () => {
    const after = { vin: "a" };
    expect(() => toQuery(sqlite, { ...cars, sort: [{ formula: perSeat }], after })).toThrow(
      /`price`/,
    );
    const fields = ["vin", { name: "perSeat", formula: perSeat }];
    expect(() => toQuery(sqlite, { ...cars, fields, sort: [{ field: "perSeat" }], after })).toThrow(
      /`perSeat`/,
    );
  });

  it("refuse a position in more formulas than a statement allows", () => {
    const sort = Array.from({ length: 60 }, (_, index) => ({
      formula: compileOrThrow(`{price} + ${index}`, schema),
    }));
    const query = { ...cars, sort };
    expect(toQuery(clickhouse, query).text).toContain(" ORDER BY ");
    const make = (): SqlQuery => toQuery(clickhouse, { ...query, after: { vin: "a", price: 1 } });
    expect(make).toThrow(SqlOrderError);
    expect(make).toThrow(
      "ClickHouse cannot compare the formulas to sort by: its SQL would be too long",
    );
  });

  it("continue after an error in a formula of booleans", () => {
    const formula = compileOrThrow("{price} / {seats} > 1", schema);
    const { text } = toQuery(sqlite, {
      schema,
      table: "cars",
      fields: ["vin", { name: "isDear", formula }],
      sort: [{ field: "isDear", direction: "desc" }],
      after: { vin: "WV1", isDear: null },
    });
    const whole = toQuery(sqlite, {
      schema,
      table: "cars",
      fields: ["vin", { name: "isDear", formula }],
      sort: [{ field: "isDear", direction: "desc" }],
      after: { vin: "WV1", isDear: false },
    });
    // After FALSE, the page includes all errors. After an error, it includes only errors with a later key.
    expect(text).not.toBe(whole.text);
    expect(text).toMatch(/ AND [^)]*"vin"/);
  });

  it("refuse lists to sort by, and other values", () => {
    const other = defineSchema({ vin: { type: "text", key: true }, tags: "list" });
    const formula = compileOrThrow("{tags}", other);
    const query = { schema: other, table: "cars" };
    expect(() => toQuery(sqlite, { ...query, sort: [{ formula }] })).toThrow(/lists have none/);
    expect(() => toQuery(sqlite, { ...query, fields: [1 as unknown as string] })).toThrow(
      TypeError,
    );
    expect(() => toQuery(sqlite, { ...query, sort: [{ formula: 1 as never }] })).toThrow(TypeError);
    const has = compileOrThrow('HAS({tags}, "a")', other);
    expect(() => toQuery(sqlite, { ...cars, sort: [{ formula: has }] })).toThrow(
      /a formula reads `tags`/,
    );
  });
});

/** The type of a generated column for a number and a text. */
const TYPES = {
  sqlite: ["REAL", "TEXT"],
  duckdb: ["DOUBLE", "VARCHAR"],
  postgres: ["float8", "text"],
  mariadb: ["DOUBLE", "VARCHAR(300) CHARACTER SET utf8mb4"],
  clickhouse: ["Nullable(Float64)", "Nullable(String)"],
} as const;

for (const engineName of ENGINES_WITH_DIALECT) {
  describeEngine(
    engineName,
    () => openEngine(engineName),
    (engine) => {
      const dialect = dialectOf(engineName);
      const rows = [
        ["a", "x", 10, 3, null],
        ["b", "it's", 10, 0, null],
        ["c", "", null, 3, null],
        ["d", null, 7, 2, null],
        ["e", "y", 10, 3, null],
        ["f", null, -1, 3, null],
      ] as const;
      const columns = [
        { name: "vin", storage: "text", notNull: true },
        { name: "title", storage: "text" },
        { name: "price", storage: "double" },
        { name: "seats", storage: "double" },
        { name: "built", storage: "timestamp" },
      ] as const;

      it("reads every page in the order of a formula", async () => {
        await engine().createTable("cars", columns);
        await engine().insert("cars", columns, rows);
        for (const direction of ["asc", "desc"] as const) {
          for (const isNamed of [true, false]) {
            const seen: unknown[] = [];
            let after: unknown;
            for (;;) {
              const query = toQuery(dialect, {
                schema,
                table: "cars",
                fields: ["vin", "price", "seats", { name: "perSeat", formula: ratio }],
                sort: [isNamed ? { field: "perSeat", direction } : { formula: ratio, direction }],
                limit: 2,
                ...(after === undefined ? {} : { after }),
              });
              const { read } = query.reader();
              const page = (await engine().query(query.text, query.params)).map(read);
              if (page.length === 0) break;
              seen.push(...page.map((record) => [record?.vin, record?.perSeat]));
              after = page.at(-1);
            }
            const values = [
              ["f", -1 / 3],
              ["c", 0],
              ["a", 10 / 3],
              ["e", 10 / 3],
              ["d", 3.5],
            ];
            const order = direction === "asc" ? [0, 1, 2, 3, 4] : [4, 2, 3, 1, 0];
            expect(seen).toEqual([...order.map((at) => values[at]), ["b", null]]);
          }
        }
      });

      it("keeps a value in a generated column", async () => {
        const words = compileOrThrow(`"it's \\\\ " & {vin} & "?"`, schema);
        const third = compileOrThrow("IF({seats} = 0, ERROR(), ROUND({price} / 3, 2))", schema);
        // Definitions cannot contain a sub-select.
        const plain = engineName === "postgres" ? createPostgres({ distributed: true }) : dialect;
        const definitions = [third, words].map((formula) => {
          const bounds = { notNull: true, range: [0, 1e6] } as const;
          const mapping = { columns: { vin: { notBlank: true }, price: bounds, seats: bounds } };
          const found = formula.toSqlValue(plain, { ...mapping, constants: "inline" });
          if (!found.ok) throw new Error(JSON.stringify(found.undecided));
          expect(found.value.params).toEqual([]);
          return found.value.sql;
        });
        const [number, text] = TYPES[engineName];
        const quoted = (column: string): string => dialect.definition.quote(column) ?? column;
        const names = columns.map(({ name }) => quoted(name));
        const types = [text, text, number, number, text];
        const generated = [number, text].map((type, at) =>
          engineName === "clickhouse"
            ? `g${at} ${type} MATERIALIZED ${definitions[at]}`
            : `g${at} ${type} GENERATED ALWAYS AS (${definitions[at]}) ${engineName === "duckdb" ? "VIRTUAL" : "STORED"}`,
        );
        const stored = names.map((column, at) => `${column} ${types[at]}`);
        const storage = engineName === "clickhouse" ? " ENGINE = Memory" : "";
        await engine().execute(
          `CREATE TABLE made (${[...stored, ...generated].join(", ")})${storage}`,
        );
        await engine().execute(
          `INSERT INTO made (${names.slice(0, 4).join(", ")}) VALUES ('a', 'x', 10, 3), ('b', 'y', 10, 0)`,
        );
        expect(await engine().query(`SELECT g0, g1 FROM made ORDER BY ${names[0]}`)).toEqual([
          [3.33, "it's \\ a?"],
          [null, "it's \\ b?"],
        ]);
        if (engineName === "sqlite" || engineName === "postgres") {
          await engine().execute(`CREATE INDEX made_by ON made ((${definitions[0]}))`);
        }
      });
    },
  );
}
