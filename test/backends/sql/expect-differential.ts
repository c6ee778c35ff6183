import { expect, it } from "vitest";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine, type Started } from "../../engines/engine.ts";
import { casesOf, partsOf } from "../../harness/extent.ts";
import { dialectOf } from "./dialects.ts";
import { runDifferential } from "./differential.ts";
import { expectNone } from "./expect-none.ts";

/** The number of formulas per table, and per test: each test takes about a second. */
const TOGETHER = 25;

/** Fewer formulas may all be trivial. */
const ENOUGH = 100;

/** Another driver of an engine, which is not installed everywhere. */
export interface OtherDriver {
  readonly title: string;
  readonly start: () => Promise<Started<Engine>>;
}

/** Fails if an engine and the reference differ, or if the formulas are too trivial. */
export function expectAgreementWith(name: EngineName, full: number, driver?: OtherDriver): void {
  const { title = name, start = () => openEngine(name) } = driver ?? {};
  const parts = partsOf(casesOf(full), TOGETHER);
  const behaves = (engine: () => Engine): void => {
    const all = { formulas: 0, decided: 0, computed: 0 };
    it.each(parts)("agrees with the reference on the random formulas $about", async (part) => {
      const { tally, failures } = await runDifferential(engine(), dialectOf(name), part);
      all.formulas += tally.formulas;
      all.decided += tally.decided;
      all.computed += tally.computed;
      expectNone(failures.map(({ text }) => text));
    });
    it("decides and computes some of them", () => {
      if (all.formulas < ENOUGH) return;
      expect(all.decided / all.formulas).toBeGreaterThan(0.1);
      expect(all.computed / all.formulas).toBeGreaterThan(0.1);
    });
  };
  describeEngine<Engine>(title, start, behaves, { isOptional: driver !== undefined });
}
