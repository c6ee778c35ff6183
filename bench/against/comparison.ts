import { geometricMean, type Spread, spreadOf } from "../measure.ts";
import { figure, percent, table } from "../table.ts";
import type { Build } from "./builds.ts";

/** A figure of two builds, and the ratio of the first to the second. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly own: number;
  readonly other: number;
  /** The ratio of each round. */
  readonly ratio: Spread;
}

/** Something that one of the builds lacks. */
interface Lacking {
  readonly what: string;
  readonly reason: string;
}

export type ComparedLine = Comparison | Lacking;

/** The lines of `compare`, or one that says why there are none: an old revision may lack a feature. */
export async function linesOf(
  what: string,
  compare: () => Promise<readonly Comparison[]>,
): Promise<readonly ComparedLine[]> {
  try {
    return await compare();
  } catch (error) {
    return [{ what, reason: reasonOf(error) }];
  }
}

/** Calls a function, and adds the build's name to its error. */
export async function asked<T>({ name }: Build, ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new Error(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}

/** The geometric mean of several ratios, and their spread. */
export function meanOf(what: string, comparisons: readonly Comparison[]): Comparison {
  const ratios = comparisons.map(({ ratio }) => ratio.median);
  return {
    what,
    unit: "",
    own: geometricMean(comparisons.map(({ own }) => own)),
    other: geometricMean(comparisons.map(({ other }) => other)),
    ratio: { ...spreadOf(ratios), median: geometricMean(ratios) },
  };
}

export function comparisonTable(own: Build, other: Build, lines: readonly ComparedLine[]): string {
  const header = ["", own.name, other.name, "unit", "ratio", "spread", "lowest", "highest"];
  const rows = lines.map((line) =>
    "reason" in line
      ? [line.what, "–", "–", "", "–", "–", "–", "–"]
      : [
          line.what,
          ...[line.own, line.other].map(figure),
          line.unit,
          figure(line.ratio.median),
          percent(line.ratio.spread),
          figure(line.ratio.min),
          figure(line.ratio.max),
        ],
  );
  const lacking = lines.flatMap((line) =>
    "reason" in line ? [`${line.what}: not compared; ${line.reason}`] : [],
  );
  return [
    table(header, rows),
    "",
    ...lacking,
    `A ratio is that of ${own.name} to ${other.name}, the median of its rounds: below 1, ${own.name} is faster or smaller.`,
  ].join("\n");
}
