import { isAllowed, isAllowedSource, isAllowedText } from "../../../engine/index.ts";
import { isBareFunction } from "../../../language/check/names.ts";
import type {
  FunctionDefinition,
  FunctionDocumentation,
} from "../../../language/functions/define.ts";
import type { Parameter } from "../../../language/functions/function-parameter.ts";
import type { Span } from "../../../language/source/span.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { literalFor } from "../cursor/cursor-tree.ts";
import type { Knowledge } from "../knowledge.ts";
import { showValue } from "./show-value.ts";
import { type SignatureLabel, signatureLabel } from "./signature-label.ts";

/** The documentation of a function, built once per service. */
export interface FunctionCard {
  readonly definition: FunctionDefinition;
  readonly signature: SignatureLabel;
  readonly summary: string;
  /** The signature, the summary and an example, in Markdown. */
  readonly markdown: string;
  readonly example: { readonly formula: string; readonly value: string } | undefined;
  readonly documentation: FunctionDocumentation | undefined;
  /** The result type; `undefined` if it depends on the context or on the arguments. */
  readonly type: ValueType | undefined;
  readonly isConstant: boolean;
  /** The call that completion inserts, with a tab stop for each argument. */
  readonly call: { readonly text: string; readonly tabStops: readonly [Span, ...Span[]] };
}

/** The cards of the functions that the policy allows. */
export function functionCards(knowledge: Knowledge): ReadonlyMap<FunctionDefinition, FunctionCard> {
  const cards = new Map<FunctionDefinition, FunctionCard>();
  for (const definition of knowledge.registry.values()) {
    if (!isAllowed(knowledge.policy?.functions, definition.name)) continue;
    cards.set(
      definition,
      cardOf(definition, allowedDocumentation(definition, knowledge), knowledge),
    );
  }
  return cards;
}

/** The documentation, without the texts and examples that name what the policy refuses. */
function allowedDocumentation(
  definition: FunctionDefinition,
  knowledge: Knowledge,
): FunctionDocumentation | undefined {
  const found = knowledge.documentationOf(definition);
  if (found === undefined || knowledge.policy === undefined) return found;
  const { summary, details = "", parameters = {}, examples } = found;
  const ifAllowed = (text: string): string => (isAllowedText(text, knowledge) ? text : "");
  return {
    summary: ifAllowed(summary),
    details: ifAllowed(details),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, text]) => [name, ifAllowed(text)]),
    ),
    examples: examples.filter(([text]) => isAllowedSource(text, knowledge)),
  };
}

function cardOf(
  definition: FunctionDefinition,
  documentation: FunctionDocumentation | undefined,
  { texts: { types } }: Knowledge,
): FunctionCard {
  const signature = signatureLabel(definition, types);
  const summary = documentation?.summary ?? "";
  const [first] = documentation?.examples ?? [];
  const example = first && { formula: first[0], value: showValue(first[1], types) };
  const { result, name, written } = definition;
  return {
    definition,
    signature,
    summary,
    markdown: [
      `\`\`\`isoform\n${signature.label}\n\`\`\``,
      summary,
      documentation?.details,
      example && `\`${example.formula}\` → \`${example.value}\``,
    ]
      .filter((part) => part !== undefined && part !== "")
      .join("\n\n"),
    example,
    documentation,
    type: result === "common" || result === "blank" || result === "error" ? undefined : result,
    isConstant: isBareFunction(name) && written.length === 0,
    call: callText(definition),
  };
}

function callText(definition: FunctionDefinition) {
  const { name } = definition;
  let text = `${name}(`;
  const tabStops: Span[] = [];
  for (const [index, { word, quote }] of shownArguments(definition).entries()) {
    text += index === 0 ? quote : `, ${quote}`;
    tabStops.push({ start: text.length, end: text.length + word.length });
    text += word + quote;
  }
  text += ")";
  const end: Span = { start: text.length, end: text.length };
  const [first = end, ...others] = [...tabStops, end];
  return { text, tabStops: [first, ...others] as const };
}

interface ShownArgument {
  readonly word: string;
  readonly quote: string;
}

/** The arguments to insert: the required ones, and further ones of the same type. */
function shownArguments({ form, written }: FunctionDefinition): readonly ShownArgument[] {
  if (form === "switch") return ["value", "pattern", "result"].map((word) => ({ word, quote: "" }));
  return written.flatMap((parameter) => {
    const count = parameter.presence === "rest" ? Math.max(parameter.least, 1) : 1;
    const isShown = parameter.presence !== "optional" || parameter.type === "common";
    return isShown ? Array.from({ length: count }, () => shownArgument(parameter)) : [];
  });
}

function shownArgument(parameter: Parameter): ShownArgument {
  return parameter.literal === undefined
    ? { word: parameter.name, quote: "" }
    : { word: literalFor(parameter), quote: '"' };
}
