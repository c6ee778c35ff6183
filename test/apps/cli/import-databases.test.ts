import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Car, demoCars } from "../../../src/apps/demo/index.ts";
import { csvHeader, csvLines, ndjsonLines } from "../../../src/data/stores/files/write-records.ts";
import { openDriver, openStore } from "../../../src/data/stores/open-store.ts";
import type { SqlDriver } from "../../../src/data/stores/sql/driver.ts";
import { compileOrThrow } from "../../../src/engine/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Started, start as startDatabase } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { startSqliteFiles } from "../../engines/sqlite-files.ts";
import { need } from "../../harness/extent.ts";
import { untilAnswer } from "../../harness/until-answer.ts";
import { DATABASES, type Database } from "../service/harness/databases.ts";
import { asJson } from "../service/harness/serve.ts";
import {
  ENGINES,
  endlessInput,
  Program,
  type Run,
  runCli,
  runIn,
  TestHost,
  temporaryFolder,
} from "./run-cli.ts";

const never = new AbortController().signal;

/** The key, and one of each type, with blanks. */
const FIELDS = ["vin", "country", "price", "tax", "createdAt"] as const;

type SmallCar = Pick<Car, (typeof FIELDS)[number]>;

function someCars(count: number, seed: number): readonly SmallCar[] {
  return Array.from(demoCars(count, seed), ({ vin, country, price, tax, createdAt }) => {
    return { vin, country, price, tax, createdAt };
  });
}

const OLD = someCars(300, 2);
/** More than the ten thousand that are looked at for their types. */
const COUNT = 11_000;
const NEW = someCars(COUNT, 4);

const ndjson = (cars: readonly SmallCar[]): string => ndjsonLines(cars);

const csv = (cars: readonly SmallCar[]): string => csvHeader(FIELDS) + csvLines(cars, FIELDS);

interface Questions {
  readonly tables: string;
  /** Something that names the fields of each index of the table `cars`. */
  readonly indexes: string;
}

const QUESTIONS: Readonly<Record<string, Questions>> = {
  sqlite: {
    tables: "SELECT name FROM sqlite_schema WHERE type = 'table'",
    indexes: "SELECT x.name FROM pragma_index_list('cars') AS i, pragma_index_info(i.name) AS x",
  },
  duckdb: {
    tables: "SELECT table_name FROM duckdb_tables()",
    indexes: "SELECT sql FROM duckdb_indexes() WHERE table_name = 'cars'",
  },
  postgres: {
    tables:
      "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    indexes: "SELECT indexdef FROM pg_indexes WHERE tablename = 'cars'",
  },
  mariadb: {
    tables: "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()",
    indexes:
      "SELECT column_name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'cars'",
  },
  clickhouse: {
    tables: "SELECT name FROM system.tables WHERE database = currentDatabase()",
    indexes: "SELECT expr FROM system.data_skipping_indices WHERE table = 'cars'",
  },
};

async function withDriver<T>(
  { source, options }: Database,
  work: (driver: SqlDriver) => Promise<T>,
): Promise<T> {
  const driver = await openDriver(source, options);
  if (driver === undefined) throw new Error(`${source} is no database`);
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

async function textsOf(driver: SqlDriver, text: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const rows of driver.stream({ text, params: [] }, never)) {
    texts.push(...rows.map(([cell]) => String(cell)));
  }
  return texts;
}

/** What a store opened anew finds in the table, as JSON has it. */
async function recordsOf(database: Database, formula?: string): Promise<readonly unknown[]> {
  const { source, options } = database;
  const store = await openStore(source, { table: "cars", ...options });
  try {
    const filter = formula === undefined ? undefined : compileOrThrow(formula, store.schema);
    const records: unknown[] = [];
    const query = { fields: FIELDS, ...(filter === undefined ? {} : { filter }) };
    for await (const batch of store.read(query, { signal: never })) records.push(...batch);
    return JSON.parse(JSON.stringify(records));
  } finally {
    await store.close();
  }
}

/** Equal lists, told shortly where they are not. */
function expectRecords(found: readonly unknown[], expected: readonly unknown[]): void {
  expect(found.length).toBe(expected.length);
  const at = found.findIndex((record, index) => {
    return JSON.stringify(record) !== JSON.stringify(expected[index]);
  });
  expect(found[at]).toEqual(expected[at]);
}

function fileWith(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function importFile(database: Database, path: string, ...args: readonly string[]): Promise<Run> {
  return runCli(["import", path, database.source, "--table", "cars", "--key", "vin", ...args], {
    cwd: ENGINES,
  });
}

/** What it said at last: before that it tells how far it is, where it takes some time. */
function lastLineOf({ err }: Run): string {
  return err.trimEnd().split("\n").at(-1) ?? "";
}

const succeeded = { code: 0, out: "" };

/** The arguments of an import that is in the middle of its records when they have been read, and waits for more. */
const importing = ({ source }: Database): readonly string[] => [
  ...["import", "-", source, "--table", "cars", "--key", "vin", "--replace"],
];

/** Each database tries another one. */
function turnOf<T>(all: readonly [T, ...T[]], turn: number): T {
  return all[turn % all.length] ?? all[0];
}

for (const [turn, [name, begin]] of Object.entries(DATABASES).entries()) {
  const { tables = "", indexes = "" } = QUESTIONS[name] ?? {};
  describeEngine(`import into ${name}`, begin, (database) => {
    const tablesOf = (): Promise<readonly string[]> =>
      withDriver(database(), (driver) => textsOf(driver, tables));

    /** The old table, whole, and nothing that anybody could take for the new one. */
    const expectOld = async (): Promise<void> => {
      expectRecords(await recordsOf(database()), asJson(OLD));
      for (const table of await tablesOf()) expect(table).toMatch(/^(cars|isoform_.*)$/);
    };

    let isOld = false;
    const putOld = async (): Promise<void> => {
      if (isOld) return;
      isOld = true;
      const path = fileWith("old.ndjson", ndjson(OLD));
      expect(await importFile(database(), path, "--replace", "--quiet")).toMatchObject(succeeded);
    };

    const [format, write] = turnOf([["ndjson", ndjson] as const, ["csv", csv] as const], turn);
    it(`replaces a table with all records of ${format}`, async () => {
      await putOld();
      const path = fileWith(`new.${format}`, write(NEW));
      const refused = await importFile(database(), path);
      expect(refused).toMatchObject({ code: 3, out: "" });
      expect(refused.err).toMatch(/there is a table .*cars.* already/);
      await expectOld();
      isOld = false;
      const run = await importFile(database(), path, "--replace", "--index", "country,price");
      expect(lastLineOf(run)).toMatch(
        new RegExp(`^${COUNT} records are in the table cars, after [\\d.]+ s$`),
      );
      expect(run).toMatchObject(succeeded);
      console.info(`${name}: ${format}: ${lastLineOf(run)}`);

      expect(await tablesOf()).toEqual(["cars"]);
      const indexed = await withDriver(database(), (driver) => textsOf(driver, indexes));
      for (const field of ["country", "price"]) expect(indexed.join()).toContain(field);
      expectRecords(await recordsOf(database()), asJson(NEW));
      expectRecords(
        await recordsOf(database(), 'AND({country} = "Italy", {price} < 50000)'),
        asJson(NEW.filter(({ country, price }) => country === "Italy" && price < 50_000)),
      );
    });

    it("leaves the old table if a record in the middle is invalid", async () => {
      await putOld();
      const lines = ndjson(NEW).trimEnd().split("\n");
      const BAD = COUNT - 500;
      const [bad, message] = turnOf(
        [
          ['{"vin":"X1","price":"dear"}', new RegExp(`line ${BAD + 1}: .*\`price\``)],
          ['{"vin":"X1","pri', new RegExp(`line ${BAD + 1}: `)],
          ["null", new RegExp(`line ${BAD + 1}: `)],
        ],
        turn,
      );
      lines[BAD] = bad;
      const path = fileWith("bad.ndjson", lines.join("\n"));
      const { code, out, err } = await importFile(database(), path, "--replace");
      expect(err).toMatch(message);
      expect(err).not.toMatch(/^\s+at /m);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      await expectOld();
    });

    const signal = turnOf(["SIGINT", "SIGTERM"], turn);
    it(`leaves the old table after ${signal}`, async () => {
      await putOld();
      const { input, isRead } = endlessInput(ndjson(NEW));
      const host = new TestHost({ input });
      const running = runIn(host, importing(database()), ENGINES);
      await isRead;
      host.emit(signal);
      expect(await running).toEqual({
        code: 130,
        signal: null,
        out: "",
        // It tells how far it is every few seconds.
        err: expect.stringMatching(
          /^(?:[\d,]+ records, [\d,]+\/s\n)*isoform: interrupted: nothing was changed\n$/,
        ),
      });
      await expectOld();
    });

    it("can be repeated after it was killed", async () => {
      await putOld();
      const { child, ended } = new Program(importing(database()), { cwd: ENGINES });
      // What is written has been read, but for what a pipe holds.
      await new Promise<void>((resolve, reject) => {
        ended.then(() => reject(new Error("the import has ended")));
        child.stdin?.write(ndjson(NEW), () => resolve());
      });
      child.kill("SIGKILL");
      expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" });
      await expectOld();
      const path = fileWith("new.ndjson", ndjson(NEW));
      isOld = false;
      const again = await importFile(database(), path, "--replace");
      expect(lastLineOf(again)).toMatch(new RegExp(`^${COUNT} records`));
      expect(again).toMatchObject(succeeded);
      expectRecords(await recordsOf(database()), asJson(NEW));
      // What the killed one left is cleared away.
      expect(await tablesOf()).toEqual(["cars"]);
    });
  });
}

/** What an import does at last, while it waits for those who read the old table. */
const WAITS: Readonly<Record<string, string>> = {
  postgres:
    "SELECT pid::text FROM pg_stat_activity WHERE application_name = 'isoform' AND (query LIKE 'LOCK TABLE %' OR query LIKE '%SAVEPOINT waiting')",
  mariadb: "SELECT id FROM information_schema.processlist WHERE info LIKE 'RENAME TABLE %'",
};

for (const [turn, [name, waits]] of Object.entries(WAITS).entries()) {
  const begin = DATABASES[name];
  if (begin === undefined) throw new Error(`there is no ${name}`);
  describeEngine(`import into ${name}, while the old table is read`, begin, (database) => {
    const reader = turnOf(["goes on", "ends at once"], turn);
    it(`reports whether the table was replaced when it is interrupted and the reader ${reader}`, async () => {
      const old = fileWith("old.ndjson", ndjson(OLD));
      const path = fileWith("new.ndjson", ndjson(NEW));
      await importFile(database(), old, "--replace");
      const slowly = { ...database(), options: { ...database().options, batchRows: 10 } };
      await withDriver(slowly, async (driver) => {
        const numbers = name === "mariadb" ? "seq_1_to_100000 s" : "generate_series(1, 100000) s";
        const reading = driver
          .stream({ text: `SELECT vin FROM cars, ${numbers}`, params: [] }, never)
          [Symbol.asyncIterator]();
        await reading.next();
        const host = new TestHost();
        const args = ["import", path, database().source, "--table", "cars", "--key", "vin"];
        const running = runIn(host, [...args, "--replace"], ENGINES);
        await untilAnswer(
          "an import that waits for the reader",
          () => textsOf(driver, waits),
          ({ length }) => length > 0,
        );
        host.emit("SIGINT");
        if (reader === "ends at once") await reading.return?.();
        const run = await running;
        await reading.return?.();
        const count = (await recordsOf(database())).length;
        const outcome = `${run.code}: ${lastLineOf(run)} (${count})`;
        const truths = ["130: isoform: interrupted: nothing was changed (300)"];
        if (reader === "ends at once")
          truths.push(`0: ${COUNT} records are in the table cars (${COUNT})`);
        expect(truths).toContain(outcome.replace(/, after [\d.]+ s/, ""));
      });
    });
  });
}

/** A small disk: its folder, which has to be given back. */
function mountDisk(megabytes: number): string {
  const folder = temporaryFolder();
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
  for (const [command = "", ...args] of [["mount"], ["sudo", "-n", "mount"]]) {
    const { status } = spawnSync(command, [...args, ...options]);
    if (status !== 0) continue;
    onTestFinished(() => {
      spawnSync(command === "sudo" ? "sudo" : "umount", [
        ...(command === "sudo" ? ["-n", "umount"] : []),
        folder,
      ]);
    });
    return folder;
  }
  return "";
}

describe("import onto a full disk", () => {
  const FULL: Readonly<Record<string, { readonly driver: () => unknown; readonly size: number }>> =
    {
      sqlite: { driver: async () => (await startSqliteFiles()).driver, size: 2 },
      duckdb: { driver: () => load("@duckdb/node-api"), size: 6 },
    };

  it.for(Object.entries(FULL))(
    "%s reports the full disk, and leaves the old table",
    async ([name, { driver, size }], context) => {
      const folder = mountDisk(size);
      if (folder === "") {
        const reason = "a file system of a size of its own can be made by root only";
        console.warn(`The test of a full disk does not run: ${reason}`);
        context.skip(reason);
      }
      const started: Started<Database> = await startDatabase(name, async () => ({
        source: `${name}:${join(folder, "cars.db")}`,
        options: { driver: await driver() },
        close: async () => undefined,
      }));
      if (!started.ok) {
        need(context, { missing: started.reason });
        return;
      }
      const database = started.engine;
      const old = fileWith("old.ndjson", ndjson(OLD));
      expect(await importFile(database, old, "--quiet")).toMatchObject(succeeded);
      const path = fileWith("new.ndjson", ndjsonLines([...demoCars(20_000, 4)]));
      for (let again = 0; again < 2; again++) {
        const { code, out, err } = await importFile(database, path, "--replace");
        console.info(`${name}: ${err.trim()}`);
        expect(err).toMatch(/^isoform: there is no space left to write .*cars\.db/m);
        expect(err).not.toMatch(/^\s+at /m);
        expect({ code, out }).toEqual({ code: 3, out: "" });
        expectRecords(await recordsOf(database), asJson(OLD));
      }
      // There is room for less.
      expect(await importFile(database, old, "--replace", "--quiet")).toMatchObject(succeeded);
      expectRecords(await recordsOf(database), asJson(OLD));
    },
  );
});
