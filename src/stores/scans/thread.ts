import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { setBits } from "../../columns/mask/row-mask.ts";
import type { Plan } from "../../columns/select/plan.ts";
import { receivedColumns } from "../../columns/shared/shared-columns.ts";
import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import { BLOCK, BLOCK_BITS } from "../../columns/storage/blocks.ts";
import { fromRecipe } from "../../engine/from-recipe.ts";
import { type Formula, readSchema } from "../../engine/index.ts";
import { bytesOf, type FormulaWeight, formulaWeight } from "../formula-weight.ts";
import { NEXT, STOPPED, type StretchDone, type StretchMessage, type ToThread } from "./messages.ts";

// The program of a thread that searches columns.

/** How long a thread works before others may have their turn, in milliseconds. */
const STRETCH_MS = 15;
/** How long it works without a look whether somebody waits for the scan. */
const LOOK_MS = 2;
const FIRST_ROWS = 32;
/** So many plans of scans are kept. A thread works on a few scans at the same time. */
const MOST_PLANS = 32;
/** So many formulas of a table are kept, as long as they do not take more bytes than this together. */
const MOST_FORMULAS = 200;
const MOST_BYTES = 64 * 1024 * 1024;

interface KnownFormula {
  readonly formula: Formula;
  readonly weight: FormulaWeight;
}

interface Table {
  readonly rows: ColumnsSnapshot;
  /** By their names. The one that was used last is at the end. */
  readonly formulas: Map<string, KnownFormula>;
}

/** Tables, or why they cannot be searched here. */
const tables = new Map<number, Table | string>();
/** The plan of a scan. A formula that depends on the time has another one for each scan. */
const plans = new Map<number, Plan>();
const hits = new Int32Array(BLOCK);
let now = 0;

function tableOf(message: Extract<ToThread, { kind: "table" }>): Table | string {
  const read = readSchema(message.sent.schema);
  if (!read.ok) return read.problems.join("; ");
  return { rows: receivedColumns(read.schema, message.sent), formulas: new Map() };
}

function formulaOf({ rows, formulas }: Table, { name, recipe }: StretchMessage): Formula {
  const known = formulas.get(name);
  formulas.delete(name);
  const formula = known?.formula ?? fromRecipe(recipe, rows.schema, () => new Date(now));
  formulas.set(name, known ?? { formula, weight: formulaWeight(formula) });
  return formula;
}

/** Forgets formulas that have grown, and those that were used least lately. */
function trim({ formulas }: Table): void {
  let bytes = 0;
  let count = 0;
  for (const [name, { weight }] of [...formulas].reverse()) {
    bytes += bytesOf(weight);
    if (++count > MOST_FORMULAS || bytes > MOST_BYTES) formulas.delete(name);
  }
}

function planOf(table: Table, message: StretchMessage): Plan | undefined {
  const known = plans.get(message.scan);
  if (known !== undefined) return known;
  now = message.now;
  const steps = table.rows.planning(formulaOf(table, message));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      plans.set(message.scan, value);
      const [oldest] = plans.keys();
      if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
      return value;
    }
    if (Atomics.load(message.state, STOPPED) === 1) return undefined;
  }
}

/** Marks the rows of a piece. Returns whether somebody still waits for them. */
function markPiece(plan: Plan, message: StretchMessage, from: number, to: number): boolean {
  const { words, state, piece } = message;
  if (piece === BLOCK) {
    plan.mark(from >> BLOCK_BITS, hits, words);
    return true;
  }
  let most = FIRST_ROWS;
  for (let at = from; at < to; ) {
    if (Atomics.load(state, STOPPED) === 1) return false;
    const end = Math.min(at + most, to);
    const begin = performance.now();
    setBits(words, hits, plan.find(at, end, hits, 0));
    if (performance.now() - begin < LOOK_MS / 2) most *= 2;
    else if (most > 1) most = Math.ceil(most / 2);
    at = end;
  }
  return true;
}

function work(table: Table, message: StretchMessage): void {
  const { state, from, to, piece } = message;
  const until = performance.now() + STRETCH_MS;
  const plan = planOf(table, message);
  if (plan === undefined) return;
  do {
    if (Atomics.load(state, STOPPED) === 1) return;
    const start = from + Atomics.add(state, NEXT, 1) * piece;
    if (start >= to || !markPiece(plan, message, start, Math.min(start + piece, to))) return;
  } while (performance.now() < until);
}

function stretch(message: StretchMessage): StretchDone {
  const begin = performance.now();
  const table = tables.get(message.table) ?? "the table was forgotten";
  if (typeof table === "string") return { ms: 0, problem: table };
  try {
    work(table, message);
  } catch (error) {
    return { ms: performance.now() - begin, problem: String(error) };
  } finally {
    trim(table);
  }
  return { ms: performance.now() - begin };
}

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "table") tables.set(message.table, tableOf(message));
  else if (message.kind === "forget") tables.delete(message.table);
  else parentPort?.postMessage(stretch(message));
});
