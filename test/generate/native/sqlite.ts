import { MIN_DATE } from "../../../src/language/values/date/index.ts";
import type { Tape } from "../tape.ts";
import {
  boolean,
  bytes,
  day,
  float,
  jsonList,
  moment,
  numberOfInteger,
  quoted,
  text,
  textOfInteger,
} from "./cells.ts";
import type { Cell, DrawColumn, DrawnColumn, NativeEngine } from "./column.ts";

const ORDERED = [
  "CREATE INDEX {i} ON {t} ({c})",
  "CREATE INDEX {i} ON {t} ({c} DESC)",
  "CREATE INDEX {i} ON {t} ({c}) WHERE {c} IS NOT NULL",
];
const TEXTS = [
  ...ORDERED,
  "CREATE INDEX {i} ON {t} ({c} COLLATE NOCASE)",
  "CREATE INDEX {i} ON {t} ({c} COLLATE BINARY)",
  "CREATE INDEX {i} ON {t} (lower({c}))",
];

function texts(suffix: string): DrawColumn {
  return (tape) => ({
    field: "text",
    declared: `${tape.pick(["TEXT", "VARCHAR(20)", "NVARCHAR(9)", "CLOB", "CHARACTER(20)"])}${suffix}`,
    cell: text(quoted),
    indexes: TEXTS,
    isText: true,
  });
}

const LONG = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const SAFE = [-(2n ** 53n) + 1n, 2n ** 53n - 1n] as const;
const NAMES = ["INTEGER", "INT", "BIGINT", "SMALLINT", "TINYINT", "UNSIGNED BIG INT"];

const real = (one: number): string =>
  Number.isInteger(one) && Math.abs(one) < 1e21 ? `${one}.0` : String(one);

/** Two digits after the point, or an integer, which is what SQLite then stores. */
const amount = (tape: Tape): Cell => {
  const value = (tape.below(65_536) - 30_000) / tape.pick([1, 100]);
  return { sql: String(value), value };
};

function dates(declared: string, cell: DrawnColumn["cell"], storage?: string): DrawColumn {
  return () => ({
    field: "date",
    declared,
    cell,
    indexes: ORDERED,
    ...(storage === undefined ? {} : { storage }),
  });
}

/** Of whole seconds, with the number of them. */
const seconds = (tape: Tape): Cell => {
  const { value } = moment(String, 0)(tape);
  return value instanceof Date
    ? { sql: String(value.getTime() / 1000), value }
    : { sql: String(MIN_DATE / 1000 - 1), value: null };
};

/** Of whole minutes, which no form of a Julian day rounds to others. */
const julianDay = (tape: Tape): Cell => {
  const { value } = moment(String, 3)(tape);
  return value instanceof Date
    ? { sql: `julianday('${value.toISOString().replace("Z", "")}')`, value }
    : { sql: "julianday('1899-12-31 23:59:59.999')", value: null };
};

export const SQLITE: NativeEngine = {
  setup: [],
  key: "INTEGER PRIMARY KEY",
  integer: "INTEGER",
  indexesGenerated: () => true,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  define: (declared, { isNotNull, from, isStored }) =>
    [
      declared,
      isNotNull ? "NOT NULL" : "",
      from === undefined ? "" : `GENERATED ALWAYS AS (${from}) ${isStored ? "STORED" : "VIRTUAL"}`,
    ].join(" "),
  draws: [
    texts(""),
    texts(" COLLATE NOCASE"),
    texts(" COLLATE RTRIM"),
    (tape) => ({
      field: "number",
      declared: tape.pick(NAMES),
      cell: numberOfInteger(...SAFE),
      indexes: ORDERED,
    }),
    (tape) => ({
      field: "text",
      declared: tape.pick(NAMES),
      // SQLite reads the digits of the least integer as a number with a fraction.
      cell: textOfInteger(LONG[0] + 1n, LONG[1]),
      indexes: ORDERED,
      storage: "int",
    }),
    (tape) => ({
      field: "number",
      declared: tape.pick(["DECIMAL(10,2)", "NUMERIC"]),
      cell: amount,
      indexes: ORDERED,
    }),
    (tape) => ({
      field: "number",
      declared: tape.pick(["REAL", "DOUBLE PRECISION", "FLOAT"]),
      cell: float(real),
      indexes: ORDERED,
    }),
    (tape) => ({
      field: "boolean",
      declared: tape.pick(["BOOLEAN", "BOOL"]),
      cell: boolean("1", "0"),
      indexes: ORDERED,
    }),
    dates("DATE", day(quoted)),
    dates("DATETIME", moment(quoted, 0)),
    dates(
      "TIMESTAMP",
      moment((one) => quoted(`${one.replace(" ", "T")}Z`), 3),
    ),
    dates("INTEGER", seconds, "seconds since 1970"),
    dates("REAL", julianDay, "julian day"),
    () => ({
      field: "text",
      declared: "BLOB",
      cell: bytes((digits) => `x'${digits}'`),
      indexes: ORDERED,
    }),
    () => ({
      field: "list",
      declared: "JSON",
      cell: jsonList(quoted),
      indexes: ORDERED,
      storage: "json",
    }),
  ],
};
