import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { openStore } from "../../../src/data/stores/open-store.ts";
import { startDuckDb } from "../../data/stores/files/duckdb.ts";
import { readAll } from "../../data/stores/files/read-all.ts";
import { need } from "../../harness/extent.ts";
import { runCli, temporaryFolder } from "./run-cli.ts";
import { NO_TERMINAL, onTerminal } from "./terminal.ts";

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe("the operands formula and file", () => {
  test("are accepted in either order", async () => {
    const cwd = folderOf({ "a.csv": "x\n1\n2\n" });
    const path = join(cwd, "a.csv");
    const expected = { code: 0, out: '{"x":2}\n', err: "" };
    expect(await runCli(["filter", "{x} > 1", path])).toMatchObject(expected);
    expect(await runCli(["filter", path, "{x} > 1"])).toMatchObject(expected);
    const input = '{"x":2}\n';
    expect(await runCli(["filter", "{x} > 1", "-"], { input })).toMatchObject(expected);
    expect(await runCli(["filter", "-", "{x} > 1"], { input })).toMatchObject(expected);
    expect(await runCli(["filter", "-", path], { input: "{x} > 1\n" })).toMatchObject(expected);
    expect((await runCli(["filter", "-", "-"], { input })).code).toBe(2);
    expect((await runCli(["filter", "{x} > 1"])).err).toMatch(/the standard input is empty/);
  });
});

describe("several files", () => {
  const cwd = (): string =>
    folderOf({
      "m-1.csv": "a,b\n1,x\n",
      "m-2.csv": "b,a\ny,2\n",
      "sub/m-3.csv": "a,b\n3,z\n",
      "other-1.csv": "a,b,c\n4,w,1\n",
      "bad-2.csv": "a,b\none,w\n",
      "m-4.ndjson": '{"a":5,"d":1}\n',
    });
  const all = '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n';

  test("are one table, matched by column names", async () => {
    const folder = cwd();
    const at = (name: string): string => join(folder, name);
    const filter = (...files: readonly string[]) => runCli(["filter", "TRUE()", ...files.map(at)]);
    expect(await filter("m-1.csv", "m-2.csv")).toMatchObject({ code: 0, out: all });
    expect(await filter("m-*.csv")).toMatchObject({ code: 0, out: all });
    expect(await filter("m-[12].csv")).toMatchObject({ code: 0, out: all });
    expect(await filter("m-{1,2}.csv")).toMatchObject({ code: 0, out: all });
    expect(await filter("m-?.csv")).toMatchObject({ code: 0, out: all });
    const three = await filter("**/m-*.csv");
    expect(three.out).toBe(`${all}{"a":3,"b":"z"}\n`);
    const values = await runCli(["eval", "{a} * 2", at("m-*.csv")]);
    expect(values.out).toBe("2\n4\n");
  });

  test("with different columns are an error that names the file", async () => {
    const folder = cwd();
    const at = (name: string): string => join(folder, name);
    const filter = (...files: readonly string[]) => runCli(["filter", "TRUE()", ...files.map(at)]);
    const extra = await filter("m-1.csv", "other-1.csv");
    expect(extra).toMatchObject({ code: 1 });
    expect(extra.err).toContain(`${at("other-1.csv")}: the file before has no \`c\``);
    const less = await filter("other-1.csv", "m-1.csv");
    expect(less.err).toContain(`${at("m-1.csv")}: there is no column for \`c\``);
    const type = await filter("m-1.csv", "bad-2.csv");
    expect(type.err).toContain(`${at("bad-2.csv")}, line 2: \`a\` is not a number: \`"one"\``);
    const json = await filter("m-1.csv", "m-4.ndjson");
    expect(json.err).toContain(`${at("m-4.ndjson")}: the file before has no \`d\``);
    const none = await filter("x-*.csv");
    expect(none.err).toContain("x-*.csv: there is no such file");
    expect(none.code).toBe(3);
  });
});

describe("formats of files", () => {
  test("are described by options of the command", async () => {
    const folder = folderOf({
      "a.csv": Buffer.from("# export\nM\xfcller;1.234,50;29.02.2024\nB\n", "latin1"),
      "b.json": '[{"a":{"b":"x"}}]',
    });
    const run = await runCli([
      ...["filter", "{column2} > 1000", join(folder, "a.csv"), "--no-header", "--ragged"],
      ...["--encoding", "windows-1252", "--comment", "#", "--decimal", ","],
      ...["--date-format", "DD.MM.YYYY", "--delimiter", ";"],
    ]);
    expect(run).toMatchObject({
      code: 0,
      out: '{"column1":"Müller","column2":1234.5,"column3":"2024-02-29T00:00:00.000Z"}\n',
    });
    const json = await runCli(["filter", '{a.b} = "x"', "-"], {
      input: '\n [{"a":{"b":"x"}}]',
    });
    expect(json).toMatchObject({ code: 0, out: '{"a.b":"x"}\n' });
    const wrong = await runCli(["filter", "TRUE()", join(folder, "a.csv"), "--delimiter", "ab"]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toMatch(/^isoform: the option `delimiter` must be one character/);
  });

  test("are options for the records that are written", async () => {
    const input = '{"a":"x|y\\t<b>\\u001b","b":["p","q"],"n":1.5,"d":"2024-02-29"}\n{"a":"日本"}\n';
    const write = async (format: string): Promise<string> =>
      (await runCli(["filter", "TRUE()", "-", "--format", format], { input })).out;
    expect(await write("tsv")).toBe(
      'a\tb\tn\td\n"x|y\t<b>\u001b"\t"[""p"",""q""]"\t1.5\t2024-02-29T00:00:00.000Z\n日本\t\t\t\n',
    );
    expect(await write("markdown")).toBe(
      "| a | b | n | d |\n| --- | --- | --- | --- |\n" +
        "| x\\|y    \\<b\\>\\\\u{1b} | p, q | 1.5 | 2024-02-29T00:00:00.000Z |\n| 日本 |  |  |  |\n",
    );
    expect(await write("table")).toBe(
      [
        "a                 b     n    d",
        "----------------  ----  ---  ------------------------",
        "x|y    <b>\\u{1b}  p, q  1.5  2024-02-29T00:00:00.000Z",
        "日本",
        "",
      ].join("\n"),
    );
  });

  test("follow from the extension of the output file", async () => {
    const cwd = folderOf({ "a.ndjson": '{"a":"x","n":1.5}\n{"a":"y","n":-2,"l":["p","q"]}\n' });
    const at = (name: string): string => join(cwd, name);
    const rows = '{"a":"x","n":1.5,"l":null}\n{"a":"y","n":-2,"l":["p","q"]}\n';
    const run = await runCli(["filter", "TRUE()", at("a.ndjson"), "--out", at("b.parquet")]);
    expect(run).toMatchObject({ code: 0, out: "", err: "" });
    expect((await runCli(["filter", "TRUE()", at("b.parquet")])).out).toBe(rows);
    const chosen = ["--sort", "n", "--fields", "l,n", "--out", at("c.parquet")];
    await runCli(["filter", "TRUE()", at("a.ndjson"), ...chosen]);
    expect((await runCli(["filter", "TRUE()", at("c.parquet")])).out).toBe(
      '{"l":["p","q"],"n":-2}\n{"l":null,"n":1.5}\n',
    );
    await runCli(["filter", "{n} > 0", at("a.ndjson"), "--count", "--out", at("count.txt")]);
    expect(readFileSync(at("count.txt"), "utf8")).toBe("1\n");
    const wrong = await runCli(["filter", "{m} > 0", at("a.ndjson"), "--out", at("d.parquet")]);
    expect(wrong.code).toBe(1);
    expect(readdirSync(cwd).filter((name) => /^d\.|part$/.test(name))).toEqual([]);
  });

  test.each(["arrow", "arrows", "feather", "ipc"])(
    "are written as Arrow to b.%s",
    async (ending) => {
      const given =
        '{"id":"x","n":1.5,"t":"","b":null}\n{"id":"y","t":"u","b":true,"l":["p",""]}\n';
      const rows =
        '{"id":"x","n":1.5,"t":"","b":null,"l":null}\n{"id":"y","n":null,"t":"u","b":true,"l":["p",""]}\n';
      const cwd = folderOf({ "a.ndjson": given });
      const at = (name: string): string => join(cwd, name);
      const run = await runCli(["filter", "TRUE()", at("a.ndjson"), "--out", at(`b.${ending}`)]);
      expect(run).toMatchObject({ code: 0, out: "", err: "" });
      expect((await runCli(["filter", "TRUE()", at(`b.${ending}`)])).out).toBe(rows);
    },
  );

  test.each(["arrow", "arrows"])(
    "are imported into a file of %s, in the order of the key",
    async (ending) => {
      const cwd = folderOf({
        "a.ndjson": '{"id":"y","t":"","b":null}\n{"id":"x","t":"u","n":1.5,"b":true,"l":["p"]}\n',
      });
      const at = (name: string): string => join(cwd, name);
      const path = at(`b.${ending}`);
      const args = ["import", at("a.ndjson"), path, "--key", "id"];
      const run = await runCli(args);
      expect(run.err).toMatch(/^2 records are in .*, after \d+\.\d s\n$/);
      expect((await runCli(["filter", "TRUE()", path])).out).toBe(
        '{"id":"x","t":"u","n":1.5,"b":true,"l":["p"]}\n{"id":"y","t":null,"n":null,"b":null,"l":null}\n',
      );
      const store = await openStore(path, { watch: false });
      expect(store.schema.key?.name).toBe("id");
      await store.close();
      const again = await runCli(args);
      expect(again).toMatchObject({ code: 2 });
      expect(again.err).toContain(`there is a file ${path}: add --replace to replace it`);
      expect(await runCli([...args, "--replace", "--json"])).toMatchObject({ code: 0 });
      expect((await runCli([...args, "--replace", "--index", "n"])).err).toContain(
        "are for databases",
      );
      const doubled = folderOf({ "c.ndjson": '{"id":"y"}\n{"id":"y"}\n' });
      const wrong = await runCli([
        "import",
        join(doubled, "c.ndjson"),
        join(doubled, "d.arrow"),
        "--key",
        "id",
      ]);
      expect(wrong.err).toContain("c.ndjson, line 2: the key `id` is");
      expect(readdirSync(doubled)).toEqual(["c.ndjson"]);
      const without = await runCli(["import", at("a.ndjson"), at("e.arrow")]);
      expect(without.err).toContain("it is not known which field identifies a record");
    },
  );

  test("of Parquet are readable by DuckDB", async () => {
    const cwd = folderOf({});
    const path = join(cwd, "cars.parquet");
    await runCli(["generate", "cars", "--count", "25000", "--out", path]);
    const duckdb = await startDuckDb();
    onTestFinished(duckdb.close);
    await duckdb.run(`COPY (SELECT * FROM '${path}') TO '${cwd}/cars.csv' (HEADER)`);
    const records = [...demoCars(25_000, 1)];
    expect(isDeepStrictEqual(await readAll(path), records)).toBe(true);
    const again = await readAll(join(cwd, "cars.csv"), { schema: demoSchema });
    expect(isDeepStrictEqual(again, records)).toBe(true);
  });

  test("that cannot be decoded are an error that names the option to set", async () => {
    const folder = folderOf({ "a.csv": Buffer.from("a\nM\xfcller\n", "latin1") });
    const run = await runCli(["filter", "TRUE()", join(folder, "a.csv")]);
    expect(run.err).toContain("line 2: the byte 0xFC at 3 is not UTF-8; if the file has another");
  });
});

describe("on a terminal", () => {
  const folder = (): string =>
    folderOf({ "a.ndjson": `{"a":"\u009b31m\u202e","long":"${"x".repeat(200)}","n":1}\n` });

  test("records are a table that fits the width", (context) => {
    need(context, NO_TERMINAL);
    const out = onTerminal(["filter", "TRUE()", join(folder(), "a.ndjson")]);
    const lines = out.trimEnd().split(/\r?\n/);
    expect(lines[0]).toMatch(/^a +long +n$/);
    expect(lines[2]).toContain("\\u{9b}31m\\u{202e}");
    expect(lines[2]).toMatch(/x… {2}1$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  test("no format writes control characters raw", (context) => {
    need(context, NO_TERMINAL);
    const path = join(folder(), "a.ndjson");
    expect(onTerminal(["filter", "TRUE()", path, "--format", "parquet"])).toContain(
      "Parquet is not a text format, and is not written to a terminal",
    );
    for (const format of ["ndjson", "json", "csv", "tsv", "markdown"]) {
      const out = onTerminal(["filter", "TRUE()", path, "--format", format]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(out).not.toMatch(/[\u0080-\u009f\u202e\u001b]/);
      if (format === "ndjson") expect(JSON.parse(out)).toMatchObject({ a: "\u009b31m\u202e" });
    }
  });
});
