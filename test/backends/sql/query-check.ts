import { rowScope } from "../../../src/backends/rows/index.ts";
import {
  SqlOrderError,
  type SqlQuery,
  toQuery,
} from "../../../src/backends/sql/query/sql-query.ts";
import type { SqlRecord } from "../../../src/backends/sql/rows/record-reader.ts";
import type { Formula } from "../../../src/engine/formula.ts";
import { isErrorValue, toValue, type Value } from "../../../src/engine/formula-value.ts";
import { computationOf } from "../../../src/language/core/computation.ts";
import { evaluate } from "../../../src/language/core/evaluate.ts";
import { recordOrder } from "../../../src/language/core/record-order.ts";
import {
  type Field,
  isComputed,
  type Schema,
  type SortKey,
} from "../../../src/language/schema/index.ts";
import { readField } from "../../../src/language/values/row-value.ts";
import { compareText } from "../../../src/language/values/text/index.ts";
import { NOW } from "../../generate/clock.ts";
import { columnsProblem } from "./columns-check.ts";
import type { LoadedTable } from "./loaded-table.ts";

/** The parts of a query besides its formula. */
export interface Wish {
  readonly sort: readonly SortKey[];
  readonly limit?: number;
  /** Start after this row, which the formula need not select. */
  readonly after?: unknown;
  readonly fields?: readonly string[];
  /** A formula whose value is added to records, and the direction if they are sorted by it first. */
  readonly computed?: { readonly formula: Formula; readonly direction?: "asc" | "desc" };
}

/** The name of a formula's value in records. */
const COMPUTED = "computed value";

/** Runs a whole query, and returns the differences from the same query in memory. */
export async function queryProblem(
  { engine, dialect, mapping, rows }: LoadedTable,
  schema: Schema,
  filter: Formula | undefined,
  wish: Wish,
  makeQuery: typeof toQuery = toQuery,
): Promise<string | undefined> {
  const { computed, ...given } = wish;
  const { limit } = given;
  const names = wish.fields ?? [...schema.fields.keys()];
  const computedFields = [...schema.fields.values()].filter(isComputed);
  const computedOf = (row: unknown): Value => {
    const value = computed?.formula.evaluate(row) ?? null;
    return isErrorValue(value) ? null : value;
  };
  // A record as a query reads it. A row of the table may not be a valid record: its values are read from the same row.
  const recordOf = (row: unknown): SqlRecord => ({
    ...Object(row),
    ...Object.fromEntries(computedFields.map((field) => [field.name, referenceValue(field, row)])),
    [COMPUTED]: computedOf(row),
  });
  const asking = {
    ...mapping,
    schema,
    ...(filter === undefined ? {} : { filter }),
    ...given,
    ...(computed === undefined ? {} : { fields: [...names, { name: COMPUTED, ...computed }] }),
    ...(wish.after === undefined ? {} : { after: recordOf(wish.after) }),
  };
  const { direction = "asc" } = computed ?? {};
  const byFormula = [{ field: COMPUTED, direction }, ...given.sort];
  const isOrdered = computed?.direction !== undefined && computed.formula.type !== "list";
  const byColumns = given.sort.filter(
    ({ field }) => !computedFields.some(({ name }) => name === field),
  );
  const { query, sort } = firstPossible(
    isOrdered ? [byFormula, given.sort, byColumns] : [given.sort, byColumns],
    (order) => makeQuery(dialect, { ...asking, sort: order }),
  );
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
  const expectedIn = (order: readonly SortKey[]): readonly unknown[] => {
    const isSorted = order === byFormula;
    const rest = recordOrder(schema, isSorted ? given.sort : order);
    const compare = (a: unknown, b: unknown): number =>
      (isSorted ? compareValues(computedOf(a), computedOf(b), direction === "desc") : 0) ||
      rest(a, b);
    return rows
      .filter((row) => filter?.matches(row) ?? true)
      .filter((row) => wish.after === undefined || compare(wish.after, row) < 0)
      .sort(compare)
      .slice(0, limit);
  };
  if (filter !== undefined) {
    const positions = expectedIn(given.sort).map((row) => rows.indexOf(row));
    const asked = { sort: given.sort, ...(limit === undefined ? {} : { limit }) };
    const after = wish.after === undefined ? {} : { after: recordOf(wish.after) };
    const problem = columnsProblem(rows, schema, filter, positions, { ...asked, ...after });
    if (problem !== undefined) return `${filter.source} ${JSON.stringify(wish)}: ${problem}`;
  }
  const show = (record: SqlRecord): string =>
    JSON.stringify([
      ...names.map((name) => {
        const field = schema.fields.get(name);
        return field === undefined || isComputed(field)
          ? shown(record[name])
          : readField(record, name, field.type);
      }),
      shown(record[COMPUTED]),
    ]);
  const actualText = found.map(show);
  const expectedText = expectedIn(sort).map((row) => show(recordOf(row)));
  if (actualText.join("\n") === expectedText.join("\n")) return undefined;
  const index = actualText.findIndex((text, index) => text !== expectedText[index]);
  return [
    `${engine.name}: ${filter?.source ?? "no filter"} ${JSON.stringify(wish)}`,
    `computed: ${computed?.formula.source}`,
    `sorted by ${JSON.stringify(sort)}`,
    `${found.length} records, not ${expectedText.length}; at ${index}:`,
    actualText.at(index),
    expectedText.at(index),
    query.text,
  ].join("\n");
}

/** The query with the first order that the database supports. It cannot order by a formula that it does not compute. */
function firstPossible(
  orders: readonly (readonly SortKey[])[],
  make: (sort: readonly SortKey[]) => SqlQuery,
): { readonly query: SqlQuery; readonly sort: readonly SortKey[] } {
  for (const sort of orders.slice(0, -1)) {
    try {
      return { query: make(sort), sort };
    } catch (error) {
      if (!(error instanceof SqlOrderError)) throw error;
    }
  }
  const sort = orders.at(-1) ?? [];
  return { query: make(sort), sort };
}

/** The value of a computed field, by the reference evaluator. */
function referenceValue(field: Field, row: unknown): Value {
  const root = computationOf(field)?.root;
  if (root === undefined) throw new Error(`${field.name} is not computed`);
  const value = toValue(field.type, evaluate(root, rowScope(row, NOW)));
  return isErrorValue(value) ? null : value;
}

function shown(value: unknown): unknown {
  return Object.is(value, -0) ? "-0" : (value ?? null);
}

function compareValues(a: Value, b: Value, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b);
  return isDescending ? -order : order;
}
