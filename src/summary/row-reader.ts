import { COMPILE } from "../core/compiled.ts";
import type { Formula } from "../engine/index.ts";
import { type Encoded, encode } from "../in-memory/encoding.ts";
import { RowProgram } from "../rows/index.ts";
import { type Fill, ValueKeys } from "./groups/keys.ts";
import type { SummaryPlan } from "./plan.ts";
import type { SummaryReader } from "./summarizer.ts";

/** Reads the expressions of a plan from rows, which may hold anything. */
export function rowReader({ keys, measures }: SummaryPlan): SummaryReader<readonly unknown[]> {
  return {
    keys: keys.map(({ type, formula }) => new ValueKeys(type, rowFill(formula))),
    fills: measures.map(({ value }) => value && rowFill(value.formula)),
  };
}

function rowFill(formula: Formula): Fill<readonly unknown[]> {
  return formula.to<undefined, Fill<readonly unknown[]>>({
    [COMPILE]: ({ root, condition, now }) => {
      const program = new RowProgram(root, condition, "closures");
      const clock = program.usesNow ? now() : 0;
      return (rows, count, into) => {
        for (let index = 0; index < count; index++) {
          (into as Encoded[])[index] = encode(root.type, program.evaluate(rows[index], clock));
        }
      };
    },
  });
}
