import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeEngine } from "../../engines/describe-engine.ts";
import { DATABASES } from "../service/harness/databases.ts";
import { ENGINES, runCli, temporaryFolder } from "./run-cli.ts";

const SCHEMA = {
  fields: {
    id: { type: "text", key: true },
    price: "number",
    seats: "number",
    perSeat: { formula: "ROUND({price} / {seats}, 2)" },
    isDear: { formula: "{perSeat} > 100" },
  },
};
// A column has the name of a computed field, and values of another type.
const CSV = "id,price,seats,perSeat\nA,300,2,cheap\nB,300,4,\nC,5,0,7\n";

function files(schema: object = SCHEMA): { readonly schema: string; readonly trips: string } {
  const folder = temporaryFolder();
  const paths = { schema: join(folder, "schema.json"), trips: join(folder, "trips.csv") };
  writeFileSync(paths.schema, JSON.stringify(schema));
  writeFileSync(paths.trips, CSV);
  return paths;
}

it("filter computes them, and writes them beside the fields of the file", async () => {
  const { schema, trips } = files();
  const run = (...args: readonly string[]): ReturnType<typeof runCli> =>
    runCli(["filter", ...args, trips, "--schema", schema]);
  const all = await run("TRUE()", "--format", "csv");
  const lines = [
    "id,price,seats,perSeat,isDear",
    "A,300,2,150,true",
    "B,300,4,75,false",
    "C,5,0,,",
  ];
  expect(all).toMatchObject({ code: 0, out: lines.map((line) => `${line}\r\n`).join("") });
  const sorted = await run("{perSeat} > 0", "--sort", "isDear:asc", "--fields", "perSeat");
  expect(sorted).toMatchObject({ code: 0, out: '{"perSeat":75}\n{"perSeat":150}\n' });
  const missing = await run("{perSeet} > 0");
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("`perSeat`")]);
});

it("explain opens them, and check knows their types", async () => {
  const { schema } = files();
  const record = '{"id":"A","price":300,"seats":2,"perSeat":1}';
  const explained = await runCli(["explain", "{isDear}", "--schema", schema, "--record", record]);
  expect(explained.out).toMatch(/\{isDear\} {2}-> {2}TRUE\n.*\{perSeat\} > 100/);
  expect(explained.out).toContain("ROUND({price} / {seats}, 2)  ->  150");
  const checked = await runCli(["check", '{perSeat} = "x"', "--schema", schema]);
  expect(checked).toMatchObject({ code: 1, out: expect.stringContaining("is a number") });
});

it("a mistake in one is a mistake in the schema, with its position", async () => {
  const { schema } = files({
    fields: { a: { formula: "{b} + 1" }, b: { formula: "{a} + 1" } },
  });
  const { code, out, err } = await runCli(["check", "{a}", "--schema", schema]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("is computed from itself");
  expect(err).toContain("at character 1 of its formula");
});

const { sqlite: begin } = DATABASES;
if (begin === undefined) throw new Error("there is no sqlite");
describeEngine("sqlite", begin, (database) => {
  it("import makes no column for them, and the table computes them again", async () => {
    const { schema, trips } = files();
    const put = ["import", trips, database().source, "--schema", schema, "--table", "trips"];
    const refused = await runCli([...put, "--index", "perSeat"], { cwd: ENGINES });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('"perSeat" is computed, so the table has no column for it'),
    ]);
    expect(await runCli([...put, "--quiet"], { cwd: ENGINES })).toMatchObject({ code: 0, err: "" });
    const described = await runCli(["schema", "from", database().source, "--table", "trips"], {
      cwd: ENGINES,
    });
    expect(Object.keys(JSON.parse(described.out).schema.fields)).toEqual(["id", "price", "seats"]);
    const summarize = ["summarize", database().source, "--table", "trips", "--schema", schema];
    const groups = await runCli([...summarize, "--group", "isDear", "--measure", "sum(perSeat)"], {
      cwd: ENGINES,
    });
    expect(groups.out.split("\n").slice(0, 2)).toEqual([
      '{"isDear":false,"sum(perSeat)":75}',
      '{"isDear":true,"sum(perSeat)":150}',
    ]);
  });
});
