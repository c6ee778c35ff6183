import { renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openDriver } from "../../../../src/data/stores/open-store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { start } from "../../../engines/engine.ts";
import { type DatabaseFiles, problem, rowsOf, using } from "./database-files.ts";

const never = new AbortController().signal;

export const CARS = defineSchema({ vin: { type: "text", key: true }, price: "number" });

/** The options of a table of cars. */
export const NEW_CARS = { schema: CARS, indexes: ["price"], replace: true };

/** What a driver of files says of what is no file of its. */
interface FileProblems {
  /** Sources that name no file. */
  readonly wrongSources: readonly string[];
  /** Options with drivers that are none, and what is said of them. */
  readonly wrongDrivers: readonly (readonly [driver: unknown, message: RegExp])[];
  readonly notADatabase: RegExp;
}

/** What the drivers of databases in files have to do beside what every driver has to. */
export function describeFiles<Files extends DatabaseFiles>(
  name: "SQLite" | "DuckDB",
  begin: () => Promise<Files>,
  { wrongSources, wrongDrivers, notADatabase }: FileProblems,
  more: (files: () => Files) => void,
): void {
  const scheme = name.toLowerCase();
  const make = (vin: string): string =>
    `CREATE TABLE cars (vin VARCHAR); INSERT INTO cars VALUES ('${vin}')`;
  describeEngine(
    `${name}'s files`,
    () => start(name, begin),
    (files) => {
      it("are named by sources", async () => {
        await files().make("named.db", make("a"));
        const { driver } = files();
        const path = files().path("named.db");
        for (const source of [`${scheme}:${path}`, `${scheme}://${path}`]) {
          const opened = await openDriver(source, { driver });
          if (opened === undefined) throw new Error(`${source} names no database`);
          await using(Promise.resolve(opened), (open) => open.check(never));
        }
        for (const source of wrongSources) {
          expect(await problem(openDriver(source, { driver }))).toMatch(/^setup: /);
        }
      });

      it("have a driver that can be loaded", async () => {
        await files().make("driver.db", make("a"));
        for (const [driver, message] of wrongDrivers) {
          const check = async (): Promise<void> => {
            await using(files().open("driver.db", { driver }), (open) => open.check(never));
          };
          expect(await problem(check())).toMatch(message);
        }
      });

      it("may be missing, or another kind of file", async () => {
        writeFileSync(files().path("text.db"), "vin,price\n".repeat(10_000));
        const expected = [
          ["missing.db", /^setup: .*missing\.db/],
          ["text.db", notADatabase],
          [".", /^setup: /],
        ] as const;
        for (const [file, message] of expected) {
          await using(files().open(file), async (driver) => {
            expect(await problem(driver.check(never))).toMatch(message);
          });
        }
        await using(files().open("no-folder/new.db"), async (driver) => {
          expect(await problem(driver.createTable("cars", NEW_CARS, never))).toMatch(/^setup: /);
        });
      });

      it("are created when a table is", async () => {
        for (const file of ["new.db", "second.db"]) {
          await using(files().open(file), async (driver) => {
            const writer = await driver.createTable("cars", NEW_CARS, never);
            await writer.write([{ vin: "a", price: 1 }]);
            await writer.finish();
            expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["a", 1]]);
          });
        }
      });

      it("may be replaced while they are open", async () => {
        await files().make("old.db", make("old"));
        await files().make("next.db", make("next"));
        await using(files().open("old.db"), async (driver) => {
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["old"]]);
          renameSync(files().path("next.db"), files().path("old.db"));
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["next"]]);
          rmSync(files().path("old.db"));
          expect(await problem(rowsOf(driver, "SELECT * FROM cars"))).toMatch(/^setup: /);
          await files().make("third.db", make("third"));
          renameSync(files().path("third.db"), files().path("old.db"));
          expect(await rowsOf(driver, "SELECT * FROM cars")).toEqual([["third"]]);
        });
      });

      it("have views, which no table replaces", async () => {
        await files().make("views.db", "CREATE VIEW seen AS SELECT 1 AS a");
        await using(files().open("views.db"), async (driver) => {
          const creating = driver.createTable("seen", NEW_CARS, never);
          expect(await problem(creating)).toMatch(/^setup: .*as a view/);
          expect(await rowsOf(driver, "SELECT a FROM seen")).toEqual([[1]]);
        });
      });

      more(files);
    },
  );
}
