import { recordOrder } from "../../src/core/record-order.ts";
import type { Formula } from "../../src/engine/formula.ts";
import { isErrorValue, type Value } from "../../src/engine/value.ts";
import type { Schema, SortKey } from "../../src/schema/index.ts";
import { SqlOrderError, toQuery } from "../../src/sql/query/query.ts";
import type { SqlRecord } from "../../src/sql/rows/row-reader.ts";
import { readField } from "../../src/values/row-value.ts";
import { compareText } from "../../src/values/text/index.ts";
import { columnsProblem } from "./columns-check.ts";
import type { LoadedTable } from "./sql-way.ts";

/** What a query asks for beside its formula. */
export interface Wish {
  readonly sort: readonly SortKey[];
  readonly limit?: number;
  /** Start after this row, which need not be one that the formula returns. */
  readonly after?: unknown;
  readonly fields?: readonly string[];
  /** A formula that records have the value of, and whether they are sorted by it first. */
  readonly computed?: { readonly formula: Formula; readonly direction?: "asc" | "desc" };
}

/** The name of a formula's value in records. */
const COMPUTED = "computed value";

/** Runs a whole query and answers what differs from the same question asked in memory; nothing where all is the same. */
export async function queryProblem(
  { engine, dialect, mapping, rows }: LoadedTable,
  schema: Schema,
  filter: Formula | undefined,
  wish: Wish,
  makeQuery: typeof toQuery = toQuery,
): Promise<string | undefined> {
  const { computed, ...plain } = wish;
  const names = wish.fields ?? [...schema.fields.keys()];
  const computedOf = (row: unknown): Value => {
    const value = computed?.formula.evaluate(row) ?? null;
    return isErrorValue(value) ? null : value;
  };
  // A row of the table may be no record of the schema: its value is read from the same row.
  const after = { ...Object(wish.after), [COMPUTED]: computedOf(wish.after) };
  const asking = {
    ...mapping,
    schema,
    ...(filter === undefined ? {} : { filter }),
    ...plain,
    ...(computed === undefined ? {} : { fields: [...names, { name: COMPUTED, ...computed }] }),
    ...(computed === undefined || wish.after === undefined ? {} : { after }),
  };
  const { direction } = computed ?? {};
  const sortable = direction !== undefined && computed?.formula.type !== "list";
  const inOrder = {
    ...asking,
    sort: [{ field: COMPUTED, direction: direction ?? "asc" }, ...wish.sort],
  };
  let query = makeQuery(dialect, asking);
  let isSorted = false;
  if (sortable) {
    try {
      query = makeQuery(dialect, inOrder);
      isSorted = true;
    } catch (error) {
      if (!(error instanceof SqlOrderError)) throw error;
    }
  }
  const answer = await engine.query(query.text, query.params).catch((error: unknown) => {
    throw new Error(`${engine.name}: ${String(error)}\n${filter?.source}\n${query.text}`, {
      cause: error,
    });
  });
  const reader = query.reader();
  const found: SqlRecord[] = [];
  for (const cells of answer) {
    if (reader.isDone()) break;
    const record = reader.read(cells);
    if (record !== undefined) found.push(record);
  }
  const rest = recordOrder(schema, wish.sort);
  const order = (a: unknown, b: unknown): number =>
    (isSorted ? compareValues(computedOf(a), computedOf(b), direction === "desc") : 0) ||
    rest(a, b);
  const expected = rows
    .filter((row) => filter?.matches(row) ?? true)
    .filter((row) => wish.after === undefined || order(wish.after, row) < 0)
    .sort(order)
    .slice(0, wish.limit);
  const { sort, limit } = wish;
  const asked = { sort, ...(limit === undefined ? {} : { limit }), after: wish.after };
  const places = expected.map((row) => rows.indexOf(row));
  const problem =
    filter && !isSorted ? columnsProblem(rows, schema, filter, places, asked) : undefined;
  if (problem !== undefined) return `${filter?.source} ${JSON.stringify(wish)}: ${problem}`;
  const show = (row: unknown, value: unknown): string =>
    JSON.stringify([
      ...names.map((name) => readField(row, name, schema.fields.get(name)?.type ?? "text")),
      Object.is(value, -0) ? "-0" : (value ?? null),
    ]);
  const actualText = found.map((record) => show(record, record[COMPUTED]));
  const expectedText = expected.map((row) => show(row, computedOf(row)));
  if (actualText.join("\n") === expectedText.join("\n")) return undefined;
  const place = actualText.findIndex((text, index) => text !== expectedText[index]);
  return [
    `${engine.name}: ${filter?.source ?? "no filter"} ${JSON.stringify(wish)}`,
    `computed: ${computed?.formula.source}${isSorted ? `, ${direction}` : ""}`,
    `${found.length} records, not ${expected.length}; at ${place}:`,
    actualText.at(place),
    expectedText.at(place),
    query.text,
  ].join("\n");
}

function compareValues(a: Value, b: Value, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b);
  return isDescending ? -order : order;
}
