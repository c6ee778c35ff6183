/** A cell of a sample's row: a quoted text, a number, a boolean, or SQL. */
export type Cell = string | number | boolean | null | { readonly sql: string };

/** One INSERT of rows that a function generates, from 1. */
export function insert(
  table: string,
  columns: string,
  count: number,
  row: (n: number) => readonly Cell[],
): string {
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `(${row(at + 1)
        .map(literal)
        .join(", ")})`,
  );
  return `INSERT INTO ${table} (${columns}) VALUES\n${rows.join(",\n")}`;
}

function literal(cell: Cell): string {
  if (cell === null) return "NULL";
  if (typeof cell === "object") return cell.sql;
  return typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell);
}

/** One of some values, which varies between rows without a short period. */
export function pick<T>(values: readonly [T, ...T[]], n: number, salt = 1): T {
  return values[mixed(n, salt) % values.length] ?? values[0];
}

/** A whole number from `least` to `most`. */
export function between(least: number, most: number, n: number, salt = 1): number {
  return least + (mixed(n, salt) % (most - least + 1));
}

/** An amount with two decimal places. */
export function amount(least: number, most: number, n: number, salt = 1): number {
  return between(least * 100, most * 100, n, salt) / 100;
}

/** The value, but missing in every `every`-th row. */
export function missingEach<T>(every: number, n: number, value: T): T | null {
  return n % every === 0 ? null : value;
}

/** The day that is a number of days after another. */
export function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A time in the format of databases, a number of seconds after the start of a day. */
export function timeAfter(start: string, seconds: number): string {
  return new Date(Date.parse(start) + seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

function mixed(n: number, salt: number): number {
  let mix = Math.imul(n, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d);
  return (mix ^ (mix >>> 13)) >>> 0;
}
