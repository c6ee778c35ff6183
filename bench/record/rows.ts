import type { ColdStartResult } from "../cold-start.ts";
import { arrayFilterByHand, loopByHand, ours, WHOLE } from "../contestant-names.ts";
import type { ParseResult } from "../parse.ts";
import type { FilterResult, RowsResult } from "../rows.ts";
import { figure } from "../table.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";

const TIMES_BY_HAND = `× ${arrayFilterByHand}`;

/** The ratio of each contestant for each filter, and its mean. */
export function ratioFigures(
  part: string,
  {
    filters,
    means,
  }: { readonly filters: readonly FilterResult[]; readonly means: RowsResult["means"] },
  versionOf: (contestant: string) => string | undefined = () => undefined,
): NewFigure[] {
  const figureOf = (path: string, name: string, value: number): NewFigure => {
    const version = versionOf(name);
    return {
      id: `${part}/${path}/${name}`,
      value,
      unit: TIMES_BY_HAND,
      ...(version === undefined ? {} : { version }),
    };
  };
  return [
    ...filters.flatMap(({ id, contestants }) =>
      contestants.map(({ name, ratio }) => figureOf(id, name, ratio.median)),
    ),
    ...Object.entries(means).map(([name, mean]) => figureOf("mean", name, mean)),
  ].filter(({ id }) => !id.endsWith(`/${arrayFilterByHand}`));
}

export function rowsFigures(result: RowsResult): readonly NewFigure[] {
  return [
    { id: "rows/cars", value: result.rows, unit: "rows" },
    ...ratioFigures("rows", result),
    ...Object.entries(result.everyNth).map(([name, nth]) => ({
      id: `rows/every nth/${name}`,
      value: nth,
      unit: "rows",
    })),
  ];
}

export function parseFigures({ specification }: ParseResult): readonly NewFigure[] {
  const time = specification.contestants.find(({ name }) => name === WHOLE)?.time.median;
  if (time === undefined) throw new Error("compiling was not measured");
  return [
    { id: "parse/characters", value: specification.formula.length, unit: "characters" },
    { id: "parse/compile", value: time / 1e3, unit: "µs" },
  ];
}

export function coldFigures({ contestants }: ColdStartResult): readonly NewFigure[] {
  const [imported] = contestants;
  if (imported?.toAnswer === undefined) throw new Error("no start was measured");
  return [{ id: "cold/import", value: imported.toAnswer.median, unit: "ms" }];
}

/** The comparison of rows with other libraries, and the start-up time of a program. */
export function rowsText(record: FigureRecord): string {
  const own = record.value(`rows/mean/${ours}`);
  const peers = record
    .namesUnder("rows/mean/")
    .filter((name) => name !== ours && name !== loopByHand)
    .map((name) => ({ name, mean: record.value(`rows/mean/${name}`) }))
    .sort((a, b) => a.mean - b.mean);
  const [best] = peers;
  if (best === undefined) throw new Error("no library was measured");
  return [
    `In that run \`filter\` takes ${figure(own)} of the time of the filter by hand (geometric mean), and ${best.name}, the next best of the libraries, ${figure(best.mean)}.`,
    `It takes ${figure(record.value("parse/compile"))} µs to parse, check and compile a formula of ${record.value("parse/characters")} characters, and ${figure(record.value("cold/import"))} ms to import the package and get a first result.`,
    record.origins("rows", "parse", "cold"),
  ].join("\n");
}
