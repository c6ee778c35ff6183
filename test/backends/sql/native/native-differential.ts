import type { Dialect } from "../../../../src/backends/sql/dialect.ts";
import type { Formula } from "../../../../src/engine/formula.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import type { Engine } from "../../../engines/engine.ts";
import { NOW, OPTIONS } from "../../../generate/clock.ts";
import { computing } from "../../../generate/computed.ts";
import { filterFormula } from "../../../generate/filter.ts";
import {
  anyField,
  anyFormula,
  callWith,
  fieldText,
  functionsOf,
  literal,
} from "../../../generate/formula.ts";
import type { DrawColumn, NativeEngine } from "../../../generate/native/column.ts";
import { randomBytes } from "../../../generate/random.ts";
import { type Asked, lowered } from "../../../generate/random-formula.ts";
import { Tape } from "../../../generate/tape.ts";
import { zoneFor } from "../../../generate/zones.ts";
import { askAll } from "../sql-way.ts";
import { explain, queryTrial, randomWish, valueTrial } from "../trials.ts";
import { type DrawnTable, loadDrawnTable } from "./drawn-table.ts";
import { changeProblems, composedProblems } from "./in-statements.ts";
import { NativeTally, usesOf } from "./native-tally.ts";

export interface NativeDifferentialOptions {
  readonly seed: number;
  /**
   * How often each use of a native type must be compared; below 1, the share of the uses that must be compared once.
   */
  readonly times: number;
  readonly rows?: number;
  /** The campaign stops after this number of disagreements. */
  readonly failures?: number;
  /**
   * The dialect that compiles formulas, if it differs from the one that described the table: for tests of the tests.
   */
  readonly planted?: Dialect;
}

export interface NativeDifferential {
  readonly tally: NativeTally;
  readonly failures: readonly string[];
}

const COLUMNS_PER_TABLE = 12;
/** The number of formulas per use and table. */
const USES_PER_TABLE = 4;
/** The number of formulas without a particular use, for combinations that nobody thought of. */
const OTHERS_PER_TABLE = 40;
/** One in this number of formulas is also tested in a whole query, or under other conditions. */
const PER_QUERY = 40;
const PER_COMPOSED = 5;
const PER_CHANGE = 60;

/** Evaluates random formulas over random tables of an engine's own types, and compares each result with memory. */
export async function runNativeDifferential(
  engine: Engine,
  dialect: Dialect,
  native: NativeEngine,
  options: NativeDifferentialOptions,
): Promise<NativeDifferential> {
  const { seed, times, rows = 24, failures: most = 5, planted = dialect } = options;
  const tally = new NativeTally(dialect, native.absent);
  const failures: string[] = [];
  for (const statement of native.setup) await engine.execute(statement);
  const share = Math.min(times, 1);
  let round = 0;
  for (
    let target = Math.min(times, USES_PER_TABLE);
    tally.below(times).length > 0;
    target += USES_PER_TABLE
  ) {
    for (const draws of tablesOf(native.draws, new Tape(randomBytes(seed + target, 4000)))) {
      const bytes = randomBytes(seed + 7919 * round, 1000 * rows);
      const made = await loadDrawnTable(
        engine,
        dialect,
        native,
        draws,
        new Tape(bytes),
        rows,
      ).catch(String);
      if (typeof made === "string") {
        failures.push(made);
        round++;
        continue;
      }
      const tape = new Tape(randomBytes(seed + 104_729 * round, 200_000), made.subject);
      const { schema, subject, formulas } = computing(
        made.schema,
        made.subject,
        tape,
        zoneFor(round),
        OPTIONS,
      );
      const table = { ...made, schema, dialect: planted };
      failures.push(...made.problems);
      const settings = round % 2 === 1 ? (native.preferIndexes ?? []) : [];
      for (const statement of settings) await engine.execute(statement);
      const asked = formulasFor(table, tally, Math.ceil(Math.min(target, times)), share, tape);
      const others = new Tape(randomBytes(seed + 15_485_863 * round, 200_000), subject);
      asked.push(...othersFor(table, tally, [...formulas.keys()], share, others));
      failures.push(
        ...(await problemsOf(table, asked, tally, tape, {
          origin: `seed ${seed}, round ${round}`,
          shortest: planted === dialect,
        })),
      );
      round++;
      if (failures.length >= most) return { tally, failures };
    }
    // A use that no formula reaches is reported, not waited for.
    if (share < 1 || target > 4 * times + 20 * USES_PER_TABLE) break;
  }
  return { tally, failures };
}

/** All columns in random order, divided into tables. */
function tablesOf(draws: readonly DrawColumn[], tape: Tape): readonly (readonly DrawColumn[])[] {
  const left = [...draws];
  const shuffled = Array.from({ length: left.length }, () =>
    left.splice(tape.below(left.length), 1),
  ).flat();
  const tables: DrawColumn[][] = [];
  for (let at = 0; at < shuffled.length; at += COLUMNS_PER_TABLE) {
    const some = shuffled.slice(at, at + COLUMNS_PER_TABLE);
    const more = Array.from({ length: COLUMNS_PER_TABLE - some.length }, () => tape.pick(draws));
    tables.push([...some, ...more]);
  }
  return tables;
}

function formulasFor(
  { schema, natives, subject }: DrawnTable,
  tally: NativeTally,
  target: number,
  share: number,
  tape: Tape,
): Asked[] {
  const asked: Asked[] = [];
  const add = (source: string): void => {
    const found = lowered(source, schema, zoneFor(asked.length));
    if (found === undefined) return;
    asked.push(found);
    tally.add(source, natives);
  };
  for (const field of subject.fields) {
    const type = natives.get(field.name) ?? "";
    const functions = new Map(functionsOf(field.type).map((one) => [one.definition.name, one]));
    for (const use of usesOf(field.type)) {
      if (tape.below(100) >= 100 * share) continue;
      const documented = functions.get(use);
      const write = (): string => {
        if (documented !== undefined) return callWith(documented, field, tape);
        const other = tape.oneIn(2) ? literal(field.type, tape) : anyField(field.type, tape);
        const own = fieldText(field.name);
        return tape.oneIn(3) ? `${other} ${use} ${own}` : `${own} ${use} ${other}`;
      };
      // The function may reject a constant.
      for (let tries = 0; tries < 12 && tally.count(type, use) < target; tries++) add(write());
    }
  }
  return asked;
}

/** Formulas about all fields, including computed ones. */
function othersFor(
  { schema, natives }: DrawnTable,
  tally: NativeTally,
  computed: readonly string[],
  share: number,
  tape: Tape,
): readonly Asked[] {
  const asked: Asked[] = [];
  for (let made = 0; made < OTHERS_PER_TABLE * share; made++) {
    const source = tape.oneIn(3) ? anyFormula(tape) : filterFormula(tape);
    const found = lowered(source, schema, zoneFor(made));
    if (found === undefined) continue;
    asked.push(found);
    tally.add(source, natives);
    if (computed.some((name) => source.includes(`{${name}}`))) tally.computed++;
  }
  return asked;
}

async function problemsOf(
  table: DrawnTable,
  asked: readonly Asked[],
  tally: NativeTally,
  tape: Tape,
  { origin, shortest }: { readonly origin: string; readonly shortest: boolean },
): Promise<readonly string[]> {
  const problems: string[] = [];
  const known = new Set<string>();
  const findings = await askAll(table, asked, NOW, { filtersOnly: tape.oneIn(4) });
  tally.ways.selected += asked.length;
  const composed: Formula[] = [];
  const changing: Formula[] = [];
  for (const [at, one] of asked.entries()) {
    const trials = (findings[at]?.differences.length ?? 0) > 0 ? [valueTrial(table)] : [];
    if (at % PER_QUERY === 0) {
      tally.ways.queries++;
      const trial = queryTrial(table, randomWish(table, tape));
      if ((await trial(one)).length > 0) trials.push(trial);
    }
    for (const trial of trials) {
      const { formula, text } = await explain(table, one, trial, origin, { shortest });
      if (known.has(formula)) continue;
      known.add(formula);
      problems.push(`${text}\ntypes: ${typesOf(formula, table)}`);
      if (problems.length > 4) return problems;
    }
    if (at % PER_COMPOSED !== 0) continue;
    const formula = compileOrThrow(one.source, table.schema, OPTIONS);
    composed.push(formula);
    if (at % PER_CHANGE === 0) changing.push(formula);
  }
  problems.push(...(await composedProblems(table, composed, tally.ways)));
  problems.push(...(await changeProblems(table, changing, tally.ways)));
  return problems;
}

function typesOf(formula: string, { schema, natives, statements }: DrawnTable): string {
  const read = compileOrThrow(formula, schema, OPTIONS).fields;
  const create = statements.find((one) => one.startsWith("CREATE TABLE")) ?? "";
  return `${read.map((name) => `${name}: ${natives.get(name)}`).join(", ")}\n${create}`;
}
