import { performance } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { RowMask } from "../../columns/mask/row-mask.ts";
import type { Steps } from "../../columns/select/stage.ts";
import {
  addReceived,
  arrayBytes,
  receivedColumns,
  sharedBytes,
} from "../../columns/shared/shared-columns.ts";
import type { ColumnsSnapshot } from "../../columns/snapshot.ts";
import { vectorMemory } from "../../columns/wasm/vector-memory.ts";
import { fromRecipe } from "../../engine/from-recipe.ts";
import { type Formula, readSchema } from "../../engine/index.ts";
import { filledField } from "../fields/fill-field.ts";
import { readFields } from "../fields/read-fields.ts";
import { orderedColumn } from "../fields/rows-in-order.ts";
import { sumOf } from "../files/byte-sum.ts";
import { bytesOf, type FormulaWeight, formulaWeight } from "../formula-weight.ts";
import { GroupWalk } from "./group-walk.ts";
import {
  NEXT,
  type Question,
  type Results,
  STOPPED,
  type StretchDone,
  type StretchMessage,
  type ToThread,
} from "./messages.ts";
import { MarkWalk, type RowWalk } from "./row-walk.ts";
import type { SentFormula } from "./sent-formula.ts";
import { receivedSummary } from "./sent-summary.ts";
import { weighForgotten } from "./weigh-forgotten.ts";

// The program of a thread that searches columns, and reads parts of files. All threads read the same columns, so none keeps a copy of them.
vectorMemory()?.keepNoColumns();

/** How long a thread works before others may have their turn, in milliseconds. */
const STRETCH_MS = 15;
/** So many scans are kept. A thread works on a few at the same time. */
const MOST_SCANS = 32;
/** So many formulas of a table are kept, as long as they do not take more bytes than this together. */
const MOST_FORMULAS = 200;
const MOST_BYTES = 64 * 1024 * 1024;

interface KnownFormula {
  readonly formula: Formula;
  readonly weight: FormulaWeight;
}

interface Table {
  readonly rows: ColumnsSnapshot;
  /** How much memory the columns take. */
  bytes: number;
  /** By their names. The one that was used last is at the end. */
  readonly formulas: Map<string, KnownFormula>;
}

/** Tables, or why they cannot be searched here. */
const tables = new Map<number, Table | string>();
/** By the numbers of scans. A walk holds the columns of its table. */
const walks = new Map<number, { readonly table: number; readonly walk: RowWalk }>();

/** The table with the columns that were sent: all, or those that were not sent before. */
function tableOf(message: Extract<ToThread, { kind: "table" }>): Table | string {
  const known = tables.get(message.table);
  if (typeof known === "object") {
    addReceived(known.rows, message.sent);
    known.bytes += sharedBytes(message.sent);
    return known;
  }
  const read = readSchema(message.sent.schema);
  if (!read.ok) return read.problems.join("; ");
  const rows = receivedColumns(read.schema, message.sent);
  return { rows, bytes: sharedBytes(message.sent), formulas: new Map() };
}

function formulaOf({ rows, formulas }: Table, { name, recipe, now }: SentFormula): Formula {
  const known = formulas.get(name);
  formulas.delete(name);
  const formula = known?.formula ?? fromRecipe(recipe, rows.schema, () => new Date());
  formulas.set(name, known ?? { formula, weight: formulaWeight(formula) });
  return formula.at(now);
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

function* walking(table: Table, message: StretchMessage): Steps<RowWalk> {
  const { rows } = table;
  const received = (formula: SentFormula): Formula => formulaOf(table, formula);
  if (message.kind === "mark") {
    return new MarkWalk(yield* rows.planning(received(message.filter)), message.words);
  }
  const { summary, mask } = message;
  const plan = receivedSummary(summary, rows.schema, received);
  const filter = mask === undefined ? plan.filter : RowMask.of(rows.length, mask);
  const found = filter && (yield* rows.planning(filter));
  return new GroupWalk(found, plan, rows);
}

/** What goes over the rows of a scan; `undefined` if nobody waits for it any more. */
function walkOf(table: Table, message: StretchMessage): RowWalk | undefined {
  const known = walks.get(message.scan);
  if (known !== undefined) return known.walk;
  const steps = walking(table, message);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      walks.set(message.scan, { table: message.table, walk: value });
      const [oldest] = walks.keys();
      if (walks.size > MOST_SCANS && oldest !== undefined) walks.delete(oldest);
      return value;
    }
    if (Atomics.load(message.state, STOPPED) === 1) return undefined;
  }
}

function forget(table: number): void {
  const known = tables.get(table);
  tables.delete(table);
  for (const [scan, walk] of walks) if (walk.table === table) walks.delete(scan);
  if (typeof known === "object") weighForgotten(known.bytes);
}

function go(walk: RowWalk, { state, from, to, piece }: StretchMessage, until: number): void {
  do {
    const start = from + Atomics.add(state, NEXT, 1) * piece;
    const end = Math.min(start + piece, to);
    for (let at = start; at < end; ) {
      if (Atomics.load(state, STOPPED) === 1) return;
      at = walk.go(at, end);
    }
    if (end >= to) return;
  } while (performance.now() < until);
}

function stretch(message: StretchMessage): StretchDone {
  const begin = performance.now();
  const done = (more: Partial<StretchDone>): StretchDone => ({
    ms: performance.now() - begin,
    ...more,
  });
  const table = tables.get(message.table) ?? "the table was forgotten";
  if (typeof table === "string") return done({ problem: table });
  try {
    const walk = walkOf(table, message);
    if (walk !== undefined) go(walk, message, begin + STRETCH_MS);
    if (!(walk instanceof GroupWalk)) return done({});
    const result = walk.take();
    return done(result === undefined ? { problem: "there are too many groups" } : { result });
  } catch (error) {
    return done({ problem: String(error) });
  } finally {
    trim(table);
  }
}

async function resultOf(question: Question): Promise<Results[Question["kind"]]> {
  switch (question.kind) {
    case "sum":
      return sumOf(question.bytes, question.before);
    case "fill":
      return await filledField(question.messages, question.name, question.type);
    case "read":
      return await readFields(question.part, question.wanted);
    case "order":
      return orderedColumn(question.column, question.rows);
  }
}

async function answer(question: Question): Promise<StretchDone> {
  const begin = performance.now();
  try {
    const result = await resultOf(question);
    return { ms: performance.now() - begin, result };
  } catch (error) {
    return { ms: performance.now() - begin, problem: String(error) };
  }
}

parentPort?.on("message", async (message: ToThread) => {
  if (message.kind === "table") tables.set(message.table, tableOf(message));
  else if (message.kind === "forget") forget(message.table);
  else {
    const isStretch = message.kind === "mark" || message.kind === "group";
    parentPort?.postMessage(isStretch ? stretch(message) : await answer(message));
    // Until this returns, the message is of use.
    if (message.kind === "order") setImmediate(weighForgotten, arrayBytes(message.column));
  }
});
