import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  Progress,
  type ProgressMeasure,
  progressText,
} from "../../../src/apps/cli/terminal/progress.ts";
import { Terminal } from "../../../src/apps/cli/terminal/terminal.ts";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { openStore } from "../../../src/data/stores/open-store.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { start as startEngine } from "../../engines/engine.ts";
import { startSqliteFiles } from "../../engines/sqlite-files.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { Collector } from "./collector.ts";
import { ENGINES, endlessInput, runCli, runIn, TestHost, temporaryFolder } from "./run-cli.ts";

const cars = [...demoCars(2_500, 5)];
const NDJSON = ndjson(cars);

function ndjson(records: Iterable<object>): string {
  return [...records].map((record) => `${JSON.stringify(record)}\n`).join("");
}

function folderWith(name: string, content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

async function importInto(folder: string, ...args: readonly string[]) {
  const database = `sqlite:${join(folder, "cars.db")}`;
  return runCli(["import", join(folder, "cars.ndjson"), database, ...args], { cwd: ENGINES });
}

describeEngine(
  "import",
  () => startEngine("SQLite", startSqliteFiles),
  (sqlite) => {
    /** What a table of SQLite holds, by the driver itself. */
    const query = (path: string, sql: string): readonly Record<string, unknown>[] => {
      const database = sqlite().open(path);
      try {
        // Those of Node's own SQLite have no prototype.
        return database
          .prepare(sql)
          .all()
          .map((row) => ({ ...row }));
      } finally {
        database.close();
      }
    };

    test("makes a table with the same results as the file in memory", async () => {
      const lines = [
        '{"id":1,"t":"","l":[],"b":null,"n":9007199254740993}',
        '{"id":2,"t":"x","l":["a"],"b":false,"n":1.50}',
        '{"id":3}',
      ];
      const folder = folderWith("cars.ndjson", lines.join("\n"));
      expect((await importInto(folder, "--key", "id")).code).toBe(0);
      const stores = [
        await openStore(join(folder, "cars.ndjson"), { key: "id", watch: false }),
        await openStore(`sqlite:${join(folder, "cars.db")}`, {
          table: "cars",
          driver: process.versions.node.startsWith("20.")
            ? createRequire(join(ENGINES, "package.json")).resolve("better-sqlite3")
            : "node:sqlite",
        }),
      ];
      const texts: string[] = [];
      for (const store of stores) {
        const records: unknown[] = [];
        for await (const batch of store.read({}, { signal: new AbortController().signal })) {
          records.push(...batch);
        }
        texts.push(JSON.stringify(records));
        await store.close();
      }
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]).toContain('"l":null,');
      expect(texts[0]).toContain('"t":null,');
    });

    test("makes a table from a file", async () => {
      const folder = folderWith("cars.ndjson", NDJSON);
      const { code, out, err } = await importInto(
        folder,
        "--key",
        "vin",
        "--index",
        "country,price",
      );
      expect(err).toMatch(/^2500 records are in the table cars, after \d+\.\d s\n$/);
      expect({ code, out }).toEqual({ code: 0, out: "" });
      const path = join(folder, "cars.db");
      const rows = query(path, "SELECT vin, price FROM cars ORDER BY vin");
      const expected = cars.map(({ vin, price }) => ({ vin, price }));
      expect(rows).toEqual(expected.sort((a, b) => (a.vin < b.vin ? -1 : 1)));
      const indexed = query(
        path,
        "SELECT x.name FROM pragma_index_list('cars') AS i, pragma_index_xinfo(i.name) AS x WHERE x.name IS NOT NULL",
      );
      expect(indexed.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["country", "price", "vin"]),
      );
    });

    test("replaces a table only with `--replace`", async () => {
      const folder = folderWith("cars.ndjson", NDJSON);
      const path = join(folder, "cars.db");
      await importInto(folder, "--key", "vin", "--quiet");
      writeFileSync(join(folder, "cars.ndjson"), NDJSON.split("\n").slice(0, 10).join("\n"));
      const refused = await importInto(folder, "--key", "vin");
      expect(refused).toMatchObject({ code: 3, out: "" });
      expect(refused.err).toMatch(/cars/);
      expect(query(path, "SELECT count(*) AS n FROM cars")).toEqual([{ n: 2500 }]);
      const replaced = await importInto(folder, "--key", "vin", "--replace", "--json");
      expect(JSON.parse(replaced.out)).toEqual({
        ok: true,
        result: { table: "cars", records: 10, seconds: expect.any(Number) },
        diagnostics: [],
      });
      expect(query(path, "SELECT count(*) AS n FROM cars")).toEqual([{ n: 10 }]);
    });

    test.each<[what: string, content: string, message: RegExp]>([
      ["a record that is broken", `${NDJSON}{"vin":`, /line 2501/],
      ["a value that does not fit", `${NDJSON}{"vin":"x","price":"dear"}\n`, /line 2501.*`price`/],
      ["a key that comes twice", `${NDJSON}${NDJSON.split("\n")[0]}\n`, /vin|key/i],
      ["a key that is missing", `${NDJSON}{"price":1}\n`, /vin/],
    ])("leaves the database as it was after %s", async (_what, content, message) => {
      const folder = folderWith("cars.ndjson", content);
      const schema = join(folder, "schema.json");
      writeFileSync(schema, JSON.stringify(demoSchema));
      const { code, err } = await importInto(folder, "--schema", schema);
      expect(err).toMatch(message);
      expect(err).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
      expect(query(join(folder, "cars.db"), "SELECT name FROM sqlite_master")).toEqual([]);
    });

    test.each(["SIGINT", "SIGTERM"] as const)(
      "leaves the database as it was after %s",
      async (signal) => {
        const folder = temporaryFolder();
        const database = `sqlite:${join(folder, "cars.db")}`;
        const args = ["import", "-", database, "--table", "cars", "--key", "vin"];
        // More than are looked at for their types, so that the table is begun.
        const { input, isRead } = endlessInput(ndjson(demoCars(12_500, 6)));
        const host = new TestHost({ input });
        const running = runIn(host, args, ENGINES);
        await isRead;
        host.emit(signal);
        const { code, err } = await running;
        expect(err).toBe("isoform: interrupted: nothing was changed\n");
        expect(code).toBe(130);
        // What is left, if anything, is a table that the next import clears away.
        const names = () =>
          query(join(folder, "cars.db"), "SELECT name FROM sqlite_master WHERE type = 'table'");
        for (const { name } of names()) expect(name).toMatch(/^isoform_import_.*_cars$/);
        await runCli([...args, "--quiet"], { cwd: ENGINES, input: NDJSON });
        expect(names()).toEqual([{ name: "cars" }]);
      },
    );

    test.each<[args: readonly string[], code: number, message: RegExp]>([
      [
        ["cars.ndjson", "cars.db", "--key", "vin"],
        2,
        /"cars\.db" is not the address of a database/,
      ],
      [["cars.ndjson", "oracle://x/y", "--key", "vin"], 3, /there is no store for oracle:/],
      [["-", "sqlite:cars.db", "--key", "vin"], 2, /give it with --table/],
      [["cars.ndjson", "sqlite:cars.db"], 2, /name it with --key\nthe fields are "url", "vin"/],
      [
        ["cars.ndjson", "sqlite:cars.db", "--key", "vin", "--index", "prise"],
        2,
        /did you mean "price"\?/,
      ],
      [["none.ndjson", "sqlite:cars.db", "--key", "vin"], 3, /there is no such file/],
    ])("%j is refused", async (args, code, message) => {
      const folder = folderWith("cars.ndjson", NDJSON);
      const [file = "", database = "", ...rest] = args;
      const source = file === "-" ? file : join(folder, file);
      const target = database.replace("cars.db", join(folder, "cars.db"));
      const run = await runCli(
        ["import", source, database === "cars.db" ? database : target, ...rest],
        {
          cwd: ENGINES,
        },
      );
      expect(run.err).toMatch(message);
      expect(run).toMatchObject({ code, out: "" });
    });
  },
);

/** Progress whose time the test moves, and what it wrote. */
function progress(isTTY: boolean, isQuiet = false) {
  const stderr = new Collector({ isTTY });
  const clock = new ManualClock();
  const measure: ProgressMeasure = { done: 25, total: 100, records: 1_000 };
  const terminal = new Terminal("auto", new TestHost({ stderr }));
  return { progress: new Progress(measure, terminal, { isQuiet, clock }), stderr, clock };
}

describe("progress", () => {
  test("is one line of a terminal, shown after a second and then cleared", () => {
    const { progress: shown, stderr, clock } = progress(true);
    clock.advance(900);
    expect(stderr.text).toBe("");
    clock.advance(100);
    expect(stderr.text).toBe(
      "\r[######------------------] 25 %, 1,000 records, 1,000/s, 3 s left\u001b[K",
    );
    clock.advance(1_000);
    expect(stderr.text.split("\r").at(-1)).toBe(
      "[######------------------] 25 %, 1,000 records, 500/s, 6 s left\u001b[K",
    );
    shown.end();
    expect(stderr.text.endsWith("\r\u001b[K")).toBe(true);
    expect(clock.timers).toBe(0);
  });

  test("is a new line every few seconds without a terminal", () => {
    const { progress: shown, stderr, clock } = progress(false);
    clock.advance(11_000);
    shown.end();
    expect(stderr.text.trimEnd().split("\n")).toEqual([
      "[######------------------] 25 %, 1,000 records, 200/s, 15 s left",
      "[######------------------] 25 %, 1,000 records, 100/s, 30 s left",
    ]);
  });

  test("is not shown with `--quiet`", () => {
    const { stderr, clock } = progress(true, true);
    clock.advance(60_000);
    expect([stderr.text, clock.timers]).toEqual(["", 0]);
  });

  test.each([
    [{ done: 0, total: undefined, records: 0 }, 0, "0 records, 0/s"],
    [{ done: 5, total: undefined, records: 1_234_567 }, 10, "1,234,567 records, 123,457/s"],
    [
      { done: 25, total: 100, records: 1_000 },
      2,
      "[######------------------] 25 %, 1,000 records, 500/s, 6 s left",
    ],
    [
      { done: 1, total: 100, records: 10 },
      10,
      "[------------------------] 1 %, 10 records, 1/s, 17 min left",
    ],
    [
      { done: 100, total: 100, records: 7 },
      1,
      "[########################] 100 %, 7 records, 7/s, 0 s left",
    ],
    [
      { done: 120, total: 100, records: 7 },
      1,
      "[########################] 100 %, 7 records, 7/s, 0 s left",
    ],
    [{ done: 0, total: 100, records: 0 }, 1, "[------------------------] 0 %, 0 records, 0/s"],
  ])("%j after %d s has its text", (measure, seconds, text) => {
    expect(progressText(measure, seconds)).toBe(text);
  });
});
