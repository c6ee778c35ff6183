import type { ColumnTest } from "../condition/column-test.ts";
import type { Flags } from "../condition/forms.ts";
import { vectorCount, vectorMark, vectorScan } from "../wasm/vector-loop.ts";
import { branchlessFinder } from "./generated-finder.ts";
import { finderOf } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import type { Tier } from "./tier.ts";

/** A stage of one branchless loop, with vectors if the tier has them. */
export function flagsStage(flags: Flags, tier: Tier): Stage {
  const written = branchlessFinder(flags);
  const scan = tier === "vectors" ? vectorScan(flags) : undefined;
  if (scan === undefined) return { loop: "generated", finder: written };
  const finder = {
    ...written,
    scan,
    count: onFirstCall(() => vectorCount(flags)),
    mark: onFirstCall(() => vectorMark(flags)),
  };
  return { loop: "vectors", finder };
}

/** A stage of one column test. */
export function testStage(test: ColumnTest, tier: Tier): Stage {
  if (tier === "closures") return { loop: "closures", finder: finderOf(test) };
  return flagsStage([{ op: "test", test }], tier);
}

/** A loop that is built on the first call. It returns `undefined` if the engine refuses to load it. */
function onFirstCall<Values extends readonly unknown[]>(
  build: () => ((...values: Values) => number) | undefined,
): (...values: Values) => number | undefined {
  let isBuilt = false;
  let loop: ReturnType<typeof build>;
  return (...values) => {
    if (!isBuilt) loop = build();
    isBuilt = true;
    /* v8 ignore next -- an engine that has loaded the loop that finds rows loads the others, too */
    return loop?.(...values);
  };
}
