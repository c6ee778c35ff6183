import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { addReceived, receivedColumns } from "../../columns/shared/shared-columns.ts";
import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import { vectorMemory } from "../../columns/wasm/vector-memory.ts";
import { fromRecipe } from "../../engine/from-recipe.ts";
import { type Formula, readSchema } from "../../engine/index.ts";
import { sumOf } from "../files/byte-sum.ts";
import { filledField } from "../files/fill-field.ts";
import { bytesOf, type FormulaWeight, formulaWeight } from "../formula-weight.ts";
import {
  NEXT,
  type Question,
  STOPPED,
  type StretchDone,
  type StretchMessage,
  type ToThread,
} from "./messages.ts";
import { RowMarker } from "./row-marker.ts";

// The program of a thread that searches columns. All threads read the same columns, so none keeps a copy of them.
vectorMemory()?.keepNoColumns();

/** How long a thread works before others may have their turn, in milliseconds. */
const STRETCH_MS = 15;
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
const markers = new Map<number, RowMarker>();
let now = 0;

/** The table with the columns that were sent: all, or those that were not sent before. */
function tableOf(message: Extract<ToThread, { kind: "table" }>): Table | string {
  const known = tables.get(message.table);
  if (typeof known === "object") {
    addReceived(known.rows, message.sent);
    return known;
  }
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

function markerOf(table: Table, message: StretchMessage): RowMarker | undefined {
  const known = markers.get(message.scan);
  if (known !== undefined) return known;
  now = message.now;
  const steps = table.rows.planning(formulaOf(table, message));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      const marker = new RowMarker(value);
      markers.set(message.scan, marker);
      const [oldest] = markers.keys();
      if (markers.size > MOST_PLANS && oldest !== undefined) markers.delete(oldest);
      return marker;
    }
    if (Atomics.load(message.state, STOPPED) === 1) return undefined;
  }
}

function work(table: Table, message: StretchMessage): void {
  const { state, from, to, piece, words } = message;
  const until = performance.now() + STRETCH_MS;
  const marker = markerOf(table, message);
  if (marker === undefined) return;
  do {
    const start = from + Atomics.add(state, NEXT, 1) * piece;
    const end = Math.min(start + piece, to);
    for (let at = start; at < end; ) {
      if (Atomics.load(state, STOPPED) === 1) return;
      at = marker.mark(at, end, words);
    }
    if (end >= to) return;
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

async function answer(question: Question): Promise<StretchDone> {
  const begin = performance.now();
  try {
    const result =
      question.kind === "sum"
        ? sumOf(question.bytes, question.before)
        : await filledField(question.messages, question.name, question.type);
    return { ms: performance.now() - begin, result };
  } catch (error) {
    return { ms: performance.now() - begin, problem: String(error) };
  }
}

parentPort?.on("message", async (message: ToThread) => {
  if (message.kind === "table") tables.set(message.table, tableOf(message));
  else if (message.kind === "forget") tables.delete(message.table);
  else {
    parentPort?.postMessage(message.kind === "stretch" ? stretch(message) : await answer(message));
  }
});
