import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "./run-cli.ts";

// In Rome it is the day after.
const RECORD = '{"id":1,"at":"2024-03-01T23:30:00Z"}\n';
const SCHEMA = { fields: { id: { type: "number", key: true }, at: "date" } };
const THERE = "DAY({at}) = 2";

function files(): { readonly records: string; readonly schema: string } {
  const folder = temporaryFolder();
  const records = join(folder, "records.ndjson");
  const schema = join(folder, "schema.json");
  writeFileSync(records, RECORD);
  writeFileSync(schema, JSON.stringify(SCHEMA));
  return { records, schema };
}

/** Every command that reads a formula, with what it writes in UTC and in Rome. */
const COMMANDS: readonly (readonly [
  name: string,
  args: (given: ReturnType<typeof files>) => readonly string[],
  inUtc: RegExp,
  inRome: RegExp,
])[] = [
  ["check", () => ["DAY({at}) & ''"], /ok: gives text/, /ok: gives text/],
  ["eval", ({ records, schema }) => ["DAY({at})", records, "--schema", schema], /^1$/m, /^2$/m],
  ["filter", ({ records, schema }) => [THERE, records, "--schema", schema], /^$/, /"id":1/],
  [
    "explain",
    ({ schema }) => [THERE, "--record", RECORD.trim(), "--schema", schema],
    /^- /,
    /^\+ /,
  ],
  [
    "sql",
    ({ schema }) => ["{at} > '2024-03-02'", "--dialect", "sqlite", "--schema", schema],
    /2024-03-02 00:00:00|2024-03-02T00:00:00|1709337600000/,
    /2024-03-01 23:00:00|2024-03-01T23:00:00|1709334000000/,
  ],
  [
    "summarize",
    ({ records, schema }) => [
      records,
      "--schema",
      schema,
      "--group",
      "DAY({at})",
      "--filter",
      "DAY({at}) > 0",
    ],
    /"DAY\(\{at\}\)":1,"count":1/,
    /"DAY\(\{at\}\)":2,"count":1/,
  ],
];

describe.each(COMMANDS)("%s", (name, args, inUtc, inRome) => {
  test("has a time zone", async () => {
    const given = [name, ...args(files())];
    const utc = await runCli(given);
    expect([utc.code, utc.err]).toEqual([0, ""]);
    expect(utc.out).toMatch(inUtc);
    const rome = await runCli([...given, "--time-zone", "europe/ROME"]);
    expect([rome.code, rome.err]).toEqual([0, ""]);
    expect(rome.out).toMatch(inRome);
  });

  test.each(["Mars/Base", "constructor", "__proto__", "+02:00", "x".repeat(10_000), "a\u001b[31m"])(
    "refuses the unknown zone %j",
    async (zone) => {
      const { code, out, err } = await runCli([name, ...args(files()), "--time-zone", zone]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("there is no time zone");
      expect(err.length).toBeLessThan(500);
      expect(err).not.toContain("\u001b[31m");
    },
  );
});

test("summarize takes parameters for all of its formulas", async () => {
  const { records, schema } = files();
  const { out, code } = await runCli(
    ["summarize", records, "--schema", schema, "--filter", "{id} >= $least"].concat([
      ...["--measure", "sum({id} + $least)", "--group", "{id} = $least", "--param", "least=1"],
    ]),
  );
  expect([code, out]).toEqual([0, '{"{id} = $least":true,"sum({id} + $least)":2}\n']);
});
