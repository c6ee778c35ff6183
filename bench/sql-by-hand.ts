import type { EngineName, SqlParameter } from "../test/engines/engine.ts";
import type { FilterId } from "./filters.ts";

export const sqlByHand = "SQL by hand";

export interface Condition {
  readonly where: string;
  readonly params: readonly SqlParameter[];
}

/** The differences between engines in handwritten SQL. */
interface Engine {
  placeholder(position: number, type: "text" | "number" | "integer"): string;
  column(name: string): string;
  contains(text: string, needle: string): string;
  /** The result of a division by zero: NULL, which needs no handling, or a value that no result may contain. */
  readonly zeroDivision: "null" | "infinity" | "error";
}

const standard = (name: string): string => `"${name}"`;
const backquoted = (name: string): string => `\`${name}\``;

const engines: Readonly<Record<EngineName, Engine>> = {
  sqlite: {
    placeholder: () => "?",
    column: standard,
    contains: (text, needle) => `instr(${text}, ${needle}) > 0`,
    zeroDivision: "null",
  },
  duckdb: {
    placeholder: (position) => `$${position}`,
    column: standard,
    contains: (text, needle) => `contains(${text}, ${needle})`,
    zeroDivision: "infinity",
  },
  postgres: {
    placeholder: (position) => `$${position}`,
    column: standard,
    contains: (text, needle) => `strpos(${text}, ${needle}) > 0`,
    zeroDivision: "error",
  },
  mariadb: {
    placeholder: () => "?",
    column: backquoted,
    contains: (text, needle) => `locate(${needle}, ${text}) > 0`,
    zeroDivision: "null",
  },
  clickhouse: {
    placeholder: (position, type) =>
      `{p${position}:${type === "text" ? "String" : type === "integer" ? "Int64" : "Float64"}}`,
    column: backquoted,
    contains: (text, needle) => `position(${text}, ${needle}) > 0`,
    zeroDivision: "infinity",
  },
};

/**
 * The same filters as written by an engineer who knows the table: which columns are nullable, and which are integers.
 */
export function byHand(name: EngineName, id: FilterId): Condition {
  const { placeholder, column, contains, zeroDivision } = engines[name];
  const params: SqlParameter[] = [];
  const bind = (value: SqlParameter, type: "text" | "number" | "integer"): string =>
    placeholder(params.push(value), type);
  const text = (value: string): string => bind(value, "text");
  const number = (value: number): string => bind(value, "number");
  const whole = (value: number): string => bind(value, "integer");
  const [country, currency, modelLetter] = ["country", "currency", "modelLetter"].map(column);
  const [price, tax, odometer, year] = ["price", "tax", "odometer", "year"].map(column);
  const title = column("title");
  const optionCodes = column("optionCodes");

  function where(): string {
    switch (id) {
      case "F1":
        return `${price} < ${number(50_000)}`;
      case "F2":
        return `${country} = ${text("Italy")} AND ${year} >= ${whole(2020)}`;
      case "F3":
        return [
          `${country} = ${text("Italy")}`,
          `${price} < ${number(50_000)}`,
          `${year} >= ${whole(2020)}`,
          contains(optionCodes, text("AD15")),
          `${tax} IS NOT NULL`,
        ].join(" AND ");
      case "F4":
        return `${contains(title, text("Long Range"))} AND ${contains(optionCodes, text("AD15"))}`;
      case "F5":
        return [
          `${modelLetter} = ${text("3")} AND (${year} >= ${whole(2023)} OR ${odometer} < ${whole(12_000)}) AND ${country} <> ${text("Spain")} AND ${price} < ${number(42_000)}`,
          `${country} IN (${text("Italy")}, ${text("France")}) AND ${price} <= ${number(90_000)} AND ${odometer} <= ${whole(80_000)} AND ${tax} > ${number(5000)}`,
          `${currency} <> ${text("EUR")} AND ${year} < ${whole(2016)}`,
        ].join(" OR ");
      case "F6": {
        // AND does not guarantee that PostgreSQL evaluates the guard before the division.
        const divisor = zeroDivision === "error" ? `nullif(${odometer}, 0)` : odometer;
        const test = `(${price} + coalesce(${tax}, 0)) / ${divisor} > ${number(1)}`;
        return zeroDivision === "infinity" ? `${odometer} <> 0 AND ${test}` : test;
      }
    }
  }

  return { where: where(), params };
}
