import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite } from "../../../../src/data/stores/sql/open-sqlite.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { start } from "../../../engines/engine.ts";
import { type SqliteFiles, startSqliteFiles } from "../../../engines/sqlite-files.ts";
import { amount, between, dayAfter, insert, missingEach, pick } from "./rows.ts";
import { expectSample, type SampleTable } from "./sample.ts";

const TRACKS = 160;
const INVOICES = 120;

/** The tables of a shop that sells music. */
const STATEMENTS: readonly string[] = [
  "CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]))",
  `CREATE TABLE [Track] (
    [TrackId] INTEGER PRIMARY KEY, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER, [MediaTypeId] INTEGER NOT NULL,
    [GenreId] INTEGER, [Composer] NVARCHAR(220), [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER, [UnitPrice] NUMERIC(10,2) NOT NULL)`,
  `CREATE TABLE [Employee] (
    [EmployeeId] INTEGER PRIMARY KEY, [LastName] NVARCHAR(20) NOT NULL, [Title] NVARCHAR(30),
    [ReportsTo] INTEGER REFERENCES [Employee] ([EmployeeId]), [BirthDate] DATETIME, [HireDate] DATETIME)`,
  `CREATE TABLE [Invoice] (
    [InvoiceId] INTEGER PRIMARY KEY, [CustomerId] INTEGER NOT NULL, [InvoiceDate] DATETIME NOT NULL,
    [BillingCity] NVARCHAR(40), [BillingCountry] NVARCHAR(40), [BillingPostalCode] NVARCHAR(10), [Total] NUMERIC(10,2) NOT NULL)`,
  `CREATE TABLE [PlaylistTrack] (
    [PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL, CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]))`,
  "CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId])",
  `CREATE VIEW [Entry] AS SELECT [PlaylistId] || '-' || [TrackId] AS [Entry], [PlaylistId], p.[TrackId], t.[Name]
    FROM [PlaylistTrack] p JOIN [Track] t USING ([TrackId])`,
  insert("Artist", "ArtistId, Name", 12, (n) => [
    n,
    missingEach(
      12,
      n,
      `${pick(["The", "Los", "Die", "Ägir's"], n)} ${pick(["Owls", "Lanterns", "Écluses"], n, 2)} ${n}`,
    ),
  ]),
  insert(
    "Track",
    "Name, AlbumId, MediaTypeId, GenreId, Composer, Milliseconds, Bytes, UnitPrice",
    TRACKS,
    (n) => [
      `${pick(["Ballad", "Overture", "Samba", "Blues", "Étude"], n)} No. ${between(1, 40, n, 2)}${n % 7 === 0 ? " (Live)" : ""}`,
      missingEach(23, n, between(1, 20, n, 3)),
      between(1, 5, n, 4),
      between(1, 25, n, 5),
      n % 3 === 0 ? null : pick(["A. Owl", "B. Lantern, C. Reed", "D. Écluse/E. Foss"], n, 6),
      between(1_071, 5_286_953, n, 7),
      missingEach(29, n, between(38_747, 1_059_546_140, n, 8)),
      n % 11 === 0 ? 1.99 : 0.99,
    ],
  ),
  insert("Employee", "LastName, Title, ReportsTo, BirthDate, HireDate", 8, (n) => [
    pick(["Adams", "Edwards", "Peacock"], n),
    ["General Manager", "Sales Manager"][n - 1] ?? "Sales Support Agent",
    n === 1 ? null : Math.ceil(n / 3),
    `${dayAfter("1947-09-19", n * 1200)} 00:00:00`,
    `${dayAfter("2002-08-14", n * 100)} 00:00:00`,
  ]),
  insert(
    "Invoice",
    "CustomerId, InvoiceDate, BillingCity, BillingCountry, BillingPostalCode, Total",
    INVOICES,
    (n) => [
      between(1, 59, n),
      `${dayAfter("2021-01-01", n * 15)} 00:00:00`,
      pick(["São Paulo", "Montréal", "Oslo", "Dublin"], n, 2),
      pick(["Brazil", "Canada", "Norway", "Ireland"], n, 2),
      missingEach(4, n, `0${between(100, 999, n, 3)}`),
      amount(0, 25, n, 4),
    ],
  ),
  insert("PlaylistTrack", "PlaylistId, TrackId", 60, (n) => [1 + (n % 4), n]),
];

const TABLES: readonly SampleTable[] = [
  {
    name: "Track",
    fields: {
      TrackId: "number",
      Name: "text",
      AlbumId: "number",
      MediaTypeId: "number",
      GenreId: "number",
      Composer: "text",
      Milliseconds: "number",
      Bytes: "number",
      UnitPrice: "number",
    },
    rows: TRACKS,
    formulas: [
      "{UnitPrice} = 0.99",
      "{UnitPrice} > 1.5",
      "{Milliseconds} / 60000 > 60",
      "AND({Milliseconds} >= 180000, {Milliseconds} < 1200000)",
      "ROUND({Bytes} / 1048576, 1) > 500",
      "{Bytes} = BLANK()",
      "{Bytes} * 8 / ({Milliseconds} / 1000) < 320000",
      "{Composer} = BLANK()",
      'CONTAINS({Composer}, ",")',
      'SEARCH("lantern", {Composer}) > 0',
      'STARTS_WITH({Name}, "Étude")',
      'ENDS_WITH({Name}, "(Live)")',
      'LOWER({Name}) < "c"',
      'REGEX_MATCH({Name}, "No\\. [1-9]$")',
      'VALUE(REGEX_EXTRACT({Name}, "[0-9]+")) > 30',
      "AND({AlbumId} = 7, {MediaTypeId} != 2)",
      "{AlbumId} = BLANK()",
      "OR({GenreId} = 1, {GenreId} = 3, {GenreId} = 9)",
      "LEN({Name}) > 16",
      'SUBSTITUTE({Composer}, ".", "") = "A Owl"',
    ],
  },
  {
    name: "Invoice",
    fields: {
      InvoiceId: "number",
      CustomerId: "number",
      InvoiceDate: "date",
      BillingCity: "text",
      BillingCountry: "text",
      BillingPostalCode: "text",
      Total: "number",
    },
    rows: INVOICES,
    formulas: [
      '{InvoiceDate} >= "2023-01-01"',
      'AND({InvoiceDate} >= "2022-03-01", {InvoiceDate} < "2022-09-01")',
      '{InvoiceDate} = "2021-01-31"',
      "YEAR({InvoiceDate}) = 2024",
      "MONTH({InvoiceDate}) = 2",
      "{Total} > 13.86",
      'AND({BillingCountry} = "Canada", {Total} <= 5)',
      '{BillingCity} = "São Paulo"',
      "{BillingPostalCode} = BLANK()",
      '{BillingPostalCode} < "05"',
      "INT({Total}) = 8",
      'IF({Total} > 20, "large", "small") = "large"',
    ],
  },
  {
    name: "Employee",
    fields: {
      EmployeeId: "number",
      LastName: "text",
      Title: "text",
      ReportsTo: "number",
      BirthDate: "date",
      HireDate: "date",
    },
    rows: 8,
    formulas: [
      '{BirthDate} < "1960-01-01"',
      'DATETIME_DIFF({HireDate}, {BirthDate}, "years") > 40',
      'CONTAINS({Title}, "Manager")',
      "{ReportsTo} = BLANK()",
    ],
  },
  {
    name: "Artist",
    fields: { ArtistId: "number", Name: "text" },
    rows: 12,
    formulas: ["{Name} = BLANK()", 'CONTAINS({Name}, "Écluses")'],
  },
  {
    name: "Entry",
    key: "Entry",
    fields: { Entry: "text", PlaylistId: "number", TrackId: "number", Name: "text" },
    rows: 60,
    formulas: ["{PlaylistId} = 2", '{Entry} = "3-14"'],
  },
];

describeEngine(
  "a music shop on SQLite",
  () => start("sqlite", startSqliteFiles),
  (files: () => SqliteFiles) => {
    it("is opened unchanged, and answers as memory does", async () => {
      const folder = mkdtempSync(join(tmpdir(), "isoform-music-"));
      const path = join(folder, "music.db");
      const database = files().open(path);
      for (const statement of STATEMENTS) database.exec(statement);
      database.close();
      const driver = await openSqlite(`sqlite:${path}`, { driver: files().driver });
      try {
        for (const table of TABLES) await expectSample(driver, table);
      } finally {
        await driver.close();
        rmSync(folder, { recursive: true });
      }
      expect(TABLES.flatMap(({ formulas }) => formulas).length).toBeGreaterThan(30);
    });
  },
);
