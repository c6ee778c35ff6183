import { describeMachine } from "../machine.ts";
import { machineLine } from "../report.ts";
import { buildRevision, buildWorkingTree } from "./builds.ts";
import { comparisonTable } from "./comparison.ts";
import { compareService } from "./service.ts";
import { compareSizes } from "./sizes.ts";
import { compareColdStarts, compareCompiling, compareFilters, loadBuild } from "./times.ts";

/** Many rounds, since other work on the machine disturbs some of them. */
const USUAL = {
  rows: 1_000_000,
  rounds: 41,
  coldStarts: 41,
  service: { rows: 100_000, rounds: 9 },
};
const QUICK = { rows: 100_000, rounds: 25, coldStarts: 15, service: { rows: 100_000, rounds: 3 } };

/** Builds the working tree and another revision, and prints a comparison. */
export async function benchAgainst(revision: string, isQuick: boolean): Promise<void> {
  const options = isQuick ? QUICK : USUAL;
  const other = await buildRevision(revision);
  const own = buildWorkingTree();
  const coldStart = compareColdStarts([own, other], options.coldStarts);
  const builds = [await loadBuild(own), await loadBuild(other)] as const;
  const lines = [
    coldStart,
    ...(await compareCompiling(builds, options.rounds)),
    ...(await compareFilters(builds, options)),
    ...(await compareService([own, other], options.service)),
    ...(await compareSizes(own, other)),
  ];
  const { rows, rounds, coldStarts } = options;
  console.log(
    [
      machineLine(describeMachine()),
      `${own.name} beside ${other.name}: ${coldStarts} cold starts each, ${rounds} rounds of the rest, ${options.service.rounds} of the service for each of its starts, ${rows.toLocaleString("en")} cars; all interleaved`,
      "",
      comparisonTable(own, other, lines),
    ].join("\n"),
  );
}
