import { misuse } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";

/** What rows are like, if no name of a driver says it: an object-relational mapper or a plug-in may have changed them. */
export interface RowForm {
  /** What the properties of a row are named after; columns unless given. */
  readonly names?: "columns" | "fields";
  /** What a Date of a column without time zone is in: UTC, or the time zone of the process. */
  readonly dates?: "utc" | "local";
}

/** A driver by the name of its package. Kysely and Knex return what the driver beneath them returns. */
export type DriverName =
  | "pg"
  | "postgres"
  | "@electric-sql/pglite"
  | "mysql2"
  | "better-sqlite3"
  | "node:sqlite"
  | "@duckdb/node-api"
  | "@clickhouse/client"
  | "drizzle-orm";

/** What drivers return with their default settings. */
const DRIVERS: Readonly<Record<DriverName, RowForm>> = {
  pg: { dates: "local" },
  postgres: { dates: "local" },
  "@electric-sql/pglite": { dates: "local" },
  // Its connections have a `timezone`, which decides.
  mysql2: {},
  "better-sqlite3": {},
  "node:sqlite": {},
  "@duckdb/node-api": { dates: "utc" },
  "@clickhouse/client": {},
  "drizzle-orm": { names: "fields", dates: "utc" },
};

/**
 * Where the rows of a residual come from: a driver, something like it, or the program itself. `"records"` are objects
 * that `formula.filter` takes as well: fields by their names, with values of the language. In them, anything else counts
 * as blank, as it does there.
 */
export type RowSource = DriverName | RowForm | "records";

/** @throws `TypeError` unless the value is a source of rows. */
export function formOf(source: RowSource | undefined, call: string): RowForm | "records" {
  if (source === undefined) return {};
  if (source === "records") return source;
  if (typeof source === "string" && Object.hasOwn(DRIVERS, source)) return DRIVERS[source];
  if (typeof source !== "object" || source === null || !isForm(source)) {
    const names = Object.keys(DRIVERS).map(quote).join(", ");
    throw misuse(
      `\`${call}\`: the option \`rows\``,
      'the name of a driver, `"records"`, or an object such as `{ names: "fields", dates: "utc" }`',
      source,
      `the drivers are ${names}`,
    );
  }
  return source;
}

const FORM: Readonly<Record<string, readonly unknown[]>> = {
  names: ["columns", "fields", undefined],
  dates: ["utc", "local", undefined],
};

function isForm(source: object): boolean {
  return Object.entries(source).every(
    ([name, value]) => Object.hasOwn(FORM, name) && FORM[name]?.includes(value) === true,
  );
}
