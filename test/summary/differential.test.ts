import { afterAll, expect, it } from "vitest";
import { ScanPool } from "../../src/stores/scans/scan-pool.ts";
import { SEED } from "../generate/random.ts";
import { casesOf } from "../harness/extent.ts";
import { expectNone } from "../sql/expect-none.ts";
import { runSummaries } from "./differential.ts";
import { memoryTable } from "./memory-tables.ts";

const pool = new ScanPool({ threads: 2, isEager: true });
afterAll(() => pool.close());

const PLANS = casesOf(40_000);

it(`rows, columns, threads and stores in memory agree with the reference on ${PLANS} random summaries`, {
  timeout: 3_600_000,
}, async () => {
  const { tally, failures } = await runSummaries({
    seed: SEED,
    plans: PLANS,
    table: (tape, round) => memoryTable(tape, round, pool),
  });
  console.info(`memory, seed ${SEED}: ${JSON.stringify(tally)}`);
  expectNone(failures);
  expect(tally.grouped).toBeGreaterThan(PLANS / 4);
  expect(tally.failed).toBeGreaterThan(PLANS / 50);
  expect(tally.refused).toBeGreaterThan(0);
  expect(tally.ofElements).toBeGreaterThan(PLANS / 20);
});
