import type { Formula } from "../../src/engine/formula.ts";
import type { Schema } from "../../src/schema/index.ts";
import { recordOrder, type SortKey } from "../../src/schema/index.ts";
import { type SqlRecord, toQuery } from "../../src/sql/query/query.ts";
import { readField } from "../../src/values/row-value.ts";
import { columnsProblem } from "./columns-check.ts";
import type { LoadedTable } from "./sql-way.ts";

/** What a query asks for beside its formula. */
export interface Wish {
  readonly sort: readonly SortKey[];
  readonly limit?: number;
  /** Start after this row, which need not be one that the formula returns. */
  readonly after?: unknown;
  readonly fields?: readonly string[];
}

/** Runs a whole query and answers what differs from the same question asked in memory; nothing where all is the same. */
export async function queryProblem(
  { engine, dialect, mapping, rows }: LoadedTable,
  schema: Schema,
  filter: Formula | undefined,
  wish: Wish,
  makeQuery: typeof toQuery = toQuery,
): Promise<string | undefined> {
  const query = makeQuery(dialect, {
    ...mapping,
    schema,
    ...(filter === undefined ? {} : { filter }),
    ...wish,
  });
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
  const order = recordOrder(schema, wish.sort);
  const expected = rows
    .filter((row) => filter?.matches(row) ?? true)
    .filter((row) => wish.after === undefined || order(wish.after, row) < 0)
    .sort(order)
    .slice(0, wish.limit);
  const { sort, limit, after } = wish;
  const asked = { sort, ...(limit === undefined ? {} : { limit }), after };
  const places = expected.map((row) => rows.indexOf(row));
  const problem = filter && columnsProblem(rows, schema, filter, places, asked);
  if (problem !== undefined) return `${filter?.source} ${JSON.stringify(wish)}: ${problem}`;
  const names = wish.fields ?? [...schema.fields.keys()];
  const show = (row: unknown): string =>
    JSON.stringify(
      names.map((name) => readField(row, name, schema.fields.get(name)?.type ?? "text")),
    );
  const [actualText, expectedText] = [found.map(show), expected.map(show)];
  if (actualText.join("\n") === expectedText.join("\n")) return undefined;
  const place = actualText.findIndex((text, index) => text !== expectedText[index]);
  return [
    `${engine.name}: ${filter?.source ?? "no filter"} ${JSON.stringify(wish)}`,
    `${found.length} records, not ${expected.length}; at ${place}:`,
    actualText.at(place),
    expectedText.at(place),
    query.text,
  ].join("\n");
}
