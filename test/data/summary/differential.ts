import { Columns, type ColumnsOptions } from "../../../src/backends/columns/columns.ts";
import {
  SummaryError,
  type SummaryPlan,
  type SummaryQuery,
  type SummaryRecord,
  summarize,
} from "../../../src/data/summary/index.ts";
import { isErrorValue, type Value } from "../../../src/engine/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { randomBytes } from "../../generate/random.ts";
import { Tape } from "../../generate/tape.ts";
import { randomPlan, shownPlan } from "./random-plan.ts";
import { referenceSummary } from "./reference.ts";

/** A way to summarize the records of a table. */
export interface SummaryWay {
  readonly name: string;
  summarize(query: SummaryQuery): readonly SummaryRecord[] | Promise<readonly SummaryRecord[]>;
}

/** The same records in several ways. */
export interface SummaryTable {
  readonly schema: Schema;
  readonly rows: readonly unknown[];
  readonly ways: readonly SummaryWay[];
}

export interface DifferentialOptions {
  readonly seed: number;
  /** How many summaries. */
  readonly plans: number;
  /** Makes the table of a round. */
  readonly table: (tape: Tape, round: number) => SummaryTable | Promise<SummaryTable>;
  /** After so many disagreements it stops. */
  readonly failures?: number;
}

/** What the summaries were, so that a test can tell that they said something. */
interface Tally {
  plans: number;
  /** Of more than one group. */
  grouped: number;
  /** With an error among the keys or the measures. */
  failed: number;
  /** With too many groups. */
  refused: number;
  /** By the elements of a list. */
  ofElements: number;
}

/** Summaries that one table answers. */
const PER_TABLE = 40;

/** Asks for random summaries of random tables, and compares every answer, to the bit, with that of the reference. */
export async function runSummaries({
  seed,
  plans,
  table,
  failures: most = 5,
}: DifferentialOptions): Promise<{ readonly tally: Tally; readonly failures: readonly string[] }> {
  const tally: Tally = { plans: 0, grouped: 0, failed: 0, refused: 0, ofElements: 0 };
  const failures: string[] = [];
  for (let round = 0; tally.plans < plans; round++) {
    const { schema, rows, ways } = await table(
      new Tape(randomBytes(seed + 7919 * round, 20_000)),
      round,
    );
    for (let index = 0; index < PER_TABLE && tally.plans < plans; index++) {
      const tape = new Tape(randomBytes((seed + round) * 1_000_003 + index, 400));
      const plan = randomPlan(schema, tape);
      if (plan === undefined) continue;
      const expected = shown(referenceSummary(plan, rows));
      count(tally, expected);
      if (plan.keys.some(({ elements }) => elements !== undefined)) tally.ofElements++;
      for (const way of ways) {
        const actual = await answerOf(way, plan);
        if (actual.join("\n") === expected.join("\n")) continue;
        const at = actual.findIndex((line, position) => line !== expected[position]);
        failures.push(
          [
            `${way.name}, seed ${seed}, round ${round}, plan ${index}: ${shownPlan(plan)}`,
            `${actual.length} lines, not ${expected.length}; at ${at}:`,
            at < 0 ? "nothing" : actual[at],
            expected[at < 0 ? actual.length : at] ?? "nothing",
          ].join("\n"),
        );
        if (failures.length === most) return { tally, failures };
      }
    }
  }
  return { tally, failures };
}

function count(tally: Tally, lines: readonly string[]): void {
  tally.plans++;
  if (lines.length > 1) tally.grouped++;
  if (lines.some((line) => line.includes(SHOWN_ERROR))) tally.failed++;
  if (lines[0] === REFUSED) tally.refused++;
}

const REFUSED = "too many groups";
const SHOWN_ERROR = "#ERROR";

async function answerOf(way: SummaryWay, plan: SummaryPlan): Promise<readonly string[]> {
  const columns = [...plan.keys, ...plan.measures];
  try {
    const groups = await way.summarize(queryOf(plan));
    return shown(groups.map((group) => columns.map(({ name }) => group[name] ?? null)));
  } catch (error) {
    if (error instanceof SummaryError && error.code === "too-large") return [REFUSED];
    return [`throws ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** The query that a plan was made of. */
function queryOf({ filter, keys, measures, order, limit, mostGroups }: SummaryPlan): SummaryQuery {
  const names = [...keys, ...measures].map(({ name }) => name);
  return {
    groupBy: keys.map(({ formula, name, elements }) =>
      elements === undefined
        ? { formula, name }
        : { elements: formula.fields[0] ?? "", name, ...elements },
    ),
    measures: measures.map(({ measure, value, name }) => ({
      measure,
      name,
      ...(value === undefined ? {} : { of: value.formula }),
    })),
    sort: order.map(({ position, isDescending }) => ({
      field: names[position] ?? "",
      direction: isDescending ? "desc" : "asc",
    })),
    mostGroups,
    ...(filter === undefined ? {} : { filter }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** A line for each group, in which all values that differ do so. */
function shown(groups: readonly (readonly Value[])[] | undefined): readonly string[] {
  return groups?.map((values) => values.map(shownValue).join(" | ")) ?? [REFUSED];
}

function shownValue(value: Value): string {
  if (isErrorValue(value)) return SHOWN_ERROR;
  if (value instanceof Date) return value.toISOString();
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

/** Ways of memory. */
export function rowsWay(rows: readonly unknown[], schema: Schema): SummaryWay {
  return { name: "rows", summarize: (query) => summarize(rows, { ...query, schema }) };
}

export function columnsWay(
  name: string,
  rows: readonly unknown[],
  schema: Schema,
  options?: ColumnsOptions,
): SummaryWay {
  const columns = Columns.from(rows, schema, options);
  return { name, summarize: (query) => summarize(columns, query) };
}

/** Columns whose filter has become a mask before. */
export function maskWay(name: string, rows: readonly unknown[], schema: Schema): SummaryWay {
  const columns = Columns.from(rows, schema);
  return {
    name,
    summarize: ({ filter, ...query }) =>
      summarize(columns, filter === undefined ? query : { ...query, filter: filter.mask(columns) }),
  };
}
