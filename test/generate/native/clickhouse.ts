import {
  among,
  boolean,
  day,
  escaped,
  float,
  list,
  moment,
  numberOfDecimal,
  numberOfInteger,
  single,
  text,
  textOfInteger,
  uuid,
} from "./cells.ts";
import type { DrawColumn, DrawnColumn, NativeEngine } from "./column.ts";

const index = (type: string) => `ALTER TABLE {t} ADD INDEX {i} {c} TYPE ${type} GRANULARITY 1`;
const ORDERED = [index("minmax"), index("set(0)"), index("bloom_filter")];
/** Indexes that no nullable column has. */
const PARTS = [index("ngrambf_v1(3, 256, 2, 0)"), index("tokenbf_v1(256, 2, 0)")];

const shown = (value: number): string => escaped(String(value));

/** Integers of some bits, as a number or as a text. */
function integers(
  name: string,
  bits: bigint,
  fields: readonly ("number" | "text")[],
): readonly DrawColumn[] {
  const [least, most] = name.startsWith("U")
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  return fields.map((field) => () => ({
    field,
    declared: name,
    cell: (field === "number" ? numberOfInteger : textOfInteger)(least, most, escaped),
    indexes: ORDERED,
  }));
}

const BOTH = ["number", "text"] as const;

const decimal: DrawColumn = (tape) => {
  const [precision, scale] = tape.pick([
    [12, 2],
    [3, 3],
    [9, 0],
    [15, 5],
    [18, 4],
    [30, 10],
    [60, 20],
  ] as const);
  return {
    field: "number",
    declared: `Decimal(${precision}, ${scale})`,
    cell: numberOfDecimal(precision, scale, escaped),
    indexes: [index("minmax"), index("set(0)")],
  };
};

const opaque =
  (declared: string, cell: DrawnColumn["cell"], indexes = ORDERED): DrawColumn =>
  () => ({
    field: "text",
    declared,
    cell,
    indexes,
  });

const LABELS = ["ok", "sad", "Happy", "it's", "a\\b"];
const enumOf = (name: string, labels: readonly string[]): string =>
  `${name}(${labels.map((label, at) => `${escaped(label)} = ${(at - 2) * 7}`).join(", ")})`;

const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu"];

/** Instants in some zone. They are written as seconds since 1970, which no zone changes. */
const seconds =
  (name: string, digits: number, least: string, most: string): DrawColumn =>
  (tape) => {
    const zone = tape.pick(ZONES);
    const size = digits === 0 ? "" : `${digits}, `;
    return {
      field: "date",
      declared: `${name}(${size}'${zone}')`,
      cell: (cells) => {
        const { sql, value } = moment((one) => one, digits, { least, most })(cells);
        const [whole = "", fraction = ""] = sql.split(".");
        const count = Date.parse(`${whole.replace(" ", "T")}Z`) / 1000;
        if (digits === 0) return { sql: String(count), value };
        const units = BigInt(count) * 10n ** BigInt(digits) + BigInt(fraction);
        // As an integer, a value is a number of the type's own units.
        return { sql: `${units}`, value };
      },
      indexes: [index("minmax"), index("set(0)")],
    };
  };

const arrayOf = (cells: readonly string[]): string => `[${cells.join(", ")}]`;

function arrays(type: string, element: DrawnColumn["cell"], hasNulls = false): DrawColumn {
  return () => ({
    field: "list",
    declared: `Array(${type})`,
    cell: list(arrayOf, element, hasNulls),
    indexes: hasNulls ? [] : [index("bloom_filter")],
    isNeverNull: true,
  });
}

const padded = {
  most: 4,
  holds: (one: string): boolean => new TextEncoder().encode(one).length <= 4,
  read: (one: string): string => one,
};

export const CLICKHOUSE: NativeEngine = {
  setup: [],
  // Later versions have it, and only if a setting says so.
  absent: [
    "time as text",
    // Only a mapping that is written by hand names these. The description of a table has the types in them.
    ...["text", "number", "boolean", "date"].map((type) => `nullable as ${type}`),
  ],
  key: "UInt32",
  integer: "UInt8",
  quote: (name) => `\`${name.replace(/[\\`]/g, "\\$&")}\``,
  suffix: "ENGINE = MergeTree ORDER BY `row number` COMMENT 'one record for each key'",
  define: (declared, { isNotNull, from, isStored }) => {
    const [, inner] = /^LowCardinality\((.*)\)$/s.exec(declared) ?? [];
    const nullable =
      inner === undefined ? `Nullable(${declared})` : `LowCardinality(Nullable(${inner}))`;
    const type = isNotNull ? declared : nullable;
    return from === undefined ? type : `${type} ${isStored ? "MATERIALIZED" : "ALIAS"} ${from}`;
  },
  draws: [
    opaque("String", text(escaped)),
    () => ({
      field: "text",
      declared: "String",
      cell: text(escaped),
      indexes: PARTS,
      isNeverNull: true,
    }),
    opaque("LowCardinality(String)", text(escaped)),
    opaque("FixedString(4)", text(escaped, padded)),
    opaque(enumOf("Enum8", LABELS), among(escaped, LABELS)),
    opaque(enumOf("Enum16", ["b", "", "a"]), among(escaped, ["b", "", "a"])),
    opaque("UUID", uuid(escaped)),
    opaque("IPv4", among(escaped, ["127.0.0.1", "9.9.9.9", "0.0.0.0"])),
    opaque("IPv6", among(escaped, ["::1", "2001:db8::ff", "::"])),
    ...integers("Int8", 8n, BOTH),
    ...integers("UInt8", 8n, BOTH),
    ...integers("Int16", 16n, BOTH),
    ...integers("UInt16", 16n, BOTH),
    ...integers("Int32", 32n, BOTH),
    ...integers("UInt32", 32n, BOTH),
    ...integers("Int64", 64n, BOTH),
    ...integers("UInt64", 64n, BOTH),
    ...integers("Int128", 128n, ["text"]),
    ...integers("UInt128", 128n, ["text"]),
    ...integers("Int256", 256n, ["text"]),
    ...integers("UInt256", 256n, ["text"]),
    decimal,
    () => ({ field: "number", declared: "Float32", cell: single(shown), indexes: ORDERED }),
    () => ({ field: "number", declared: "Float64", cell: float(shown), indexes: ORDERED }),
    () => ({
      field: "boolean",
      declared: "Bool",
      cell: boolean("true", "false"),
      indexes: ORDERED,
    }),
    () => ({
      field: "date",
      declared: "Date",
      cell: day(escaped, { least: "1970-01-01", most: "2149-06-06" }),
      indexes: ORDERED,
    }),
    () => ({
      field: "date",
      declared: "Date32",
      cell: day(escaped, { least: "1900-01-01", most: "2299-12-31" }),
      indexes: [index("minmax"), index("set(0)")],
    }),
    seconds("DateTime", 0, "1970-01-01", "2106-01-01"),
    ...[1, 3, 4, 6, 8].map((digits) => seconds("DateTime64", digits, "1900-01-01", "2299-12-31")),
    seconds("DateTime64", 9, "1900-01-01", "2262-01-01"),
    arrays("String", text(escaped)),
    arrays("Nullable(String)", text(escaped), true),
    arrays("LowCardinality(String)", text(escaped)),
    arrays("UUID", uuid(escaped)),
    arrays(enumOf("Enum8", LABELS), among(escaped, LABELS)),
    arrays("Nullable(Int64)", textOfInteger(-(2n ** 63n), 2n ** 63n - 1n), true),
    arrays("UInt256", textOfInteger(0n, 2n ** 256n - 1n, escaped)),
  ],
};
