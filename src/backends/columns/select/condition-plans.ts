import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import { Specialiser } from "../../../language/core/specialise.ts";
import { usesClock } from "../../../language/core/uses.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { ColumnLayout, neverBlankIn } from "../condition/column-layout.ts";
import type { Column } from "../storage/column.ts";
import { SelectPlan } from "./select-plan.ts";
import { type ColumnStrategy, tierFor } from "./tier.ts";

/** The columns of a snapshot. */
interface SnapshotColumns {
  readonly length: number;
  readonly columns: ReadonlyMap<string, Column>;
  readonly strategy: ColumnStrategy;
  /** @throws `ColumnsError` if there is no column of the field's type */
  readonly columnOf: (field: Field) => Column;
}

/** Cached plans of the conditions that ran on a snapshot. */
export class ConditionPlans {
  readonly #of: SnapshotColumns;
  readonly #plans = new WeakMap<CoreNode, SelectPlan>();

  constructor(columns: SnapshotColumns) {
    this.#of = columns;
  }

  *making({ condition, now, codeGeneration }: CompiledFormula): Steps<SelectPlan> {
    const { length, columns, strategy, columnOf } = this.#of;
    const tier = tierFor(strategy, length, codeGeneration);
    const known = this.#plans.get(condition);
    if (known?.tier === tier) return known;
    const neverBlank = neverBlankIn(condition, columnOf);
    const isTimed = usesClock(condition);
    const specialiser = new Specialiser(isTimed ? { now: now(), neverBlank } : { neverBlank });
    const special = inParts(specialiser.of(condition), specialiser);
    const plan = yield* SelectPlan.making(special, new ColumnLayout(length, columns), tier);
    if (!isTimed) this.#plans.set(condition, plan);
    return plan;
  }
}

/** Rewrites "no part of an OR holds" as an AND of negated parts, which are searched one after the other. */
function inParts(condition: CoreNode, { builder }: Specialiser): CoreNode {
  const negated = condition.op === "not" ? operandOf(condition) : condition;
  if (negated === condition || negated.op !== "or") return condition;
  return builder.and(...negated.operands.map((part) => builder.not(part)));
}
