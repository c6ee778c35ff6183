import { expect, it } from "vitest";
import {
  compileOrThrow,
  defineFunction,
  defineKernel,
  defineSchema,
  type FunctionDefinition,
  fx,
  parameter,
} from "../../../src/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import type { ColumnMapping, Dialect, RowSource, SqlFilter } from "../../../src/sql.ts";

/** A field of each type for each way of storing it. Engines leave out those that they do not have. */
const SCHEMA = defineSchema({
  id: { type: "number", key: true },
  isNew: "boolean",
  isBit: "boolean",
  whole: "number",
  real: "number",
  exact: "number",
  single: "number",
  title: "text",
  uuid: "text",
  mood: "text",
  padded: "text",
  digits: "text",
  amount: "text",
  at: "date",
  zoneless: "date",
  day: "date",
  milliseconds: "date",
  list: "list",
  json: "list",
  cut: "list",
  moods: "list",
  pads: "list",
  wholes: "list",
});

type FieldName = keyof typeof NAMES;

/** The columns have other names than the fields. */
export const NAMES = {
  id: "id",
  isNew: "is_new",
  isBit: "is_bit",
  whole: "whole_number",
  real: "real_number",
  exact: "exact_number",
  single: "single_number",
  title: "the_title",
  uuid: "a_uuid",
  mood: "a_mood",
  padded: "padded_text",
  digits: "its_digits",
  amount: "an_amount",
  at: "at_instant",
  zoneless: "zoneless_time",
  day: "on_day",
  milliseconds: "at_milliseconds",
  list: "a_list",
  json: "json_list",
  cut: "cut_list",
  moods: "mood_list",
  pads: "padded_list",
  wholes: "whole_list",
};

export const TABLE = "stored";

interface Car {
  readonly id: number;
  readonly isNew: boolean | null;
  readonly isBit: boolean | null;
  readonly whole: number | null;
  readonly real: number | null;
  readonly exact: number | null;
  readonly single: number | null;
  readonly title: string | null;
  readonly uuid: string | null;
  readonly mood: string | null;
  readonly padded: string | null;
  readonly digits: string | null;
  readonly amount: string | null;
  readonly at: Date | null;
  readonly zoneless: Date | null;
  readonly day: Date | null;
  readonly milliseconds: Date | null;
  readonly list: readonly string[] | null;
  readonly json: readonly string[] | null;
  readonly cut: readonly string[] | null;
  readonly moods: readonly string[] | null;
  readonly pads: readonly string[] | null;
  readonly wholes: readonly string[] | null;
}

type Value = Car[FieldName];

/** Days on which clocks change are among them, but not the hour that New York's skip. */
const DATES = [
  "1900-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "2024-01-15T05:00:00.000Z",
  "2024-02-29T00:00:00.000Z",
  "2024-03-10T01:59:59.999Z",
  "2024-03-10T04:30:00.250Z",
  "2024-07-01T12:00:00.001Z",
  "2024-11-03T01:30:00.000Z",
  "2298-12-31T23:59:59.999Z",
];
const NUMBERS = [0, 1, -1, 700, 9007199254740991, -12];
const FRACTIONS = [0.5, -1.25, 1.1, 1e10, 0.0001, 7];
const TEXTS = ["a", "É 😀", "1", "true", "{a}", "it's"];
const LISTS = [["a"], ["a", "b c"], [], ["É", "1", 'x"y'], ["NULL"]];

const ROWS: readonly Car[] = Array.from({ length: 24 }, (_, index) => {
  const pick = <T>(values: readonly T[], step: number): T | null =>
    (index + step) % 8 === 7 ? null : (values[(index * step) % values.length] ?? null);
  const date = pick(DATES, 5);
  return {
    id: index + 1,
    isNew: pick([true, false], 1),
    isBit: pick([false, true, true], 1),
    whole: pick(NUMBERS, 1),
    real: pick(FRACTIONS, 1),
    exact: pick(FRACTIONS, 5),
    single: pick([1.1, 0.1, -2.5, 3e10].map(Math.fround), 1),
    title: pick(TEXTS, 1),
    uuid: pick(["00000000-0000-4000-8000-0000000000ff", "123e4567-e89b-42d3-a456-426614174000"], 1),
    mood: pick(["glad", "so so"], 1),
    padded: pick(["ab", "x", "four"], 1),
    digits: pick(["5", "-9223372036854775808", "9007199254740993"], 1),
    amount: pick(["5.00", "0.10", "-12345678901234567.89"], 1),
    at: date === null ? null : new Date(date),
    zoneless: date === null ? null : new Date(date),
    day: date === null ? null : new Date(date.slice(0, 10)),
    milliseconds: date === null ? null : new Date(date),
    list: pick(LISTS, 1),
    json: pick(LISTS, 3),
    cut: pick(
      LISTS.filter((list) => list.length > 0),
      1,
    ),
    moods: pick([["glad"], ["so so", "glad"], []], 1),
    pads: pick([["ab"], ["x", "four"]], 1),
    wholes: pick([["1"], ["-2", "30"]], 1),
  };
});

/** How an engine stores a field: the type of the column, its name in a mapping, and a value as SQL. */
type Stored = readonly [type: string, storage: string, write: (value: never) => string];

export type Storages = Readonly<Partial<Record<FieldName, Stored>>>;

export const words = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const iso = (date: Date): string => `'${date.toISOString()}'`;
export const zoneless = (date: Date): string =>
  `'${date.toISOString().slice(0, 23).replace("T", " ")}'`;
export const day = (date: Date): string => `'${date.toISOString().slice(0, 10)}'`;
export const milliseconds = (date: Date): string => String(date.getTime());
export const bit = (value: boolean): string => (value ? "1" : "0");
export const json = (list: readonly string[]): string => words(JSON.stringify(list));
export const cut = (list: readonly string[]): string => words(list.join(","));
export const elements = (list: readonly string[]): string => list.map(words).join(", ");

/** The statements that make the table. */
export function statements(storages: Storages, suffix = ""): readonly string[] {
  const columns = namesOf(storages).map((name) => [name, storages[name]?.[0] ?? ""] as const);
  const rows = ROWS.map((row) => {
    const cells = namesOf(storages).map((name) => {
      const value = row[name];
      return value === null ? "NULL" : writeOf(storages[name])(value);
    });
    return `(${cells.join(", ")})`;
  });
  return [
    `CREATE TABLE ${TABLE} (${columns.map(([name, type]) => `${NAMES[name]} ${type}`).join(", ")})${suffix}`,
    `INSERT INTO ${TABLE} VALUES ${rows.join(", ")}`,
  ];
}

function writeOf([, , write]: Stored = ["", "", String]): (value: Value) => string {
  // Each field's own type is written.
  return write as (value: Value) => string;
}

function namesOf(storages: Storages): readonly FieldName[] {
  return (Object.keys(NAMES) as FieldName[]).filter((name) => storages[name] !== undefined);
}

function mappingOf(storages: Storages): Readonly<Record<string, ColumnMapping>> {
  return Object.fromEntries(
    namesOf(storages).map((name) => [
      name,
      {
        column: NAMES[name],
        storage: storages[name]?.[1] as NonNullable<ColumnMapping["storage"]>,
      },
    ]),
  );
}

/** `KEEPTEXT({title})` is the field itself, but no database knows the function. */
const FUNCTIONS: readonly FunctionDefinition[] = (
  ["text", "number", "boolean", "date", "list"] as const
).map((type) => {
  const kernel = defineKernel({
    name: `keep ${type}`,
    parameters: [type],
    result: type,
    evaluate: (value) => value as never,
  });
  return defineFunction({
    name: `KEEP${type.toUpperCase()}`,
    parameters: [type === "boolean" ? parameter.condition("value") : parameter.any("value")],
    result: type,
    lower: (core, value) => core.call(kernel, value),
  });
});

/** Conditions on one field, which find each of its values. */
function conditionsOf(name: FieldName, type: ValueType): readonly string[] {
  const kept = `KEEP${type.toUpperCase()}({${name}})`;
  const values = [...new Map(ROWS.map((row) => [String(row[name]), row[name]])).values()];
  const tests = values
    .filter((value) => value !== null)
    .map((value) => {
      if (typeof value === "boolean") return value ? kept : `NOT(${kept})`;
      if (typeof value === "number" || typeof value === "string" || value instanceof Date) {
        return `${kept} = ${fx`${value}`.source}`;
      }
      return `ARRAYJOIN(${kept}, "|") = ${fx`${value.join("|")}`.source}`;
    });
  return [...tests, ...(type === "list" ? [] : [`${kept} = BLANK()`])];
}

/** A driver, or a library over one. */
export interface Driver {
  readonly rows: RowSource;
  /** The rows of the table that a condition lets through, as the driver gives them. */
  readonly find: (filter: SqlFilter) => Promise<readonly unknown[]>;
  /** Fields whose values the driver itself changes. */
  readonly except?: readonly FieldName[];
}

/** In every time zone, the residual finds the same rows among those of the driver as the formula does in memory. */
export function readsStoredRows(
  dialect: () => Dialect,
  storages: Storages,
  driver: () => Driver,
): void {
  it.each(["UTC", "America/New_York", "Asia/Kathmandu"])(
    "finds the same rows in %s",
    async (tz) => {
      const before = process.env.TZ;
      process.env.TZ = tz;
      try {
        const { rows, find, except = [] } = driver();
        const options = { columns: mappingOf(storages), rows };
        /** The rows by their SQL: no database knows the function of a condition, so that many conditions have the same. */
        const known = new Map<string, readonly unknown[]>();
        const rowsOf = async (filter: SqlFilter): Promise<readonly unknown[]> => {
          if (filter.params.length > 0) return await find(filter);
          const sql = filter.where ?? filter.prefilter;
          const given = known.get(sql) ?? (await find(filter));
          known.set(sql, given);
          return given;
        };
        for (const name of namesOf(storages)) {
          if (name === "id" || except.includes(name)) continue;
          const type = SCHEMA.fields.get(name)?.type ?? "text";
          for (const source of conditionsOf(name, type)) {
            const formula = compileOrThrow(source, SCHEMA, { functions: FUNCTIONS });
            const filter = formula.toSql(dialect(), options);
            const found = filter.residual?.filter(await rowsOf(filter)) ?? [];
            const ids = found
              .map((row) => Number(Reflect.get(Object(row), "id")))
              .sort((a, b) => a - b);
            const expected = formula.filter(ROWS).map(({ id }) => id);
            expect(ids, `${source} with ${String(storages[name]?.[0])}`).toEqual(expected);
          }
        }
      } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      }
    },
  );
}
