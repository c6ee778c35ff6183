import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import { Specialiser } from "../../../language/core/specialise.ts";
import { usesClock } from "../../../language/core/uses.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { type ColumnLayout, neverBlankIn } from "../condition/column-layout.ts";
import type { Column } from "../storage/column.ts";
import { stagesOf } from "./plan-stages.ts";
import { SelectPlan } from "./select-plan.ts";
import type { Tier } from "./tier.ts";

/**
 * Plans a condition, in steps: for columns without blanks, and for the time.
 *
 * @param columnOf throws a `ColumnsError` if there is no column of the field's type
 */
export function* planCondition(
  { condition, now }: CompiledFormula,
  columnOf: (field: Field) => Column,
  layout: ColumnLayout,
  tier: Tier,
): Steps<SelectPlan> {
  const specialiser = columnSpecialiser(condition, now, columnOf);
  const special = inParts(specialiser.of(condition), specialiser);
  return new SelectPlan(layout.length, tier, yield* stagesOf(special, layout, tier));
}

/** A specialiser for columns without blanks, and for the time; it reads the clock only if the core does. */
export function columnSpecialiser(
  root: CoreNode,
  now: () => number,
  columnOf: (field: Field) => Column,
): Specialiser {
  const neverBlank = neverBlankIn(root, columnOf);
  return new Specialiser(usesClock(root) ? { now: now(), neverBlank } : { neverBlank });
}

/** Rewrites "no part of an OR holds" as an AND of negated parts, which are searched one after the other. */
function inParts(condition: CoreNode, { builder }: Specialiser): CoreNode {
  const negated = condition.op === "not" ? operandOf(condition) : condition;
  if (negated === condition || negated.op !== "or") return condition;
  return builder.and(...negated.operands.map((part) => builder.not(part)));
}
