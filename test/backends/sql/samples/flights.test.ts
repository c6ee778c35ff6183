import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDuckDb } from "../../../../src/data/stores/sql/open-duckdb.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { start } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { amount, between, dayAfter, insert, missingEach, pick, timeAfter } from "./rows.ts";
import { expectSample, type SampleTable } from "./sample.ts";

const FLIGHTS = 200;
const PLANES = 40;
const LATE = 143;
const TICKETS = 60;

function ticketOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n * 7_919).padStart(12, "0")}`;
}

/** The flights from some airports. */
const STATEMENTS: readonly string[] = [
  "CREATE TABLE airlines (carrier VARCHAR PRIMARY KEY, name VARCHAR NOT NULL)",
  `CREATE TABLE planes (
    tailnum VARCHAR PRIMARY KEY, year SMALLINT, manufacturer VARCHAR, seats USMALLINT NOT NULL, speed FLOAT, first_flight DATE)`,
  `CREATE TABLE flights (
    id BIGINT PRIMARY KEY, flight_date DATE NOT NULL, dep_time TIMESTAMP, sched_dep_time INTEGER NOT NULL, dep_delay DOUBLE,
    carrier VARCHAR NOT NULL, flight INTEGER NOT NULL, tailnum VARCHAR, origin VARCHAR NOT NULL, dest VARCHAR NOT NULL,
    air_time DOUBLE, distance DECIMAL(8, 1) NOT NULL, codeshares VARCHAR[], cancelled BOOLEAN NOT NULL, time_hour TIMESTAMPTZ)`,
  `CREATE VIEW late AS SELECT id, carrier || flight AS number, dep_delay, date_trunc('month', flight_date)::DATE AS month
    FROM flights WHERE dep_delay > 30`,
  "CREATE TYPE cabin AS ENUM ('economy', 'Premium', 'business', 'l''avion')",
  `CREATE TABLE tickets (
    ticket UUID PRIMARY KEY, flight_id BIGINT NOT NULL, cabin cabin NOT NULL, seat VARCHAR COLLATE NOCASE, fare DECIMAL(12, 2) NOT NULL,
    bonus_miles HUGEINT, barcode UBIGINT NOT NULL, bags UTINYINT, weight FLOAT, born DATE, boarding TIME, issued TIMESTAMP_S,
    scanned TIMESTAMP_MS, paid TIMESTAMP_NS, validity INTERVAL, token BLOB, upgrades cabin[], companions UUID[], meals JSON, flags BIT,
    passenger STRUCT(first VARCHAR, last VARCHAR), extras MAP(VARCHAR, INTEGER), full_name VARCHAR AS (struct_extract(passenger, 'first') || ' ' || struct_extract(passenger, 'last')))`,
  insert("airlines", "carrier, name", 4, (n) => [
    ["AA", "B6", "UA", "ÖB"][n - 1] ?? "",
    ["Alpha Air", "Blue Six", "Upward", "Ötztal Bahn"][n - 1] ?? "",
  ]),
  insert("planes", "tailnum, year, manufacturer, seats, speed, first_flight", PLANES, (n) => [
    `N${1000 + n}`,
    missingEach(7, n, between(1956, 2013, n)),
    pick(["AIRBUS", "Boeing", "Embraer S/A"], n, 2),
    between(2, 450, n, 3),
    n % 4 === 0 ? between(90, 432, n, 4) + 0.5 : null,
    missingEach(5, n, dayAfter("1956-01-01", n * 500)),
  ]),
  insert(
    "flights",
    "id, flight_date, dep_time, sched_dep_time, dep_delay, carrier, flight, tailnum, origin, dest, air_time, distance, codeshares, cancelled, time_hour",
    FLIGHTS,
    (n) => {
      const day = dayAfter("2013-01-01", Math.floor((n * 365) / FLIGHTS));
      const isCancelled = n % 14 === 0;
      const minute = between(300, 1_430, n, 2);
      const hour = Math.floor(minute / 60);
      return [
        n,
        day,
        isCancelled ? null : timeAfter(day, minute * 60 + between(0, 59, n, 3)),
        hour * 100 + (minute % 60),
        isCancelled ? null : between(-15, 180, n, 4),
        pick(["AA", "B6", "UA", "ÖB"], n, 5),
        between(1, 6_000, n, 6),
        missingEach(18, n, `N${between(1001, 1060, n, 7)}`),
        pick(["EWR", "JFK", "LGA"], n, 8),
        pick(["LAX", "ORD", "BOS", "SFO", "MIA"], n, 9),
        isCancelled ? null : between(30, 390, n, 10),
        between(960, 49_830, n, 11) / 10,
        {
          sql:
            n % 6 === 0 ? "NULL" : `[${n % 2 === 0 ? "'IB100', " : ""}'BA${between(1, 9, n, 12)}']`,
        },
        isCancelled,
        `${timeAfter(day, hour * 3600)}+00`,
      ];
    },
  ),
  insert(
    "tickets",
    "ticket, flight_id, cabin, seat, fare, bonus_miles, barcode, bags, weight, born, boarding, issued, scanned, paid, validity, token, upgrades, companions, meals, flags, passenger, extras",
    TICKETS,
    (n) => {
      const day = dayAfter("2012-11-01", n);
      const cabin = pick(["economy", "Premium", "business", "l'avion"], n, 3);
      return [
        ticketOf(n),
        between(1, FLIGHTS, n, 2),
        cabin,
        missingEach(7, n, `${between(1, 40, n, 4)}${pick(["a", "B", "c", "F"], n, 5)}`),
        amount(20, 9_000, n, 6),
        missingEach(5, n, { sql: `${between(0, 90_000, n, 7)}::HUGEINT * 1180591620717411303424` }),
        { sql: `${between(0, 9_000_000, n, 8)}::UBIGINT * 2048 + 9223372036854775808` },
        missingEach(6, n, between(0, 9, n, 9)),
        missingEach(4, n, between(0, 460, n, 10) / 8),
        missingEach(9, n, dayAfter("1931-03-01", n * 400)),
        missingEach(8, n, `${pick(["05", "17", "23"], n, 11)}:${between(10, 59, n, 12)}:00`),
        timeAfter(day, n * 977),
        `${timeAfter(day, n * 977)}.${between(100, 999, n, 13)}`,
        missingEach(3, n, `${timeAfter(day, n * 977)}.${between(100_000_000, 999_999_999, n, 14)}`),
        { sql: n % 4 === 0 ? "NULL" : `INTERVAL ${between(1, 12, n, 15)} MONTH` },
        { sql: n % 6 === 0 ? "NULL" : `unhex('${between(16, 255, n, 16).toString(16)}00')` },
        { sql: n % 5 === 0 ? "NULL" : `['${cabin.replace("'", "''")}']` },
        { sql: n % 3 === 0 ? `['${ticketOf(n + 1)}', '${ticketOf(n + 2)}']` : "[]" },
        missingEach(4, n, `["${pick(["fish", "pasta"], n, 17)}","tea"]`),
        { sql: `'${pick(["101", "0", "11"], n, 18)}'` },
        { sql: `{'first': '${pick(["Ann", "Łucja", "Bo"], n, 19)}', 'last': 'Traveller'}` },
        { sql: "MAP {'bags': 1}" },
      ];
    },
  ),
];

const TABLES: readonly SampleTable[] = [
  {
    name: "tickets",
    fields: {
      ticket: "text",
      flight_id: "number",
      cabin: "text",
      seat: "text",
      fare: "number",
      // Numbers beyond 2^53.
      bonus_miles: "text",
      barcode: "text",
      bags: "number",
      weight: "number",
      born: "date",
      boarding: "text",
      issued: "date",
      scanned: "date",
      paid: "date",
      validity: "text",
      token: "text",
      upgrades: "list",
      companions: "list",
      meals: "list",
      flags: "text",
      full_name: "text",
    },
    refused: { passenger: "a record cannot be a value", extras: "pairs of keys and values" },
    rows: TICKETS,
    formulas: [
      `{ticket} = "${ticketOf(7)}"`,
      `{ticket} > "${ticketOf(40)}"`,
      '{cabin} = "l\'avion"',
      '{cabin} > "a"',
      'SWITCH({cabin}, "Premium", 1, "business", 2, 3) = 2',
      "UPPER({seat}) != {seat}",
      'ENDS_WITH({seat}, "B")',
      "AND({fare} > 100.5, {fare} <= 4000)",
      "{bonus_miles} = BLANK()",
      '{bonus_miles} > "1"',
      "{bags} >= 5",
      "{weight} < 12.5",
      '{born} < "1970-01-01"',
      "{boarding} = BLANK()",
      '{boarding} > "17:30:00"',
      "DAY({issued}) = 1",
      '{scanned} >= "2012-12-01"',
      'IS_BEFORE({paid}, "2012-12-24T12:00:00Z")',
      'DATETIME_DIFF({scanned}, {issued}, "milliseconds") > 500',
      'CONTAINS({validity}, "1 month")',
      'STARTS_WITH({token}, "a")',
      'HAS({upgrades}, "economy")',
      `HAS({companions}, "${ticketOf(10)}")`,
      'HAS({meals}, "fish")',
      '{flags} = "101"',
      'CONTAINS({full_name}, "Łucja")',
    ],
  },
  {
    name: "flights",
    fields: {
      id: "text",
      flight_date: "date",
      dep_time: "date",
      sched_dep_time: "number",
      dep_delay: "number",
      carrier: "text",
      flight: "number",
      tailnum: "text",
      origin: "text",
      dest: "text",
      air_time: "number",
      distance: "number",
      codeshares: "list",
      cancelled: "boolean",
      time_hour: "date",
    },
    rows: FLIGHTS,
    formulas: [
      "{dep_delay} > 60",
      "AND({dep_delay} >= 0, {dep_delay} <= 15)",
      "{dep_delay} < 0",
      "{dep_delay} = BLANK()",
      "{cancelled}",
      'AND(NOT({cancelled}), {origin} = "JFK", {dest} = "LAX")',
      'OR({dest} = "SFO", {dest} = "LAX")',
      '{carrier} = "ÖB"',
      '{carrier} > "B"',
      "LEN({carrier} & {flight}) < 6",
      "{tailnum} = BLANK()",
      'STARTS_WITH({tailnum}, "N102")',
      "{distance} / ({air_time} / 60) > 900",
      "{distance} < 300.5",
      "AND({distance} > 1000.5, {distance} <= 2000)",
      "ROUND({distance} * 1.609344, 0) > 6000",
      '{flight_date} = "2013-07-04"',
      '{flight_date} >= "2013-11-28"',
      "MONTH({flight_date}) = 2",
      "OR(WEEKDAY({flight_date}) = 0, WEEKDAY({flight_date}) = 6)",
      'DATETIME_FORMAT({flight_date}, "YYYY-MM") = "2013-10"',
      "HOUR({dep_time}) < 8",
      'DATETIME_DIFF({dep_time}, {time_hour}, "minutes") > 30',
      'IS_AFTER({dep_time}, "2013-06-01T12:00:00Z")',
      "INT({sched_dep_time} / 100) = 17",
      "MOD({flight}, 2) = 0",
      'HAS({codeshares}, "IB100")',
      "{codeshares} = BLANK()",
      'LEN(ARRAYJOIN({codeshares}, ",")) > 5',
      'SWITCH({origin}, "JFK", 1, "EWR", 2, 3) = 3',
      "MAX({dep_delay}, {air_time}) > 380",
    ],
  },
  {
    name: "planes",
    fields: {
      tailnum: "text",
      year: "number",
      manufacturer: "text",
      seats: "number",
      speed: "number",
      first_flight: "date",
    },
    rows: PLANES,
    formulas: [
      'UPPER({manufacturer}) = "BOEING"',
      "{year} < 1970",
      "{speed} = BLANK()",
      "{seats} > 300",
      '{first_flight} < "1970-01-01"',
    ],
  },
  {
    name: "late",
    key: "id",
    fields: { id: "number", number: "text", dep_delay: "number", month: "date" },
    rows: LATE,
    formulas: ['{month} = "2013-03-01"', 'STARTS_WITH({number}, "ÖB")', "{dep_delay} >= 120"],
  },
  {
    name: "airlines",
    fields: { carrier: "text", name: "text" },
    rows: 4,
    formulas: ['{carrier} = "B6"', 'CONTAINS(LOWER({name}), "air")'],
  },
];

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

interface File {
  readonly path: string;
  close(): Promise<void>;
}

async function startFile(): Promise<File> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-flights-"));
  const path = join(folder, "flights.duckdb");
  const instance = await load<DuckDb>("@duckdb/node-api").DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of STATEMENTS) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return { path, close: async () => rmSync(folder, { recursive: true }) };
}

describeEngine(
  "flights on DuckDB",
  () => start("DuckDB", startFile),
  (file) => {
    it("are opened unchanged, and answer as memory does", async () => {
      const source = `duckdb:${file().path}`;
      const driver = await openDuckDb(source, { driver: load("@duckdb/node-api") });
      try {
        for (const table of TABLES) await expectSample(driver, table);
      } finally {
        await driver.close();
      }
      expect(TABLES.flatMap(({ formulas }) => formulas).length).toBeGreaterThan(30);
    });
  },
);
