import { makeCars } from "../cars.ts";
import { importProgram, timeToAnswer } from "../cold-start.ts";
import { filters } from "../filters.ts";
import { type ColumnModules, carSchema } from "../isoform.ts";
import { type Contestant, measure, type Spread, spreadOf } from "../measure.ts";
import { isoformContestants, longFormula, specificationFormula } from "../parse.ts";
import { type Build, moduleOf } from "./builds.ts";
import { asked, type ComparedLine, type Comparison, linesOf, meanOf } from "./comparison.ts";

export interface LoadedBuild extends ColumnModules {
  readonly build: Build;
}

type Both<T> = readonly [own: T, other: T];

export async function loadBuild(build: Build): Promise<LoadedBuild> {
  const [isoform, columns] = await Promise.all(
    ["index", "columns"].map((name) => import(moduleOf(build, name).href)),
  );
  return { build, isoform, columns };
}

/** The time from the import to the first result, in fresh processes that alternate between builds. */
export function compareColdStarts(builds: Both<Build>, count: number): Comparison {
  const series = builds.map((build) => ({
    program: importProgram(build.name, moduleOf(build, "index")),
    times: [] as number[],
  }));
  // The first round warms the file cache.
  for (let round = 0; round <= count; round++) {
    for (const { program, times } of round % 2 === 0 ? series : series.toReversed()) {
      const time = timeToAnswer(program);
      if (round > 0) times.push(time);
    }
  }
  const [own = [], other = []] = series.map(({ times }) => times);
  return {
    what: "cold start",
    unit: "ms",
    own: spreadOf(own).median,
    other: spreadOf(other).median,
    ratio: spreadOf(own.map((time, round) => time / (other[round] ?? Number.NaN))),
  };
}

interface Timing {
  readonly unit: string;
  readonly nanoseconds: number;
  readonly rounds: number;
  readonly warmups: number;
}

/** Runs the same work of both builds in one process, in alternating rounds. */
async function sideBySide(
  what: string,
  builds: Both<LoadedBuild>,
  { unit, nanoseconds, ...options }: Timing,
  contestantOf: (build: LoadedBuild) => Omit<Contestant, "name">,
): Promise<Comparison> {
  const contestants: Contestant[] = [];
  for (const loaded of builds) {
    const contestant = await asked(loaded.build, () => contestantOf(loaded));
    contestants.push({ ...contestant, name: `${contestants.length} ${loaded.build.name}` });
  }
  const baseline = contestants[1]?.name ?? "";
  const [own, other] = measure(contestants, { ...options, baseline });
  const medianOf = (time: Spread | undefined): number => (time?.median ?? Number.NaN) / nanoseconds;
  return {
    what,
    unit,
    own: medianOf(own?.time),
    other: medianOf(other?.time),
    ratio: own?.ratio ?? spreadOf([Number.NaN]),
  };
}

/** Parsing alone, and with checking and compiling, for the specification's formula and one at the limit. */
export async function compareCompiling(
  builds: Both<LoadedBuild>,
  rounds: number,
): Promise<readonly ComparedLine[]> {
  const formulas = [
    ["a formula", specificationFormula(), 256, { unit: "µs", nanoseconds: 1e3 }],
    ["16,000 characters", longFormula(), 4, { unit: "ms", nanoseconds: 1e6 }],
  ] as const;
  const lines: ComparedLine[] = [];
  for (const [name, formula, batch, unit] of formulas) {
    for (const [index, step] of ["parse", "parse, check, compile"].entries()) {
      const what = `${step}: ${name}`;
      const compare = (): Promise<Comparison> =>
        sideBySide(what, builds, { ...unit, rounds, warmups: 30 }, ({ isoform }) => {
          const contestant = isoformContestants(isoform, formula, batch)[index];
          if (contestant === undefined) throw new Error(`there is no ${step}`);
          return contestant;
        });
      lines.push(...(await linesOf(what, async () => [await compare()])));
    }
  }
  return lines;
}

/** The six filters over rows, and over columns. */
export async function compareFilters(
  builds: Both<LoadedBuild>,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<readonly ComparedLine[]> {
  const cars = makeCars(rows);
  const timing = { unit: "ns a row", nanoseconds: 1, rounds, warmups: 2 };
  const compare = (
    name: string,
    search: (build: LoadedBuild) => (formula: string) => () => number,
  ): Promise<readonly ComparedLine[]> =>
    linesOf(name, async () => {
      const searches = new Map<LoadedBuild, (formula: string) => () => number>();
      for (const one of builds) searches.set(one, await asked(one.build, () => search(one)));
      const comparisons: Comparison[] = [];
      for (const { id, formula, matches } of filters) {
        const given = { units: cars.length, expected: cars.filter(matches).length };
        const comparison = await sideBySide(`${name}, ${id}`, builds, timing, (loaded) => {
          const run = searches.get(loaded)?.(formula);
          if (run === undefined) throw new Error(`nothing searches ${name}`);
          // Fails here, before the measurement, if the build lacks the function.
          run();
          return { ...given, run };
        });
        comparisons.push(comparison);
      }
      return [...comparisons, meanOf(`${name}, mean`, comparisons)];
    });
  const rowLines = await compare("rows", ({ isoform }) => {
    const schema = carSchema(isoform);
    return (source) => {
      const formula = isoform.compileOrThrow(source, schema);
      return () => formula.filter(cars).length;
    };
  });
  const columnLines = await compare("columns", ({ isoform, columns }) => {
    const schema = carSchema(isoform);
    const held = columns.Columns.from(cars, schema);
    return (source) => {
      const formula = isoform.compileOrThrow(source, schema);
      return () => formula.select(held).length;
    };
  });
  return [...rowLines, ...columnLines];
}
