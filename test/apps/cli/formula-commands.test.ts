import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli, runProgram, temporaryFolder } from "./run-cli.ts";

function schemaFile(json: unknown = CARS): string {
  const path = join(temporaryFolder(), "cars.schema.json");
  writeFileSync(path, typeof json === "string" ? json : JSON.stringify(json));
  return path;
}

const CARS = {
  fields: {
    vin: { type: "text", key: true },
    country: "text",
    price: "number",
    title: "text",
    seen: "date",
  },
};

describe("check", () => {
  test("prints the type of a formula and the fields that it reads", async () => {
    const run = await runCli(["check", "{price} < 50000", "--schema", schemaFile()]);
    expect(run).toMatchObject({ code: 0, out: "ok: gives boolean, reads price\n", err: "" });
  });

  test("needs no schema", async () => {
    expect(await runCli(["check", "{anything} + 1"])).toMatchObject({ code: 0 });
  });

  test("marks mistakes with carets", async () => {
    const { code, out, err } = await runCli([
      "check",
      '{price} = "cheap"',
      "--schema",
      schemaFile(),
    ]);
    expect(code).toBe(1);
    expect(err).toBe("");
    expect(out).toContain('1 | {price} = "cheap"\n');
    expect(out).toMatch(/\^{7}/);
    expect(out).not.toContain("\u001b");
  });

  test("prints warnings and exits with code 0", async () => {
    const { code, out } = await runCli(["check", "1 = 1", "--schema", schemaFile()]);
    expect(code).toBe(0);
    expect(out).toMatch(/^warning\[/);
    expect(out).toMatch(/\n\nok: gives boolean\n$/);
  });

  test.each([[["check"]], [["check", "-"]]])("%j reads the standard input", async (args) => {
    const { code, out } = await runCli(args, { input: 'CONCATENATE("a",\n  "b")\n' });
    expect(code).toBe(0);
    expect(out).toBe("ok: gives text\n");
  });

  test("exits with a code as a program, and reads its standard input", async () => {
    expect(await runProgram(["check"], { input: "TRUE()\n" })).toMatchObject({
      code: 0,
      out: "ok: gives boolean\n",
    });
    expect(await runProgram(["check", "-", "--schema", "/nowhere.json"])).toMatchObject({
      code: 3,
      err: "isoform: /nowhere.json: there is no such file or folder\n",
    });
  });

  test("writes its result as JSON with --json", async () => {
    const { out } = await runCli(["check", "{price} +", "--json"]);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ ok: false, error: { kind: "formula" } });
    expect(answer.diagnostics[0]).toMatchObject({
      severity: "error",
      span: { start: expect.any(Number) },
    });
  });

  test("checks many formulas, one on each line", async () => {
    const input = "{price} < 1\n\nLEFT(\r\nTRUE()\n";
    const { code, out, err } = await runCli(["check", "--lines"], { input });
    expect(code).toBe(1);
    expect(out).toMatch(/^line 3:\nerror\[/);
    expect(out).not.toContain("line 1:");
    expect(err).toBe("1 of 3 formulas has errors\n");
    const asJson = await runCli(["check", "--lines", "--json"], { input });
    const answers = asJson.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ line, ok }) => [line, ok])).toEqual([
      [1, true],
      [3, false],
      [4, true],
    ]);
  });

  test("rejects hostile input with an error", async () => {
    const bytes = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    expect(await runCli(["check"], { input: bytes })).toMatchObject({
      code: 1,
      err: "isoform: the standard input is not UTF-8\n",
    });
    const endless = await runCli(["check"], { input: "(".repeat(2_000_000) });
    expect(endless).toMatchObject({ code: 1, out: "" });
    expect(endless.err).toMatch(/the standard input is longer than/);
    const sequence = await runCli(["check", "\u001b[31m"]);
    expect(sequence.code).toBe(1);
    expect(sequence.out).not.toContain("\u001b");
  });

  test.each<[json: unknown, message: RegExp]>([
    ["{", /cars\.schema\.json is not JSON: /],
    [[], /cars\.schema\.json is not a schema: `fields` must be an object/],
    [
      { type: "object", properties: {} },
      /`fields` must be an object\n`isoform schema from` writes/,
    ],
    [
      { fields: { a: "colour", b: { type: "text", kee: true } } },
      /field `a`.*; field `b`: unknown property `kee`/,
    ],
  ])("refuses the schema %j", async (json, message) => {
    const { code, err } = await runCli(["check", "1", "--schema", schemaFile(json)]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test("reports a missing file", async () => {
    const run = await runCli(["check", "1", "--schema", "/nowhere/at/all.json"]);
    expect(run).toMatchObject({
      code: 3,
      out: "",
      err: "isoform: /nowhere/at/all.json: there is no such file or folder\n",
    });
    expect(await runCli(["check", "1", "--schema", temporaryFolder()])).toMatchObject({ code: 3 });
  });
});

describe("eval", () => {
  test.each<[formula: string, record: string | undefined, out: string, code: number]>([
    ["ROUND(10 / 3, 2)", undefined, "3.33\n", 0],
    ["{a} & {b}", '{"a":"x","b":2}', "x2\n", 0],
    ["{tags}", '{"tags":["a","b"]}', "a, b\n", 0],
    ["{a} = 1", '{"a":1}', "TRUE\n", 0],
    ["BLANK()", undefined, "\n", 0],
    ["{day}", '{"day":"2024-02-29"}', "2024-02-29T00:00:00.000Z\n", 0],
    ["1 / {a}", '{"a":0}', "#ERROR\n", 1],
  ])("%s of %s prints %j", async (formula, record, out, code) => {
    const args = record === undefined ? [] : ["--record", record];
    expect(await runCli(["eval", formula, ...args])).toMatchObject({ code, out });
  });

  test("accepts a formula that starts with a dash after `--`", async () => {
    expect(await runCli(["eval", "--", "-1"])).toMatchObject({ code: 0, out: "-1\n" });
  });

  test("writes types and errors as JSON", async () => {
    const value = await runCli(["eval", "{a}", "--record", '{"a":"1"}', "--json"]);
    expect(JSON.parse(value.out)).toEqual({
      ok: true,
      result: { type: "text", value: "1" },
      diagnostics: [],
    });
    const error = await runCli(["eval", "1 / {a}", "--record", '{"a":0}', "--json"]);
    expect(JSON.parse(error.out)).toEqual({
      ok: true,
      result: { type: "number", value: { error: true } },
      diagnostics: [],
    });
  });

  test("reads a record, or many, from the standard input", async () => {
    expect(await runCli(["eval", "{a} + 1", "--record", "-"], { input: '{"a":1}' })).toMatchObject({
      out: "2\n",
    });
    const many = await runCli(["eval", "{a} + 1", "-"], { input: '{"a":1}\n{"a":2}\n' });
    expect(many).toMatchObject({ code: 0, out: "2\n3\n" });
  });

  test("reports values of a record that do not fit the schema", async () => {
    const { out, err } = await runCli([
      ...["eval", "ISBLANK({price})", "--record", '{"price":"dear"}', "--schema", schemaFile()],
    ]);
    expect(out).toBe("TRUE\n");
    expect(err).toBe("isoform: `price` does not hold a number: it counts as blank\n");
  });

  test.each<[args: readonly string[], code: number, message: RegExp]>([
    [["--record", "{"], 1, /the record is not JSON: /],
    [["--record", "[1]"], 1, /the record is not a JSON object/],
    [["x.ndjson", "--record", "{}"], 2, /not both/],
    [["/nowhere.ndjson"], 3, /no such file/],
  ])("refuses %j", async (args, code, message) => {
    const run = await runCli(["eval", "1", ...args]);
    expect(run).toMatchObject({ code, out: "" });
    expect(run.err).toMatch(message);
  });
});

describe("format", () => {
  test("writes the canonical spelling", async () => {
    expect(await runCli(["format", "AND({a}<1,{b})"])).toMatchObject({
      code: 0,
      out: "AND({a} < 1, {b})\n",
    });
    const narrow = await runCli(["format", "-", "--width", "12", "--indent", "4"], {
      input: "AND({a}<1,{b})\n",
    });
    expect(narrow.out).toBe("AND(\n    {a} < 1,\n    {b}\n)\n");
  });

  test("only compares the spelling with `--check`", async () => {
    expect(await runCli(["format", "--check", "{a} < 1"])).toMatchObject({ code: 0, out: "" });
    expect(await runCli(["format", "--check", "{a}<1"])).toMatchObject({ code: 1, out: "" });
  });

  test("writes no formula with errors", async () => {
    const { code, out, err } = await runCli(["format", "AND({a"]);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^error\[/);
  });
});

describe("sql", () => {
  test("takes the fields from a file of records, before the formula or after it", async () => {
    const path = join(temporaryFolder(), "orders.csv");
    writeFileSync(path, "id;total\na;5,5\n");
    const form = ["--decimal", ",", "--dialect", "sqlite"];
    for (const operands of [
      ["{total} < 6", path],
      [path, "{total} < 6"],
    ]) {
      const { code, out } = await runCli(["sql", ...operands, ...form, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(out).result.where).toContain('"total" < ');
    }
    const query = [path, "{total} < 6", ...form, "--query", "--table", "orders"];
    const keyless = await runCli(["sql", ...query]);
    expect(keyless).toMatchObject({ code: 1, out: "" });
    expect(keyless.err).toContain("a whole query needs a key field");
    const whole = await runCli(["sql", ...query, "--key", "id"]);
    expect(whole).toMatchObject({ code: 0, err: "" });
    expect(whole.out).toMatch(/ORDER BY .*"id"/);
    const piped = await runCli(["sql", "{a} > 1", "-", "--dialect", "sqlite"], {
      input: '{"a":1}',
    });
    expect(piped.code).toBe(0);
  });

  test.each([
    [["{a} > 1", "--dialect", "sqlite"], "--schema is missing: "],
    [["-", "-", "--dialect", "sqlite"], "only one argument can come from the standard input"],
    [
      ["{a} > 1", "--dialect", "sqlite", "--schema", "x.json", "--decimal", ","],
      "--decimal is for a file of records: name one",
    ],
    [["package.json", "--dialect", "sqlite"], "the formula is missing: package.json is a file"],
  ])("says what is missing: %j", async (args, message) => {
    const { code, out, err } = await runCli(["sql", ...args]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  const formula = 'AND({country} = "Italy", {price} < 50000)';

  test.each([
    ["postgres", '("country" = $1::text AND "price" < $2::float8)'],
    ["sqlite", '("country" = ? AND "price" < CAST(? AS REAL))'],
  ])("writes the condition for %s", async (dialect, where) => {
    const { code, out } = await runCli([
      "sql",
      formula,
      "--dialect",
      dialect,
      "--schema",
      schemaFile(),
    ]);
    expect(code).toBe(0);
    expect(out).toBe(`${where}\n\nparameters:\n  1  "Italy"\n  2  50000\n`);
  });

  test("prints what the database cannot decide", async () => {
    const args = [
      "sql",
      'REGEX_MATCH({title}, "a+")',
      "--dialect",
      "sqlite",
      "--schema",
      schemaFile(),
    ];
    const { out } = await runCli(args);
    expect(out).toMatch(/decided in memory from title, because:\n {2}the regular expression: /);
    const { result } = JSON.parse((await runCli([...args, "--json"])).out);
    expect(result.residual).toEqual({
      fields: ["title"],
      reasons: [expect.stringContaining("regular")],
    });
  });

  test("writes a whole query", async () => {
    const { out } = await runCli([
      ...[
        "sql",
        "{price} < 5",
        "--dialect",
        "duckdb",
        "--schema",
        schemaFile(),
        "--query",
        "--table",
        "a.cars",
      ],
      ...["--fields", "vin,price", "--sort", "price:desc", "--limit", "3", "--json"],
    ]);
    const { result } = JSON.parse(out);
    expect(result.text).toMatch(
      /^SELECT "a"\."cars"\."vin".* FROM "a"\."cars" WHERE .* ORDER BY .*DESC.* LIMIT 3$/,
    );
    expect(result).toMatchObject({ params: expect.arrayContaining([5]), residual: null });
  });

  test.each<[args: readonly string[], code: number, message: RegExp]>([
    [["--schema", "x"], 2, /--dialect is missing/],
    [["--dialect", "sqlite"], 2, /--schema is missing/],
    [["--dialect", "postgress"], 2, /did you mean postgres\?/],
    [["--dialect", "sqlite", "--schema", "CARS", "--limit", "3"], 2, /add --query/],
    [["--dialect", "sqlite", "--schema", "CARS", "--query"], 2, /needs a --table/],
    [
      ["--dialect", "sqlite", "--schema", "CARS", "--query", "--table", "t", "--sort", "prise"],
      2,
      /did you mean "price"\?/,
    ],
    [
      ["--dialect", "sqlite", "--schema", "CARS", "--query", "--table", "t", "--fields", "nothing"],
      2,
      /no field "nothing"/,
    ],
  ])("refuses %j", async (args, code, message) => {
    const given = args.map((arg) => (arg === "CARS" ? schemaFile() : arg));
    const run = await runCli(["sql", formula, ...given]);
    expect(run).toMatchObject({ code, out: "" });
    expect(run.err).toMatch(message);
  });

  test("shows the errors of a formula", async () => {
    const { code, out, err } = await runCli([
      "sql",
      "{prise} < 1",
      "--dialect",
      "sqlite",
      "--schema",
      schemaFile(),
    ]);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^error\[unknown-field\]/);
  });
});

describe("explain", () => {
  test("prints which parts each database decides", async () => {
    const { code, out } = await runCli([
      ...[
        "explain",
        'AND({country} = "Italy", REGEX_MATCH({title}, "a+"))',
        "--schema",
        schemaFile(),
      ],
      ...["--dialect", "sqlite", "--dialect", "postgres"],
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^SQLite:\n {2}\{country\} = "Italy"\n {4}decided by the database\n/);
    expect(out).toContain('  REGEX_MATCH({title}, "a+")\n    decided in memory\n    because: ');
    expect(out).toContain("\n\nPostgreSQL:\n");
    expect(out).not.toContain("DuckDB");
  });

  test("prints why a record is not returned", async () => {
    const record = '{"price":43990,"year":2019}';
    const { out } = await runCli([
      "explain",
      "AND({price} < 50000, {year} > 2020)",
      "--record",
      record,
    ]);
    expect(out).toBe(
      [
        "- AND({price} < 50000, {year} > 2020)  ->  FALSE",
        "  + {price} < 50000  ->  TRUE",
        "      {price}  ->  43990",
        "  - {year} > 2020  ->  FALSE",
        "      {year}  ->  2019",
        "",
      ].join("\n"),
    );
  });

  test("prints which value is an error, and its cause", async () => {
    const { out } = await runCli(["explain", "1 / {a} > 2", "--record", '{"a":0}']);
    expect(out).toContain("! 1 / {a}  ->  #ERROR, since division by zero");
  });

  test("needs a record or a schema", async () => {
    expect(await runCli(["explain", "1"])).toMatchObject({ code: 2, out: "" });
  });
});

describe("--param", () => {
  const cars = () => ["--schema", schemaFile()];

  test.each([
    [["limit=5"], "{price} = $limit", "gives boolean"],
    [["limit:number="], "{price} = $limit", "gives boolean"],
    [["limit=cheap"], "$limit", "gives text"],
    [["limit=true"], "$limit", "gives boolean"],
    [['limit=["a"]'], "$limit", "gives list"],
    [["limit:text=5"], "$limit", "gives text"],
    [["a=1", "b:date=2024-02-29"], "{seen} < $b + $a", "gives boolean"],
    [["limit=a=b"], "$limit", "gives text"],
  ])("%j is checked in %s", async (given, formula, expected) => {
    const args = given.flatMap((one) => ["--param", one]);
    const { code, out } = await runCli(["check", formula, ...cars(), ...args]);
    expect(out).toContain(expected);
    expect(code).toBe(0);
  });

  test("is the value in a result", async () => {
    const args = ["--record", '{"price":4}', "--param", "factor=2.5", "--param", "unit:text="];
    const { code, out } = await runCli(["eval", "{price} * $factor & $unit", ...args]);
    expect({ code, out }).toEqual({ code: 0, out: "10\n" });
  });

  test("is a parameter of SQL", async () => {
    const args = [...cars(), "--dialect", "sqlite", "--json", "--param", "user=Italy"];
    const { out } = await runCli(["sql", "{country} = $user", ...args]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, result: { params: ["Italy"] } });
  });

  test.each([
    ["limit", "--param `limit`: write `name=value`, or `name:type=value`"],
    ["=5", "--param `=5`: write `name=value`, or `name:type=value`"],
    ["a b=5", "--param `a b=5`: write `name=value`, or `name:type=value`"],
    ["limit:digits=5", "--param limit: the type must be one of text, number, boolean, date, list"],
    ["limit:number=five", "--param limit: `five` is not a number"],
    ["limit:date=soon", "--param limit: `soon` is not a date"],
    ["limit:boolean=1", "--param limit: `1` is not a boolean"],
  ])("%s is refused", async (given, message) => {
    const { code, err } = await runCli(["check", "1", "--param", given]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test("a formula that uses a parameter without a value is an error", async () => {
    const { code, out } = await runCli([
      "check",
      "{price} < $limit",
      ...cars(),
      "--param",
      "limits=5",
    ]);
    expect(code).toBe(1);
    expect(out).toContain("did you mean `$limits`");
  });
});
