import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { atom, name, render, type SqlFragment } from "../../../src/backends/sql/sql-fragment.ts";
import { placeholdersOf } from "../../../src/backends/sql/sql-settings.ts";
import type { Engine, EngineValue, Storage } from "../../engines/engine.ts";
import { expectNone } from "./expect-none.ts";

/** Dates at the edges of years, months, days and engines. */
export const HARD_DATES: readonly string[] = [
  "1900-01-01T00:00:00.000Z",
  "1900-02-28T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1999-12-31T23:59:59.999Z",
  // PostgreSQL's epoch.
  "2000-01-01T00:00:00.000Z",
  "2000-01-01T00:00:00.001Z",
  "2000-02-29T12:34:56.789Z",
  "2004-12-31T00:00:00.001Z",
  "2005-01-01T00:00:00.000Z",
  "2023-01-01T06:30:00.500Z",
  "2024-01-31T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2024-03-10T07:30:00.000Z",
  "2024-03-31T01:00:00.000Z",
  "2024-12-30T00:00:00.000Z",
  "2100-02-28T23:59:59.999Z",
  "2298-12-31T23:59:59.999Z",
];

/** The column that {@link fill} puts values into. */
export const COLUMN: SqlFragment = name("x");

/** Creates a table with a row for each value. */
export async function fill(
  engine: Engine,
  storage: Storage,
  values: readonly EngineValue[],
): Promise<void> {
  const filled = [
    { name: "i", storage: "integer" },
    { name: "x", storage },
  ] as const;
  await engine.createTable("filled", filled);
  await engine.insert(
    "filled",
    filled,
    values.map((value, index) => [index, value]),
  );
}

/** The values of an SQL expression for the rows of the filled table. */
export async function read(
  engine: Engine,
  { definition }: Dialect,
  value: SqlFragment,
): Promise<readonly unknown[]> {
  const { text, params } = render(
    atom`SELECT ${value} FROM filled ORDER BY i`,
    placeholdersOf(definition),
  );
  return (await engine.query(text, params)).map(([cell]) => cell);
}

/** Compares the value of an SQL expression for each input with the expected one. */
export async function expectEach<T>(
  engine: Engine,
  dialect: Dialect,
  values: readonly T[],
  found: SqlFragment,
  expected: (value: T) => unknown,
): Promise<void> {
  const cells = await read(engine, dialect, found);
  const wrong = values.flatMap((value, index) => {
    const [cell, answer] = [cells[index], expected(value)];
    return Object.is(cell, answer)
      ? []
      : [`${String(value).slice(0, 200)}: ${cell}, not ${answer}`];
  });
  expectNone(wrong);
}

/** Applies an exact primitive to operands. */
export function applied(primitive: unknown, ...operands: readonly unknown[]): SqlFragment {
  if (typeof primitive !== "function") throw new Error("it is not exact for all operands");
  return primitive(...operands);
}
