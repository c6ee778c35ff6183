import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import type { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import { compile } from "../../../src/index.ts";
import type { Engine } from "../../engines/engine.ts";
import { NOW, OPTIONS } from "../../generate/clock.ts";
import type { Computing } from "../../generate/computed.ts";
import { randomBytes } from "../../generate/random.ts";
import {
  type Asked,
  askedOf,
  type MistakenAsking,
  randomFields,
  randomFormula,
} from "../../generate/random-formula.ts";
import { Tape } from "../../generate/tape.ts";
import { inZone, zoneFor } from "../../generate/zones.ts";
import { loadRandomTable, loadVariedTable } from "./load.ts";
import type { LoadedTable } from "./loaded-table.ts";
import type { Wish } from "./query-check.ts";
import { askAll } from "./sql-way.ts";
import { Tally } from "./tally.ts";
import { explain, type Failure, queryTrial, randomWish, type Trial, valueTrial } from "./trials.ts";

/** One in this number of formulas is also tested in a whole query. */
const PER_QUERY = 8;

export interface DifferentialOptions {
  readonly seed: number;
  /** The number of the first table: tables differ in how their columns are stored. */
  readonly round?: number;
  /** The number of formulas, without those that the checker rejects. */
  readonly formulas: number;
  readonly rows?: number;
  /** The number of formulas per table. */
  readonly perTable?: number;
  /** The campaign stops after this number of disagreements. */
  readonly failures?: number;
  /** Called before each table: whether to stop. */
  readonly isOver?: () => boolean;
  /** A planted mistake outside the dialect, for tests of the tests. */
  readonly planted?: Planted;
}

/** A planted mistake. */
export interface Planted extends MistakenAsking {
  /** Changes the mapping that the compiler sees. */
  readonly mapping?: (mapping: LoadedTable["mapping"]) => LoadedTable["mapping"];
  readonly makeQuery?: typeof toQuery;
}

export interface Differential {
  readonly tally: Tally;
  readonly failures: readonly Failure[];
}

/** Evaluates random formulas over random tables in an engine, and compares every result with the reference. */
export async function runDifferential(
  engine: Engine,
  dialect: Dialect,
  options: DifferentialOptions,
): Promise<Differential> {
  const { seed, round: first = 0, formulas, rows = 50, perTable = 240 } = options;
  const { failures: most = 5, isOver = () => false } = options;
  const { mapping: told, makeQuery } = options.planted ?? {};
  const tally = new Tally();
  const failures: Failure[] = [];
  let index = 0;
  for (let round = first; tally.formulas < formulas && !isOver(); round++) {
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
    for (; batch.length < Math.min(perTable, formulas - tally.formulas); index++) {
      const asked = askedOf(seed, index, made, options.planted);
      if (asked !== undefined) batch.push(asked);
    }
    // Values cost more than filters and find few additional mistakes.
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
        const failure = await explain(table, asked, trial, `seed ${seed}, round ${round}`, {
          shortest: options.planted === undefined,
        });
        // Failures that shrink to the same formula mostly have the same cause.
        if (failures.some((known) => known.formula === failure.formula)) continue;
        failures.push(failure);
        if (failures.length === most) return { tally, failures };
      }
    }
  }
  return { tally, failures };
}

/** A random formula for the fields of a query, sometimes. */
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
