import type { Column } from "../../../backends/columns/storage/column.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import {
  beginsWith,
  groupRecords,
  type SummaryPlan,
  type SummaryRecord,
  type SummaryValue,
  type SummaryWork,
  tooMany,
} from "../../summary/index.ts";
import type { MemoryTable } from "./memory-table.ts";

type Pause = () => Promise<void> | undefined;
type CountArray = Float64Array;
type Coded = Extract<Column, { readonly kind: "codes" | "lists" }>;

/** Rows, or elements of their lists, counted in one step. */
const STEP = 1 << 15;

/** The number of records for each text of a field. Cached by table, since tables are immutable. */
const known = new WeakMap<MemoryTable, Map<string, CountArray>>();

/**
 * The groups of all records by the texts of one field, from cached counts; `undefined` for other summaries, and for
 * fields without a dictionary.
 */
export async function countedGroups(
  table: MemoryTable,
  plan: SummaryPlan,
  pause: Pause,
  hold: SummaryWork<unknown>["hold"],
): Promise<Generator<void, readonly SummaryRecord[], undefined> | undefined> {
  const [key, ...others] = plan.keys;
  if (key === undefined || others.length > 0 || plan.filter !== undefined) return undefined;
  if (plan.measures.some(({ measure }) => measure !== "count")) return undefined;
  const name = nameOf(key);
  const column = name === undefined ? undefined : table.rows.column(name);
  if (name === undefined || (column?.kind !== "codes" && column?.kind !== "lists"))
    return undefined;
  const ofTable = known.get(table) ?? new Map<string, CountArray>();
  known.set(table, ofTable);
  const counts = ofTable.get(name) ?? (await countsOf(column, table.rows.length, pause));
  ofTable.set(name, counts);
  return groupsOf(plan, column, counts, hold, key.elements && beginsWith(key.elements));
}

/** The field with a dictionary of the groups. */
function nameOf({ field, elements, formula }: SummaryValue): string | undefined {
  return elements === undefined ? field?.name : formula.fields[0];
}

async function countsOf(column: Coded, length: number, pause: Pause): Promise<CountArray> {
  const counts = new Float64Array(column.size);
  const add = column.kind === "codes" ? addCodes(column) : addElements(column);
  for (let from = 0; from < length; ) {
    const to = endOfStep(column, from, length);
    add(counts, from, to);
    from = to;
    await pause();
  }
  return counts;
}

function endOfStep(column: Coded, from: number, length: number): number {
  const most = Math.min(length, from + STEP);
  if (column.kind === "codes") return most;
  const { offsets } = column;
  const start = offsets[from] as number;
  let to = from + 1;
  while (to < most && (offsets[to] as number) - start < STEP) to++;
  return to;
}

type Add = (counts: CountArray, from: number, to: number) => void;

function addCodes({ codes }: Extract<Coded, { kind: "codes" }>): Add {
  return (counts, from, to) => {
    for (let row = from; row < to; row++) (counts[codes[row] as number] as number)++;
  };
}

/** A record counts once for each of its elements; one without elements counts for the blank, which has code 0. */
function addElements({ offsets, codes, size }: Extract<Coded, { kind: "lists" }>): Add {
  const seen = new Float64Array(size).fill(-1);
  return (counts, from, to) => {
    for (let row = from; row < to; row++) {
      const [start, end] = [offsets[row] as number, offsets[row + 1] as number];
      if (start === end) (counts[0] as number)++;
      for (let at = start; at < end; at++) {
        const code = codes[at] as number;
        if (seen[code] !== row) (counts[code] as number)++;
        seen[code] = row;
      }
    }
  };
}

function* groupsOf(
  plan: SummaryPlan,
  { texts }: Coded,
  counts: CountArray,
  hold: SummaryWork<unknown>["hold"],
  isWanted: (text: string) => boolean = () => true,
): Generator<void, readonly SummaryRecord[], undefined> {
  const groups: number[] = [];
  for (const [code, count] of counts.entries()) {
    if (count > 0 && isWanted(texts[code] ?? "")) groups.push(code);
    if (code % STEP === STEP - 1) yield;
  }
  if (groups.length > plan.mostGroups) throw tooMany(plan.mostGroups);
  const columns = [...plan.keys, ...plan.measures].map(({ name, type }, index) => ({
    name,
    type,
    of: (code: number): Outcome => (index === 0 ? (texts[code] ?? "") : (counts[code] ?? 0)),
  }));
  return yield* groupRecords(plan, columns, groups, hold);
}
