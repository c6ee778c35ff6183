import { type GroupsResult, otherGroups, ownGroups } from "./groups.ts";
import { contestantTable, medianRatio, verdict } from "./report.ts";
import { figure } from "./table.ts";

const MILLION = 1e6;

export function groupsTable({ id, sql, contestants }: GroupsResult["questions"][number]): string {
  return `${id}  ${sql}\n\n${contestantTable(contestants, otherGroups)}`;
}

export function groupsSummary({ rows, rounds, version, questions }: GroupsResult): string {
  const msOf = (wanted: string): number => {
    const found = questions.find(({ id }) => id === wanted)?.contestants;
    // Nanoseconds per row are milliseconds per million rows.
    return found?.find(({ name }) => name === ownGroups)?.time.median ?? Number.NaN;
  };
  const limits = [
    ["count", 2],
    ["three measures", 10],
  ] as const;
  return [
    `Groups of ${rows.toLocaleString("en")} cars, ${rounds} rounds in turns, beside DuckDB ${version}`,
    ...questions.map(({ id, contestants }) => {
      const ratio = medianRatio(contestants, ownGroups);
      return verdict(
        ratio < 1,
        `${id}: ${figure(ratio)} of the time of ${otherGroups}, to be below 1`,
      );
    }),
    ...limits.map(([id, most]) => {
      const ms = msOf(id);
      return verdict(
        ms <= most,
        `${id}: ${figure(ms)} ms for ${MILLION.toLocaleString("en")} cars, to be at most ${most}`,
      );
    }),
  ].join("\n");
}
