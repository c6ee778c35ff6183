import type { CompiledFormula } from "../../../language/core/compiled.ts";
import type { Steps } from "../../../util/steps.ts";
import { Run } from "../../evaluation/compute.ts";
import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import { ColumnClosures } from "./column-closures.ts";
import { generatedFill, type ValueFill } from "./generated-fill.ts";
import { columnSpecialiser } from "./plan-condition.ts";
import { type ColumnStrategy, tierFor } from "./tier.ts";

/** Returns a function that computes a formula for some rows, in steps. The time is that of this call. */
export function* valueFill(
  { root, now, codeGeneration }: Pick<CompiledFormula, "root" | "now" | "codeGeneration">,
  layout: ColumnLayout,
  strategy: ColumnStrategy,
): Steps<ValueFill> {
  const special = columnSpecialiser(root, now, (field) => layout.column(field)).of(root);
  yield* layout.tabulating(special);
  if (tierFor(strategy, layout.length, codeGeneration) !== "closures") {
    return generatedFill(special, layout);
  }
  const compute = new ColumnClosures(layout, special).computing(special);
  const run = new Run(0);
  return (rows, from, count, into) => {
    for (let index = 0; index < count; index++) {
      const row = rows === undefined ? from + index : (rows[index] as number);
      (into as Encoded[])[index] = compute(row, run.next());
    }
  };
}
