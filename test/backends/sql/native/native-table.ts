import { expect } from "vitest";
import {
  type AskDatabase,
  type DescribedTable,
  describeTable,
} from "../../../../src/backends/sql/describe/describe-table.ts";
import type { Dialect } from "../../../../src/backends/sql/dialect.ts";
import { type QueryOptions, toQuery } from "../../../../src/backends/sql/query/sql-query.ts";
import { type SqlRecord, SqlValueError } from "../../../../src/backends/sql/rows/record-reader.ts";
import { compile } from "../../../../src/index.ts";
import { recordOrder } from "../../../../src/language/core/record-order.ts";
import {
  defineSchema,
  type Field,
  type Schema,
  type SortKey,
} from "../../../../src/language/schema/index.ts";
import type { ValueType } from "../../../../src/language/types/value-type.ts";
import type { Engine } from "../../../engines/engine.ts";

const times = process.env.ISOFORM_TIMES;

/** How often each use of a native type must be compared; below 1, the share of the uses that must be compared. */
export const TIMES = times === undefined ? 0.15 : Number(times);

/** The share of the questions about a table of each native type: a part, or all if `ISOFORM_TIMES` sets how often. */
export const SHARE = times === undefined ? 0.03 : Math.min(1, TIMES);

/** Each of a thousand questions is a statement of its own, which takes ClickHouse some milliseconds: 22 s beside ten busy processes. */
export const NATIVE_TIMEOUT = times === undefined ? 60_000 : 24 * 3_600_000;

/** Queries the catalogue through an engine of the tests, whose rows are arrays. */
export function askBy(engine: Engine): AskDatabase {
  return (text, params) => engine.query(text, params);
}

/** A table described by a catalogue, and its records as the database returns them. */
export interface NativeTable extends DescribedTable {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly records: readonly SqlRecord[];
  /** The number of formulas evaluated, and of those that the checker rejected. */
  readonly tally: { asked: number; refused: number };
}

export async function nativeTable(
  engine: Engine,
  dialect: Dialect,
  name: string,
  key?: string,
): Promise<NativeTable> {
  const found = await describeTable(dialect, askBy(engine), name);
  const keyed = key === undefined ? found : { ...found, schema: withKey(found.schema, key) };
  const described = withNumbers(keyed, await readAll(engine, dialect, keyed));
  const records = await readAll(engine, dialect, described);
  return { ...described, engine, dialect, records, tally: { asked: 0, refused: 0 } };
}

const INTEGERS = /^(?:u?bigint|u?int64|u?hugeint)\b/i;

/**
 * The table with number fields for its integers beyond ±2^53, which the catalogue maps to texts, if a float64
 * represents all of them exactly.
 */
function withNumbers<T extends DescribedTable>(table: T, records: readonly SqlRecord[]): T {
  const { fields } = table.schema.toJSON();
  const changed = [...table.schema.fields.values()].flatMap(({ name, type }) => {
    const isInteger = INTEGERS.test(table.columns[name]?.storage ?? "");
    if (!isInteger || type !== "text" || name === table.schema.key?.name) return [];
    const isHeld = records.every((record) => {
      const digits = record[name] ?? "0";
      return String(BigInt(Number(digits))) === digits;
    });
    return isHeld ? [[name, "number"] as const] : [];
  });
  return { ...table, schema: defineSchema({ ...fields, ...Object.fromEntries(changed) }) };
}

/** A schema with a key, for a table whose catalogue has none. */
function withKey(schema: Schema, key: string): Schema {
  const { fields } = schema.toJSON();
  const type = schema.fields.get(key)?.type === "number" ? "number" : "text";
  return defineSchema({ ...fields, [key]: { type, key: true } });
}

export async function readAll(
  engine: Engine,
  dialect: Dialect,
  options: QueryOptions,
): Promise<readonly SqlRecord[]> {
  const query = toQuery(dialect, options);
  const answer = await engine.query(query.text, query.params).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${query.text}\n${JSON.stringify(query.params)}`);
  });
  const reader = query.reader();
  const records: SqlRecord[] = [];
  for (const cells of answer) {
    if (reader.isDone()) break;
    const record = reader.read(cells);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/**
 * The difference between the database and memory over the same records, for one formula; `undefined` if there is none.
 */
async function nativeProblem(
  table: NativeTable,
  source: string,
  wish: {
    readonly sort?: readonly SortKey[];
    readonly after?: SqlRecord;
    readonly limit?: number;
  } = {},
): Promise<string | undefined> {
  const { engine, dialect, schema, records, columns, table: name } = table;
  const compiled = compile(source, schema, { clock: () => new Date(Date.UTC(2024, 1, 29)) });
  if (!compiled.ok) {
    // For example, a constant that is not a date of the language.
    table.tally.refused++;
    return undefined;
  }
  table.tally.asked++;
  const { formula } = compiled;
  const found = await readAll(engine, dialect, {
    schema,
    table: name,
    columns,
    fields: [schema.key?.name ?? ""],
    filter: formula,
    ...wish,
  }).catch((error: unknown) => {
    // Several integers of the column may round to this number, so no page can start there.
    return error instanceof SqlValueError && startsAtLargeNumber(wish) ? undefined : String(error);
  });
  if (found === undefined) {
    table.tally.refused++;
    return undefined;
  }
  if (typeof found === "string") return `${source}: ${found}`;
  const order = recordOrder(schema, wish.sort ?? []);
  const { after, limit } = wish;
  const expected = records
    .filter((record) => formula.matches(record))
    .filter((record) => after === undefined || order(after, record) < 0)
    .toSorted(order)
    .slice(0, limit);
  const key = schema.key?.name ?? "";
  const [actual, wanted] = [found, expected].map((some) => some.map((one) => one[key]).join());
  if (actual === wanted) return undefined;
  const { prefilter, where = prefilter, params } = formula.toSql(dialect, { table: name, columns });
  return `${source} ${JSON.stringify(wish)}: ${actual} and not ${wanted}\n${where} ${JSON.stringify(params)}`;
}

function startsAtLargeNumber({
  sort = [],
  after = {},
}: {
  readonly sort?: readonly SortKey[];
  readonly after?: SqlRecord;
}): boolean {
  return sort.some(({ field }) => {
    const value = after[field];
    return Number.isInteger(value) && !Number.isSafeInteger(value);
  });
}

/**
 * Formulas that test one thing about a field `{f}`; `{v}` stands for a constant, and `{o}` for another field of its
 * type.
 */
const QUESTIONS: Readonly<Record<ValueType, readonly string[]>> = {
  text: [
    "{f} = {v}",
    "{f} != {v}",
    "{f} < {v}",
    "{f} <= {v}",
    "{f} > {v}",
    "{f} >= {v}",
    "NOT({f} < {v})",
    "NOT({f} >= {v})",
    "OR({f} = {v}, {f} = 'no such thing')",
    "AND({f} != {v}, {f} != 'no such thing')",
    "OR({f} = {v}, {f} = {w})",
    "NOT(OR({f} = {v}, {f} = {w}))",
    "AND({f} > {v}, {f} <= {w})",
    "{f}",
    "{f} = ''",
    "{f} = BLANK()",
    "NOT({f} = BLANK())",
    "{f} = {o}",
    "{f} < {o}",
    "LEN({f}) > 4",
    "LEFT({f}, 2) & RIGHT({f}, 2) = {v}",
    "MID({f}, 2, 2) = 'b'",
    "UPPER({f}) = UPPER({v})",
    "UPPER({f}) = {o}",
    "LOWER({f}) = LOWER({o})",
    "CONTAINS({f}, LOWER({o}))",
    "STARTS_WITH({f}, {v})",
    "ENDS_WITH({f}, {v})",
    "FIND('a', {f}) > 1",
    "SEARCH('A', {f}) > 0",
    "{f} & {o} = {v} & {w}",
    "{f} & {o} > {v}",
    "TRIM({f}) = {v}",
    "SUBSTITUTE({f}, 'a', {o}) = {v}",
    "REPT({f}, 2) = {v}",
    "REGEX_MATCH({f}, '^[a-f0-9]')",
    "IF({f} = {v}, {o}, {f}) = {w}",
    "SWITCH({f}, {v}, 1, {w}, 2, 3) = 2",
    "IFBLANK({f}, {o}) = {v}",
    "ISERROR(VALUE({f}))",
    "VALUE({f}) > 1",
    "EXACT({f}, {o})",
    "CONCATENATE({f}, '-', {o}) != {v}",
    "T({f}) = {v}",
  ],
  number: [
    "{f} = {v}",
    "{f} != {v}",
    "{f} < {v}",
    "{f} <= {v}",
    "{f} > {v}",
    "{f} >= {v}",
    "NOT({f} < {v})",
    "NOT({f} = {v})",
    "OR({f} = {v}, {f} = {w})",
    "NOT(OR({f} = {v}, {f} = {w}))",
    "AND({f} >= {v}, {f} < {w})",
    "{f}",
    "{f} = BLANK()",
    "NOT({f} = BLANK())",
    "{f} = {o}",
    "{f} < {o}",
    "{f} + {o} > {v}",
    "{f} - {v} = 0",
    "{f} * 2 >= {v}",
    "{f} / {o} > 1",
    "ABS({f}) = {v}",
    "INT({f}) = {f}",
    "ROUND({f}, 1) = {v}",
    "MOD({f}, 2) = 1",
    "{f} & '' = '{v}'",
    "LEN({f} & '') > 3",
    "SQRT({f}) > 1",
    "MAX({f}, {o}) = {v}",
    "SUM({f}, {o}, 1) > {v}",
    "IF({f} > {v}, {f}, {o}) = {w}",
    "IFBLANK({f}, 1) = 1",
    "ISERROR(1 / {f})",
  ],
  boolean: ["{f}", "NOT({f})", "{f} = {o}", "IF({f}, 1, 0) = 1", "{f} & '' = 'TRUE'"],
  date: [
    "{f} = '{v}'",
    "{f} != '{v}'",
    "{f} < '{v}'",
    "{f} <= '{v}'",
    "{f} > '{v}'",
    "{f} >= '{v}'",
    "NOT({f} < '{v}')",
    "NOT({f} = '{v}')",
    "AND({f} >= '{v}', {f} < '{w}')",
    "{f}",
    "{f} = BLANK()",
    "NOT({f} = BLANK())",
    "{f} = {o}",
    "{f} < {o}",
    "YEAR({f}) = 2024",
    "MONTH({f}) = 2",
    "DAY({f}) = 29",
    "HOUR({f}) > 0",
    "SECOND({f}) = 59",
    "WEEKDAY({f}) = 4",
    "IS_SAME({f}, '{v}', 'day')",
    "IS_BEFORE({f}, {o})",
    "DATEADD({f}, 1, 'month') > '{v}'",
    "DATEADD({f}, 1, 'day') = '{v}'",
    "DATETIME_DIFF({f}, {o}, 'hours') > 1",
    "{f} - {o} > 1",
    "{f} & '' = '2024-02-29T00:00:00.000Z'",
    "DATETIME_FORMAT({f}, 'YYYY-MM-DD') = '2024-02-29'",
    "IF({f} > '{v}', {f}, {o}) = '{w}'",
  ],
  list: [
    "HAS({f}, {v})",
    "NOT(HAS({f}, {v}))",
    "HAS({f}, UPPER({v}))",
    "HAS({f}, 'no such thing')",
    "NOT(HAS({f}, 'no such thing'))",
    "LEN({f}) > 1",
    "{f}",
    "{f} = BLANK()",
    "ARRAYJOIN({f}, ',') = {v}",
    "{f} = {v}",
    "{f} & '' = {v}",
    "COUNTA({f}) = 2",
  ],
};

/** Texts that are values of some types, or almost. */
const NEARLY: readonly string[] = [
  "",
  " ",
  "a",
  "A",
  "ab  ",
  "zz",
  "0",
  "1",
  "01",
  "-1",
  "9007199254740993",
  "99999999999999999999",
  "1.50",
  "é",
  "10:00:00",
  "25:00:00",
  "\\xdead",
  "\\xDEAD",
  "true",
  "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
  "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
  "a0eebc999c0b4ef8bb6d6bb9bd380a11",
  "127.0.0.1",
  "127.0.0.1/8",
];

const NUMBERS = [
  0,
  1,
  -1,
  0.1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  1e15,
  2 ** 63,
  1e20,
  1e-7,
];
const DATES = [
  "2024-02-29",
  "2024-02-29T10:00:00.500Z",
  "1900-01-01",
  "2298-12-31",
  "1969-12-31T23:59:59.999Z",
];

/** Constants worth comparing with a field: its own values, values near them, and others. */
function constantsOf({ name, type }: Field, records: readonly SqlRecord[]): readonly string[] {
  const values = [...new Set(records.map((record) => record[name]))];
  const shown = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
  switch (type) {
    case "text":
      return [...values.filter((value) => typeof value === "string"), ...NEARLY].map(shown);
    case "number":
      return [...values.filter((value) => typeof value === "number"), ...NUMBERS].map(plainNumber);
    case "date":
      return [
        ...values.flatMap((value) => (value instanceof Date ? [value.toISOString()] : [])),
        ...DATES,
      ];
    case "list":
      return [...values.flatMap((value) => (Array.isArray(value) ? value : [])), ...NEARLY].map(
        shown,
      );
    case "boolean":
      return ["TRUE()"];
  }
}

function plainNumber(value: number): string {
  return value < 0 ? `(${value})` : String(value);
}

/** Asks every question about every field, with some of the constants, and returns the differences. */
export async function nativeProblems(table: NativeTable, share = 1): Promise<readonly string[]> {
  const { schema, records } = table;
  const problems: string[] = [];
  const fields = [...schema.fields.values()];
  for (const [index, field] of fields.entries()) {
    const constants = constantsOf(field, records);
    const others = fields.filter(({ type }) => type === field.type);
    for (const [at, question] of QUESTIONS[field.type].entries()) {
      const rounds = question.includes("{v}")
        ? Math.max(3, Math.ceil(constants.length * share))
        : 2;
      for (let round = 0; round < rounds; round++) {
        const [v = "", w = ""] = [0, 5].map(
          (step) => constants[(round + at + step) % constants.length],
        );
        const other = others[(index + round + at) % others.length] ?? field;
        const source = question
          .replaceAll("{f}", `{${field.name}}`)
          .replaceAll("{o}", `{${other.name}}`)
          .replaceAll("{v}", v)
          .replaceAll("{w}", w);
        const problem = await nativeProblem(table, source);
        if (problem !== undefined) problems.push(problem);
      }
    }
    if (field.type === "list") continue;
    for (const direction of ["asc", "desc"] as const) {
      const sort = [{ field: field.name, direction }];
      for (const after of [undefined, ...records.filter((_, at) => at % 3 === 0)]) {
        const wish = after === undefined ? { sort } : { sort, after, limit: 3 };
        const problem = await nativeProblem(table, "TRUE()", wish);
        if (problem !== undefined) problems.push(problem);
      }
    }
  }
  return problems;
}

export function expectNoProblems(problems: readonly string[]): void {
  expect(problems.slice(0, 10).join("\n\n"), `${problems.length} differences`).toBe("");
}
