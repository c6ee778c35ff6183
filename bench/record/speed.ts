import { table } from "../../grammar/tools/markdown.ts";
import { SQL_DIALECTS } from "../../src/backends/sql/standard-dialects.ts";
import { columnRows, ours } from "../contestant-names.ts";
import type { ServiceResult } from "../service.ts";
import type { SqlResult } from "../sql.ts";
import { figure } from "../table.ts";
import type { FigureRecord, NewFigure } from "./figure-record.ts";

export function sqlFigures({ engines }: SqlResult): readonly NewFigure[] {
  return engines.map(({ engine, version, means }) => ({
    id: `sql/mean/${engine}`,
    value: means[ours] ?? Number.NaN,
    unit: "× SQL by hand",
    version,
  }));
}

export function serviceFigures({ rows, filters, mean }: ServiceResult): readonly NewFigure[] {
  const ratios = filters.map(({ ratio }) => ratio.median);
  const unit = "× a bare handler's requests a second";
  return [
    { id: "service/cars", value: rows, unit: "rows" },
    { id: "service/mean", value: mean, unit },
    { id: "service/least", value: Math.min(...ratios), unit },
    { id: "service/most", value: Math.max(...ratios), unit },
  ];
}

/** The means, as multiples of handwritten code. */
export function speedText(record: FigureRecord): string {
  const inWords = (ratio: number): string => ratio.toPrecision(2);
  const byHand = "`rows.filter` with a closure";
  const databases = record.namesUnder("sql/mean/").map((engine) => {
    const title = SQL_DIALECTS.find(({ name }) => name === engine)?.title ?? engine;
    const mean = inWords(record.value(`sql/mean/${engine}`));
    return [`SQL on ${title}`, "SQL that is written by hand", mean];
  });
  const lines = table(
    ["what runs", "compared with", "time as a multiple of it"],
    [
      [
        `\`formula.filter\` over ${record.value("rows/cars").toLocaleString("en")} objects`,
        byHand,
        inWords(record.value(`rows/mean/${ours}`)),
      ],
      [
        "`formula.select` over columns",
        byHand,
        inWords(record.value(`columns/mean/${columnRows}`)),
      ],
      ...databases,
      [
        "the service, for one request",
        "a Fastify handler with a closure",
        inWords(1 / record.value("service/mean")),
      ],
    ],
  );
  return `${lines}\n\n${record.origins("rows", "columns", "sql", "service")}`;
}

export function serviceText(record: FigureRecord): string {
  const [least = "", most = ""] = ["least", "most"].map((end) =>
    figure(record.value(`service/${end}`)),
  );
  return [
    `From ${record.value("service/cars").toLocaleString("en")} cars in memory it serves ${least} to ${most} times as many requests a second as a bare Fastify handler with the filter written by hand (\`npm run bench -- service\`): filters run over columns, and JSON is written straight from them.`,
    record.origins("service"),
  ].join(" ");
}
