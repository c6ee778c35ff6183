import { Compiler } from "../../../src/backends/sql/compiler/compiler.ts";
import { type OutcomeSql, writeExpression } from "../../../src/backends/sql/compiler/expression.ts";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { computedCell, selectedExpression } from "../../../src/backends/sql/query/computed.ts";
import { decoderOf } from "../../../src/backends/sql/rows/decode.ts";
import { Unreadable } from "../../../src/backends/sql/rows/decoded.ts";
import { type Division, divide } from "../../../src/backends/sql/sql-filter.ts";
import {
  atom,
  choose,
  FALSE,
  name,
  type SqlFragment,
  TRUE,
} from "../../../src/backends/sql/sql-fragment.ts";
import { inlineText } from "../../../src/backends/sql/sql-value.ts";
import { toValue, type Value } from "../../../src/engine/formula-value.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";
import { Specialiser } from "../../../src/language/core/specialise.ts";
import { ERROR, type Outcome } from "../../../src/language/values/plain.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { askReference } from "../../harness/ask-ways.ts";
import { showOutcome } from "../../harness/ways.ts";
import { compiledOf, type LoadedTable } from "./loaded-table.ts";
import type { Finding } from "./sql-way.ts";

/** An SQL expression to evaluate for each row, and the expected results. */
interface Question {
  readonly about: string;
  readonly sql: SqlFragment;
  readonly problem: (row: number, cell: unknown) => string | undefined;
}

/** A formula with the questions about it for an engine. */
export interface Prepared {
  readonly formula: Asked;
  /** The first one is whether the formula, as a filter, selects the row. */
  readonly questions: readonly [Question, ...Question[]];
  /** The same filter as a condition for WHERE. */
  readonly where: SqlFragment;
  readonly share: Finding["share"];
  readonly hits: number;
  /** The size of the questions in a statement. */
  readonly size: number;
  readonly parameters: number;
}

export interface Asking {
  /** Test the filters only, not the values. */
  readonly filtersOnly?: boolean;
}

function shareOf({ residual, sql }: Division): Finding["share"] {
  return residual === undefined ? "whole" : sql === TRUE ? "memory" : "split";
}

/** The questions about a formula, with the results of the reference. */
export function prepare(
  table: LoadedTable,
  formula: Asked,
  now: number,
  { filtersOnly = false }: Asking,
): Prepared {
  const { dialect, schema, mapping, rows } = table;
  const { source, lowered } = formula;
  const told = { ...lowered, ...formula.told };
  const compiled = compiledOf(told, source, schema, now);
  const { values, truths } = formula.answers ?? askReference(lowered, rows, now);
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
  const others = filtersOnly ? [] : valueQuestions(table, formula, values, now);
  const questions: Prepared["questions"] = [isTrue, isFalse, ...others];
  return {
    formula,
    questions,
    where: division.sql,
    share: shareOf(division),
    hits: truths.filter((truth) => truth === true).length,
    size: questions.reduce((sum, { sql }) => sum + sql.size, 0),
    parameters: questions.reduce((sum, { sql }) => sum + sql.parameters, 0),
  };
}

/** NOT of a condition, and its builder. */
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
    // If neither the SQL nor the reference has an error, the engine need not be queried.
    ...(isError !== FALSE || outcomes.includes(ERROR) ? [errorQuestion(isError, outcomes)] : []),
  ];
}

/** One in this number of formulas has its constants inlined in the SQL. */
const PER_INLINE = 5;

/** Larger questions get a separate statement. */
const ROOM = { size: 20_000, depth: Number.POSITIVE_INFINITY, parameters: 1000 };

function inlined({ value, isError }: OutcomeSql, { definition }: Dialect): OutcomeSql {
  const inline = (sql: SqlFragment): SqlFragment => name(inlineText(sql, definition).sql);
  return { value: inline(value), isError: isError === FALSE ? FALSE : inline(isError) };
}

function errorQuestion(isError: SqlFragment, outcomes: readonly Outcome[]): Question {
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

function flag(condition: SqlFragment): SqlFragment {
  return choose([[condition, atom`1`]], atom`0`);
}
