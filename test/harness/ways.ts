import * as arrow from "apache-arrow";
import { Columns, type ColumnsOptions } from "../../src/backends/columns/columns.ts";
import { ColumnLayout } from "../../src/backends/columns/condition/column-layout.ts";
import { RowMask } from "../../src/backends/columns/mask/row-mask.ts";
import { ColumnClosures } from "../../src/backends/columns/select/column-closures.ts";
import {
  receivedColumns,
  sentColumns,
  shareColumns,
} from "../../src/backends/columns/shared/shared-columns.ts";
import { ColumnsSnapshot } from "../../src/backends/columns/snapshot.ts";
import { SHARED_MEMORY } from "../../src/backends/columns/storage/memory.ts";
import { Run } from "../../src/backends/evaluation/compute.ts";
import { decode } from "../../src/backends/evaluation/encoded-value.ts";
import {
  BoundParameters,
  NOTHING_BOUND,
  RowProgram,
  rowScope,
} from "../../src/backends/rows/index.ts";
import { MarkWalk } from "../../src/data/stores/scans/row-walk.ts";
import { checkAst } from "../../src/language/check/index.ts";
import {
  type AnyFormula,
  type CompiledFormula,
  formulaOf,
} from "../../src/language/core/compiled.ts";
import { evaluate } from "../../src/language/core/evaluate.ts";
import type { CoreNode } from "../../src/language/core/node.ts";
import { Specialiser } from "../../src/language/core/specialise.ts";
import { countUses, usesClock } from "../../src/language/core/uses.ts";
import type { FunctionDefinition } from "../../src/language/functions/define.ts";
import { extendRegistry } from "../../src/language/functions/registry.ts";
import { type Lowered, lower } from "../../src/language/lower/index.ts";
import { defineSchema, readSchema, type Schema } from "../../src/language/schema/index.ts";
import type { Diagnostic } from "../../src/language/source/diagnostic.ts";
import { type Finding, isError, withTexts } from "../../src/language/source/finding.ts";
import { DEFAULT_LIMITS } from "../../src/language/source/formula-limits.ts";
import { ENGLISH } from "../../src/language/source/messages/english.ts";
import { parse } from "../../src/language/syntax/index.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { ERROR, type Outcome, type Plain } from "../../src/language/values/plain.ts";
import { allSteps } from "../../src/util/steps.ts";
import { ManualClock } from "./manual-clock.ts";

/** One back end. A new back end joins every test by joining `WAYS`. */
export interface Way {
  readonly name: string;
  /** The rows that the formula, as a filter, returns. */
  readonly filter: (lowered: Lowered, rows: readonly unknown[], now: number) => readonly unknown[];
  /** The value for each row; `undefined` if the code that computes values is the same as that of another way, over the same data. */
  readonly evaluate?: Evaluate;
}

type Evaluate = (lowered: Lowered, rows: readonly unknown[], now: number) => readonly Outcome[];

/** A way with its own computation of values. */
export type ValueWay = Way & { readonly evaluate: Evaluate };

export const REFERENCE: ValueWay = {
  name: "reference",
  evaluate: ({ root }, rows, now) => rows.map((row) => evaluate(root, rowScope(row, now))),
  filter: ({ condition }, rows, now) =>
    rows.filter((row) => evaluate(condition, rowScope(row, now)) === true),
};

/** The core that a row program runs, and the values of its parameters. */
type Prepare = (
  lowered: Lowered,
) => Pick<Lowered, "root" | "condition"> & { readonly bound: BoundParameters };

const asItIs: Prepare = ({ root, condition }) => ({ root, condition, bound: NOTHING_BOUND });

/** Each constant of the core becomes a parameter that is bound with its value. */
const withParameters: Prepare = ({ root, condition }) => {
  const parametrised = new Parametrised();
  return {
    root: parametrised.of(root),
    condition: parametrised.of(condition),
    bound: new BoundParameters(parametrised.values),
  };
};

class Parametrised extends Specialiser {
  readonly values: Plain[] = [];

  constructor() {
    super({});
  }

  protected override make(node: CoreNode): CoreNode {
    if (node.op !== "literal" && node.op !== "blank") return super.make(node);
    const index = this.values.push(node.op === "literal" ? node.data : null) - 1;
    return this.builder.parameter({ name: `p${index}`, type: node.type, index });
  }
}

function closuresWay(name: string, prepare: Prepare): ValueWay {
  return {
    name,
    evaluate: (lowered, rows, now) => {
      const { root, condition, bound } = prepare(lowered);
      const program = new RowProgram(root, condition, "closures");
      return rows.map((row) => program.evaluate(row, now, bound));
    },
    filter: (lowered, rows, now) => {
      const { root, condition, bound } = prepare(lowered);
      return new RowProgram(root, condition, "closures").filter(rows, now, bound);
    },
  };
}

/** Generated code decides conditions only: closures compute the values. */
function generatedWay(name: string, prepare: Prepare): Way {
  return {
    name,
    filter: (lowered, rows, now) => {
      const { root, condition, bound } = prepare(lowered);
      const program = new RowProgram(root, condition, "generated");
      const found = program.filter(rows, now, bound);
      const byOne = rows.filter((row) => program.matches(row, now, bound));
      if (byOne.length !== found.length || byOne.some((row, index) => row !== found[index])) {
        throw new Error("`matches` and `filter` of generated code differ");
      }
      return found;
    },
  };
}

/** How a way has columns, other than as `Columns.from` makes them. */
interface ColumnsForm {
  readonly change?: (columns: Columns, options: ColumnsOptions) => ColumnsSnapshot;
  readonly mask?: (columns: ColumnsSnapshot, formula: AnyFormula) => RowMask;
}

/** Columns in one of their forms, with texts that are never, or always, held as codes. Their strategy does not concern values. */
function columnsWay(
  name: string,
  options: ColumnsOptions,
  {
    change = (columns) => columns.snapshot(),
    mask = (columns, formula) => columns.mask(formula),
  }: ColumnsForm = {},
): ValueWay {
  const table = new SharedColumns((rows, schema) =>
    change(Columns.from(rows, schema, options), options),
  );
  return {
    name,
    evaluate: (lowered, rows, now) => valuesOf(table.of(lowered, rows), lowered.root, now),
    filter: (lowered, rows, now) => {
      const columns = table.of(lowered, rows);
      const selected = columns.select(asFormula(lowered, now));
      const formula = asFormula(atInstant(lowered, now), now);
      if (columns.count(formula) !== selected.length) {
        throw new Error("`count` and `select` of columns differ");
      }
      requireSameRows(mask(columns, formula).rows(), selected);
      return Array.from(selected, (row) => rows[row]);
    },
  };
}

/** The formula without its clock: a plan that depends on the time is made again for each search. */
function atInstant(lowered: Lowered, now: number): Lowered {
  const { condition } = lowered;
  return usesClock(condition)
    ? { ...lowered, condition: new Specialiser({ now }).of(condition) }
    : lowered;
}

/** A way whose values are those of another one with the same columns. */
function filterOnly({ name, filter }: Way): Way {
  return { name, filter };
}

/** The columns of the latest rows. All formulas about these rows share them, so they have the fields of all formulas so far. */
class SharedColumns {
  readonly #make: (rows: readonly unknown[], schema: Schema) => ColumnsSnapshot;
  #rows: readonly unknown[] | undefined;
  #types = new Map<string, ValueType>();
  #columns: ColumnsSnapshot | undefined;

  constructor(make: (rows: readonly unknown[], schema: Schema) => ColumnsSnapshot) {
    this.#make = make;
  }

  of({ root, condition }: Lowered, rows: readonly unknown[]): ColumnsSnapshot {
    if (this.#rows !== rows) {
      this.#rows = rows;
      this.#types = new Map();
      this.#columns = undefined;
    }
    for (const node of countUses(root, condition).keys()) {
      if (node.op !== "field" || this.#types.get(node.data.name) === node.data.type) continue;
      this.#types.set(node.data.name, node.data.type);
      this.#columns = undefined;
    }
    this.#columns ??= this.#make(rows, this.#schema());
    return this.#columns;
  }

  #schema(): Schema {
    const result = readSchema({ fields: Object.fromEntries(this.#types) });
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
    return result.schema;
  }
}

/** The values of an expression by the closures of columns. */
function valuesOf({ length, table }: ColumnsSnapshot, root: CoreNode, now: number): Outcome[] {
  const compute = new ColumnClosures(new ColumnLayout(length, table.stored), root).computing(root);
  const run = new Run(now);
  return Array.from({ length }, (_, row) => decode(root.type, compute(row, run.next())));
}

/** Columns of the table of Arrow that columns are. */
function throughArrow(columns: Columns, options: ColumnsOptions): ColumnsSnapshot {
  return Columns.fromArrow(columns.toArrow(arrow), columns.schema, options).snapshot();
}

/** Columns as another thread receives them. */
function received(columns: Columns, { strategy }: ColumnsOptions): ColumnsSnapshot {
  const rows = columns.snapshot().table;
  allSteps(shareColumns(rows));
  const sent = sentColumns(rows);
  if (sent === undefined) throw new Error("the columns are not shared");
  return ColumnsSnapshot.of(receivedColumns(columns.schema, structuredClone(sent), strategy));
}

/** So many rows are marked by one thread, then by the other. */
const CHUNK = 32;

/** The rows that two threads of a pool mark in turns. Each has a plan of its own, and both write into the same memory. */
function markedInTurns(rows: ColumnsSnapshot, formula: AnyFormula): RowMask {
  const { length } = rows;
  const words = new Uint32Array(SHARED_MEMORY(RowMask.wordsFor(length).byteLength));
  const clock = new ManualClock();
  const threads = [0, 1].map(
    () => new MarkWalk(allSteps(rows.table.planning(formula)), words, clock),
  );
  for (let from = 0; from < length; from += CHUNK) {
    const thread = threads[(from / CHUNK) % threads.length];
    for (let at = from; at < Math.min(from + CHUNK, length); ) {
      at = thread?.go(at, Math.min(from + CHUNK, length)) ?? length;
    }
  }
  return RowMask.of(length, words);
}

function requireSameRows(masked: Uint32Array, selected: Uint32Array): void {
  const isSameRows =
    masked.length === selected.length && masked.every((row, index) => row === selected[index]);
  if (!isSameRows) throw new Error("`mask` and `select` of columns differ");
}

/** What was lowered, as columns ask a formula. */
function asFormula({ root, condition }: Lowered, now: number): AnyFormula {
  const compiled: CompiledFormula = {
    schema: defineSchema({}),
    fields: [],
    openedLength: 0,
    constantLength: () => 0,
    root,
    condition,
    codeGeneration: true,
    visible: new Set(),
    mostWork: Number.POSITIVE_INFINITY,
    now: () => now,
    evaluate: () => ERROR,
    inMemory: () => {
      throw new Error("columns ask no other back end");
    },
    recipe: undefined,
    spanOf: () => undefined,
    source: "",
  };
  return formulaOf(() => compiled);
}

export const WAYS: readonly Way[] = [
  REFERENCE,
  closuresWay("closures", asItIs),
  closuresWay("closures, parameters", withParameters),
  generatedWay("generated", asItIs),
  generatedWay("generated, parameters", withParameters),
  columnsWay("columns, vectors", { strategy: "vectors" }),
  filterOnly(columnsWay("columns, generated", { strategy: "generated" })),
  columnsWay("columns, closures, plain texts", { strategy: "closures", mostDistinct: 0 }),
  filterOnly(
    columnsWay("columns, generated, plain texts", { strategy: "generated", mostDistinct: 0 }),
  ),
  filterOnly(columnsWay("columns, vectors, plain texts", { strategy: "vectors", mostDistinct: 0 })),
  columnsWay("columns, of Arrow", { strategy: "vectors" }, { change: throughArrow }),
  // A text that has few values is held as codes.
  columnsWay(
    "columns, of two threads",
    { strategy: "vectors", mostDistinct: 2 },
    { change: received, mask: markedInTurns },
  ),
];

/** Those that compute values, and not only conditions. */
export const VALUE_WAYS: readonly ValueWay[] = WAYS.filter(
  (way): way is ValueWay => way.evaluate !== undefined,
);

/** A formula lowered, or its diagnostics. */
export function lowerSource(
  source: string,
  schema: Schema,
  functions: readonly FunctionDefinition[] = [],
  timeZone?: string,
):
  | { readonly ok: true; readonly lowered: Lowered; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parse(source, { limits: DEFAULT_LIMITS });
  if (!parsed.ok) return parsed;
  const checked = checkAst(parsed.ast, schema, extendRegistry(functions));
  const texts = (findings: readonly Finding[]) => withTexts(findings, ENGLISH, undefined);
  if (checked.findings.some(isError)) return { ok: false, diagnostics: texts(checked.findings) };
  const lowered = lower(checked.root, undefined, undefined, timeZone?.toLowerCase());
  const diagnostics = texts([...checked.findings, ...lowered.findings]);
  const ok = !diagnostics.some(isError);
  return ok ? { ok, lowered, diagnostics } : { ok, diagnostics };
}

/** The one meaning of "the same outcome". */
export function isSame(a: Outcome, b: Outcome): boolean {
  if (typeof a === "object" && typeof b === "object" && a !== null && b !== null) {
    return a.length === b.length && a.every((item, index) => item === b[index]);
  }
  return Object.is(a, b);
}

export function showOutcome(outcome: Outcome, type?: ValueType): string {
  if (outcome === ERROR) return "error";
  if (type === "date" && typeof outcome === "number") return new Date(outcome).toISOString();
  return JSON.stringify(outcome);
}
