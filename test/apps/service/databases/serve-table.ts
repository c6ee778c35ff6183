import { afterAll, beforeAll, describe } from "vitest";
import type { Statement } from "../../../../src/data/stores/sql/driver.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";
import type { Schema } from "../../../../src/language/schema/index.ts";
import { type Database, fillTable } from "../harness/databases.ts";
import { type Served, type ServeOptions, serve } from "../harness/serve.ts";

/** A database that the tests of a `describe` use; it throws if the database has not started. */
export type StartedDatabase = () => Database;

interface Table {
  readonly name: string;
  readonly schema: Schema;
  readonly records: readonly StoreRecord[];
  readonly indexes?: readonly string[];
}

/** Fills a table, and serves it as the collection `cars`. */
export async function serveTable(
  database: Database,
  { name, schema, records, indexes = [] }: Table,
  options: Omit<ServeOptions, "collections"> = {},
  onStatement: (statement: Statement) => void = () => undefined,
): Promise<Served> {
  const store = await fillTable(database, name, schema, records, { indexes, onStatement });
  return serve({ collections: { cars: { store } }, ...options });
}

/** Tests of a service over a new table. It has stopped before the next tests: DuckDB lets nobody else write as long as it is open. */
export function describeServed(
  title: string,
  database: StartedDatabase,
  open: (database: Database) => Promise<Served>,
  tests: (service: () => Served) => void,
): void {
  describe(title, () => {
    let service: Served | undefined;

    beforeAll(async () => {
      const started = startedOnly(database);
      if (started !== undefined) service = await open(started);
    });

    afterAll(() => service?.stop());

    tests(() => {
      if (service === undefined) throw new Error(`${title}: there is no service`);
      return service;
    });
  });
}

/** The tests of a database that has not started are skipped, with the reason. */
export function startedOnly<D extends Database>(database: () => D): D | undefined {
  try {
    return database();
  } catch {
    return undefined;
  }
}
