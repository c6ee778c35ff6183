import { describe, expect, it } from "vitest";
import { dialectOf } from "../backends/sql/dialects.ts";
import { runDifferential } from "../backends/sql/differential.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { ENGINE_NAMES, startEngine } from "../engines/engine.ts";
import { runRandomFormulas } from "../property/random-formulas.ts";
import { figure, IS_LONG, soakMinutes } from "./figures.ts";

// Random formulas, others in each run, for some time: on every strategy in memory, and on each engine beside the reference.
// `-t postgres` chooses an engine, and `ISOFORM_SEED` the formulas of an earlier run.

const MS = soakMinutes(0.05, 60) * 60_000;
const SEED = Number(process.env.ISOFORM_SEED ?? Date.now() % 1_000_000_000);
const MOST_FAILURES = 10;
const timeout = MS + 600_000;

describe("random formulas", () => {
  it("return the same on every strategy in memory", { timeout }, async () => {
    const end = performance.now() + MS;
    const { formulas, made, decided, failures } = await runRandomFormulas({
      seed: SEED,
      formulas: Number.POSITIVE_INFINITY,
      failures: MOST_FAILURES,
      isOver: () => performance.now() >= end,
    });
    figure(`formulas in memory, from seed ${SEED}`, made);
    figure("of these ran", (100 * formulas) / made, "%");
    figure("of these returned some rows and not others", (100 * decided) / made, "%");
    expect(failures).toEqual([]);
  });
});

// The tests of each engine have random formulas of their own.
for (const name of IS_LONG ? ENGINE_NAMES : []) {
  describeEngine(
    `random formulas on ${name}`,
    () => startEngine(name),
    (engine) => {
      it("return the same as the reference", { timeout }, async () => {
        const end = performance.now() + MS;
        const { tally, failures } = await runDifferential(engine(), dialectOf(name), {
          seed: SEED,
          rows: 50,
          formulas: Number.POSITIVE_INFINITY,
          failures: MOST_FAILURES,
          isOver: () => performance.now() >= end,
        });
        figure(`formulas on ${name}, from seed ${SEED}`, String(tally));
        expect(failures.map(({ text }) => text)).toEqual([]);
      });
    },
    { isOptional: true },
  );
}
