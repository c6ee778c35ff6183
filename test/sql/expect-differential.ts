import { expect, it } from "vitest";
import { describeEngine } from "../engines/describe-engine.ts";
import { type Engine, type EngineName, type Started, startEngine } from "../engines/engine.ts";
import { casesOf } from "../harness/extent.ts";
import { dialectOf } from "./dialects.ts";
import { runDifferential } from "./differential.ts";
import { expectNone } from "./expect-none.ts";

/** The same formulas in each run, so that a failure is of the change at hand; `ISOFORM_SEED` makes others, and `npm run soak` ever new ones. */
export const SEED = Number(process.env.ISOFORM_SEED ?? 20_261_121);

/** Another driver of an engine, which not every machine has. */
export interface OtherDriver {
  readonly title: string;
  readonly start: () => Promise<Started<Engine>>;
}

/** Fails where an engine and the reference differ; and where the formulas say too little. */
export function expectAgreementWith(name: EngineName, full: number, driver?: OtherDriver): void {
  const formulas = casesOf(full);
  const { title = name, start = () => startEngine(name) } = driver ?? {};
  const behaves = (engine: () => Engine): void => {
    it(`agrees with the reference on ${formulas} random formulas`, {
      timeout: 3_600_000,
    }, async () => {
      const options = { seed: SEED, formulas };
      const { tally, failures } = await runDifferential(engine(), dialectOf(name), options);
      console.info(`${title}, seed ${SEED}: ${tally}`);
      expectNone(failures.map(({ text }) => text));
      // Of a few formulas all may be trivial.
      if (formulas >= 100) expect(tally.decided / tally.formulas).toBeGreaterThan(0.1);
      if (formulas >= 5000) expect(tally.unused).toEqual([]);
      if (formulas >= 1000) {
        expect(tally.computed / tally.formulas).toBeGreaterThan(0.2);
        expect(tally.computedOrders).toBeGreaterThan(0);
      }
    });
  };
  describeEngine<Engine>(title, start, behaves, { isOptional: driver !== undefined });
}
