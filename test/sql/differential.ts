import { type AnyFormula, COMPILE, type CompiledFormula } from "../../src/core/compiled.ts";
import { compile, compileOrThrow, restrict } from "../../src/index.ts";
import type { Schema } from "../../src/schema/index.ts";
import type { Dialect } from "../../src/sql/filter.ts";
import type { toQuery } from "../../src/sql/query/query.ts";
import type { Engine } from "../engines/engine.ts";
import { type Computing, computing } from "../generate/computed.ts";
import { filterFormula } from "../generate/filter.ts";
import { anyFormula } from "../generate/formula.ts";
import { type Parametrised, parametrised } from "../generate/parametrised.ts";
import { randomBytes } from "../generate/random.ts";
import { type Subject, USUAL } from "../generate/subject.ts";
import { Tape } from "../generate/tape.ts";
import { inZone, zoneFor } from "../generate/zones.ts";
import { loadRandomTable, loadVariedTable, RANDOM_SCHEMA } from "./load.ts";
import type { Wish } from "./query-check.ts";
import { type Asked, askAll, type LoadedTable, NOW } from "./sql-way.ts";
import { Tally } from "./tally.ts";
import {
  explain,
  type Failure,
  lowered,
  OPTIONS,
  queryTrial,
  randomWish,
  type Trial,
  valueTrial,
} from "./trials.ts";

/** Formulas that one table answers. */
const PER_TABLE = 240;

/** One formula in so many has parameters. */
const PER_BOUND = 5;

/** One formula in so many is restricted to a scope. */
const PER_SCOPED = 7;

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
  /** What a database is asked in place of a formula. */
  readonly lower?: typeof lowered;
  /** What parameters are bound with in place of their values. */
  readonly bind?: (values: Parametrised["values"]) => Parametrised["values"];
  /** How a formula and its scope are joined. */
  readonly join?: typeof restrict;
}

export interface Differential {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

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
    const made = randomFields(seed, round);
    const table = {
      ...loaded,
      schema: made.schema,
      mapping: told?.(loaded.mapping) ?? loaded.mapping,
    };
    const batch: Asked[] = [];
    for (; batch.length < Math.min(PER_TABLE, formulas - tally.formulas); index++) {
      const asked = askedOf(options, index, made);
      if (asked !== undefined) batch.push(asked);
    }
    // Values cost more than filters do, and say no more of them.
    const findings = await askAll(table, batch, NOW, { filtersOnly: round % 4 === 3 });
    for (const [at, asked] of batch.entries()) {
      const finding = findings[at];
      if (finding === undefined) throw new Error(`nothing was found out of ${asked.source}`);
      tally.add(asked, finding, rows, made.formulas);
      const trials: Trial[] = finding.differences.length > 0 ? [valueTrial(table)] : [];
      if (at % PER_QUERY === 0) {
        tally.queries++;
        const computed = randomComputed(seed, index + at, made, tape);
        const wish = { ...randomWish(table, tape), ...computed };
        if (wish.sort.some(({ field }) => made.formulas.has(field))) tally.computedOrders++;
        const trial = queryTrial(table, wish, makeQuery);
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

/** A formula beside the fields of a query, for some. */
function randomComputed(
  seed: number,
  index: number,
  { schema, subject }: Computing,
  tape: Tape,
): Pick<Wish, "computed"> {
  if (tape.oneIn(3)) return {};
  const options = { ...OPTIONS, ...inZone(zoneFor(index)) };
  const result = compile(randomFormula(seed + 1, index, subject), schema, options);
  if (!result.ok) return {};
  const { formula } = result;
  return {
    computed: tape.oneIn(4) ? { formula } : { formula, direction: tape.pick(["asc", "desc"]) },
  };
}

/** The schema of a table, with computed fields of its own. */
export function randomFields(seed: number, round: number): Computing {
  const tape = new Tape(randomBytes(seed + 104_729 * (round + 1), 40));
  return computing(RANDOM_SCHEMA, USUAL, tape, zoneFor(round), OPTIONS);
}

export function randomFormula(seed: number, index: number, subject: Subject = USUAL): string {
  const length = 20 + ((index * 7919) % 300);
  const tape = new Tape(randomBytes(seed * 1_000_003 + index, length), subject);
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

/** The formula of an index. For some, a database is asked it as bound parameters or a scope make it. */
function askedOf(
  { seed, planted = {} }: DifferentialOptions,
  index: number,
  made: Computing,
): Asked | undefined {
  const { schema, subject } = made;
  const source = randomFormula(seed, index, subject);
  const zone = zoneFor(index);
  if (index % PER_SCOPED === 0) {
    const tape = new Tape(randomBytes(seed * 1_000_003 - index, 60), subject);
    const scoped = scopedOf(source, filterFormula(tape, 1), schema, zone, planted);
    if (scoped !== undefined) return scoped;
  }
  const asked = lowered(source, schema, zone);
  if (asked === undefined) return undefined;
  if (index % PER_BOUND === 0) return { ...asked, told: boundOf(source, schema, zone, planted) };
  const told = planted.lower?.(source, schema, zone)?.lowered;
  return told === undefined ? asked : { ...asked, told };
}

type Core = NonNullable<Asked["told"]>;

function coreOf(formula: AnyFormula): Core {
  const { root, condition } = formula.to<undefined, CompiledFormula>({ [COMPILE]: (core) => core });
  return { root, condition };
}

/** The same with parameters in place of literals, bound with their values. */
function boundOf(
  source: string,
  schema: Schema,
  timeZone: string | undefined,
  { bind = (values) => values }: Planted,
): Core {
  const { source: text, parameters, values } = parametrised(source, schema);
  const options = { ...OPTIONS, ...inZone(timeZone), parameters };
  return coreOf(compileOrThrow(text, schema, options).with(bind(values)));
}

/** Both formulas as one text, and the same as a scope and what is restricted to it. */
function scopedOf(
  source: string,
  scope: string,
  schema: Schema,
  timeZone: string | undefined,
  { join = restrict }: Planted,
): Asked | undefined {
  const options = { ...OPTIONS, ...inZone(timeZone) };
  const formula = compile(source, schema, options);
  const within = compile(scope, schema, options);
  const asked = lowered(`AND(${scope}, ${source})`, schema, timeZone);
  if (!formula.ok || !within.ok || asked === undefined) return undefined;
  return { ...asked, told: coreOf(join(formula.formula, within.formula)) };
}
