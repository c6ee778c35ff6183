import type { ValueType } from "../../../language/types/value-type.ts";

/** The field that a description maps to. */
export interface FieldMapping {
  readonly type: ValueType;
  /** The values of a text or of the items of a list, if the description lists them all. */
  readonly choices?: readonly string[];
  readonly key?: true;
  readonly role?: "created" | "modified";
  /** Whether the dates have a time of day. */
  readonly time?: boolean;
  /** Whether a value may be missing although the field is required. */
  readonly nullable?: true;
}

/** The reason why no field has the values that are described, as a clause about the field. */
export interface Unmapped {
  readonly reason: string;
}

/** The only lists are those of texts. */
export const LIST_OF_OTHERS: Unmapped = { reason: "it is a list whose items are not texts" };

/** A field as a description has it. */
export interface FieldDescription {
  readonly name: string;
  readonly mapping: FieldMapping | Unmapped;
  readonly description?: string | undefined;
  /** Whether each record has a value. */
  readonly isRequired?: boolean;
}

/** The mapping of a text, with its choices if there are any. */
export function textOf(choices: readonly unknown[] | undefined): FieldMapping {
  return { type: "text", ...choicesOf(choices) };
}

/** The choices among values; none unless all are texts. Blank is no choice. */
export function choicesOf(values: readonly unknown[] | undefined): Pick<FieldMapping, "choices"> {
  const texts = values?.filter((value) => typeof value === "string");
  if (texts === undefined || texts.length !== values?.length) return {};
  const choices = [...new Set(texts)].filter((text) => text !== "");
  return choices.length === 0 ? {} : { choices };
}

/** Several descriptions of one field: their types must agree. */
export function commonMapping(
  mappings: readonly (FieldMapping | Unmapped)[],
): FieldMapping | Unmapped {
  const unmapped = mappings.find((mapping) => "reason" in mapping);
  const fields = mappings.filter((mapping) => "type" in mapping);
  const [first] = fields;
  if (unmapped !== undefined || first === undefined)
    return unmapped ?? { reason: "it has no type" };
  const types = [...new Set(fields.map(({ type }) => type))];
  if (types.length > 1) return { reason: `it has several types: ${types.join(", ")}` };
  const { type } = first;
  const lists = fields.map(({ choices }) => choices);
  const choices = lists.includes(undefined) ? {} : choicesOf(lists.flat());
  const nullable = fields.some((field) => field.nullable);
  const times = fields.map(({ time }) => time);
  const time = times.includes(true) || (times.includes(undefined) ? undefined : false);
  return {
    type,
    ...choices,
    ...(nullable && { nullable }),
    ...(time !== undefined && { time }),
  };
}
