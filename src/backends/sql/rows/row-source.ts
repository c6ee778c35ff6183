import { misuse } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";

/** The form of rows, for rows that an object-relational mapper or a plug-in has changed, or of an unknown driver. */
export interface RowForm {
  /** Whether properties of a row have the names of columns or of fields; columns unless given. */
  readonly names?: "columns" | "fields";
  /** How Date objects of a column without time zone are to be read: in UTC, or in the time zone of the process. */
  readonly dates?: "utc" | "local";
}

/** A driver, by the name of its package. Kysely and Knex return the rows of the driver that they use. */
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

/** The form of rows with the default settings of drivers. */
const DRIVERS: Readonly<Record<DriverName, RowForm>> = {
  pg: { dates: "local" },
  postgres: { dates: "local" },
  "@electric-sql/pglite": { dates: "local" },
  // Depends on the connection's option `timezone`.
  mysql2: {},
  "better-sqlite3": {},
  "node:sqlite": {},
  "@duckdb/node-api": { dates: "utc" },
  "@clickhouse/client": {},
  "drizzle-orm": { names: "fields", dates: "utc" },
};

/**
 * The source of a residual's rows: a driver, something like it, or the program itself. `"records"` are objects in the
 * form that `formula.filter` takes: fields by name, with values of the language. Invalid values in them count as blank.
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
