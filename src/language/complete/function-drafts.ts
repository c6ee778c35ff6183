import type { Fit, Fitting } from "../cursor/fitting.ts";
import type { FunctionCard } from "../describe/function-card.ts";
import type { Knowledge } from "../knowledge.ts";
import { rarity } from "./common-functions.ts";
import type { Draft } from "./draft.ts";
import { fitWeight } from "./weights.ts";

/** The functions whose results may stand at the place. */
export function functionDrafts(
  cards: Iterable<FunctionCard>,
  { schema }: Knowledge,
  fitting: Fitting,
  isCalled: boolean,
): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const card of cards) {
    const { definition, type, isConstant, call, signature, markdown } = card;
    const { name, role, result } = definition;
    const isMissing = role !== undefined && schema[role] === undefined;
    const fit = type === undefined ? "exact" : fitting[type];
    if (isMissing || fit === "never" || result === "error") continue;
    drafts.push({
      kind: isConstant ? "constant" : "function",
      label: name,
      type,
      detail: signature.label,
      documentation: markdown,
      text: isCalled ? name : call.text,
      ...(isCalled ? {} : { places: call.places }),
      name,
      fits: true,
      weight: weightOf(card, fit),
    });
  }
  return drafts;
}

function weightOf({ definition, isConstant }: FunctionCard, fit: Fit): number {
  return fitWeight(fit, isConstant ? "constant" : "function") + rarity(definition.name) / 2;
}
