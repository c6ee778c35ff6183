import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { compileOrThrow, readSchema } from "../../../src/index.ts";
import { need } from "../../harness/extent.ts";
import { appearance, Program, runCli, runProgram, temporaryFolder } from "./run-cli.ts";

const cars = [...demoCars(300, 1)];
const NDJSON = cars.map((car) => `${JSON.stringify(car)}\n`).join("");

function file(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function records(out: string): readonly Record<string, unknown>[] {
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

describe("generate cars", () => {
  test("writes the records of a seed", async () => {
    expect(await runCli(["generate", "cars", "--count", "300"])).toMatchObject({
      code: 0,
      out: NDJSON,
      err: "",
    });
    const other = await runCli(["generate", "cars", "--count", "2", "--seed", "-7"]);
    expect(records(other.out).map(({ vin }) => vin)).toEqual(
      [...demoCars(2, -7)].map(({ vin }) => vin),
    );
  });

  test("writes JSON and CSV", async () => {
    const json = await runCli(["generate", "cars", "--count", "300", "--format", "json"]);
    expect(JSON.parse(json.out)).toEqual(JSON.parse(JSON.stringify(cars)));
    const none = await runCli(["generate", "cars", "--count", "0", "--format", "json"]);
    expect(none.out).toBe("[]");
    const csv = await runCli(["generate", "cars", "--count", "3", "--format", "csv"]);
    expect(csv.out.split("\r\n")[0]).toBe([...demoSchema.fields.keys()].join(","));
    expect(csv.out.trimEnd().split("\r\n").length).toBe(4);
  });

  test("writes a file that appears only once it is complete", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "cars.csv");
    expect(await runCli(["generate", "cars", "--count", "5", "--out", path])).toMatchObject({
      code: 0,
      out: "",
    });
    // The ending tells the format.
    expect(readFileSync(path, "utf8")).toMatch(/^url,vin,/);
    expect(readdirSync(folder)).toEqual(["cars.csv"]);
  });

  test("leaves nothing behind when it is interrupted", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "cars.ndjson");
    writeFileSync(path, "old");
    const isBegun = appearance(folder, (names) => names.length === 2);
    const program = new Program(["generate", "cars", "--count", "10000000", "--out", path]);
    await isBegun;
    program.child.kill("SIGINT");
    expect(await program.ended).toMatchObject({
      code: 130,
      err: "isoform: interrupted: no file was written\n",
    });
    expect(readdirSync(folder)).toEqual(["cars.ndjson"]);
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  test("writes the schema of its records", async () => {
    const { out } = await runCli(["generate", "cars", "--print-schema"]);
    const read = readSchema(JSON.parse(out));
    expect(read.ok && read.schema.toJSON()).toEqual(demoSchema.toJSON());
  });

  test.each<[args: readonly string[], code: number, message: RegExp]>([
    [["--count", "10000001"], 2, /from 0 to 10000000/],
    [["--format", "xml"], 2, /one of ndjson, json, csv/],
    [["--out", "/nowhere/at/all.ndjson"], 3, /no such file or folder/],
  ])("refuses %j", async (args, code, message) => {
    const run = await runCli(["generate", "cars", ...args]);
    expect(run).toMatchObject({ code, out: "" });
    expect(run.err).toMatch(message);
  });
});

describe("a reader of the output that", () => {
  test("stops early is no failure", async () => {
    const { child, ended } = new Program(["generate", "cars", "--count", "1000000"]);
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ code: 0, err: "" });
  });

  test("has no space left is a failure", async (context) => {
    const missing = existsSync("/dev/full") ? undefined : "there is no /dev/full";
    need(context, { missing, isOptional: true });
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const stdio = ["ignore", full, "pipe"] as const;
    const { code, err } = await runProgram(["generate", "cars", "--count", "100"], { stdio });
    expect(code).toBe(3);
    expect(err).toMatch(/^isoform: the result cannot be written: .*ENOSPC/);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe("filter by a formula that is an error", () => {
  const pricesFile = () => file("preise.csv", 'Preis\n"1.234,50"\n"2.000,00"\n');

  test("for every record fails after the records are written", async () => {
    const prices = pricesFile();
    const result = await runCli(["filter", "VALUE({Preis}) > 100", prices, "--format", "csv"]);
    expect(result).toMatchObject({ code: 3, out: "Preis\r\n" });
    expect(result.err).toContain(
      "the formula is an error for each of the 2 records, so it returns none",
    );
    expect(await runCli(["filter", "VALUE({Preis}) > 100", prices, "--count"])).toMatchObject({
      code: 3,
      out: "0\n",
    });
  });

  test.each([
    ["for some records succeeds", "IF(FIND('1', {Preis}), VALUE({Preis}) > 100, FALSE())", []],
    ["succeeds if no record is tried", "VALUE({Preis}) > 100", ["--limit", "0"]],
  ])("%s", async (_, formula, args) => {
    const result = await runCli(["filter", formula, pricesFile(), "--format", "ndjson", ...args]);
    expect(result).toMatchObject({ code: 0, out: "", err: "" });
  });
});

describe("filter", () => {
  const formula = 'AND({year} >= 2022, {price} < 60000, FIND("Long Range", {title}))';
  const wanted = compileOrThrow(formula, demoSchema).filter(cars);

  test.each<[name: string, content: string | Uint8Array, args: readonly string[]]>([
    ["cars.ndjson", NDJSON, []],
    ["cars.json", JSON.stringify(cars), []],
    ["cars.ndjson.gz", gzipSync(NDJSON), []],
    ["cars.txt", NDJSON, ["--input-format", "ndjson"]],
  ])("reads %s", async (name, content, args) => {
    const { code, out, err } = await runCli(["filter", file(name, content), formula, ...args]);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(records(out).map(({ vin }) => vin)).toEqual(wanted.map(({ vin }) => vin));
    expect(wanted.length).toBeGreaterThan(5);
  });

  test.each<[name: string, input: string | Uint8Array]>([
    ["NDJSON", NDJSON],
    ["NDJSON after a line", `\uFEFF\n ${NDJSON}`],
    ["compressed NDJSON", gzipSync(NDJSON)],
    ["JSON", JSON.stringify(cars)],
  ])("reads %s of the standard input, with a dash and without", async (_, input) => {
    for (const files of [["-"], []]) {
      const { code, out } = await runCli(["filter", ...files, formula], { input });
      expect(code).toBe(0);
      expect(records(out).length).toBe(wanted.length);
    }
  });

  test.each([
    ["CSV", "a;b\nx;1\ny;2\n"],
    ["compressed CSV", gzipSync("a;b\nx;1\ny;2\n")],
    ["compressed JSON", gzipSync('[{"a":"x","b":1},{"a":"y","b":2}]')],
  ])("reads %s of the standard input by its beginning", async (_, input) => {
    const run = await runCli(["filter", "{b} > 1"], { input });
    expect(run).toMatchObject({ code: 0, out: '{"a":"y","b":2}\n', err: "" });
  });

  test("an empty standard input has no fields, but with a schema no records", async () => {
    const empty = await runCli(["filter", "{a} > 1"], { input: "" });
    expect(empty).toMatchObject({ code: 1, out: "" });
    expect(empty.err).toBe(
      "isoform: the standard input is empty, so its fields are not known\ngive --schema if there may be no records\n",
    );
    const schema = file("schema.json", '{"fields":{"a":"number"}}');
    const none = await runCli(["filter", "{a} > 1", "--schema", schema], { input: "" });
    expect(none).toMatchObject({ code: 0, out: "", err: "" });
  });

  test.each(["parquet", "arrow"])("reads %s of the standard input", async (format) => {
    const path = file(`cars.${format}`, "");
    const made = ["filter", "TRUE()", "--format", format, "--out", path];
    expect((await runCli(made, { input: NDJSON })).code).toBe(0);
    const { out } = await runCli(["filter", formula], { input: readFileSync(path) });
    expect(records(out).map(({ vin }) => vin)).toEqual(wanted.map(({ vin }) => vin));
  });

  test("a terminal is no file of records", async () => {
    const input = Object.assign(Readable.from([]), { isTTY: true });
    const { code, err } = await runCli(["filter", "{a} > 1"], { input });
    expect(code).toBe(2);
    expect(err).toBe(
      "isoform: a file of records is missing\nname it after the formula, or redirect it: isoform filter '{price} < 5' < cars.csv\n",
    );
  });

  test("a formula is missing if the only argument is a file", async () => {
    const cars = file("cars.ndjson", NDJSON);
    const { code, err } = await runCli(["filter", cars], { input: NDJSON });
    expect(code).toBe(2);
    expect(err).toBe(`isoform: the formula is missing: ${cars} is a file\n`);
    const both = await runCli(["filter", "-"], { input: NDJSON });
    expect(both.err).toContain("a file of records is missing");
    const twice = await runCli(["filter", "-", "-"], { input: NDJSON });
    expect(twice.err).toContain("only one argument can come from the standard input");
  });

  test("reads the CSV that it writes", async () => {
    const csv = await runCli(["filter", file("cars.ndjson", NDJSON), "TRUE()", "--format", "csv"]);
    const schema = file("schema.json", JSON.stringify(demoSchema));
    const back = await runCli(["filter", file("cars.csv", csv.out), "TRUE()", "--schema", schema]);
    expect(records(back.out)).toEqual(JSON.parse(JSON.stringify(cars)));
  });

  test("writes CSV for spreadsheets", async () => {
    const path = file("cars.ndjson", '{"vin":"=1+1","price":-5}\n');
    const args = ["filter", path, "TRUE()", "--format", "csv"];
    expect((await runCli(args)).out).toBe("vin,price\r\n=1+1,-5\r\n");
    const { out } = await runCli([...args, "--csv-escape-formulas"]);
    expect(out).toBe("vin,price\r\n'=1+1,-5\r\n");
  });

  test("puts records in order, and chooses fields", async () => {
    const { out } = await runCli([
      ...[
        "filter",
        file("cars.ndjson", NDJSON),
        formula,
        "--sort",
        "year:desc,price",
        "--limit",
        "5",
      ],
      ...["--fields", "year,price", "--fields", "vin"],
    ]);
    const sorted = [...wanted].sort(
      (a, b) => b.year - a.year || a.price - b.price || (a.vin < b.vin ? -1 : 1),
    );
    expect(records(out)).toEqual(
      sorted.slice(0, 5).map(({ year, price, vin }) => ({ year, price, vin })),
    );
    expect(Object.keys(records(out)[0] ?? {})).toEqual(["year", "price", "vin"]);
  });

  test("sorts blanks after all values", async () => {
    const path = file(
      "a.ndjson",
      '{"a":null,"b":1}\n{"a":2,"b":2}\n{"a":1,"b":3}\n{"a":2,"b":4}\n',
    );
    for (const [order, expected] of [
      ["a", [3, 2, 4, 1]],
      ["a:desc", [2, 4, 3, 1]],
    ] as const) {
      const { out } = await runCli(["filter", path, "TRUE()", "--sort", order, "--fields", "b"]);
      expect(records(out).map(({ b }) => b)).toEqual(expected);
    }
  });

  test("takes fields of any name", async () => {
    const path = file("odd.ndjson", '{"a,b":1,"a:desc":2,"__proto__":3}\n');
    const { out } = await runCli([
      ...[
        "filter",
        path,
        "{a,b} = 1",
        "--fields",
        "a,b",
        "--fields",
        "__proto__",
        "--sort",
        "a:desc",
      ],
    ]);
    expect(out).toBe('{"a,b":1,"__proto__":3}\n');
  });

  test("--count prints the number of matches, and --limit bounds it", async () => {
    const path = file("cars.ndjson", NDJSON);
    expect((await runCli(["filter", path, formula, "--count"])).out).toBe(`${wanted.length}\n`);
    expect((await runCli(["filter", path, formula, "--count", "--limit", "2"])).out).toBe("2\n");
    expect((await runCli(["filter", path, formula, "--limit", "0"])).out).toBe("");
    expect((await runCli(["filter", path, "FALSE()", "--format", "json"])).out).toBe("[]");
  });

  test("prints warnings to standard error, beside the result", async () => {
    const { code, out, err } = await runCli([
      "filter",
      file("cars.ndjson", NDJSON),
      "1 = 1",
      "--limit",
      "1",
    ]);
    expect(code).toBe(0);
    expect(records(out).length).toBe(1);
    expect(err).toMatch(/^warning\[/);
  });

  test.each<[content: string, args: readonly string[], code: number, message: RegExp]>([
    [NDJSON, ["{prise} < 1"], 1, /^error\[unknown-field\].*\n1 \| \{prise\} < 1\n/],
    [NDJSON, ["{price} <"], 1, /^error\[/],
    [`${NDJSON}{"vin":\n`, ["TRUE()"], 1, /cars\.ndjson, line 301: /],
    [
      NDJSON,
      ["TRUE()", "--fields", "prise"],
      2,
      /there is no field "prise"; did you mean "price"\?/,
    ],
    [NDJSON, ["TRUE()", "--sort", "price:down"], 2, /there is no field "price:down"/],
    [NDJSON, ["TRUE()", "--count", "--sort", "price"], 2, /--count cannot be used/],
    [NDJSON, ["TRUE()", "--csv-escape-formulas"], 2, /needs --format csv/],
    [NDJSON, ["TRUE()", "--key", "prise"], 3, /prise/],
    ['{"a":["x"]}\n', ["TRUE()", "--sort", "a"], 2, /lists have no order/],
  ])("of %#: %j is refused", async (content, args, code, message) => {
    const { err, ...run } = await runCli(["filter", file("cars.ndjson", content), ...args]);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
    expect(run.code).toBe(code);
  });

  test("reports a missing file, and a file of an unknown format", async () => {
    const missing = await runCli(["filter", "/nowhere/cars.ndjson", "TRUE()"]);
    expect(missing).toMatchObject({
      code: 3,
      err: "isoform: /nowhere/cars.ndjson: there is no such file\n",
    });
    const unknown = await runCli(["filter", file("cars.xlsx", ""), "TRUE()"]);
    expect(unknown.code).toBe(3);
    expect(unknown.err).toMatch(/the format is not clear from the name/);
  });
});

describe("schema infer", () => {
  test("writes a schema that the other commands take", async () => {
    const path = file("cars.ndjson", NDJSON);
    const { code, out } = await runCli(["schema", "infer", path, "--key", "vin"]);
    expect(code).toBe(0);
    const read = readSchema(JSON.parse(out));
    expect(read.ok && read.schema.key?.name).toBe("vin");
    expect(
      read.ok && [...read.schema.fields.values()].map(({ name, type }) => [name, type]).sort(),
    ).toEqual([...demoSchema.fields.values()].map(({ name, type }) => [name, type]).sort());
    const used = await runCli([
      "filter",
      path,
      "{price} < 30000",
      "--count",
      "--schema",
      file("s.json", out),
    ]);
    expect(used.code).toBe(0);
  });

  test("says which dates have a time of day, from texts and from JSON", async () => {
    const csv = file("days.csv", "day,at\n2024-02-29,2024-02-29T10:00:00Z\n,2024-03-01\n");
    const json = file("days.json", '[{"day":"2024-02-29","at":"2024-02-29T10:00:00Z"}]');
    for (const path of [csv, json]) {
      const { out } = await runCli(["schema", "infer", path]);
      expect(JSON.parse(out).fields, path).toEqual({
        day: "date",
        at: { type: "date", time: true },
      });
    }
  });

  test("refuses an unknown key", async () => {
    const run = await runCli(["schema", "infer", file("cars.ndjson", NDJSON), "--key", "vun"]);
    expect(run).toMatchObject({ code: 3, out: "" });
  });
});

describe("numbers with more digits than a double holds", () => {
  test("are written as they were read", async () => {
    const input = '{"id":9007199254740993,"price":1.50}\n{"id":7,"price":2}\n';
    const { code, out } = await runCli(["filter", "-", "TRUE()"], { input });
    expect(code).toBe(0);
    expect(out).toBe('{"id":"9007199254740993","price":1.5}\n{"id":"7","price":2}\n');
    const found = await runCli(["filter", "-", '{id} = "9007199254740993"', "--count"], { input });
    expect(found.out).toBe("1\n");
  });
});
