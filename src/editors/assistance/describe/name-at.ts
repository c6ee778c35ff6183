import { isBareFunction } from "../../../language/check/names.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import { nameOfField, type SourceToken, sourceTokens } from "../../../language/syntax/index.ts";
import type { Reference } from "../assistance-types.ts";
import type { Knowledge } from "../knowledge.ts";

/** The meaning of the name at a token; `undefined` if the token is not a name. */
export function nameAt(
  { kind, image, span }: SourceToken,
  next: SourceToken | undefined,
  { schema, registry }: Knowledge,
): (Reference & { readonly isConstant: boolean }) | undefined {
  const reference = (of: Reference["kind"], name: string, isConstant = false) => ({
    span,
    kind: of,
    name,
    isConstant,
  });
  if (kind === "field") return reference("field", nameOfField(image));
  if (kind === "parameter") return reference("parameter", image.slice(1));
  if (kind !== "name") return undefined;
  const definition = lookUpFunction(registry, image);
  if (next?.kind === "opening") return reference("function", definition?.name ?? image);
  const isConstant = definition !== undefined && isBareFunction(definition.name);
  return isConstant && !schema.fields.has(image)
    ? reference("function", definition.name, true)
    : reference("field", image);
}

/** All names of the source, in order. Based on tokens, so that errors elsewhere do not matter. */
export function namesIn(text: string, knowledge: Knowledge) {
  const tokens = sourceTokens(text).filter(({ kind }) => kind !== "comment");
  return tokens.flatMap((token, index) => {
    const name = nameAt(token, tokens[index + 1], knowledge);
    return name === undefined ? [] : [name];
  });
}
