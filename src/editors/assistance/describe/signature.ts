import type { FunctionDefinition } from "../../../language/functions/define.ts";
import type { Parameter } from "../../../language/functions/function-parameter.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import { sourceTokens } from "../../../language/syntax/index.ts";
import type { Signature, SignatureParameter } from "../assistance-types.ts";
import { cursorAt, type OpenLevel } from "../cursor/cursor.ts";
import type { Knowledge } from "../knowledge.ts";
import type { FunctionCard } from "./function-card.ts";

/** The innermost call of a known function around the offset. */
export function signatureAt(
  text: string,
  offset: number,
  knowledge: Knowledge,
  cards: ReadonlyMap<FunctionDefinition, FunctionCard>,
): Signature | undefined {
  const { levels } = cursorAt(text, offset, knowledge.schema.fields.keys());
  for (const level of levels.toReversed()) {
    const definition = level.callee && lookUpFunction(knowledge.registry, level.callee.image);
    const card = definition && cards.get(definition);
    if (card !== undefined) return signatureOf(card, level, text);
  }
  return undefined;
}

function signatureOf(card: FunctionCard, { callee, start, argument }: OpenLevel, text: string) {
  const { definition, signature, documentation, summary } = card;
  const parameters = definition.written.map(
    (parameter, index): SignatureParameter => ({
      name: parameter.name,
      label: signature.spans[index] ?? { start: 0, end: 0 },
      type: typeOf(parameter),
      presence: presenceOf(parameter),
      documentation: documentation?.parameters?.[parameter.name] ?? "",
    }),
  );
  const last = parameters.length - 1;
  const isRest = parameters[last]?.presence === "rest";
  const isInside = argument <= last || isRest;
  return {
    name: definition.name,
    span: { start: callee?.span.start ?? start, end: start + lengthInside(text.slice(start)) },
    label: signature.label,
    documentation: summary,
    parameters,
    argument,
    activeParameter: isInside && last >= 0 ? Math.min(argument, last) : undefined,
  };
}

function typeOf({ type }: Parameter): SignatureParameter["type"] {
  return type === "common" ? "any" : type;
}

function presenceOf({ presence }: Parameter): SignatureParameter["presence"] {
  return presence === "implicit" ? "optional" : presence;
}

/** The length up to and including the closing parenthesis of the call; of the whole source if it is unclosed. */
function lengthInside(text: string): number {
  let depth = 1;
  for (const { kind, span } of sourceTokens(text)) {
    if (kind === "opening") depth++;
    if (kind === "closing" && --depth === 0) return span.end;
  }
  return text.length;
}
