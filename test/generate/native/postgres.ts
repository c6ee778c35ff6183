import type { Tape } from "../tape.ts";
import {
  among,
  anyDecimal,
  boolean,
  bytes,
  day,
  float,
  jsonList,
  list,
  moment,
  numberOfDecimal,
  numberOfInteger,
  quoted,
  single,
  text,
  textOfInteger,
  timeText,
  uuid,
} from "./cells.ts";
import type { DrawColumn, DrawnColumn, NativeEngine } from "./column.ts";

const BTREE = "CREATE INDEX {i} ON {t} ({c})";
const using = (method: string, rest = ""): string =>
  `CREATE INDEX {i} ON {t} USING ${method} ({c}${rest})`;
const ORDERED = [
  BTREE,
  "CREATE INDEX {i} ON {t} ({c} DESC NULLS LAST)",
  "CREATE INDEX {i} ON {t} ({c}) WHERE {c} IS NOT NULL",
  using("hash"),
  using("brin"),
];
/** Enums and booleans have no operator class for BRIN. */
const PLAIN = ORDERED.filter((one) => !one.includes("brin"));
const TEXTS = [...ORDERED, "CREATE INDEX {i} ON {t} (lower({c}::text))"];
const PATTERNS = [...TEXTS, using("btree", " text_pattern_ops")];
const GIN = [using("gin"), BTREE];

function texts(names: readonly string[], suffix = "", more: Partial<DrawnColumn> = {}): DrawColumn {
  return (tape) => {
    const name = tape.pick(names);
    const [most = 40] = name.match(/\d+/g)?.map(Number) ?? [];
    return {
      field: "text",
      declared: `${name}${suffix}`,
      cell: text(quoted, { most }),
      indexes: suffix === "" ? PATTERNS : TEXTS,
      isText: true,
      ...more,
    };
  };
}

function opaque(
  declared: string,
  cell: DrawnColumn["cell"],
  more: Partial<DrawnColumn> = {},
): DrawColumn {
  return () => ({ field: "text", declared, cell, indexes: ORDERED, ...more });
}

/** A type of integers as a number, and as a text. */
function integers(bits: number, names: readonly string[]): readonly DrawColumn[] {
  const [least, most] = [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
  const declared = (tape: Tape): string => tape.pick(names);
  return [
    (tape) => ({
      field: "number",
      declared: declared(tape),
      cell: numberOfInteger(least, most, quoted),
      indexes: ORDERED,
    }),
    (tape) => ({
      field: "text",
      declared: declared(tape),
      cell: textOfInteger(least, most, quoted),
      indexes: ORDERED,
    }),
  ];
}

const DECIMALS = [
  [12, 2],
  [15, 15],
  [15, 0],
  [6, 3],
  [20, 3],
  [38, 10],
] as const;

const numeric: DrawColumn = (tape) => {
  const [precision, scale] = tape.pick(DECIMALS);
  const declared = tape.oneIn(4) ? "numeric" : `numeric(${precision}, ${scale})`;
  return { field: "number", declared, cell: numberOfDecimal(precision, scale), indexes: ORDERED };
};

const numericText: DrawColumn = (tape) => {
  const [precision, scale] = tape.pick(DECIMALS);
  return {
    field: "text",
    declared: `numeric(${precision}, ${scale})`,
    cell: (cells) => {
      const value = anyDecimal(precision, scale, cells);
      return { sql: value, value: value.startsWith("0.") || value !== "" ? value : null };
    },
    indexes: ORDERED,
  };
};

const LABELS = ["ok", "sad", "Happy", "it's", "a b"];
const DAYS = { others: ["infinity", "-infinity"], most: "9999-12-31" };

function instants(type: string, suffix: string): DrawColumn {
  return (tape) => {
    const precision = tape.pick([undefined, 0, 1, 3, 4, 6]);
    const [name = "", ...rest] = type.split(" ");
    const size = precision === undefined ? "" : `(${precision})`;
    return {
      field: "date",
      declared: [name + size, ...rest].join(" "),
      cell: moment(
        (one) => quoted(one.includes("infinity") ? one : one + suffix),
        precision ?? 6,
        DAYS,
      ),
      indexes: ORDERED,
    };
  };
}

const arrayOf = (type: string) => (cells: readonly string[]) =>
  `ARRAY[${cells.join(", ")}]::${type}[]`;

/** An array of a type, of which GIN has an operator class. */
function arrays(type: string, element: DrawnColumn["cell"]): DrawColumn {
  return () => ({
    field: "list",
    declared: `${type}[]`,
    cell: list(arrayOf(type), element),
    indexes: GIN,
  });
}

const DOCUMENTS = ['{"a": 1}', "[1, 2]", '["a"]', '"a"', "5", "null"];

const time =
  (zone: string): DrawnColumn["cell"] =>
  (tape) => {
    const value = timeText(6, tape) + zone;
    return { sql: quoted(value), value };
  };

const PADDED = { most: 4, read: (one: string) => one.replace(/ +$/, "") };

export const POSTGRES: NativeEngine = {
  setup: [
    `DROP DOMAIN IF EXISTS short, label CASCADE; DROP TYPE IF EXISTS mood, size, hole CASCADE; DROP COLLATION IF EXISTS loose CASCADE;
     CREATE EXTENSION IF NOT EXISTS citext; CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
     CREATE TYPE mood AS ENUM (${LABELS.map(quoted).join(", ")}); CREATE TYPE size AS ENUM ('a', 'b', 'c'); CREATE TYPE hole AS ENUM ('b', '', 'a');
     CREATE DOMAIN label AS varchar(5); CREATE DOMAIN short AS label CHECK (VALUE <> 'no');`,
  ],
  key: "integer PRIMARY KEY",
  integer: "integer",
  indexesGenerated: () => true,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  define: (declared, { isNotNull, from }) =>
    [
      declared,
      // A virtual one takes no index, and none of the types that extensions add.
      from === undefined ? "" : `GENERATED ALWAYS AS (${from}) STORED`,
      isNotNull ? "NOT NULL" : "",
    ].join(" "),
  preferIndexes: ["SET enable_seqscan = off"],
  draws: [
    texts(["text"]),
    texts(["varchar(40)", "varchar", "varchar(5)"]),
    texts(["label", "short"], "", { cell: text(quoted, { most: 5 }), indexes: ORDERED }),
    texts(["text", "varchar(10)"], ' COLLATE "C"'),
    texts(["text", "varchar(9)"], ' COLLATE "und-x-icu"'),
    texts(["text", "varchar(9)"], " COLLATE loose", {
      indexes: PLAIN,
    }),
    texts(["citext"], "", { indexes: [BTREE, using("hash")] }),
    () => ({
      field: "text",
      declared: "char(4)",
      cell: text(quoted, PADDED),
      indexes: [BTREE, using("hash")],
      isText: true,
    }),
    opaque("mood", among(quoted, LABELS), { indexes: PLAIN }),
    opaque("size", among(quoted, ["a", "b", "c"]), { indexes: PLAIN }),
    opaque("hole", among(quoted, ["b", "", "a"]), { indexes: PLAIN }),
    opaque("uuid", uuid(quoted)),
    ...integers(16, ["smallint", "int2"]),
    ...integers(32, ["integer", "int4"]),
    ...integers(64, ["bigint", "int8"]),
    numeric,
    numericText,
    () => ({
      field: "number",
      declared: "real",
      cell: single((one) => quoted(String(one))),
      indexes: ORDERED,
    }),
    () => ({
      field: "number",
      declared: "double precision",
      cell: float((one) => quoted(Object.is(one, -0) ? "-0" : String(one))),
      indexes: ORDERED,
    }),
    () => ({ field: "number", declared: "money", cell: numberOfDecimal(15, 2), indexes: [BTREE] }),
    () => ({
      field: "boolean",
      declared: "boolean",
      cell: boolean("true", "false"),
      indexes: PLAIN,
    }),
    () => ({ field: "date", declared: "date", cell: day(quoted, DAYS), indexes: ORDERED }),
    instants("timestamp with time zone", "+00"),
    instants("timestamp without time zone", ""),
    opaque("time", time("")),
    opaque("timetz", time("+02")),
    opaque(
      "bytea",
      bytes(
        (digits) => quoted(`\\x${digits}`),
        6,
        (digits) => `\\x${digits}`,
      ),
    ),
    opaque(
      "inet",
      among(quoted, ["127.0.0.1", "127.0.0.1/8", "::1", "::ffff:1.2.3.4", "9.9.9.9", "10.0.0.0/8"]),
      {
        indexes: [...ORDERED, using("gist", " inet_ops"), using("spgist")],
      },
    ),
    opaque("cidr", among(quoted, ["10.0.0.0/8", "127.0.0.1/32", "2001:db8::/32"])),
    opaque(
      "macaddr",
      among(quoted, ["08:00:2b:01:02:03", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00"]),
    ),
    opaque("macaddr8", among(quoted, ["08:00:2b:01:02:03:04:05", "ff:ff:ff:ff:ff:ff:ff:ff"])),
    opaque("name", text(quoted, { most: 15 }), { indexes: [BTREE, using("hash")] }),
    opaque('"char"', among(quoted, ["a", "B", "", "%", "1"]), { indexes: [BTREE, using("hash")] }),
    opaque("bit(3)", among(quoted, ["101", "000", "111"]), { indexes: [BTREE] }),
    opaque("varbit(5)", among(quoted, ["101", "", "1"]), { indexes: [BTREE] }),
    opaque("json", among(quoted, DOCUMENTS), { indexes: [] }),
    () => ({ field: "list", declared: "json", cell: jsonList(quoted) }),
    opaque("jsonb", among(quoted, DOCUMENTS), { indexes: GIN }),
    () => ({
      field: "list",
      declared: "jsonb",
      cell: jsonList(quoted),
      indexes: [using("gin"), using("gin", " jsonb_path_ops"), BTREE],
    }),
    opaque("xml", among(quoted, ["<a/>", "a", "<a>b</a>"]), {
      indexes: [],
      isNeverGenerated: true,
    }),
    arrays("text", text(quoted)),
    arrays("varchar(5)", text(quoted, { most: 5 })),
    arrays("char(4)", text(quoted, PADDED)),
    arrays("citext", text(quoted)),
    arrays("uuid", uuid(quoted)),
    arrays("mood", among(quoted, LABELS)),
    arrays("int", textOfInteger(-(2n ** 31n), 2n ** 31n - 1n, quoted)),
    arrays("smallint", textOfInteger(-(2n ** 15n), 2n ** 15n - 1n, quoted)),
    arrays("bigint", textOfInteger(-(2n ** 63n), 2n ** 63n - 1n, quoted)),
  ],
};
