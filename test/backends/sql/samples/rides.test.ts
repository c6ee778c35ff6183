import { expect, it } from "vitest";
import { openClickHouse } from "../../../../src/data/stores/sql/open-clickhouse.ts";
import {
  type ClickHouseServer,
  PASSWORD,
  startClickHouseServer,
} from "../../../data/stores/sql/start-clickhouse.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { load } from "../../../engines/install.ts";
import {
  amount,
  between,
  type Cell,
  dayAfter,
  insert,
  missingEach,
  pick,
  timeAfter,
} from "./rows.ts";
import { expectSample, type SampleTable } from "./sample.ts";

const RIDES = 160;
const DRIVERS = 50;

function driverOf(n: number): string {
  return `${String((n * 7_919) % 100_000).padStart(8, "a")}-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

function stops(n: number): Cell {
  const some = ["airport", "bridge", "d'Arc", "toll"].filter((_, at) => between(0, 2, n, at) === 0);
  return { sql: `[${some.map((one) => `'${one.replaceAll("'", "''")}'`).join(", ")}]` };
}

/** The rides of taxis. */
const STATEMENTS: readonly string[] = [
  `CREATE TABLE rides (
    ride_id UInt32, pickup_at DateTime('UTC'), dropoff_at DateTime64(3, 'UTC'), passengers UInt8, distance Float32,
    longitude Nullable(Float64), fare Decimal(10, 2), tip Nullable(Decimal(9, 2)), vendor LowCardinality(String),
    flag LowCardinality(Nullable(String)), shared Bool, meter Int64, stops Array(String), note String)
    ENGINE = MergeTree ORDER BY (vendor, pickup_at)`,
  `CREATE TABLE drivers (
    driver UUID, licence FixedString(6), grade Enum8('new' = 1, 'Senior' = 2, 'd\\'or' = -3), since Date, born Nullable(Date32),
    home IPv4, terminal Nullable(IPv6), metres UInt64, cents Int128, tokens UInt256, rating Nullable(Float32), debt Nullable(Decimal(30, 10)),
    seen DateTime64(6, 'America/New_York'), paid Nullable(DateTime64(9, 'UTC')), logged DateTime('Asia/Kathmandu'), wishes Array(Enum8('day' = 1, 'night' = 2)),
    cars Array(UUID), meters Array(UInt64), nick LowCardinality(Nullable(String)), best SimpleAggregateFunction(max, UInt16),
    shifts Nested(place String, hours UInt8), km Float64 ALIAS metres / 1000, place Tuple(x Float32, y Float32), prices Map(String, UInt8))
    ENGINE = MergeTree ORDER BY driver COMMENT 'one record for each key'`,
  insert(
    "rides",
    "ride_id, pickup_at, dropoff_at, passengers, distance, longitude, fare, tip, vendor, flag, shared, meter, stops, note",
    RIDES,
    (n) => [
      n,
      timeAfter("2015-07-01", n * 7_207),
      `${timeAfter("2015-07-01", n * 7_207 + between(60, 5_000, n, 2))}.${between(100, 999, n)}`,
      between(0, 6, n, 3),
      amount(0, 40, n, 4),
      missingEach(9, n, -73 - amount(0, 1, n, 5)),
      amount(2, 90, n, 6),
      missingEach(4, n, amount(0, 20, n, 7)),
      pick(["Green Line", "Øst", "yellow"], n, 8),
      n % 5 === 0 ? null : pick(["N", "Y"], n, 9),
      n % 3 === 0,
      between(-1000, 9_000_000, n, 10),
      stops(n),
      n % 6 === 0 ? "" : `${pick(["card", "cash", "no charge"], n, 11)} ${n}`,
    ],
  ),
  insert(
    "drivers",
    "driver, licence, grade, since, born, home, terminal, metres, cents, tokens, rating, debt, seen, paid, logged, wishes, cars, meters, nick, best, shifts.place, shifts.hours, place, prices",
    DRIVERS,
    (n) => [
      driverOf(n),
      `L${between(10, 99_999, n)}`,
      { sql: pick(["'new'", "'Senior'", "'d\\'or'"], n, 2) },
      dayAfter("1999-12-01", n * 123),
      missingEach(6, n, dayAfter("1929-02-27", n * 311)),
      `10.0.${between(0, 3, n, 3)}.${between(0, 255, n, 4)}`,
      missingEach(4, n, `2001:db8::${between(1, 9, n, 5)}`),
      between(0, 900_000, n, 6),
      { sql: `'${between(-9_000, 9_000, n, 7)}000000000000000000'` },
      { sql: `'${between(0, 9_000, n, 8)}00000000000000000000000000000000000007'` },
      missingEach(5, n, between(0, 40, n, 9) / 8),
      missingEach(3, n, amount(-400, 900, n, 10)),
      { sql: `fromUnixTimestamp64Micro(${1_700_000_000_000_000 + n * 977_000_123})` },
      missingEach(4, n, { sql: `fromUnixTimestamp64Nano(17${n + 10}164800000999999)` }),
      { sql: String(1_700_000_000 + n * 43_200) },
      { sql: n % 4 === 0 ? "[]" : `['${pick(["day", "night"], n, 11)}']` },
      { sql: n % 3 === 0 ? "[]" : `['${driverOf(n + 1)}']` },
      { sql: `[${between(0, 9, n, 12)}, 18446744073709551615]` },
      missingEach(5, n, pick(["Bo", "bo", "Ö"], n, 13)),
      between(0, 65_535, n, 14),
      { sql: `['${pick(["north", "south"], n, 15)}']` },
      { sql: `[${between(1, 9, n, 16)}]` },
      { sql: "(1, 2)" },
      { sql: "{'a': 1}" },
    ],
  ),
];

const TABLES: readonly SampleTable[] = [
  {
    name: "drivers",
    fields: {
      driver: "text",
      licence: "text",
      grade: "text",
      since: "date",
      born: "date",
      home: "text",
      terminal: "text",
      metres: "number",
      cents: "text",
      tokens: "text",
      rating: "number",
      debt: "number",
      seen: "date",
      paid: "date",
      logged: "date",
      wishes: "list",
      cars: "list",
      meters: "list",
      nick: "text",
      best: "number",
      "shifts.place": "list",
      "shifts.hours": "list",
      km: "number",
    },
    refused: { place: "a record cannot be a value", prices: "pairs of keys and values" },
    rows: DRIVERS,
    formulas: [
      `{driver} = "${driverOf(7)}"`,
      `{driver} > "${driverOf(30)}"`,
      'CONTAINS({licence}, "7")',
      "LEN({licence}) = 6",
      '{grade} = "d\'or"',
      '{grade} < "d"',
      '{since} >= "2010-01-01"',
      "MONTH({since}) = 12",
      '{born} < "1950-01-01"',
      "{born} = BLANK()",
      'STARTS_WITH({home}, "10.0.1.")',
      '{terminal} = "2001:db8::3"',
      "{metres} > 450000",
      "{km} < 100.5",
      'STARTS_WITH({cents}, "-")',
      "LEN({tokens}) > 41",
      "{rating} >= 2.5",
      "{debt} + 0.5 > 300",
      "{debt} = BLANK()",
      "HOUR({seen}) < 12",
      '{paid} > "2025-01-01"',
      'IS_SAME({logged}, "2023-11-20", "week")',
      'HAS({wishes}, "night")',
      `HAS({cars}, "${driverOf(5)}")`,
      'HAS({meters}, "3")',
      "LOWER({nick}) = {nick}",
      "{best} > 32767",
      'HAS({shifts.place}, "north")',
    ],
  },
  {
    name: "rides",
    key: "ride_id",
    fields: {
      ride_id: "number",
      pickup_at: "date",
      dropoff_at: "date",
      passengers: "number",
      distance: "number",
      longitude: "number",
      fare: "number",
      tip: "number",
      vendor: "text",
      flag: "text",
      shared: "boolean",
      meter: "number",
      stops: "list",
      note: "text",
    },
    rows: RIDES,
    formulas: [
      "{fare} > 50",
      "AND({fare} >= 10, {fare} < 20.5)",
      "{tip} / {fare} > 0.2",
      "{tip} = BLANK()",
      "{fare} + {tip} > 70",
      "ROUND({fare} / {distance}, 2) > 10",
      "{passengers} = 0",
      "OR({passengers} = 1, {passengers} = 2)",
      "{distance} <= 2.5",
      "{longitude} = BLANK()",
      "{longitude} < -73.9",
      '{vendor} = "Øst"',
      '{vendor} != "yellow"',
      '{vendor} > "a"',
      '{flag} = "Y"',
      "{flag} = BLANK()",
      "{shared}",
      "NOT({shared})",
      'AND({shared}, {vendor} = "Green Line", {passengers} > 2)',
      '{pickup_at} >= "2015-07-08"',
      'AND({pickup_at} >= "2015-07-04", {pickup_at} < "2015-07-05")',
      "HOUR({pickup_at}) < 6",
      "OR(WEEKDAY({pickup_at}) = 0, WEEKDAY({pickup_at}) = 6)",
      'DATETIME_DIFF({dropoff_at}, {pickup_at}, "minutes") > 45',
      "MINUTE({dropoff_at}) < 10",
      "{meter} < 1000000",
      "MOD({meter}, 10) = 3",
      'HAS({stops}, "airport")',
      'HAS({stops}, "d\'Arc")',
      "{stops} = BLANK()",
      "{note} = BLANK()",
      'STARTS_WITH({note}, "cash")',
      'VALUE(REGEX_EXTRACT({note}, "[0-9]+$")) > 100',
    ],
  },
];

interface Client {
  command(request: { readonly query: string }): Promise<unknown>;
  close(): Promise<void>;
}

describeEngine(
  "taxi rides on ClickHouse",
  startClickHouseServer,
  (server: () => ClickHouseServer) => {
    it("are opened unchanged, and answer as memory does", async () => {
      const { createClient } = load<{
        createClient(options: { readonly url: string; readonly password: string }): Client;
      }>("@clickhouse/client");
      const { source, port } = server();
      const client = createClient({ url: `http://127.0.0.1:${port}`, password: PASSWORD });
      for (const query of STATEMENTS) await client.command({ query });
      await client.close();
      const driver = await openClickHouse(source, { driver: load("@clickhouse/client") });
      try {
        for (const table of TABLES) await expectSample(driver, table);
      } finally {
        await driver.close();
      }
      expect(TABLES.flatMap(({ formulas }) => formulas).length).toBeGreaterThan(30);
    });
  },
);
