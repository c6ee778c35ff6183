import type { CompiledFormula } from "../../src/core/compiled.ts";
import { evaluate } from "../../src/core/evaluate.ts";
import type { CoreNode } from "../../src/core/node.ts";
import { Specialiser } from "../../src/core/specialise.ts";
import { toValue, type Value } from "../../src/engine/value.ts";
import type { Lowered } from "../../src/lower/index.ts";
import { RowProgram, rowScope } from "../../src/rows/index.ts";
import type { Schema } from "../../src/schema/index.ts";
import { Compiler } from "../../src/sql/compiler/compiler.ts";
import { type Expression, writeExpression } from "../../src/sql/compiler/expression.ts";
import { type Dialect, type Division, divide } from "../../src/sql/filter.ts";
import {
  atom,
  choose,
  commas,
  FALSE,
  type Fragment,
  name,
  render,
  TRUE,
} from "../../src/sql/fragment.ts";
import { type TableMapping, tableName } from "../../src/sql/mapping.ts";
import { computedCell, selectedExpression } from "../../src/sql/query/computed.ts";
import { decoderOf } from "../../src/sql/rows/decode.ts";
import { Unreadable } from "../../src/sql/rows/decoded.ts";
import { placeholdersOf } from "../../src/sql/settings.ts";
import { inlineText } from "../../src/sql/value.ts";
import { ERROR, type Outcome } from "../../src/values/plain.ts";
import type { Engine } from "../engines/engine.ts";
import { asFormula, showOutcome } from "../harness/ways.ts";
import { columnsProblem } from "./columns-check.ts";

/** The instant that formulas run at. */
export const NOW: number = Date.UTC(2024, 1, 29, 12, 30, 15, 250);

/** The column that holds a row's index. */
export const ROW = "row number";

/** A table of an engine that holds the same rows as an array: the row at an index has that index in the column `ROW`. */
export interface LoadedTable {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly schema: Schema;
  readonly mapping: TableMapping & { readonly table: string };
  readonly rows: readonly unknown[];
}

/** A formula, lowered, as a dialect sees it. */
export function compiledOf(
  lowered: Lowered,
  source: string,
  schema: Schema,
  now = NOW,
): CompiledFormula {
  return {
    ...lowered,
    schema,
    source,
    fields: [],
    openedLength: source.length,
    codeGeneration: true,
    mostWork: Number.POSITIVE_INFINITY,
    now: () => now,
    evaluate: (row, instant) => evaluate(lowered.root, rowScope(row, instant)),
    inMemory: (condition, instant) => {
      const program = new RowProgram(condition, condition);
      return {
        matches: (row) => program.matches(row, instant),
        filter: (rows) => program.filter(rows, instant),
      };
    },
    recipe: undefined,
    spanOf: () => undefined,
  };
}

/** What an engine said about one formula. */
export interface Finding {
  /** Whether the database decided all of it, some of it, or nothing. */
  readonly share: "whole" | "split" | "memory";
  /** Where the engine and the reference differ. */
  readonly differences: readonly string[];
  /** The index of the first row where they do. */
  readonly row: number | undefined;
  /** How many rows the formula returns. */
  readonly hits: number;
  /** Whether the engine was asked for the value too. */
  readonly valued: boolean;
}

/** What is asked of the engine for each row, and what it must answer. */
interface Question {
  readonly about: string;
  readonly sql: Fragment;
  readonly problem: (row: number, cell: unknown) => string | undefined;
}

export interface Asked {
  readonly source: string;
  /** The time zone that it was lowered for; UTC unless given. */
  readonly timeZone?: string | undefined;
  readonly lowered: Lowered;
  /** What the database and columns are asked, if that came about in another way: by binding parameters, for example. */
  readonly told?: Pick<Lowered, "root" | "condition">;
}

/** A formula with the questions that an engine is asked about it. */
interface Prepared {
  readonly formula: Asked;
  readonly questions: readonly Question[];
  /** What columns of the same rows answer otherwise than the reference. */
  readonly differences: readonly string[];
  readonly share: Finding["share"];
  readonly hits: number;
  /** What the questions take of a statement. */
  readonly size: number;
  readonly parameters: number;
}

export interface Asking {
  /** Ask for the filters only, not for the values. */
  readonly filtersOnly?: boolean;
}

/** One formula in so many is asked of columns with vectors, too. */
const PER_VECTORS = 4;

/** What one statement may hold: engines slow down, or refuse, where it is much. */
const STATEMENT = { formulas: 40, size: 100_000, parameters: 10_000 };

/** The same for any number of formulas. Where a statement raises, the formula is found that makes it. */
export async function askAll(
  table: LoadedTable,
  formulas: readonly Asked[],
  now: number,
  asking: Asking = {},
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let batch: Prepared[] = [];
  const flush = async (): Promise<void> => {
    findings.push(...(await askOrBisect(table, batch)));
    batch = [];
  };
  for (const formula of formulas) {
    const prepared = prepare(table, formula, now, asking);
    const together = [...batch, prepared];
    const isFull =
      together.length > STATEMENT.formulas ||
      sumOf(together, "size") > STATEMENT.size ||
      sumOf(together, "parameters") > STATEMENT.parameters;
    if (isFull && batch.length > 0) await flush();
    batch.push(prepared);
  }
  await flush();
  return findings;
}

function sumOf(batch: readonly Prepared[], part: "size" | "parameters"): number {
  return batch.reduce((sum, prepared) => sum + prepared[part], 0);
}

async function askOrBisect(
  table: LoadedTable,
  batch: readonly Prepared[],
): Promise<readonly Finding[]> {
  if (batch.length === 0) return [];
  try {
    return await askPrepared(table, batch);
  } catch (error) {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) {
      const { share, hits } = only;
      return [{ share, hits, valued: false, row: undefined, differences: [`raises: ${error}`] }];
    }
    const middle = batch.length >> 1;
    return [
      ...(await askOrBisect(table, batch.slice(0, middle))),
      ...(await askOrBisect(table, batch.slice(middle))),
    ];
  }
}

async function askPrepared(
  { engine, dialect, mapping, rows }: LoadedTable,
  batch: readonly Prepared[],
): Promise<readonly Finding[]> {
  const { definition } = dialect;
  const number = name(definition.quote(ROW) ?? ROW);
  const questions = batch.flatMap((one) => one.questions.map(({ sql }) => sql));
  const from = name(tableName(mapping.table, definition));
  const statement = render(
    atom`SELECT ${commas([number, ...questions])} FROM ${from}`,
    placeholdersOf(definition),
  );
  const answers = await engine.query(statement.text, statement.params).catch((error: unknown) => {
    const sources = batch.map(({ formula }) => formula.source).join("\n");
    const message = String(error).slice(0, 500);
    throw new Error(`${engine.name}: ${message}\n${sources}\n${statement.text.slice(0, 4000)}`, {
      cause: error,
    });
  });
  let next = 1;
  return batch.map(({ questions: own, share, hits, differences: others }) => {
    const start = next;
    next += own.length;
    const differences = [...others];
    let first: number | undefined;
    for (const cells of answers) {
      const row = Number(cells[0]);
      for (const [index, { about, problem }] of own.entries()) {
        const found = problem(row, cells[start + index]);
        if (found === undefined) continue;
        differences.push(`${about}, row ${row}: ${found}`);
        first ??= row;
      }
    }
    if (answers.length !== rows.length) differences.push("rows are missing");
    return { share, differences, row: first, hits, valued: own.length > 2 };
  });
}

function shareOf({ residual, sql }: Division): Finding["share"] {
  return residual === undefined ? "whole" : sql === TRUE ? "memory" : "split";
}

function prepare(
  table: LoadedTable,
  formula: Asked,
  now: number,
  { filtersOnly = false }: Asking,
): Prepared {
  const { dialect, schema, mapping, rows } = table;
  const { source, lowered } = formula;
  const told = { ...lowered, ...formula.told };
  const compiled = compiledOf(told, source, schema, now);
  const outcomes = (node: CoreNode): readonly Outcome[] =>
    rows.map((row) => evaluate(node, rowScope(row, now)));
  const truths = outcomes(lowered.condition);
  const filter = (condition: CoreNode, wanted: boolean): readonly [Question, Division] => {
    const division = divide({ ...compiled, condition }, dialect.definition, mapping);
    const question: Question = {
      about: wanted ? "filter" : "negated filter",
      sql: flag(division.sql),
      problem: (row, cell) => {
        const found = Number(cell) === 1 && (division.residual?.matches(rows[row]) ?? true);
        return found === (truths[row] === wanted)
          ? undefined
          : `${found ? "returned" : "not returned"}, wrongly`;
      },
    };
    return [question, division];
  };
  const [isTrue, division] = filter(told.condition, true);
  const [isFalse] = filter(notOf(told.condition), false);
  const values = filtersOnly ? [] : valueQuestions(table, formula, outcomes(lowered.root), now);
  const questions = [isTrue, isFalse, ...values];
  const returned = truths.flatMap((truth, row) => (truth === true ? [row] : []));
  const inAll = source.length % PER_VECTORS === 0;
  const problem = columnsProblem(rows, schema, asFormula(told, now), returned, {}, inAll);
  return {
    formula,
    questions,
    differences: problem === undefined ? [] : [problem],
    share: shareOf(division),
    hits: returned.length,
    size: questions.reduce((sum, { sql }) => sum + sql.size, 0),
    parameters: questions.reduce((sum, { sql }) => sum + sql.parameters, 0),
  };
}

/** NOT of a condition, beside its builder. */
function notOf(condition: CoreNode): CoreNode {
  return {
    ...condition,
    op: "not",
    type: "boolean",
    operands: [condition],
    data: undefined,
  } as CoreNode;
}

/** The questions about a formula's value: none if the database does not compute it exactly. */
function valueQuestions(
  { dialect, mapping }: LoadedTable,
  { source, lowered, told }: Asked,
  outcomes: readonly Outcome[],
  now: number,
): readonly Question[] {
  const { root } = told ?? lowered;
  const node = new Specialiser({ now }).of(root);
  const { definition } = dialect;
  const written = writeExpression(new Compiler(definition, mapping), node, ROOM);
  if (!written.ok) return [];
  const { value, isError } = source.length % PER_INLINE === 0 ? inlined(written, dialect) : written;
  const read = decoderOf(computedCell(node, mapping, definition));
  const asked = (cell: unknown): Value => {
    const found = read(cell);
    if (found instanceof Unreadable) throw new Error(`not ${found.expected}: ${String(cell)}`);
    return found;
  };
  return [
    {
      about: "value",
      sql: selectedExpression(new Compiler(definition, mapping), node, value),
      problem: (row, cell) => {
        const outcome = outcomes[row] ?? ERROR;
        const expected = outcome === ERROR ? null : toValue(root.type, outcome);
        const found = asked(cell);
        return isSameValue(found, expected)
          ? undefined
          : `${JSON.stringify(found)?.slice(0, 200)}, not ${showOutcome(outcome, root.type).slice(0, 200)}`;
      },
    },
    // If neither the SQL nor the reference has an error, the engine need not be asked.
    ...(isError !== FALSE || outcomes.includes(ERROR) ? [errorQuestion(isError, outcomes)] : []),
  ];
}

/** One formula in so many is asked with its constants in the SQL itself. */
const PER_INLINE = 5;

/** What is larger has a statement of its own to fear. */
const ROOM = { size: 20_000, depth: Number.POSITIVE_INFINITY, parameters: 1000 };

function inlined({ value, isError }: Expression, { definition }: Dialect): Expression {
  const inline = (sql: Fragment): Fragment => name(inlineText(sql, definition).sql);
  return { value: inline(value), isError: isError === FALSE ? FALSE : inline(isError) };
}

function errorQuestion(isError: Fragment, outcomes: readonly Outcome[]): Question {
  return {
    about: "error",
    sql: flag(isError),
    problem: (row, cell) => {
      const isSo = Number(cell) === 1;
      if (isSo === (outcomes[row] === ERROR)) return;
      return `is ${isSo ? "" : "not "}an error, wrongly`;
    },
  };
}

/** The same bits of a number, the same instant, the same texts. */
function isSameValue(found: Value, expected: Value): boolean {
  if (found instanceof Date && expected instanceof Date) return +found === +expected;
  if (Array.isArray(found) && Array.isArray(expected)) {
    return found.length === expected.length && found.every((text, at) => text === expected[at]);
  }
  return Object.is(found, expected);
}

function flag(condition: Fragment): Fragment {
  return choose([[condition, atom`1`]], atom`0`);
}
