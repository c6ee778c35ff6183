import { expect, it } from "vitest";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine } from "../../../engines/engine.ts";
import type { NativeEngine } from "../../../generate/native/column.ts";
import { SEED } from "../../../generate/random.ts";
import { dialectOf } from "../dialects.ts";
import { expectNone } from "../expect-none.ts";
import { runNativeDifferential } from "./native-differential.ts";
import { NATIVE_TIMEOUT, TIMES } from "./native-table.ts";

/** Fails if an engine and memory differ on its own types, or if a use of a type was compared too rarely. */
export function expectNativeAgreement(name: EngineName, native: NativeEngine): void {
  const behaves = (engine: () => Engine): void => {
    const often = TIMES < 1 ? "for some uses" : `${TIMES} times for each use`;
    it(`agrees with memory ${often} of each of its own types`, {
      timeout: NATIVE_TIMEOUT,
    }, async () => {
      const options = { seed: SEED, times: TIMES };
      const { tally, failures } = await runNativeDifferential(
        engine(),
        dialectOf(name),
        native,
        options,
      );
      console.info(`${name}, native types, seed ${SEED}: ${tally}`);
      expectNone(failures);
      expect(tally.computed).toBeGreaterThan(0);
      expect(tally.unread).toEqual([]);
      if (TIMES >= 1) expect(tally.below(TIMES)).toEqual([]);
    });
  };
  describeEngine<Engine>(name, () => openEngine(name), behaves, {
    isOptional: name === "mariadb",
  });
}
