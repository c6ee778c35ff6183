import {
  atom,
  commas,
  name,
  render,
  type SqlFragment,
} from "../../../src/backends/sql/sql-fragment.ts";
import { placeholdersOf } from "../../../src/backends/sql/sql-settings.ts";
import { tableName } from "../../../src/backends/sql/table-mapping.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { type LoadedTable, ROW } from "./loaded-table.ts";
import { type Asking, type Prepared, prepare } from "./questions.ts";

/** The results of an engine for one formula. */
export interface Finding {
  /** Whether the database evaluated all of it, a part, or nothing. */
  readonly share: "whole" | "split" | "memory";
  /** Differences between the engine and the reference. */
  readonly differences: readonly string[];
  /** The index of the first row that differs. */
  readonly row: number | undefined;
  /** The number of rows that the formula selects. */
  readonly hits: number;
  /** Whether the value was tested, too. */
  readonly valued: boolean;
}

/** The limits of one statement: engines slow down or reject larger ones. */
const STATEMENT = { formulas: 10, size: 20_000, parameters: 10_000 };

/** Tests any number of formulas. If a statement raises, the formula that causes it is isolated. */
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
  table: LoadedTable,
  batch: readonly Prepared[],
): Promise<readonly Finding[]> {
  const questions = batch.flatMap((one) => one.questions.map(({ sql }) => sql));
  const answers = await select(table, batch, questions);
  // A column cannot use an index or change the statement's plan, so each batch also has a filter in WHERE.
  const filter = batch[answers.length % batch.length];
  const filtered = filter === undefined ? [] : await filterProblems(table, filter);
  let next = 1;
  return batch.map((one) => {
    const { questions: own, share, hits } = one;
    const start = next;
    next += own.length;
    const differences: string[] = one === filter ? [...filtered] : [];
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
    if (answers.length !== table.rows.length) differences.push("rows are missing");
    return { share, differences, row: first, hits, valued: own.length > 2 };
  });
}

/** Differences between the rows of a filter in WHERE and those of the reference. */
async function filterProblems(table: LoadedTable, filter: Prepared): Promise<readonly string[]> {
  const found = await select(table, [filter], [], filter.where);
  const returned = new Set(found.map(([row]) => Number(row)));
  const [{ problem }] = filter.questions;
  return table.rows.flatMap((_, row) => {
    const different = problem(row, returned.has(row) ? 1 : 0);
    return different === undefined ? [] : [`WHERE, row ${row}: ${different}`];
  });
}

/** The index of each row, and the results of the questions. */
async function select(
  { engine, dialect: { definition }, mapping }: LoadedTable,
  batch: readonly Prepared[],
  questions: readonly SqlFragment[],
  where?: SqlFragment,
): Promise<readonly (readonly unknown[])[]> {
  const number = name(definition.quote(ROW) ?? ROW);
  const from = name(tableName(mapping.table, definition));
  const all = atom`SELECT ${commas([number, ...questions])} FROM ${from}`;
  const { text, params } = render(
    where === undefined ? all : atom`${all} WHERE ${where}`,
    placeholdersOf(definition),
  );
  return await engine.query(text, params).catch((error: unknown) => {
    const sources = batch.map(({ formula }) => formula.source).join("\n");
    const message = String(error).slice(0, 500);
    throw new Error(`${engine.name}: ${message}\n${sources}\n${text.slice(0, 4000)}`, {
      cause: error,
    });
  });
}
