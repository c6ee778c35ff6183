import { isBareFunction } from "../../../language/check/names.ts";
import type { Edit } from "../../../language/source/diagnostic.ts";
import { isName, referenceOfField } from "../../../language/syntax/index.ts";
import { isText } from "../../../language/values/text/index.ts";
import { quote } from "../../../util/quote.ts";
import type { Reference, RenameResult } from "../assistance-types.ts";
import { offsetIn, partAt } from "../cursor/cursor.ts";
import { namesIn } from "../describe/name-at.ts";
import type { Knowledge } from "../knowledge.ts";

/** All references to the name at the offset. */
export function referencesAt(
  text: string,
  givenOffset: number,
  knowledge: Knowledge,
): readonly Reference[] {
  const offset = offsetIn(text, givenOffset);
  const names = namesIn(text, knowledge);
  const here = partAt(names, offset);
  if (here === undefined) return [];
  return names
    .filter(({ kind, name }) => kind === here.kind && name === here.name)
    .map(({ span, kind, name }) => ({ span, kind, name }));
}

/** Renames the name at the offset in the whole formula. */
export function renameAt(
  text: string,
  offset: number,
  name: string,
  knowledge: Knowledge,
): RenameResult {
  const texts = knowledge.texts.rename;
  const references = referencesAt(text, offset, knowledge);
  const [first] = references;
  if (first === undefined) return { ok: false, message: texts.nothing };
  const { kind } = first;
  if (kind === "function") return { ok: false, message: texts.function };
  const isField = kind === "field";
  const isPossible = isField ? name !== "" && isText(name) : isName(name);
  if (!isPossible) return { ok: false, message: texts.impossible({ name, kind }, quote) };
  const isBare = isField && isName(name) && !isBareFunction(name);
  const edits = references.map(({ span }): Edit => {
    const isBraced = text.charAt(span.start) === "{";
    const written = isField ? (isBraced || !isBare ? referenceOfField(name) : name) : `$${name}`;
    return { span, text: written };
  });
  return { ok: true, edits };
}
