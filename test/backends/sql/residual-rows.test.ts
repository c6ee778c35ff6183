import { afterAll, describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import {
  clickhouse,
  type Dialect,
  duckdb,
  mariadb,
  postgres,
  type Residual,
  type RowSource,
  type SqlOptions,
  sqlite,
} from "../../../src/sql.ts";

const zone = process.env.TZ;

afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const schema = defineSchema({
  n: "number",
  isNew: "boolean",
  title: "text",
  built: "date",
  tags: "list",
});

/** The residual of a formula that no database evaluates. */
function residualOf(condition: string, dialect: Dialect, options: SqlOptions = {}): Residual {
  const { residual } = compileOrThrow(
    `AND(EXP({n}) > 0, OR(EXP({n}) < 0, ${condition}))`,
    schema,
  ).toSql(dialect, options);
  if (residual === undefined) throw new Error("the database decides all of it");
  return residual;
}

const MAPPED = { columns: { isNew: { column: "is_new" } } } as const;

describe("a residual", () => {
  it("reads rows by the names of their columns", () => {
    const residual = residualOf("{isNew}", sqlite, MAPPED);
    const rows = [
      { n: 1, is_new: 1, more: "a" },
      { n: 2, is_new: 0 },
      { n: 3, is_new: null },
      { n: 4n, is_new: true },
    ];
    expect(residual.filter(rows)).toEqual([rows[0], rows[3]]);
    expect(residual.filter(rows)[0]).toBe(rows[0]);
    expect(residual.matches(rows[0])).toBe(true);
    expect(residual.matches(rows[1])).toBe(false);
    expect(residual.fields).toEqual(["n", "isNew"]);
  });

  it("refuses a row without the column, and names the columns that it has", () => {
    const residual = residualOf("{isNew}", sqlite, MAPPED);
    expect(() => residual.matches({ n: 1, isNew: true })).toThrow(
      "`residual`: the row has no column `is_new`, only `n`, `isNew`; select the column, or describe the rows by the option `rows` " +
        "of `toSql`",
    );
    expect(() => residual.filter([{}])).toThrow("`residual`: the row has no column `n`; ");
    expect(() => residual.matches([1, true])).toThrow("`residual`: a row must be an object");
    expect(() => residual.matches(undefined)).toThrow("`residual`: a row must be an object");
    expect(() => residual.filter(JSON.parse('{"rows":[]}'))).toThrow("the rows must be an array");
  });

  it("reads records of the program with that option", () => {
    const residual = residualOf("{isNew}", sqlite, { ...MAPPED, rows: "records" });
    expect(residual.filter([{ n: 1, isNew: true }, { n: 1, isNew: 1 }, {}])).toEqual([
      { n: 1, isNew: true },
    ]);
  });

  it("reads rows with the names of the fields with that option", () => {
    for (const rows of ["drizzle-orm", { names: "fields" }] as const) {
      const residual = residualOf("{isNew}", sqlite, { ...MAPPED, rows });
      expect(residual.filter([{ n: "1", isNew: 1 }])).toHaveLength(1);
      expect(() => residual.matches({ n: 1, is_new: 1 })).toThrow("no column `isNew`");
    }
  });

  it("refuses an unknown form of rows at once", () => {
    const formula = compileOrThrow("{n} = 1", schema);
    for (const rows of ["mysql", { dates: "UTC" }, { name: "fields" }, 5, null]) {
      const wrong = rows as RowSource;
      expect(() => formula.toSql(sqlite, { rows: wrong })).toThrow(
        /^`toSql`: the option `rows` must be the name of a driver, .* the drivers are `pg`, /,
      );
    }
  });
});

/** Whether the cell of a column is decoded to the value that a condition tests. */
function reads(
  condition: string,
  column: string,
  cell: unknown,
  dialect: Dialect = postgres,
  options: SqlOptions = {},
): boolean {
  return residualOf(condition, dialect, options).matches({ n: 1, [column]: cell });
}

describe("numbers", () => {
  it.each([1.5, "1.5", "1.50", " 1.5".trim(), "15e-1", "+1.5", { toString: () => "1.50" }])(
    "are read from %s",
    (cell) => {
      expect(residualOf("{n} = 1.5", postgres).matches({ n: cell })).toBe(true);
    },
  );

  it("are read from a large integer, as the nearest float64", () => {
    const residual = residualOf("{n} = 700", postgres);
    expect(residual.matches({ n: 700n })).toBe(true);
    const { residual: digits } = compileOrThrow('REGEX_MATCH({n} & "", "992$")', schema).toSql(
      sqlite,
      { columns: { n: { storage: "int" } } },
    );
    for (const cell of [9007199254740993n, "9007199254740993", "9007199254740992.5", 2 ** 53]) {
      expect(digits?.matches({ n: cell })).toBe(true);
    }
  });

  it.each(["", "1,5", "0x10", "abc", true, Number.NaN, Number.POSITIVE_INFINITY, "1e999", {}, [5]])(
    "are not read from %s",
    (cell) => {
      expect(() => residualOf("{n} = 1.5", postgres).matches({ n: cell })).toThrow(
        /^`residual`: the column `n` must be a finite number, but is .*; (?:correct the mapping|no formula has infinity or NaN)/,
      );
    },
  );
});

describe("numbers of a type of the database", () => {
  const read = (storage: string, value: number, cell: unknown): boolean =>
    residualOf(`{n} = ${value}`, postgres, { columns: { n: { storage } } }).matches({ n: cell });

  it("are float32 if the column is, of which drivers return the shortest digits", () => {
    expect(read("real", Math.fround(1.1), 1.1)).toBe(true);
    expect(read("real", Math.fround(1.1), "1.1")).toBe(true);
    expect(read("double precision", 1.1, 1.1)).toBe(true);
    expect(() => read("real", 1, "a")).toThrow("must be a finite number");
  });
});

describe("booleans", () => {
  it.each([true, 1, 1n, "1", "t", "true", Buffer.of(1)])("are read from %s", (cell) => {
    expect(reads("{isNew}", "isNew", cell)).toBe(true);
  });

  it.each([false, 0, 0n, "0", "f", "false", Buffer.of(0), null])("are false from %s", (cell) => {
    expect(reads("NOT({isNew})", "isNew", cell)).toBe(true);
  });

  it.each([2, "yes", "", Buffer.of(2), Buffer.of(0, 1), {}])("are not read from %s", (cell) => {
    expect(() => reads("{isNew}", "isNew", cell)).toThrow("must be `true`, `false`, 0 or 1");
  });
});

describe("texts", () => {
  it("are read from strings and from objects with their own toString", () => {
    for (const cell of ["7", { toString: () => "7" }]) {
      expect(reads('{title} = "7"', "title", cell)).toBe(true);
    }
    expect(reads("{title} = BLANK()", "title", null)).toBe(true);
  });

  it("are not read from anything else", () => {
    for (const cell of [7, 7n, true, new Date(), {}, Object.create(null), ["a"], Buffer.of(97)]) {
      expect(() => reads('{title} = "7"', "title", cell)).toThrow("must be a text");
    }
  });

  it.each([
    [sqlite, "bigint"],
    [duckdb, "bigint"],
    [postgres, "int8"],
    [mariadb, "bigint(20)"],
    [clickhouse, "Int64"],
  ])("are read from integers if the column has an integer type (%o, %s)", (dialect, storage) => {
    const digits = (cell: unknown): boolean =>
      reads('{title} = "7"', "title", cell, dialect, { columns: { title: { storage } } });
    for (const cell of ["7", 7, 7n]) expect(digits(cell)).toBe(true);
    for (const cell of [2 ** 53, 0.5]) expect(() => digits(cell)).toThrow("BigInt");
  });

  it("are not read from JSON, which a driver may have parsed or not", () => {
    for (const storage of ["json", "jsonb"]) {
      for (const cell of ["a", '"a"', 5, {}, null]) {
        const read = (): boolean =>
          reads('{title} = "a"', "title", cell, postgres, { columns: { title: { storage } } });
        expect(read).toThrow("must be the text of a JSON document, which drivers parse");
      }
    }
  });

  it.each([
    [clickhouse, "FixedString(4)", "ab\0\0", "ab"],
    [clickhouse, "FixedString(4)", { toString: () => "ab" }, "ab"],
    [mariadb, "varbinary(9)", Buffer.of(0xde, 0x0a), "de0a"],
    [mariadb, "varbinary(9)", "de0a", "de0a"],
    [postgres, "character(4)", "ab  ", "ab"],
    [postgres, "character(4)", { toString: () => "ab" }, "ab"],
    [postgres, "bytea", Buffer.of(0xde, 0x0a), "\\xde0a"],
    [postgres, "bytea", "\\xde0a", "\\xde0a"],
    [sqlite, "blob", new Uint8Array([0xde, 0x0a]), "de0a"],
    [sqlite, "blob", "de0a", "de0a"],
  ] as const)(
    "of a type of the database are read in its form (%#)",
    (dialect, storage, cell, text) => {
      const columns = { title: { storage } };
      for (const given of ["de0a", "\\xde0a", "ab"]) {
        const condition = `{title} = "${given.replace("\\", "\\\\")}"`;
        expect(reads(condition, "title", cell, dialect, { columns })).toBe(given === text);
      }
      expect(reads("{title} = BLANK()", "title", null, dialect, { columns })).toBe(true);
    },
  );

  it("are read from bytes if the engine compares them as text", () => {
    expect(reads('{title} = "é"', "title", Buffer.from("é"), mariadb)).toBe(true);
    expect(() => reads('{title} = "é"', "title", Buffer.of(0xff), mariadb)).toThrow("in UTF-8");
  });
});

describe("lists", () => {
  const storage = (name: "array" | "json" | "delimited"): SqlOptions => ({
    columns: { tags: { storage: name } },
  });

  it("are read from arrays and the text of an array", () => {
    const list = ["a", 'b"c\\', "é"];
    for (const cell of [list, { items: list }, '{a,"b\\"c\\\\",é}', '{"a","b\\"c\\\\","é"}']) {
      const found = residualOf(
        'AND(LEN(ARRAYJOIN({tags}, "|")) = 8, HAS({tags}, "a"), HAS({tags}, "é"))',
        postgres,
      );
      expect(found.matches({ n: 1, tags: cell }), String(cell)).toBe(true);
    }
    for (const cell of [[], "{}", null]) {
      expect(reads("{tags} = BLANK()", "tags", cell)).toBe(true);
    }
    expect(reads('HAS({tags}, "7")', "tags", [7n, 7])).toBe(true);
    for (const cell of [["a", null], "{a,NULL}", '["a",null]']) {
      expect(reads('ARRAYJOIN({tags}, "|") = "a"', "tags", cell)).toBe(true);
    }
  });

  it("are read from JSON, and from the values that the driver parsed", () => {
    for (const cell of [["a", "b"], '["a","b"]', ' [ "a" ]']) {
      expect(reads('HAS({tags}, "a")', "tags", cell, postgres, storage("json"))).toBe(true);
    }
  });

  it("are read from texts with delimiters", () => {
    expect(reads('HAS({tags}, "b")', "tags", "a,b", postgres, storage("delimited"))).toBe(true);
    expect(reads("{tags} = BLANK()", "tags", "", postgres, storage("delimited"))).toBe(true);
  });

  it.each([
    ["array", "a,b"],
    ["array", "{{a},{b}}"],
    ["array", "{a,}"],
    ["array", "{a"],
    ["array", '{"a}'],
    ["array", [[{ a: 1 }]]],
    ["array", 5],
    ["array", {}],
    ["json", '"a"'],
    ["json", "[a]"],
    ["json", { a: 1 }],
    ["delimited", ["a"]],
  ] as const)("stored as %s are not read from %s", (kind, cell) => {
    expect(() => reads('HAS({tags}, "a")', "tags", cell, postgres, storage(kind))).toThrow(
      /^`residual`: the column `tags` must be .*; correct the mapping/,
    );
  });
});

const NOON = '{built} = "2024-07-01T12:00:00.250Z"';

/** The Date that a driver creates for a time without time zone: a local time of the process. */
const localNoon = (): Date => new Date(2024, 6, 1, 12, 0, 0, 250);
const utcNoon = new Date("2024-07-01T12:00:00.250Z");

describe.each(["UTC", "America/New_York", "Asia/Kathmandu", "America/Sao_Paulo"])(
  "dates in %s",
  (tz) => {
    const inZone = (run: () => void): void => {
      process.env.TZ = tz;
      run();
    };

    it("are read from texts with a time zone, and from those without one as UTC", () =>
      inZone(() => {
        for (const cell of [
          "2024-07-01T12:00:00.250Z",
          "2024-07-01 12:00:00.25",
          "2024-07-01 12:00:00.250999",
          "2024-07-01 08:00:00.25-04",
          "2024-07-01 17:30:00.25+05:30",
          "2024-07-01 17:30:00.25+0530",
          { toString: () => "2024-07-01 12:00:00.25+00" },
        ]) {
          for (const dialect of [sqlite, duckdb, postgres, mariadb]) {
            expect(reads(NOON, "built", cell, dialect), String(cell)).toBe(true);
          }
        }
        for (const cell of ["2024-02-29", "2024-02-29 00:00", "2024-02-29T00:00:00"]) {
          expect(reads('{built} = "2024-02-29"', "built", cell)).toBe(true);
        }
      }));

    it("are read from milliseconds", () =>
      inZone(() => {
        const options = { columns: { built: { storage: "epochMilliseconds" } } } as const;
        const time = utcNoon.getTime();
        for (const cell of [time, BigInt(time), String(time), utcNoon]) {
          expect(reads(NOON, "built", cell, postgres, options)).toBe(true);
        }
        expect(() => reads(NOON, "built", "2024-07-01", postgres, options)).toThrow(
          "must be a number of milliseconds",
        );
      }));

    it("are read from Dates if the driver is known", () =>
      inZone(() => {
        for (const rows of ["mysql2", undefined] as const) {
          const read = (): boolean => reads(NOON, "built", localNoon(), mariadb, rows && { rows });
          if (tz === "UTC") expect(read()).toBe(true);
          else expect(read).toThrow('`rows: "pg"`');
        }
        expect(reads(NOON, "built", localNoon(), mariadb, { rows: { dates: "local" } })).toBe(true);
        expect(reads(NOON, "built", utcNoon, mariadb, { rows: { dates: "utc" } })).toBe(true);
        for (const dialect of [sqlite, duckdb, clickhouse]) {
          expect(reads(NOON, "built", utcNoon, dialect)).toBe(true);
        }
      }));

    it("are not read from a Date that may be of two types", () =>
      inZone(() => {
        for (const rows of ["pg", undefined] as const) {
          const read = (): boolean => reads(NOON, "built", utcNoon, postgres, rows && { rows });
          if (tz === "UTC") expect(read()).toBe(true);
          else expect(read).toThrow("give the type of the column in its mapping");
        }
      }));

    it("are read from Dates of days, which are midnight in UTC or in the zone of the process", () =>
      inZone(() => {
        const columns = { built: { storage: "date" } };
        const day = (cell: Date): boolean =>
          reads('{built} = "2024-02-29"', "built", cell, postgres, { columns });
        expect(day(new Date("2024-02-29"))).toBe(true);
        expect(day(new Date(2024, 1, 29))).toBe(true);
        expect(day(new Date("2024-02-28"))).toBe(false);
        expect(day(new Date(2024, 2, 1))).toBe(false);
        expect(() => day(new Date(2024, 1, 29, 9, 30))).toThrow(
          "must be midnight, since the column has days",
        );
      }));

    it("are blank outside of the range of dates", () =>
      inZone(() => {
        for (const cell of [
          "infinity",
          "-infinity",
          Number.POSITIVE_INFINITY,
          Number.NEGATIVE_INFINITY,
          "0044-03-15 00:00:00 BC",
          "12024-01-01",
          "1899-12-31 23:59:59.999+00",
          new Date(9e15 / 2),
          null,
        ]) {
          expect(reads("{built} = BLANK()", "built", cell), String(cell)).toBe(true);
        }
      }));

    it("are not read from anything else", () =>
      inZone(() => {
        for (const cell of [
          "",
          "yesterday",
          "2024-02-30",
          "2024-13-01",
          "2024-1-1",
          new Date("?"),
          5,
          {},
        ]) {
          expect(() => reads(NOON, "built", cell)).toThrow(
            /the column `built` must be a date, but is/,
          );
        }
        const text = "2024-07-01 12:00:00.250";
        expect(() => reads(NOON, "built", text, clickhouse)).toThrow(
          '`date_time_output_format: "iso"`',
        );
        expect(reads(NOON, "built", `${text}Z`, clickhouse)).toBe(true);
        for (const storage of ["DateTime64(3, 'UTC')", "Nullable(DateTime64(3, 'Etc/UTC'))"]) {
          const columns = { built: { column: "built", storage } };
          expect(reads(NOON, "built", text, clickhouse, { columns })).toBe(true);
        }
        const columns = { built: { column: "built", storage: "DateTime64(3, 'Europe/Rome')" } };
        expect(() => reads(NOON, "built", text, clickhouse, { columns })).toThrow("its time zone");
        expect(reads('{built} = "2024-02-29"', "built", "2024-02-29", clickhouse)).toBe(true);
      }));
  },
);

it("a Date of an hour that the local clock skips is refused", () => {
  process.env.TZ = "America/New_York";
  const options = { rows: { dates: "local" } } as const;
  for (const minute of [0, 30, 59]) {
    expect(() => reads(NOON, "built", new Date(2024, 2, 10, 3, minute), mariadb, options)).toThrow(
      "the clocks were set forward",
    );
  }
  expect(
    reads(
      '{built} = "2024-03-10T01:59:00Z"',
      "built",
      new Date(2024, 2, 10, 1, 59),
      mariadb,
      options,
    ),
  ).toBe(true);
  expect(
    reads(
      '{built} = "2024-03-10T04:00:00Z"',
      "built",
      new Date(2024, 2, 10, 4, 0),
      mariadb,
      options,
    ),
  ).toBe(true);
  // The hour that occurs twice: the driver creates the same Date for both times.
  expect(
    reads(
      '{built} = "2024-11-03T01:30:00Z"',
      "built",
      new Date(2024, 10, 3, 1, 30),
      mariadb,
      options,
    ),
  ).toBe(true);
});
