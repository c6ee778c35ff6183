import { start } from "../test/engines/engine.ts";
import { makeCars } from "./cars.ts";
import { duckDbCars, duckDbName } from "./engines/duckdb.ts";
import { carSchema, importGroups } from "./isoform.ts";
import {
  type AsyncContestant,
  collectAllGarbage,
  type Measurement,
  measureAsync,
} from "./measure.ts";
import type { RowsOptions } from "./rows.ts";

export const ownGroups = "isoform columns";
/** Single-threaded, like JavaScript. */
export const otherGroups = duckDbName(1);

/** A summary, and its SQL. */
interface GroupQuestion {
  readonly id: string;
  readonly filter?: string;
  readonly groupBy: readonly (string | { readonly formula: string; readonly name: string })[];
  readonly measures: readonly string[];
  readonly sql: string;
}

const questions: readonly GroupQuestion[] = [
  {
    id: "count",
    groupBy: ["country"],
    measures: ["count"],
    sql: "SELECT country, count(*) FROM cars GROUP BY 1",
  },
  {
    id: "two keys",
    groupBy: ["country", "modelLetter"],
    measures: ["count", "average(price)"],
    sql: 'SELECT country, "modelLetter", count(*), avg(price) FROM cars GROUP BY 1, 2',
  },
  {
    id: "three measures",
    filter: "{price} < 40000",
    groupBy: ["country"],
    measures: ["count", "min(price)", "sum({price} * 0.1)"],
    sql: "SELECT country, count(*), min(price), sum(price * 0.1) FROM cars WHERE price < 40000 GROUP BY 1",
  },
  {
    id: "formula",
    groupBy: [{ formula: "FLOOR({price} / 10000)", name: "class" }],
    measures: ["count", "max(odometer)"],
    sql: "SELECT floor(price / 10000), count(*), max(odometer) FROM cars GROUP BY 1",
  },
  {
    id: "distinct",
    groupBy: ["country"],
    measures: ["countDistinct(price)"],
    sql: "SELECT country, count(DISTINCT price) FROM cars GROUP BY 1",
  },
  {
    id: "median",
    groupBy: ["country"],
    measures: ["median(price)"],
    sql: "SELECT country, median(price) FROM cars GROUP BY 1",
  },
];

interface GroupsFigures {
  readonly id: string;
  readonly sql: string;
  readonly contestants: readonly Measurement[];
}

export interface GroupsResult extends RowsOptions {
  readonly version: string;
  readonly questions: readonly GroupsFigures[];
}

/** Summaries of columns, compared with a single-threaded database over the same cars. */
export async function benchGroups(
  { rows, rounds, seed }: RowsOptions,
  onQuestion: (figures: GroupsFigures) => void,
): Promise<GroupsResult> {
  const { isoform, columns: modules, summary } = await importGroups();
  const schema = carSchema(isoform);
  const cars = makeCars(rows, seed);
  const columns = modules.Columns.from(cars, schema);
  const started = await start(otherGroups, () => duckDbCars(1, cars));
  if (!started.ok) throw new Error(started.reason);
  const { connection, version, close } = started.engine;
  try {
    const results: GroupsFigures[] = [];
    for (const { id, filter, groupBy, measures, sql } of questions) {
      collectAllGarbage();
      const query = {
        groupBy,
        measures,
        ...(filter === undefined ? {} : { filter: isoform.compileOrThrow(filter, schema) }),
      };
      const statement = await connection.prepare(sql);
      const given = { units: rows, expected: summary.summarize(columns, query).length };
      const contestants: readonly AsyncContestant[] = [
        { name: ownGroups, ...given, run: () => summary.summarize(columns, query).length },
        { name: otherGroups, ...given, run: async () => (await statement.run()).rowCount },
      ];
      const options = { rounds, warmups: 2, baseline: otherGroups };
      const figures = { id, sql, contestants: await measureAsync(contestants, options) };
      onQuestion(figures);
      results.push(figures);
    }
    return { rows, rounds, seed, version, questions: results };
  } finally {
    await close();
  }
}
