import { COMPILE } from "../../src/core/compiled.ts";
import { compileOrThrow } from "../../src/index.ts";
import type { Dialect } from "../../src/sql/filter.ts";
import type { toQuery } from "../../src/sql/query/query.ts";
import { readField } from "../../src/values/row-value.ts";
import type { Engine } from "../engines/engine.ts";
import { filterFormula } from "../generate/filter.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes } from "../generate/random.ts";
import { Tape } from "../generate/tape.ts";
import { lowerSource } from "../harness/ways.ts";
import { loadRandomTable, loadVariedTable, RANDOM_SCHEMA } from "./load.ts";
import { queryProblem, type Wish } from "./query-check.ts";
import { shrink } from "./shrink.ts";
import { type Asked, askAll, compiledOf, type LoadedTable, NOW } from "./sql-way.ts";
import { Tally } from "./tally.ts";

/** Formulas that one table answers. */
const PER_TABLE = 240;

/** One formula in so many is asked as a whole query too. */
const PER_QUERY = 8;

export interface DifferentialOptions {
  readonly seed: number;
  /** How many formulas. Those that do not pass the checker do not count. */
  readonly formulas: number;
  readonly rows?: number;
  /** After so many disagreements it stops. */
  readonly failures?: number;
  /** Asked before each table: whether to stop. */
  readonly isOver?: () => boolean;
  /** A mistake beside the dialect, for tests of the tests. */
  readonly planted?: Planted;
}

/** What is done wrong. */
export interface Planted {
  /** What the compiler is told of the columns. */
  readonly mapping?: (mapping: LoadedTable["mapping"]) => LoadedTable["mapping"];
  readonly makeQuery?: typeof toQuery;
}

export interface Differential {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

/** A disagreement, with a formula as short as could be found. */
interface Failure {
  readonly formula: string;
  readonly text: string;
}

/** What of a formula's answers differs from the reference; nothing where all is the same. */
type Trial = (asked: Asked) => Promise<readonly string[]>;

/** Asks an engine about random formulas over random tables, and compares every answer with the reference. */
export async function runDifferential(
  engine: Engine,
  dialect: Dialect,
  options: DifferentialOptions,
): Promise<Differential> {
  const { seed, formulas, rows = 50, failures: most = 5, isOver = () => false } = options;
  const { mapping: told, makeQuery } = options.planted ?? {};
  const tally = new Tally();
  const failures: Failure[] = [];
  let index = 0;
  for (let round = 0; tally.formulas < formulas && !isOver(); round++) {
    const tape = new Tape(randomBytes(seed + 7919 * round, 300 * rows));
    const load = round % 3 === 0 ? loadRandomTable : loadVariedTable;
    const loaded = await load(engine, dialect, tape, rows);
    const table = told === undefined ? loaded : { ...loaded, mapping: told(loaded.mapping) };
    const batch: Asked[] = [];
    for (; batch.length < Math.min(PER_TABLE, formulas - tally.formulas); index++) {
      const asked = lowerRandom(randomFormula(seed, index));
      if (asked !== undefined) batch.push(asked);
    }
    // Values cost more than filters do, and say no more of them.
    const findings = await askAll(table, batch, NOW, { filtersOnly: round % 4 === 3 });
    for (const [at, asked] of batch.entries()) {
      const finding = findings[at];
      if (finding === undefined) throw new Error(`nothing was found out of ${asked.source}`);
      tally.add(asked, finding, rows);
      const trials: Trial[] = finding.differences.length > 0 ? [valueTrial(table)] : [];
      if (at % PER_QUERY === 0) {
        tally.queries++;
        const trial = queryTrial(table, randomWish(table, tape), makeQuery);
        if ((await trial(asked)).length > 0) trials.push(trial);
      }
      for (const trial of trials) {
        const failure = await explain(table, asked, trial, `seed ${seed}, round ${round}`);
        // What shrinks to the same formula is the same mistake, mostly.
        if (failures.some((known) => known.formula === failure.formula)) continue;
        failures.push(failure);
        if (failures.length === most) return { tally, failures };
      }
    }
  }
  return { tally, failures };
}

function valueTrial(table: LoadedTable): Trial {
  return async (asked) => (await askAll(table, [asked], NOW))[0]?.differences ?? [];
}

function queryTrial(table: LoadedTable, wish: Wish, makeQuery?: typeof toQuery): Trial {
  return async ({ source }) => {
    try {
      const formula = compileOrThrow(source, RANDOM_SCHEMA, { clock: () => new Date(NOW) });
      const problem = await queryProblem(table, RANDOM_SCHEMA, formula, wish, makeQuery);
      return problem === undefined ? [] : [problem];
    } catch (error) {
      return [String(error)];
    }
  };
}

function randomWish({ rows }: LoadedTable, tape: Tape): Wish {
  const sortable = [...RANDOM_SCHEMA.fields.values()].filter(({ type }) => type !== "list");
  const sort = Array.from({ length: tape.below(3) }, () => ({
    field: tape.pick(sortable).name,
    direction: tape.pick(["asc", "desc"] as const),
  }));
  return {
    sort,
    ...(tape.oneIn(3) ? {} : { limit: tape.pick([1, 3, 10, 0, 100]) }),
    ...(tape.oneIn(4) ? { after: tape.pick(rows) } : {}),
    ...(tape.oneIn(3) ? { fields: ["key", tape.pick(sortable).name] } : {}),
  };
}

export function randomFormula(seed: number, index: number): string {
  const length = 20 + ((index * 7919) % 300);
  const tape = new Tape(randomBytes(seed * 1_000_003 + index, length));
  if (index % 3 === 0) return filterFormula(tape);
  const formula = anyFormula(tape);
  // The generator knows no roles of fields.
  return index % 8 === 0
    ? formula
        .replace("{t}", "RECORD_ID()")
        .replace("{d}", "CREATED_TIME()")
        .replace("{e}", "LAST_MODIFIED_TIME()")
    : formula;
}

function lowerRandom(source: string): Asked | undefined {
  const result = lowerSource(source, RANDOM_SCHEMA);
  return result.ok ? { source, lowered: result.lowered } : undefined;
}

/** A disagreement with the shortest formula that shows it and all that it takes to see it again. */
async function explain(
  table: LoadedTable,
  found: Asked,
  trial: Trial,
  place: string,
): Promise<Failure> {
  const { engine, dialect, mapping, rows } = table;
  const formula = await shrink(found.source, async (source) => {
    const other = lowerRandom(source);
    return other !== undefined && (await trial(other)).length > 0;
  });
  const asked = lowerRandom(formula) ?? found;
  const differences = await trial(asked);
  const at = Number(/, row (\d+):/.exec(differences[0] ?? "")?.[1] ?? 0);
  const read = new Set(compileOrThrow(formula, RANDOM_SCHEMA).fields);
  const fields = [...RANDOM_SCHEMA.fields.values()].filter(({ name }) => read.has(name));
  const row = fields.map(({ name, type }) => [name, readField(rows[at], name, type)] as const);
  const columns = fields.map(({ name }) => [name, mapping.columns?.[name]] as const);
  const { where, prefilter = where } = dialect[COMPILE](
    compiledOf(asked.lowered, formula, NOW),
    mapping,
  );
  const text = [
    `${engine.name} and the reference differ, ${place}`,
    `formula: ${formula}`,
    `made of: ${found.source}`,
    ...differences.slice(0, 4).map((difference) => difference.slice(0, 2000)),
    `row: ${JSON.stringify(Object.fromEntries(row)).slice(0, 1000)}`,
    `columns: ${JSON.stringify(Object.fromEntries(columns))}`,
    `condition: ${prefilter}`,
  ].join("\n");
  return { formula, text };
}
