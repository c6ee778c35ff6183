import type { EngineColumn, EngineValue } from "../engine.ts";

/** The shortest text that reads back as the same float64; a plain `String` loses the sign of -0. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

export function toMilliseconds(value: EngineValue): number {
  const moment = value instanceof Date ? value : new Date(value as string | number);
  const milliseconds = moment.getTime();
  if (Number.isNaN(milliseconds)) throw new Error(`${String(value)} is no moment`);
  return milliseconds;
}

/** `2024-02-29T23:59:59.999Z` */
export function toIso(value: EngineValue): string {
  return new Date(toMilliseconds(value)).toISOString();
}

/** `2024-02-29 23:59:59.999`, in UTC */
export function toSqlTimestamp(value: EngineValue): string {
  return toIso(value).slice(0, 23).replace("T", " ");
}

export function toJson(value: EngineValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function toList(value: EngineValue): readonly string[] {
  if (!Array.isArray(value)) throw new Error(`${String(value)} is no list`);
  return value as readonly string[];
}

export function toBoolean(value: EngineValue): boolean {
  return value === true || value === 1;
}

export function toText(value: EngineValue): string {
  return typeof value === "number" ? numberText(value) : String(value);
}

export function toNumber(value: EngineValue): number {
  if (typeof value !== "number") throw new Error(`${String(value)} is no number`);
  return value;
}

/** How a row of an insert becomes what a driver takes: `encode` sees no NULL. */
export function encodeRows<T>(
  columns: readonly EngineColumn[],
  rows: readonly (readonly EngineValue[])[],
  encode: (column: EngineColumn, value: EngineValue) => T,
): (T | null)[][] {
  return rows.map((row) =>
    columns.map((column, index) => {
      const value = row[index] ?? null;
      return value === null ? null : encode(column, value);
    }),
  );
}

/** A name in quotes, which are doubled inside it. */
export function quoteName(name: string, quote: '"' | "`"): string {
  return quote + name.replaceAll(quote, quote + quote) + quote;
}
