import type { Fitting } from "../cursor/fitting.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";
import { fieldWeight, type WantedKind } from "./weights.ts";

export function parameterDrafts(
  { parameters, texts }: Knowledge,
  fitting: Fitting,
  wanted: WantedKind,
): readonly Draft[] {
  return [...parameters.values()].map(({ name, type, index }): Draft => {
    const fit = fitting[type];
    return {
      kind: "parameter",
      label: `$${name}`,
      type,
      detail: `${texts.types[type]}, ${texts.kinds.parameter}`,
      text: `$${name}`,
      name: `$${name}`,
      fits: fit !== "never",
      weight: fieldWeight(type, fit, wanted, index) + 1,
    };
  });
}
