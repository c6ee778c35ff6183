import { expect, it } from "vitest";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { type SqlQuery, toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import type { SqlFilter, SqlOptions } from "../../../src/backends/sql/sql-filter.ts";
import type { ColumnMapping } from "../../../src/backends/sql/table-mapping.ts";
import { compileOrThrow, defineSchema, type Formula, field, fx } from "../../../src/index.ts";
import { recordOrder } from "../../../src/language/core/record-order.ts";
import type { SortKey } from "../../../src/language/schema/index.ts";
import { readField } from "../../../src/language/values/row-value.ts";
import type { Engine, EngineValue } from "../../engines/engine.ts";
import { DATES, LISTS, NUMBERS, TEXTS } from "../../generate/vocabulary.ts";

export const TABLE = 'cars "2"';

/** Names with everything that some library or engine takes for a placeholder, a quote or an escape. */
export const SCHEMA = defineSchema({
  id: { type: "number", key: true },
  "what?": "text",
  "a??b:c": "text",
  $1: "number",
  "?": "date",
  'a "b"': "boolean",
  "it`s 100%s {p1:String} ::x @y": "list",
});

const WHAT = field("what?");
const OTHER = field("a??b:c");
const NUMBER = field("$1");
const DATE = field("?");

const MORE_TEXTS = [
  ...TEXTS,
  "? ?? \\? $1 :a ::b @c {p1:String} {{d}} %s %% $e",
  "a\tb\nc\r\\t\\N\\0\b\f\v\u001a\u007f",
  "`\"' -- /* */ ; \\' \\\" \\",
  "\u2028\u2029\ufeff\ufffd",
];

const ROWS: readonly Readonly<Record<string, unknown>>[] = MORE_TEXTS.map((text, index) => ({
  id: index + 1,
  "what?": index % 13 === 12 ? null : text,
  "a??b:c": MORE_TEXTS[(index * 7) % MORE_TEXTS.length],
  $1: index % 11 === 10 ? null : NUMBERS[index % NUMBERS.length],
  "?": index % 7 === 6 ? null : new Date(DATES[index % DATES.length] ?? ""),
  'a "b"': index % 3 === 0,
  "it`s 100%s {p1:String} ::x @y": LISTS[index % LISTS.length],
}));

/** These need no more of a row than texts, numbers and dates, which every library hands over as the language has them. */
const FILTERS: readonly string[] = [
  "TRUE()",
  "FALSE()",
  ...MORE_TEXTS.map((text) => fx`${WHAT} = ${text}`.source),
  ...MORE_TEXTS.map((text) => fx`OR(${WHAT} = ${text}, ${OTHER} = ${text})`.source),
  ...NUMBERS.map((number) => fx`${NUMBER} = ${number}`.source),
  ...NUMBERS.map((number) => fx`OR(${NUMBER} < ${number}, ${NUMBER} = 7)`.source),
  ...DATES.map((date) => fx`${DATE} >= ${new Date(date)}`.source),
  fx`SWITCH(${WHAT}, "a", "x", "b", "y", "x") = "x"`.source,
  fx`IF(${NUMBER} > 5, ${NUMBER} - 5, 5) = 5`.source,
  fx`${WHAT} & "?" & ${OTHER} = "a?a"`.source,
  fx`FIND("a", ${WHAT}, 2) > 0`.source,
  fx`CONTAINS(${OTHER}, "%")`.source,
  fx`${WHAT} != REPT("é", 3000)`.source,
  fx`YEAR(${DATE}) = 2024`.source,
  fx`DATETIME_DIFF(${DATE}, "2024-01-01", "days") > 3`.source,
  fx`NOT(${NUMBER} = BLANK())`.source,
  fx`LOWER(${WHAT}) = "é ab"`.source,
  fx`REGEX_MATCH(${OTHER}, "^a")`.source,
  fx`OR(EXP(${NUMBER}) > 2, ${WHAT} = "a")`.source,
  fx`AND(${NUMBER} > 0, EXP(${NUMBER}) > 2)`.source,
];

const MORE_FILTERS: readonly string[] = [
  fx`${field('a "b"')}`.source,
  fx`HAS(${field("it`s 100%s {p1:String} ::x @y")}, "a")`.source,
  fx`AND(NOT(${field('a "b"')}), EXP(${NUMBER}) > 2)`.source,
];

const SORTS: readonly (readonly SortKey[])[] = [
  [],
  [{ field: "what?" }],
  [{ field: "$1", direction: "desc" }],
  [{ field: 'a "b"' }, { field: "?", direction: "desc" }],
];

/** What a test does with a library. */
export interface Library {
  /**
   * The rows, as the library hands them over, that a formula's condition lets through and whose id is not above a bound: the
   * caller's own condition, written before the formula's.
   */
  readonly select: (
    filterOf: (options?: Pick<SqlOptions, "firstParameter">) => SqlFilter,
    most: number,
  ) => Promise<readonly unknown[]>;
  /** A whole query's rows: lists of cells, or objects. */
  readonly run: (query: SqlQuery) => Promise<readonly unknown[]>;
}

const STORAGE = {
  text: "text",
  number: "double",
  boolean: "boolean",
  date: "timestamp",
  list: "array",
} as const;

/** Makes the table of the tests. */
export async function loadCars(engine: Pick<Engine, "createTable" | "insert">): Promise<void> {
  const columns = [...SCHEMA.fields.values()].map(({ name, type }) => ({
    name,
    storage: STORAGE[type],
  }));
  const cells = ROWS.map((row) => columns.map(({ name }) => row[name] as EngineValue));
  await engine.createTable(TABLE, columns);
  await engine.insert(TABLE, columns, cells);
}

/** The rows that a library finds are those that the formula finds in memory. */
export function findsTheSameRows(dialect: () => Dialect, library: () => Library): void {
  it("finds the rows of a condition beside another one", async () => {
    let residuals = 0;
    for (const source of FILTERS) {
      const compiled = compileOrThrow(source, SCHEMA);
      const filterOf = (options: Pick<SqlOptions, "firstParameter"> = {}): SqlFilter =>
        compiled.toSql(dialect(), { table: TABLE, ...options });
      const { residual } = filterOf();
      for (const most of [ROWS.length, 20]) {
        const rows = await attempt(source, () => library().select(filterOf, most));
        if (residual === undefined) expect(rows.length, source).toBe(found(compiled, most).length);
        else residuals++;
        const ids = idsOf(residual?.filter(rows) ?? rows);
        expect(ids, source).toEqual(idsOf(found(compiled, most)));
      }
    }
    expect(residuals).toBeGreaterThan(0);
  });

  it.each([
    { over: "columns", columnsOf: () => ({}), each: 1 },
    { over: "expressions", columnsOf: expressions, each: 3 },
  ])("finds the records of a whole query over $over", async ({ columnsOf, each }) => {
    const columns = columnsOf(dialect());
    for (const [index, source] of [...FILTERS, ...MORE_FILTERS].entries()) {
      if (index % each !== 0) continue;
      const compiled = compileOrThrow(source, SCHEMA);
      const sort = SORTS[index % SORTS.length] ?? [];
      const limit = 1 + (index % 9) * 5;
      const query = toQuery(dialect(), {
        schema: SCHEMA,
        table: TABLE,
        columns,
        filter: compiled,
        sort,
        limit,
      });
      const reader = query.reader();
      const rows = await attempt(source, () => library().run(query));
      const records = rows
        .map((row) => reader.read(row as Record<string, unknown>))
        .filter((record) => record !== undefined);
      const expected = found(compiled).sort(recordOrder(SCHEMA, sort)).slice(0, limit);
      expect(records.map(show), source).toEqual(expected.map(show));
    }
  });
}

/** Each column as an expression, with everything in a text that some library takes for a placeholder. */
function expressions({ definition }: Dialect): Readonly<Record<string, ColumnMapping>> {
  const quoted = (name: string): string => definition.quote(name) ?? name;
  return Object.fromEntries(
    [...SCHEMA.fields.keys()].map((name) => {
      const column = `${quoted(TABLE)}.${quoted(name)}`;
      const sql = `CASE WHEN '? ?? $1 :a {p1:String} %s' = '' THEN ${column} ELSE ${column} END -- ? $2`;
      return [name, { sql }];
    }),
  );
}

function found(compiled: Formula, most = ROWS.length): Readonly<Record<string, unknown>>[] {
  return compiled.filter(ROWS.slice(0, most));
}

async function attempt<T>(source: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw new Error(`${source}: ${String(cause)}`, { cause });
  }
}

function idsOf(rows: readonly unknown[]): readonly unknown[] {
  return rows.map((row) => Reflect.get(row as object, "id")).sort((a, b) => Number(a) - Number(b));
}

function show(row: unknown): string {
  return JSON.stringify(
    [...SCHEMA.fields.values()].map(({ name, type }) => readField(row, name, type)),
  );
}
