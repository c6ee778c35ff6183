import {
  among,
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

const ART = ["CREATE INDEX {i} ON {t} ({c})"];

/** An integer as a number, and as a text. */
function integers(name: string, least: bigint, most: bigint): readonly DrawColumn[] {
  return [
    () => ({
      field: "number",
      declared: name,
      cell: numberOfInteger(least, most, quoted),
      indexes: ART,
    }),
    () => ({
      field: "text",
      declared: name,
      cell: textOfInteger(least, most, quoted),
      indexes: ART,
    }),
  ];
}

const signed = (name: string, bits: bigint): readonly DrawColumn[] =>
  integers(name, -(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
const unsigned = (name: string, bits: bigint): readonly DrawColumn[] =>
  integers(name, 0n, 2n ** bits - 1n);

const decimal: DrawColumn = (tape) => {
  const [precision, scale] = tape.pick([
    [12, 2],
    [3, 3],
    [15, 0],
    [4, 1],
    [18, 3],
    [30, 10],
  ] as const);
  const declared = `DECIMAL(${precision}, ${scale})`;
  return { field: "number", declared, cell: numberOfDecimal(precision, scale), indexes: ART };
};

const opaque =
  (declared: string, cell: DrawnColumn["cell"], more: Partial<DrawnColumn> = {}): DrawColumn =>
  () => ({
    field: "text",
    declared,
    cell,
    ...more,
  });

function instants(
  declared: string,
  digits: number,
  suffix = "",
  more: Parameters<typeof moment>[2] = {},
): DrawColumn {
  return () => ({
    field: "date",
    declared,
    cell: moment((one) => quoted(one.includes("infinity") ? one : one + suffix), digits, {
      others: ["infinity", "-infinity"],
      ...more,
    }),
    indexes: ART,
  });
}

const LABELS = ["ok", "sad", "Happy", "it's", ""];
const MOODS = `ENUM(${LABELS.map(quoted).join(", ")})`;

const arrayOf = (cells: readonly string[]): string => `[${cells.join(", ")}]`;

function lists(type: string, element: DrawnColumn["cell"]): DrawColumn {
  return () => ({ field: "list", declared: `${type}[]`, cell: list(arrayOf, element) });
}

const DOCUMENTS = ['{"a":1}', "[1,2]", '"a"', "5", "null", '{"a": 2}'];

const time =
  (zone: string): DrawnColumn["cell"] =>
  (tape) => {
    const value = timeText(6, tape) + zone;
    return { sql: quoted(value), value };
  };

export const DUCKDB: NativeEngine = {
  setup: [],
  key: "INTEGER PRIMARY KEY",
  integer: "INTEGER",
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  define: (declared, { isNotNull, from }) =>
    from === undefined ? `${declared}${isNotNull ? " NOT NULL" : ""}` : `${declared} AS (${from})`,
  draws: [
    opaque("VARCHAR", text(quoted), { indexes: ART, isText: true }),
    opaque("VARCHAR COLLATE NOCASE", text(quoted), { isText: true }),
    opaque("VARCHAR COLLATE NOCASE.NOACCENT", text(quoted), { isText: true }),
    opaque(MOODS, among(quoted, LABELS), { indexes: ART }),
    opaque("UUID", uuid(quoted), { indexes: ART }),
    ...signed("TINYINT", 8n),
    ...unsigned("UTINYINT", 8n),
    ...signed("SMALLINT", 16n),
    ...unsigned("USMALLINT", 16n),
    ...signed("INTEGER", 32n),
    ...unsigned("UINTEGER", 32n),
    ...signed("BIGINT", 64n),
    ...unsigned("UBIGINT", 64n),
    ...signed("HUGEINT", 128n),
    ...unsigned("UHUGEINT", 128n),
    decimal,
    () => ({
      field: "number",
      declared: "FLOAT",
      cell: single((one) => quoted(String(one))),
      indexes: ART,
    }),
    () => ({
      field: "number",
      declared: "DOUBLE",
      cell: float((one) => quoted(String(one))),
      indexes: ART,
    }),
    () => ({ field: "boolean", declared: "BOOLEAN", cell: boolean("true", "false"), indexes: ART }),
    () => ({
      field: "date",
      declared: "DATE",
      cell: day(quoted, { others: ["infinity", "-infinity", "5000000-01-01"] }),
      indexes: ART,
    }),
    instants("TIMESTAMP", 6),
    instants("TIMESTAMP WITH TIME ZONE", 6, "+00"),
    instants("TIMESTAMP_S", 0),
    instants("TIMESTAMP_MS", 3),
    instants("TIMESTAMP_NS", 9, "", { least: "1700-01-01", most: "2262-01-01" }),
    opaque("TIME", time(""), { indexes: ART }),
    opaque("TIME WITH TIME ZONE", time("+02")),
    opaque("INTERVAL", among(quoted, ["1 month", "30 days", "00:00:01", "1 year 2 days 03:04:05"])),
    opaque(
      "BLOB",
      bytes((digits) => `unhex('${digits}')`),
      { indexes: ART },
    ),
    opaque("BIT", among(quoted, ["101", "1", "0"])),
    opaque("BIGNUM", textOfInteger(-(10n ** 70n), 10n ** 70n, quoted)),
    opaque("JSON", among(quoted, DOCUMENTS)),
    () => ({ field: "list", declared: "JSON", cell: jsonList(quoted), storage: "JSON" }),
    lists("VARCHAR", text(quoted)),
    lists("UUID", uuid(quoted)),
    lists(MOODS, among(quoted, LABELS)),
    lists("INTEGER", textOfInteger(-(2n ** 31n), 2n ** 31n - 1n, quoted)),
    lists("UHUGEINT", textOfInteger(0n, 2n ** 128n - 1n, quoted)),
    () => ({
      field: "list",
      declared: "VARCHAR[2]",
      cell: (tape) => {
        const [a = "", b = ""] = [tape.pick(["a", "B", ""]), tape.pick(["zz", "a,b"])];
        return { sql: `['${a}', '${b}']`, value: [a, b] };
      },
    }),
  ],
};
