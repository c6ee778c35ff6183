import type { Scan } from "../../../src/stores/scans/job.ts";
import type { ScanPool } from "../../../src/stores/scans/scan-pool.ts";

/** What the threads of a pool answer from now on: `undefined` if they cannot search. */
export function answersOf(asked: ScanPool): readonly (number | undefined)[] {
  const answers: (number | undefined)[] = [];
  const search = asked.search.bind(asked);
  const value = async (scan: Scan): Promise<number | undefined> => {
    const used = await search(scan);
    answers.push(used);
    return used;
  };
  Object.defineProperty(asked, "search", { value, configurable: true });
  return answers;
}
