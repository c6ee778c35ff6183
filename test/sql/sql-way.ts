import type { CompiledFormula } from "../../src/core/compiled.ts";
import { evaluate } from "../../src/core/evaluate.ts";
import type { CoreNode } from "../../src/core/node.ts";
import { Specialiser } from "../../src/core/specialise.ts";
import type { Lowered } from "../../src/lower/index.ts";
import { RowProgram, rowScope } from "../../src/rows/index.ts";
import { Compiler } from "../../src/sql/compiler/compiler.ts";
import { NotInSql } from "../../src/sql/compiler/context.ts";
import { exact } from "../../src/sql/compiler/values.ts";
import { type Dialect, type Division, divide, placeholdersOf } from "../../src/sql/filter.ts";
import {
  atom,
  choose,
  commas,
  type Fragment,
  isNull,
  name,
  render,
} from "../../src/sql/fragment.ts";
import { type TableMapping, tableName } from "../../src/sql/mapping.ts";
import { ERROR, type Outcome } from "../../src/values/plain.ts";
import type { Engine } from "../engines/engine.ts";
import { isSame, showOutcome } from "../harness/ways.ts";

/** A table of an engine that holds the same rows as an array: the row at an index has that index in the column `row`. */
export interface LoadedTable {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly mapping: TableMapping & { readonly table: string };
  readonly rows: readonly unknown[];
}

/** A formula, lowered, as a dialect sees it. */
export function compiledOf(lowered: Lowered, source: string, now: number): CompiledFormula {
  return {
    ...lowered,
    source,
    now: () => now,
    inMemory: (condition, instant) => {
      const program = new RowProgram(condition, condition);
      return {
        matches: (row) => program.matches(row, instant),
        filter: (rows) => program.filter(rows, instant),
      };
    },
    spanOf: () => undefined,
  };
}

/** What an engine said about one formula. */
export interface Finding {
  /** Whether the database decided all of it, some of it, or nothing. */
  readonly share: "whole" | "split" | "memory";
  /** Where the engine and the reference differ. */
  readonly differences: readonly string[];
}

/** What is asked of the engine for each row, and what it must answer. */
interface Question {
  readonly about: string;
  readonly sql: Fragment;
  readonly problem: (row: unknown, cell: unknown) => string | undefined;
}

export interface Asked {
  readonly source: string;
  readonly lowered: Lowered;
}

/**
 * Asks an engine about formulas in one SELECT: whether each row is returned, whether the formula is false for it, and the
 * value; and compares with the reference, row by row.
 */
export async function ask(
  table: LoadedTable,
  formulas: readonly Asked[],
  now: number,
): Promise<readonly Finding[]> {
  const prepared = formulas.map((formula) => prepare(table, formula, now));
  const questions = prepared.flatMap((one) => one.questions);
  const select = commas([atom`${name("row")}`, ...questions.map((question) => question.sql)]);
  const from = name(tableName(table.mapping.table, table.dialect.definition));
  const statement = render(
    atom`SELECT ${select} FROM ${from}`,
    placeholdersOf(table.dialect.definition),
  );
  const answers = await table.engine
    .query(statement.text, statement.params)
    .catch((error: unknown) => {
      const sources = formulas.map(({ source }) => source).join("\n");
      throw new Error(
        `${table.engine.name}: ${String(error)}\n${sources}\n${statement.text.slice(0, 4000)}`,
        { cause: error },
      );
    });
  let first = 1;
  return prepared.map(({ questions: own, division }) => {
    const start = first;
    first += own.length;
    const differences = answers.flatMap((cells) => {
      const row = table.rows[Number(cells[0])];
      return own.flatMap((question, index) => {
        const problem = question.problem(row, cells[start + index]);
        return problem === undefined ? [] : [`${question.about}, row ${cells[0]}: ${problem}`];
      });
    });
    if (answers.length !== table.rows.length) differences.push("rows are missing");
    return { share: shareOf(division), differences };
  });
}

function shareOf({ residual, parts }: Division): Finding["share"] {
  if (residual === undefined) return "whole";
  return parts.every((part) => !part.exact && part.reasons.length > 0 && part.sql.size < 6)
    ? "memory"
    : "split";
}

function prepare(
  { dialect, mapping }: LoadedTable,
  { source, lowered }: Asked,
  now: number,
): { readonly questions: readonly Question[]; readonly division: Division } {
  const compiled = compiledOf(lowered, source, now);
  const division = divide(compiled, dialect.definition, mapping);
  const outcome = (node: CoreNode, row: unknown): Outcome => evaluate(node, rowScope(row, now));
  const questions: Question[] = [
    {
      about: "filter",
      sql: flag(division.sql),
      problem: (row, cell) => {
        const found = Number(cell) === 1 && (division.residual?.matches(row) ?? true);
        const expected = outcome(lowered.condition, row) === true;
        return found === expected ? undefined : `${found ? "returned" : "not returned"}, wrongly`;
      },
    },
  ];
  const negation = divide(
    { ...compiled, condition: notOf(lowered.condition) },
    dialect.definition,
    mapping,
  );
  questions.push({
    about: "negated filter",
    sql: flag(negation.sql),
    problem: (row, cell) => {
      const found = Number(cell) === 1 && (negation.residual?.matches(row) ?? true);
      const expected = outcome(lowered.condition, row) === false;
      return found === expected ? undefined : `${found ? "returned" : "not returned"}, wrongly`;
    },
  });
  if (lowered.root.type !== "list")
    questions.push(...valueQuestions({ dialect, mapping }, lowered.root, now, outcome));
  return { questions, division };
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

function valueQuestions(
  { dialect, mapping }: Pick<LoadedTable, "dialect" | "mapping">,
  root: CoreNode,
  now: number,
  outcome: (node: CoreNode, row: unknown) => Outcome,
): readonly Question[] {
  const found = valueSql(dialect, mapping, root, now);
  if (found === undefined) return [];
  const { value, blank, error } = found;
  return [
    {
      about: "error",
      sql: flag(error),
      problem: (row, cell) =>
        (Number(cell) === 1) === (outcome(root, row) === ERROR)
          ? undefined
          : `is ${Number(cell) === 1 ? "an" : "no"} error, wrongly`,
    },
    {
      about: "blank",
      sql: flag(blank),
      problem: (row, cell) =>
        (Number(cell) === 1) === (outcome(root, row) === null)
          ? undefined
          : `is ${Number(cell) === 1 ? "" : "not "}blank, wrongly`,
    },
    {
      about: "value",
      sql: value,
      problem: (row, cell) => {
        const expected = outcome(root, row);
        if (expected === ERROR || expected === null) return;
        const actual =
          typeof expected === "boolean"
            ? Number(cell) === 1
            : typeof expected === "number"
              ? Number(cell) + 0
              : String(cell);
        return isSame(actual, expected)
          ? undefined
          : `${JSON.stringify(cell)}, not ${showOutcome(expected, root.type)}`;
      },
    },
  ];
}

/** The value as SQL, with its blank and its error; `undefined` where it has no exact SQL. Dates come as milliseconds. */
export function valueSql(
  dialect: Dialect,
  mapping: TableMapping,
  root: CoreNode,
  now: number,
): { readonly value: Fragment; readonly blank: Fragment; readonly error: Fragment } | undefined {
  const node = new Specialiser({ now }).of(root);
  const compiler = new Compiler(dialect.definition, mapping);
  try {
    if (node.type === "boolean") {
      const isTrue = compiler.truth(node, true);
      const isFalse = compiler.truth(node, false);
      if (isTrue.valid !== undefined || isFalse.valid !== undefined) return undefined;
      if (isTrue.sql.parameters + isFalse.sql.parameters > 300) return undefined;
      return {
        value: flag(isTrue.sql),
        blank: atom`1 = 0`,
        error: atom`1 = ${choose(
          [
            [isTrue.sql, atom`0`],
            [isFalse.sql, atom`0`],
          ],
          atom`1`,
        )}`,
      };
    }
    const { sql: result, blank, mayFail, valid } = exact(compiler, node);
    if (valid !== undefined) return undefined;
    // A statement has only so many parameters, and many formulas share one.
    if (result.parameters > 300) return undefined;
    const { millisecondsBetween } = dialect.definition.operations;
    const value =
      node.type === "date" && typeof millisecondsBetween === "function"
        ? millisecondsBetween(result, dialect.definition.literal.date(0))
        : result;
    const isBlank = blank ?? atom`1 = 0`;
    return {
      value,
      blank: isBlank,
      error: mayFail ? atom`${flag(isNull(result))} = 1 AND ${flag(isBlank)} = 0` : atom`1 = 0`,
    };
  } catch (error) {
    if (error instanceof NotInSql) return undefined;
    throw error;
  }
}

function flag(condition: Fragment): Fragment {
  return choose([[condition, atom`1`]], atom`0`);
}
