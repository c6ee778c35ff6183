import type { Field } from "../../../language/schema/index.ts";
import { literalOfText } from "../../../language/syntax/index.ts";
import { numberText } from "../../../language/values/number/index.ts";
import type { Knowledge } from "../knowledge.ts";
import type { FieldValue } from "../values-provider.ts";
import type { Draft } from "./draft.ts";

/** The values of a field as literals, most frequent first. */
export function valueDrafts(
  field: Field,
  values: readonly FieldValue[],
  quote: string,
  { counts }: Knowledge["texts"],
): readonly Draft[] {
  return values.flatMap(({ value, count }, index): readonly Draft[] => {
    const isNumber = field.type === "number";
    if (isNumber !== (typeof value === "number") || value === "") return [];
    if (typeof value === "number" && (!Number.isFinite(value) || quote !== "")) return [];
    const name = typeof value === "number" ? numberText(value) : value;
    const text = typeof value === "number" ? name : literalOfText(value);
    return [
      {
        kind: "value",
        label: name,
        type: isNumber ? "number" : "text",
        detail: count === undefined ? field.name : `${field.name}, ${counts.records(count)}`,
        text,
        name,
        opening: quote,
        weight: index / 1_000,
      },
    ];
  });
}
