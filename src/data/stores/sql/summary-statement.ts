import type { Dialect } from "../../../backends/sql/dialect.ts";
import {
  type GroupMeasure,
  type SqlGroups,
  toGroups,
} from "../../../backends/sql/query/sql-groups.ts";
import type { RecordValue } from "../../../backends/sql/rows/decoded.ts";
import type { RecordSource } from "../../../backends/sql/table-mapping.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import { defined } from "../../../util/defined.ts";
import {
  groupRecords,
  inSteps,
  type SummaryMeasure,
  type SummaryPlan,
  type SummaryRecord,
  type SummaryWork,
  tooMany,
} from "../../summary/index.ts";
import type { Row } from "./driver.ts";

/** A measure, computed from measures of the database. */
interface Made {
  readonly parts: readonly GroupMeasure[];
  readonly of: (values: readonly (number | RecordValue)[]) => Outcome;
}

/** A statement for a summary, and the conversion of its rows to groups. */
export interface SummaryStatement {
  readonly statement: SqlGroups;
  /** The groups; `undefined` if the database's arithmetic was inexact for one of them. */
  readonly groups: (
    rows: AsyncIterable<readonly Row[]>,
    pause: () => Promise<void> | undefined,
    hold: SummaryWork<unknown>["hold"],
  ) => Promise<readonly SummaryRecord[] | undefined>;
}

/** Groups read in one step. */
const STEP = 256;
/** The approximate bytes of a group, and of each of its values. */
const GROUP_BYTES = 160;
const VALUE_BYTES = 16;

/** The statement for a summary that a database can compute exactly; `undefined` if it cannot. */
export function summaryStatement(
  dialect: Dialect,
  mapping: RecordSource,
  plan: SummaryPlan,
): SummaryStatement | undefined {
  const keys = plan.keys.flatMap(({ field }) => field ?? []);
  const made = plan.measures.flatMap((measure) => madeOf(measure) ?? []);
  if (keys.length < plan.keys.length || made.length < plan.measures.length) return undefined;
  const statement = toGroups(dialect, {
    ...mapping,
    schema: plan.schema,
    keys,
    measures: made.flatMap(({ parts }) => parts),
    ...defined({ filter: plan.filter }),
  });
  if (statement === undefined) return undefined;
  return {
    statement,
    groups: (rows, pause, hold) => groupsOf(plan, made, statement, rows, pause, hold),
  };
}

function madeOf({ measure, value }: SummaryMeasure): Made | undefined {
  const field = value?.field;
  const number = ([first]: readonly unknown[]): number => Number(first ?? 0);
  if (measure === "count") return { parts: [{ measure, field: undefined }], of: number };
  if (field === undefined || field.type === "list") return undefined;
  switch (measure) {
    case "countBlank":
    case "countDistinct":
    case "sum":
      return { parts: [{ measure, field }], of: number };
    case "min":
    case "max":
      return { parts: [{ measure, field }], of: ([first]) => outcomeOf(first) };
    case "average":
      return {
        parts: [
          { measure: "sum", field },
          { measure: "count", field: undefined },
          { measure: "countBlank", field },
        ],
        // Both are exact integers, so that the quotient is rounded only once.
        of: ([sum, records, blanks]) => {
          const count = Number(records) - Number(blanks);
          return count === 0 ? null : Number(sum) / count;
        },
      };
    case "median":
      return undefined;
  }
}

async function groupsOf(
  plan: SummaryPlan,
  made: readonly Made[],
  { read }: SqlGroups,
  rows: AsyncIterable<readonly Row[]>,
  pause: () => Promise<void> | undefined,
  hold: SummaryWork<unknown>["hold"],
): Promise<readonly SummaryRecord[] | undefined> {
  const groups: (readonly Outcome[])[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for await (const batch of rows) {
    for (const row of batch) {
      const group = read(row);
      if (group === undefined) return undefined;
      const keys = group.keys.map(outcomeOf);
      // The database distinguishes two values that are equal in formulas.
      const known = JSON.stringify(keys);
      if (seen.has(known)) return undefined;
      seen.add(known);
      let start = 0;
      const measures = made.map(({ parts, of }) => {
        const values = group.measures.slice(start, start + parts.length);
        start += parts.length;
        return of(values);
      });
      groups.push([...keys, ...measures]);
      bytes += GROUP_BYTES + (keys.length + measures.length) * VALUE_BYTES;
      // Key texts are held twice: in the group, and in `seen`.
      for (const value of [known, ...keys, ...measures]) {
        if (typeof value === "string") bytes += value.length * 2;
      }
      if (groups.length > plan.mostGroups) throw tooMany(plan.mostGroups);
      if (groups.length % STEP === 0) {
        hold?.(bytes);
        await pause();
      }
    }
  }
  hold?.(bytes);
  const columns = [...plan.keys, ...plan.measures].map(({ name, type }, index) => ({
    name,
    type,
    of: (group: number): Outcome => groups[group]?.[index] ?? null,
  }));
  const weigh = (more: number): void => hold?.(bytes + more);
  return inSteps(groupRecords(plan, columns, [...groups.keys()], weigh), pause);
}

function outcomeOf(value: RecordValue | undefined): Outcome {
  return value instanceof Date ? value.getTime() : (value ?? null);
}
