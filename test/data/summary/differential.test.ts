import { afterAll, expect, it } from "vitest";
import { ScanPool } from "../../../src/data/stores/scans/scan-pool.ts";
import { expectNone } from "../../backends/sql/expect-none.ts";
import { SEED } from "../../generate/random.ts";
import { casesOf, partsOf } from "../../harness/extent.ts";
import { runSummaries } from "./differential.ts";
import { memoryTable } from "./memory-tables.ts";

const pool = ScanPool.open({ threads: 2, isEager: true });
afterAll(() => pool.close());

it.each(partsOf(casesOf(5_000), 50))(
  "rows, columns, threads and stores in memory agree with the reference on the random summaries $about",
  async ({ seed, round: first, formulas: plans }) => {
    const { failures } = await runSummaries({
      seed,
      plans,
      table: (tape, round) => memoryTable(tape, first + round, pool),
    });
    expectNone(failures);
  },
);

it("random summaries have groups, errors, elements of lists and more groups than a limit", async () => {
  const plans = 250;
  const { tally } = await runSummaries({
    seed: SEED,
    plans,
    table: async (...given) => ({ ...(await memoryTable(...given)), ways: [] }),
  });
  expect(tally.grouped).toBeGreaterThan(plans / 4);
  expect(tally.failed).toBeGreaterThan(plans / 50);
  expect(tally.refused).toBeGreaterThan(0);
  expect(tally.ofElements).toBeGreaterThan(plans / 20);
});
