import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../src/language/schema/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { DATABASES, fillTable } from "../service/harness/databases.ts";
import { ENGINES, runCli } from "./run-cli.ts";

const CARS = "id,country,price\n1,Italy,0.1\n2,Italy,0.2\n3,France,\n4,Italy,0.3\n";

async function summarize(...args: readonly string[]): Promise<readonly [number | null, string]> {
  const { code, out, err } = await runCli(["summarize", "-", "--input-format", "csv", ...args], {
    input: CARS,
  });
  return [code, out + err];
}

it("groups the records of files", async () => {
  const measures = ["--measure", "count", "--measure", "sum(price)", "--measure", "sum(1 / 0)"];
  const sort = ["--sort", "count:desc", "--limit", "1"];
  expect(await summarize("--group", "country", ...measures, ...sort, "--format", "csv")).toEqual([
    0,
    "country,count,sum(price),sum(1 / 0)\nItaly,3,0.6,#ERROR\n".replaceAll("\n", "\r\n"),
  ]);
  expect(await summarize("--filter", "{price} > 0.1", "--group", "LEFT({country}, 1)")).toEqual([
    0,
    '{"LEFT({country}, 1)":"I","count":2}\n',
  ]);
});

it("reports mistakes", async () => {
  const [code, text] = await summarize("--measure", "sum(country)");
  expect(code).not.toBe(0);
  expect(text).toContain("`sum` takes number");
});

const schema = defineSchema({
  id: { type: "number", key: true },
  country: "text",
  price: "number",
});
const RECORDS = [
  { id: 1, country: "Italy", price: 0.1 },
  { id: 2, country: "Italy", price: 0.2 },
  { id: 3, country: "France", price: null },
  { id: 4, country: "Italy", price: 0.3 },
];

const TABLES = ["sqlite", "duckdb", "postgres"] as const;

describe.each(TABLES)("a table of %s", (name) => {
  const begin = DATABASES[name];
  if (begin === undefined) throw new Error(`there is no database ${name}`);
  describeEngine(name, begin, (database) => {
    const run = (...args: readonly string[]): ReturnType<typeof runCli> =>
      runCli(["summarize", database().source, ...args], { cwd: ENGINES });

    it("is summarized like a file", async () => {
      const store = await fillTable(database(), "summarized", schema, RECORDS);
      await store.close();
      const table = ["--table", "summarized", "--group", "country"];
      // The database makes the first groups, and its records are read for the second ones.
      expect(await run(...table, "--measure", "count", "--measure", "max(price)")).toMatchObject({
        code: 0,
        out: '{"country":"France","count":1,"max(price)":null}\n{"country":"Italy","count":3,"max(price)":0.3}\n',
      });
      const measures = ["--measure", "sum(price)", "--measure", "median({price} * 10)"];
      expect(await run(...table, "--filter", "{price} > 0", ...measures)).toMatchObject({
        code: 0,
        out: '{"country":"Italy","sum(price)":0.6,"median({price} * 10)":2}\n',
      });
    });

    if (name === "sqlite")
      it("needs an existing name", async () => {
        const wrong = await run("--table", "summarized", "--group", "contry");
        expect([wrong.code, wrong.out]).toEqual([2, ""]);
        expect(wrong.err).toContain("there is no field `contry`");
        expect(await run()).toMatchObject({ code: 2, out: "" });
        const missing = await run("--table", "nothing");
        expect([missing.code, missing.out]).toEqual([3, ""]);
        const forFiles = await run("--table", "summarized", "--delimiter", ";");
        expect([forFiles.code, forFiles.out]).toEqual([3, ""]);
        expect(forFiles.err).toContain("for files");
      });
  });
});

it("refuses a table together with files, and two databases", async () => {
  expect(await summarize("--table", "cars")).toMatchObject([2, expect.stringContaining("--table")]);
  const two = ["summarize", "sqlite:a.db", "sqlite:b.db", "--table", "cars"];
  expect(await runCli(two)).toMatchObject({ code: 3, out: "" });
});
