import type { ScanPool } from "../../../../src/data/stores/scans/scan-pool.ts";

/** What the threads of a pool answer from now on: `undefined` if they cannot do a scan. */
export function answersOf(asked: ScanPool): readonly (number | undefined)[] {
  const answers: (number | undefined)[] = [];
  const scan = asked.scan.bind(asked);
  const value = async (...of: Parameters<typeof scan>): Promise<number | undefined> => {
    const used = await scan(...of);
    answers.push(used);
    return used;
  };
  Object.defineProperty(asked, "scan", { value, configurable: true });
  return answers;
}
