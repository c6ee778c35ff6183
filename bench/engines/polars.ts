import type { Car } from "../cars.ts";
import type { FilterId } from "../filters.ts";
import { carColumns, type Kind, ROW } from "./car-columns.ts";
import type { Variant } from "./engine.ts";
import { loadPolars } from "./load-polars.ts";

type Type = object;
type Operand = Expression | string | number;

interface Expression {
  eq(other: Operand): Expression;
  neq(other: Operand): Expression;
  lt(other: Operand): Expression;
  ltEq(other: Operand): Expression;
  gt(other: Operand): Expression;
  gtEq(other: Operand): Expression;
  and(other: Expression): Expression;
  or(other: Expression): Expression;
  plus(other: Operand): Expression;
  div(other: Operand): Expression;
  fillNull(value: number): Expression;
  isNotNull(): Expression;
  sum(): Expression;
  as(name: string): Expression;
  cast(type: Type): Expression;
  readonly str: { contains(text: string, isLiteral: boolean): Expression };
}

interface LazyFrame {
  filter(condition: Expression): LazyFrame;
  select(...columns: readonly Expression[]): LazyFrame;
  collectSync(): { getColumn(name: string): Series; lazy(): LazyFrame };
}

interface Series {
  get(index: number): unknown;
  toTypedArray(): Int32Array;
}

interface Polars {
  readonly Int32: Type;
  readonly Float64: Type;
  readonly String: Type;
  readonly version: string;
  Series(name: string, values: ArrayLike<unknown>, type: Type): Series;
  DataFrame(columns: readonly Series[]): { lazy(): LazyFrame };
  col(name: string): Expression;
  lit(value: string | number): Expression;
}

const TYPES: Readonly<Record<Kind, "String" | "Int32" | "Float64">> = {
  text: "String",
  "repeated text": "String",
  "whole number": "Int32",
  number: "Float64",
  "number or blank": "Float64",
};

/** Single-threaded. Lazy frames only read the columns of the condition. */
export const polars: Variant = {
  name: "polars, 1 thread",
  async start(cars) {
    const library = await loadPolars<Polars>();
    const row = library.Series(
      ROW,
      Int32Array.from(cars, (_, index) => index),
      library.Int32,
    );
    const columns = carColumns.map(([name, kind]) =>
      library.Series(name, valuesOf(cars, name, kind), library[TYPES[kind]]),
    );
    const frame = library.DataFrame([row, ...columns]).lazy();

    return {
      version: library.version,
      prepare({ id }) {
        const { first, last } = conditionOf(id, library);
        const number = library.col(ROW);
        if (last === undefined) {
          const rows = frame.filter(first).select(number);
          const count = frame.select(first.sum().as(COUNT));
          return { rows: () => rowsOf(rows), count: () => countOf(count) };
        }
        const begun = frame.filter(first).select(number, library.col("optionCodes"));
        const left = (): LazyFrame => begun.collectSync().lazy();
        return {
          rows: () => rowsOf(left().filter(last).select(number)),
          count: () => countOf(left().select(last.sum().as(COUNT))),
        };
      },
      close: async () => undefined,
    };
  },
};

const COUNT = "count";

function rowsOf(found: LazyFrame): Int32Array {
  return found.collectSync().getColumn(ROW).toTypedArray();
}

function countOf(found: LazyFrame): number {
  return Number(found.collectSync().getColumn(COUNT).get(0));
}

function valuesOf(cars: readonly Car[], name: keyof Car, kind: Kind): ArrayLike<unknown> {
  const values = cars.map((car) => car[name]);
  if (kind === "whole number") return Int32Array.from(values, Number);
  return kind === "number" ? Float64Array.from(values, Number) : values;
}

interface Condition {
  readonly first: Expression;
  /** The expensive part, applied to the remaining rows: a single condition would be computed for every row. */
  readonly last?: Expression;
}

function conditionOf(id: FilterId, { col, lit, Int32 }: Polars): Condition {
  // A bare number is a float, and would convert the whole column.
  const whole = (value: number): Expression => lit(value).cast(Int32);
  const isText = (name: string, value: string): Expression => col(name).eq(lit(value));
  const contains = (name: string, text: string): Expression => col(name).str.contains(text, true);
  switch (id) {
    case "F1":
      return { first: col("price").lt(50_000) };
    case "F2":
      return { first: isText("country", "Italy").and(col("year").gtEq(whole(2020))) };
    case "F3":
      return {
        first: isText("country", "Italy")
          .and(col("price").lt(50_000))
          .and(col("year").gtEq(whole(2020)))
          .and(col("tax").isNotNull()),
        last: contains("optionCodes", "AD15"),
      };
    case "F4":
      return { first: contains("title", "Long Range"), last: contains("optionCodes", "AD15") };
    case "F5": {
      const cheap = isText("modelLetter", "3")
        .and(
          col("year")
            .gtEq(whole(2023))
            .or(col("odometer").lt(whole(12_000))),
        )
        .and(col("country").neq(lit("Spain")))
        .and(col("price").lt(42_000));
      const taxed = isText("country", "Italy")
        .or(isText("country", "France"))
        .and(col("price").ltEq(90_000))
        .and(col("odometer").ltEq(whole(80_000)))
        .and(col("tax").gt(5000));
      const old = col("currency")
        .neq(lit("EUR"))
        .and(col("year").lt(whole(2016)));
      return { first: cheap.or(taxed).or(old) };
    }
    case "F6":
      return { first: col("price").plus(col("tax").fillNull(0)).div(col("odometer")).gt(1) };
  }
}
