import type { Field } from "../../schema/index.ts";
import { referenceOfField } from "../../syntax/index.ts";
import type { Fitting } from "../cursor/fitting.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";
import { fitWeight } from "./weights.ts";

/**
 * The fields, those that fit first, and then in the order of the schema.
 *
 * @param inBraces whether the opening brace is written
 * @param used how the formula uses fields already
 */
export function fieldDrafts(
  { schema }: Knowledge,
  fitting: Fitting,
  inBraces: boolean,
  usage: (field: Field) => number,
): readonly Draft[] {
  return [...schema.fields.values()].map((field, index): Draft => {
    const fit = fitting[field.type];
    return {
      kind: "field",
      label: field.name,
      type: field.type,
      detail: field.role === undefined ? field.type : `${field.type}, ${ROLES[field.role]}`,
      documentation: field.description ?? "",
      text: referenceOfField(field.name),
      name: field.name,
      opening: inBraces ? "{" : "",
      fits: fit !== "never",
      weight: fitWeight(fit, "field") + usage(field) + Math.min(index, 1_000) / 1_000,
    };
  });
}

const ROLES = { key: "the key", created: "time of creation", modified: "time of the last change" };
