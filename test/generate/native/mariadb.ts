import {
  among,
  boolean,
  bytes,
  day,
  escaped,
  float,
  moment,
  numberOfDecimal,
  numberOfInteger,
  single,
  text,
  textOfInteger,
  uuid,
} from "./cells.ts";
import type { DrawColumn, DrawnColumn, NativeEngine } from "./column.ts";

const KEYS = ["CREATE INDEX {i} ON {t} ({c})", "CREATE INDEX {i} ON {t} ({c} DESC)"];
const PREFIXES = ["CREATE INDEX {i} ON {t} ({c}(3))", "CREATE FULLTEXT INDEX {i} ON {t} ({c})"];

const COLLATIONS = [
  "utf8mb4_general_ci",
  "utf8mb4_bin",
  "utf8mb4_unicode_ci",
  "utf8mb4_nopad_bin",
  "utf8mb4_uca1400_as_ci",
];

function texts(suffixes: readonly string[], holds?: (text: string) => boolean): DrawColumn {
  return (tape) => {
    const name = tape.pick([
      "VARCHAR(40)",
      "TEXT",
      "CHAR(5)",
      "VARCHAR(9)",
      "MEDIUMTEXT",
      "LONGTEXT",
    ]);
    const isLarge = name.includes("TEXT");
    const [most = 40] = name.match(/\d+/g)?.map(Number) ?? [];
    return {
      field: "text",
      declared: `${name} ${tape.pick(suffixes)}`,
      cell: text(escaped, {
        most,
        ...(holds === undefined ? {} : { holds }),
        ...(name.startsWith("CHAR") ? { read: (one: string) => one.replace(/ +$/, "") } : {}),
      }),
      indexes: isLarge ? PREFIXES : [...KEYS, ...PREFIXES],
      isText: true,
    };
  };
}

function integers(names: readonly string[], bits: bigint): DrawColumn {
  return (tape) => ({
    field: "number",
    ...(tape.oneIn(2)
      ? {
          declared: tape.pick(names),
          cell: numberOfInteger(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n),
        }
      : { declared: `${tape.pick(names)} UNSIGNED`, cell: numberOfInteger(0n, 2n ** bits - 1n) }),
    indexes: KEYS,
  });
}

const decimal: DrawColumn = (tape) => {
  const [precision, scale] = tape.pick([
    [12, 2],
    [15, 15],
    [15, 0],
    [6, 3],
    [30, 10],
  ] as const);
  const declared = `DECIMAL(${precision}, ${scale})`;
  return { field: "number", declared, cell: numberOfDecimal(precision, scale), indexes: KEYS };
};

/** As a number with an exponent it is a float64. */
const number = (value: number): string => {
  const shown = String(value);
  return shown.includes("e") ? shown : `${shown}e0`;
};

const opaque =
  (declared: string, cell: DrawnColumn["cell"], indexes = KEYS): DrawColumn =>
  () => ({
    field: "text",
    declared,
    cell,
    indexes,
  });

function instants(name: string, least: string, most: string): DrawColumn {
  return (tape) => {
    const precision = tape.pick([0, 1, 3, 4, 6]);
    return {
      field: "date",
      declared: `${name}(${precision})`,
      cell: moment(escaped, precision, { least, most }),
      indexes: KEYS,
    };
  };
}

const LABELS = ["ok", "sad", "Happy", "it's", "a b"];
const SET = ["a", "b", "zz"];
const isBasic = (one: string): boolean => [...one].every((letter) => letter.length === 1);
const isLatin = (one: string): boolean => /^[\x20-\x7e\xa1-\xff\n\t]*$/.test(one);

export const MARIADB: NativeEngine = {
  setup: ["SET time_zone = '+00:00'"],
  // MySQL has it. On MariaDB it is a LONGTEXT.
  absent: ["json as text"],
  key: "INT PRIMARY KEY",
  integer: "INT",
  indexesGenerated: (index) => !index.includes("FULLTEXT"),
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  define: (declared, { isNotNull, from, isStored }) =>
    from === undefined
      ? `${declared}${isNotNull ? " NOT NULL" : " NULL"}`
      : `${declared} AS (${from}) ${isStored ? "STORED" : "VIRTUAL"}`,
  draws: [
    texts(COLLATIONS.filter((one) => one !== "utf8mb4_nopad_bin").map((one) => `COLLATE ${one}`)),
    texts(["COLLATE utf8mb4_nopad_bin"]),
    texts(["CHARACTER SET latin1", "CHARACTER SET latin1 COLLATE latin1_bin"], isLatin),
    texts(["CHARACTER SET utf8mb3", "CHARACTER SET utf8mb3 COLLATE utf8mb3_bin"], isBasic),
    opaque(`ENUM(${LABELS.map(escaped).join(", ")})`, among(escaped, LABELS)),
    opaque("ENUM('b', '', 'a')", among(escaped, ["b", "", "a"])),
    () => ({
      field: "list",
      declared: `SET(${SET.map(escaped).join(", ")})`,
      cell: (tape) => {
        const value = SET.filter(() => tape.oneIn(2));
        return { sql: escaped(value.join(",")), value: value.length === 0 ? null : value };
      },
      indexes: KEYS,
    }),
    () => ({ field: "boolean", declared: "TINYINT(1)", cell: boolean("1", "0"), indexes: KEYS }),
    integers(["TINYINT", "TINYINT(4)"], 8n),
    integers(["SMALLINT"], 16n),
    integers(["MEDIUMINT"], 24n),
    integers(["INT", "INTEGER", "INT(5)"], 32n),
    () => ({
      field: "number",
      declared: "BIGINT",
      cell: numberOfInteger(-(2n ** 63n), 2n ** 63n - 1n),
      indexes: KEYS,
    }),
    () => ({
      field: "text",
      declared: "BIGINT",
      cell: textOfInteger(-(2n ** 63n), 2n ** 63n - 1n),
      indexes: KEYS,
    }),
    () => ({
      field: "number",
      declared: "BIGINT UNSIGNED",
      cell: numberOfInteger(0n, 2n ** 64n - 1n),
      indexes: KEYS,
    }),
    () => ({
      field: "text",
      declared: "BIGINT UNSIGNED",
      cell: textOfInteger(0n, 2n ** 64n - 1n),
      indexes: KEYS,
    }),
    decimal,
    () => ({ field: "number", declared: "FLOAT", cell: single(number), indexes: KEYS }),
    () => ({ field: "number", declared: "DOUBLE", cell: float(number), indexes: KEYS }),
    () => ({
      field: "number",
      declared: "YEAR",
      cell: (tape) => {
        const value = tape.pick([2024, 1901, 2155, 2000, 0, 1970]);
        return { sql: String(value === 0 ? "'0000'" : value), value };
      },
      indexes: KEYS,
    }),
    () => ({ field: "boolean", declared: "BIT(1)", cell: boolean("b'1'", "b'0'"), indexes: KEYS }),
    () => ({ field: "number", declared: "BIT(9)", cell: numberOfInteger(0n, 511n), indexes: KEYS }),
    () => ({
      field: "number",
      declared: "BIT(53)",
      cell: numberOfInteger(0n, 2n ** 53n - 1n),
      indexes: KEYS,
    }),
    () => ({ field: "date", declared: "DATE", cell: day(escaped), indexes: KEYS }),
    instants("DATETIME", "1000-01-01", "9999-12-31"),
    instants("TIMESTAMP", "1971-01-01", "2037-12-31"),
    (tape) => {
      const precision = tape.pick([0, 3, 6]);
      return {
        field: "text",
        declared: `TIME(${precision})`,
        cell: (cells) => {
          const fraction =
            precision === 0
              ? ""
              : `.${cells.pick(["000000", "500000", "001000"]).slice(0, precision)}`;
          const value =
            cells.pick(["00:00:00", "10:00:00", "-01:00:00", "838:59:58", "23:59:59"]) + fraction;
          return { sql: escaped(value), value };
        },
        indexes: KEYS,
      };
    },
    opaque("UUID", uuid(escaped)),
    opaque("INET4", among(escaped, ["127.0.0.1", "9.9.9.9", "0.0.0.0"])),
    opaque("INET6", among(escaped, ["::1", "2001:db8::ff", "::"])),
    opaque("JSON", among(escaped, ['{"a": 1}', "[1, 2]", '"a"', "5", "null", '["a"]']), []),
    opaque(
      "VARBINARY(6)",
      bytes((digits) => `x'${digits}'`),
    ),
    opaque(
      "BLOB",
      bytes((digits) => `x'${digits}'`),
      ["CREATE INDEX {i} ON {t} ({c}(3))"],
    ),
    () => ({
      field: "text",
      declared: "BINARY(2)",
      cell: (tape) => {
        const { value } = bytes((digits) => digits, 2)(tape);
        const digits = typeof value === "string" ? value : "";
        return { sql: `x'${digits}'`, value: digits.padEnd(4, "0") };
      },
      indexes: KEYS,
    }),
  ],
};
