import { setImmediate as nextIteration } from "node:timers/promises";
import type { Lowered } from "../../src/language/lower/index.ts";
import { NOW } from "../generate/clock.ts";
import { randomBytes } from "../generate/random.ts";
import { type Asked, askedOf, lowered, randomFields } from "../generate/random-formula.ts";
import { hostileRow, ordinaryRow } from "../generate/rows.ts";
import { shrink } from "../generate/shrink.ts";
import { Tape } from "../generate/tape.ts";
import { askReference, wayProblems } from "../harness/ask-ways.ts";

export interface RandomFormulas {
  readonly seed: number;
  /** The number of the first table: tables differ in how their rows are made. */
  readonly round?: number;
  /** How many formulas. Those that do not pass the checker do not count. */
  readonly formulas: number;
  /** The campaign stops after this number of disagreements. */
  readonly failures?: number;
  /** Asked before each table: whether to stop. */
  readonly isOver?: () => boolean;
}

interface RandomAgreement {
  readonly formulas: number;
  /** How many were made, with those that do not pass the checker. */
  readonly made: number;
  /** Formulas that return some rows and not others. */
  readonly decided: number;
  readonly failures: readonly string[];
}

/** Formulas that one table answers: columns are made of it once. */
const PER_TABLE = 40;
const ROWS = 16;

/** What the rows of the tables are, by turns. */
const ROW_MAKERS: readonly ((tape: Tape) => unknown)[] = [
  ordinaryRow,
  hostileRow,
  (tape) => (tape.oneIn(2) ? hostileRow(tape) : ordinaryRow(tape)),
];

/** Asks every way random formulas about random rows, and compares every answer with the reference's. */
export async function runRandomFormulas({
  seed,
  round: first = 0,
  formulas: wanted,
  failures: most = 5,
  isOver = () => false,
}: RandomFormulas): Promise<RandomAgreement> {
  const failures: string[] = [];
  let [formulas, made, decided] = [0, 0, 0];
  for (let round = first; formulas < wanted && !isOver(); round++) {
    await nextIteration();
    const tape = new Tape(randomBytes(seed + 7919 * round, 40 * ROWS));
    const makeRow = ROW_MAKERS[round % ROW_MAKERS.length] ?? ordinaryRow;
    const rows = Array.from({ length: ROWS }, () => makeRow(tape));
    const fields = randomFields(seed, round);
    for (let asked = 0; asked < PER_TABLE && formulas < wanted; made++) {
      const one = askedOf(seed, made, fields);
      if (one === undefined) continue;
      asked++;
      formulas++;
      const { truths } = askReference(one.lowered, rows, NOW);
      const hits = truths.filter((truth) => truth === true).length;
      if (hits > 0 && hits < rows.length) decided++;
      if (problemsOf(one, rows).length === 0) continue;
      failures.push(await explain(one, rows, fields.schema, `seed ${seed}, round ${round}`));
      if (failures.length === most) return { formulas, made, decided, failures };
    }
  }
  return { formulas, made, decided, failures };
}

function problemsOf({ lowered: own, told }: Asked, rows: readonly unknown[]): readonly string[] {
  const asked: Lowered = { ...own, ...told };
  return wayProblems(asked, rows, NOW, askReference(own, rows, NOW));
}

/** A disagreement with the shortest formula and the first row that show it. */
async function explain(
  found: Asked,
  rows: readonly unknown[],
  schema: Parameters<typeof lowered>[1],
  place: string,
): Promise<string> {
  const { source, timeZone } = found;
  const formula = await shrink(source, async (shorter) => {
    const asked = lowered(shorter, schema, timeZone);
    return asked !== undefined && problemsOf(asked, rows).length > 0;
  });
  const asked = (formula === source ? undefined : lowered(formula, schema, timeZone)) ?? found;
  const index = rows.findIndex((row) => problemsOf(asked, [row]).length > 0);
  const problems = problemsOf(asked, index < 0 ? rows : rows.slice(index, index + 1));
  return [
    `the ways differ, ${place}, ${index < 0 ? "all rows" : `row ${index}`}`,
    `formula: ${formula}`,
    `time zone: ${timeZone ?? "UTC"}`,
    `made of: ${source}`,
    ...problems.slice(0, 6).map((problem) => problem.slice(0, 1000)),
  ].join("\n");
}
