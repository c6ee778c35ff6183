import { isAllowed } from "../../../engine/index.ts";
import type { Field } from "../../../language/schema/index.ts";
import { referenceOfField } from "../../../language/syntax/index.ts";
import type { Fit, Fitting } from "../cursor/fitting.ts";
import { typeAndRole } from "../editor-texts.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";
import { fieldWeight, type WantedKind } from "./weights.ts";

/**
 * The fields: those of a fitting type first, then in the order of the schema.
 *
 * @param inBraces whether the opening brace is typed
 * @param usage a penalty for fields that the formula already uses
 */
export function fieldDrafts(
  { schema, policy, texts }: Knowledge,
  fitting: Fitting,
  wanted: WantedKind,
  inBraces: boolean,
  usage: (field: Field) => number,
): readonly Draft[] {
  return [...schema.fields.values()].flatMap((field, index): readonly Draft[] => {
    if (!isAllowed(policy?.fields, field.name)) return [];
    const fit = fitting[field.type];
    const draft: Draft = {
      kind: "field",
      label: field.name,
      type: field.type,
      detail: typeAndRole(field, texts),
      documentation: field.description ?? "",
      text: referenceOfField(field.name),
      name: field.name,
      opening: inBraces ? "{" : "",
      fits: fit !== "never",
      weight: weightOf(field, fit, wanted, index) + usage(field),
    };
    return [draft];
  });
}

/** Lists are used in text searches more often than numbers or dates are. */
function weightOf({ type }: Field, fit: Fit, wanted: WantedKind, index: number): number {
  const isJoined = fit === "converted" && type === "list";
  return fieldWeight(type, isJoined ? "exact" : fit, wanted, index);
}
