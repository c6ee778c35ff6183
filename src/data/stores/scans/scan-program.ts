import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { RowSubset } from "../../../backends/columns/condition/row-subset.ts";
import { RowMask } from "../../../backends/columns/mask/row-mask.ts";
import {
  addReceived,
  receivedColumns,
  sharedBytes,
} from "../../../backends/columns/shared/shared-columns.ts";
import { fromRecipe } from "../../../engine/from-recipe.ts";
import { type Formula, readSchema } from "../../../engine/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { columnReader } from "../../summary/index.ts";
import type { Clock } from "../clock.ts";
import { bytesOf, type FormulaWeight, formulaWeight } from "../formula-weight.ts";
import { hintGarbageCollection } from "./gc-hint.ts";
import { GroupWalk } from "./group-walk.ts";
import { MarkWalk, type RowWalk } from "./row-walk.ts";
import {
  NEXT,
  type ScanSliceDone,
  type ScanSliceMessage,
  STOPPED,
  type ToThread,
} from "./scan-messages.ts";
import type { SentFormula } from "./sent-formula.ts";
import { receivedSummary } from "./sent-summary.ts";

/** The length of a time slice of a thread, in milliseconds; then other scans may run. */
const SLICE_MS = 15;
/** The most cached scans. A thread works on a few at the same time. */
const MOST_SCANS = 32;
/** The most cached formulas of a table, and the most bytes that they may take together. */
const MOST_FORMULAS = 200;
const MOST_BYTES = 64 * 1024 * 1024;

interface KnownFormula {
  readonly formula: Formula;
  readonly weight: FormulaWeight;
}

interface Table {
  readonly rows: ColumnTable;
  bytes: number;
  /** By name, least recently used first. */
  readonly formulas: Map<string, KnownFormula>;
}

/** The program of a thread that searches columns. */
export class ScanProgram {
  readonly #clock: Clock;
  readonly #sliceMs: number;
  /** Tables, or the reason why they cannot be searched here. */
  readonly #tables = new Map<number, Table | string>();
  /** By scan number. A walk holds the columns of its table. */
  readonly #walks = new Map<number, { readonly table: number; readonly walk: RowWalk }>();

  /** @param sliceMs the length of a time slice */
  constructor(clock: Clock, sliceMs = SLICE_MS) {
    this.#clock = clock;
    this.#sliceMs = sliceMs;
  }

  /** Handles a message. Resolves with the response, if the message has one. */
  async receive(message: ToThread): Promise<ScanSliceDone | undefined> {
    switch (message.kind) {
      case "table":
        this.#tables.set(message.table, this.#tableOf(message));
        return undefined;
      case "forget":
        this.#forget(message.table);
        return undefined;
      case "mark":
      case "group":
        return this.#stretch(message);
    }
  }

  /** The table with the columns in the message: all of them, or those not sent before. */
  #tableOf(message: Extract<ToThread, { kind: "table" }>): Table | string {
    const known = this.#tables.get(message.table);
    if (typeof known === "object") {
      addReceived(known.rows, message.sent);
      known.bytes += sharedBytes(message.sent);
      return known;
    }
    const read = readSchema(message.sent.schema);
    if (!read.ok) return read.problems.map(({ message }) => message).join("; ");
    const rows = receivedColumns(read.schema, message.sent);
    return { rows, bytes: sharedBytes(message.sent), formulas: new Map() };
  }

  *#walking(table: Table, message: ScanSliceMessage): Steps<RowWalk> {
    const { rows } = table;
    const received = (formula: SentFormula): Formula => formulaOf(table, formula);
    const within = message.mask && new RowSubset(RowMask.of(rows.length, message.mask));
    if (message.kind === "mark") {
      const plan = yield* rows.planning(received(message.filter), within);
      return new MarkWalk(plan, message.words, this.#clock);
    }
    const plan = receivedSummary(message.summary, rows.schema, received);
    const isAll = plan.filter === undefined && within === undefined;
    const found = isAll ? undefined : yield* rows.planning(plan.filter, within);
    return new GroupWalk(found, plan, yield* columnReader(plan, rows, within), this.#clock);
  }

  /** The walk of a scan; `undefined` if the scan is no longer needed. */
  #walkOf(table: Table, message: ScanSliceMessage): RowWalk | undefined {
    const known = this.#walks.get(message.scan);
    if (known !== undefined) return known.walk;
    const steps = this.#walking(table, message);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        this.#walks.set(message.scan, { table: message.table, walk: value });
        const [oldest] = this.#walks.keys();
        if (this.#walks.size > MOST_SCANS && oldest !== undefined) this.#walks.delete(oldest);
        return value;
      }
      if (Atomics.load(message.state, STOPPED) === 1) return undefined;
    }
  }

  #forget(table: number): void {
    const known = this.#tables.get(table);
    this.#tables.delete(table);
    for (const [scan, walk] of this.#walks) if (walk.table === table) this.#walks.delete(scan);
    if (typeof known === "object") hintGarbageCollection(known.bytes);
  }

  #go(walk: RowWalk, { state, from, to, chunkRows }: ScanSliceMessage, until: number): void {
    do {
      const start = from + Atomics.add(state, NEXT, 1) * chunkRows;
      const end = Math.min(start + chunkRows, to);
      for (let at = start; at < end; ) {
        if (Atomics.load(state, STOPPED) === 1) return;
        at = walk.go(at, end);
      }
      if (end >= to) return;
    } while (this.#clock.now() < until);
  }

  #stretch(message: ScanSliceMessage): ScanSliceDone {
    const begin = this.#clock.now();
    const done = (more: Partial<ScanSliceDone>): ScanSliceDone => ({
      ms: this.#clock.now() - begin,
      ...more,
    });
    const table = this.#tables.get(message.table) ?? "the table was forgotten";
    if (typeof table === "string") return done({ problem: table });
    try {
      const walk = this.#walkOf(table, message);
      if (walk !== undefined) this.#go(walk, message, begin + this.#sliceMs);
      if (!(walk instanceof GroupWalk)) return done({});
      const result = walk.take();
      return done(result === undefined ? { problem: "there are too many groups" } : { result });
    } catch (error) {
      return done({ problem: String(error) });
    } finally {
      trim(table);
    }
  }
}

function formulaOf({ rows, formulas }: Table, { name, recipe, now }: SentFormula): Formula {
  const known = formulas.get(name);
  formulas.delete(name);
  const formula = known?.formula ?? fromRecipe(recipe, rows.schema, () => new Date());
  formulas.set(name, known ?? { formula, weight: formulaWeight(formula) });
  return formula.at(now);
}

/**
 * Evicts the least recently used formulas above the limits. Formulas grow as they run, so their sizes are computed
 * again.
 */
function trim({ formulas }: Table): void {
  let bytes = 0;
  let count = 0;
  for (const [name, { weight }] of [...formulas].reverse()) {
    bytes += bytesOf(weight);
    if (++count > MOST_FORMULAS || bytes > MOST_BYTES) formulas.delete(name);
  }
}
