import type { IToken } from "chevrotain";
import type { Edit } from "../../source/diagnostic.ts";
import type { SyntaxFinding } from "../../source/finding.ts";
import { Joining } from "../lexer/lexer.ts";

const ENTITY = /&(lt|gt|amp|quot|apos|nbsp|#39|#34);/y;
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["#39", "'"],
  ["#34", '"'],
]);

/** The finding for a formula that was copied from HTML: `price &gt; 5`. In a text, `&gt;` may be meant. */
export function htmlEntities(source: string, tokens: readonly IToken[]): SyntaxFinding | undefined {
  const edits = tokens.flatMap(({ tokenType, startOffset }): readonly Edit[] => {
    if (tokenType !== Joining) return [];
    ENTITY.lastIndex = startOffset;
    const [entity = "", name = ""] = ENTITY.exec(source) ?? [];
    const text = CHARACTERS.get(name);
    if (text === undefined) return [];
    return [{ span: { start: startOffset, end: startOffset + entity.length }, text }];
  });
  const [first] = edits;
  if (first === undefined) return undefined;
  const data = { construct: "entity", instead: first.text } as const;
  return { code: "foreign-syntax", span: first.span, data, fix: edits };
}
