import type { FunctionDefinition } from "../../../language/functions/define.ts";
import type { Span } from "../../../language/source/span.ts";
import type { EditorTexts } from "../editor-texts.ts";

/** A signature on one line, with the span of each parameter. */
export interface SignatureLabel {
  readonly label: string;
  readonly spans: readonly Span[];
}

/** `LEFT(text, [count]) → text`. */
export function signatureLabel(
  definition: FunctionDefinition,
  types: EditorTexts["types"],
): SignatureLabel {
  let label = `${definition.name}(`;
  const spans = definition.written.map(({ name, presence }, index) => {
    if (index > 0) label += ", ";
    const start = label.length;
    label += presence === "optional" ? `[${name}]` : presence === "rest" ? `${name}, …` : name;
    return { start, end: label.length };
  });
  return { label: `${label}) → ${types[resultOf(definition)]}`, spans };
}

function resultOf({ result, form }: FunctionDefinition): keyof EditorTexts["types"] {
  return result === "common" && form !== "switch" ? "any" : result;
}
