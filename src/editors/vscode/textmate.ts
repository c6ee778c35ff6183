import type { TokenType } from "chevrotain";
import { writeJson } from "../../../grammar/tools/schema-json.ts";
import { BARE_FUNCTIONS } from "../../language/check/names.ts";
import { TOKENS } from "../../language/syntax/lexer/lexer.ts";
import { MISTAKE_TOKENS } from "../../language/syntax/lexer/mistake-tokens.ts";
import { NAME_PATTERN } from "../../language/syntax/lexer/name.ts";
import type { TokenKind } from "../assistance/index.ts";

/*
 * TextMate grammars, for editors before the language server responds, and for formulas inside other languages. They are
 * generated from the lexer's tokens; a token without a rule is an error.
 */

interface GrammarRule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly contentName?: string;
  readonly beginCaptures?: Readonly<Record<string, { readonly name: string }>>;
  readonly endCaptures?: Readonly<Record<string, { readonly name: string }>>;
  readonly patterns?: readonly GrammarRule[];
  readonly include?: string;
}

/** The context of a formula: a separate file, or a template literal, which ends at a backtick whatever is open. */
type GrammarHost = "file" | "template literal";

/** The scope of each kind of token. Without a schema, all fields look alike. */
export const SCOPES: Readonly<Record<TokenKind, string>> = {
  function: "entity.name.function.isoform",
  constant: "constant.language.isoform",
  field: "variable.other.property.isoform",
  "unknown-field": "variable.other.property.isoform",
  parameter: "variable.parameter.isoform",
  text: "string.quoted.isoform",
  escape: "constant.character.escape.isoform",
  number: "constant.numeric.isoform",
  operator: "keyword.operator.isoform",
  punctuation: "punctuation.isoform",
  comment: "comment.isoform",
  invalid: "source.isoform",
};

const TEXT_ESCAPE: GrammarRule = { name: SCOPES.escape, match: String.raw`\\["'\\ntr]` };
const FIELD_ESCAPE: GrammarRule = { name: SCOPES.escape, match: String.raw`\\[{}\\]` };

function rulesOf(host: GrammarHost): Readonly<Record<string, readonly GrammarRule[]>> {
  const isFile = host === "file";
  const until = isFile ? "" : "|(?=`)";
  const inside: readonly GrammarRule[] = isFile ? [] : [SUBSTITUTION];
  const text = (quote: string): GrammarRule => ({
    name: SCOPES.text,
    begin: quote,
    end: `${quote}${until}`,
    patterns: [...inside, TEXT_ESCAPE, { match: String.raw`\\.` }],
  });
  const signs = (token: string, name: string): readonly GrammarRule[] => [
    { name, match: sourceOf(token) },
  ];
  return {
    WhiteSpace: [],
    WideSpace: [],
    Comment: [
      { name: SCOPES.comment, match: isFile ? "//.*$" : "//[^`]*" },
      { name: SCOPES.comment, begin: String.raw`/\*`, end: String.raw`\*/${until}` },
    ],
    Name: [
      { name: SCOPES.function, match: String.raw`${NAME_PATTERN}(?=\s*\()` },
      {
        name: SCOPES.constant,
        match: `(?i:${[...BARE_FUNCTIONS].join("|")})(?![\\p{L}\\p{M}\\p{Nd}_])`,
      },
      { name: SCOPES.field, match: NAME_PATTERN },
    ],
    // A brace that is not closed on its line is an error, and must not colour the rest of the file.
    Field: [
      {
        name: SCOPES.field,
        begin: String.raw`\{(?!\})`,
        end: String.raw`\}|$${until}`,
        patterns: [...inside, FIELD_ESCAPE, { match: String.raw`\\.` }],
      },
    ],
    Text: [text('"'), text("'")],
    Number: signs("Number", SCOPES.number),
    Parameter: [{ name: SCOPES.parameter, match: String.raw`\$${NAME_PATTERN}` }],
    Comma: [{ name: SCOPES.punctuation, match: "," }],
    LeftParenthesis: [{ name: SCOPES.punctuation, match: String.raw`\(` }],
    RightParenthesis: [{ name: SCOPES.punctuation, match: String.raw`\)` }],
    Comparison: signs("Comparison", SCOPES.operator),
    Joining: signs("Joining", SCOPES.operator),
    Additive: signs("Additive", SCOPES.operator),
    Multiplicative: signs("Multiplicative", SCOPES.operator),
  };
}

/** The content of `${…}` belongs to the outer language. */
const SUBSTITUTION: GrammarRule = { include: "source.ts#template-substitution-element" };

const LANGUAGE_TOKENS: readonly TokenType[] = TOKENS.filter(
  (token) => !MISTAKE_TOKENS.includes(token),
);

function sourceOf(name: string): string {
  const pattern = LANGUAGE_TOKENS.find((token) => token.name === name)?.PATTERN;
  if (!(pattern instanceof RegExp)) throw new Error(`the token ${name} has no regular expression`);
  return pattern.source;
}

/** The rules of the tokens, in the order of the lexer. */
function patternsOf(host: GrammarHost): readonly GrammarRule[] {
  const rules = rulesOf(host);
  return LANGUAGE_TOKENS.flatMap(({ name }) => {
    const found = rules[name];
    if (found === undefined)
      throw new Error(`src/editors/vscode/textmate.ts has no rule for ${name}`);
    return found;
  });
}

/** The grammar of a file with one formula. */
export function fileGrammar(): string {
  return written({
    name: "isoform",
    scopeName: "source.isoform",
    fileTypes: ["isoform", "formula"],
    patterns: patternsOf("file"),
  });
}

/** The grammar of template literals with the package's tag, in JavaScript and TypeScript. */
export function templateGrammar(): string {
  const hosts = ["source.js", "source.js.jsx", "source.ts", "source.tsx"];
  const tagged: GrammarRule = {
    begin: String.raw`(?<![\w$])(fx)\s*(${"`"})`,
    beginCaptures: {
      1: { name: "entity.name.function.tagged-template.js" },
      2: { name: "punctuation.definition.string.template.begin.js" },
    },
    end: "`",
    endCaptures: { 0: { name: "punctuation.definition.string.template.end.js" } },
    contentName: "meta.embedded.inline.isoform",
    patterns: [SUBSTITUTION, ...patternsOf("template literal")],
  };
  return written({
    name: "isoform in template literals",
    scopeName: "isoform.template-literals",
    injectionSelector: hosts.map((host) => `L:${host} -comment -string`).join(", "),
    patterns: [tagged],
  });
}

function written(grammar: object): string {
  const information_for_contributors = "Generated by `npm run gen` from the lexer's tokens.";
  return `${writeJson({ information_for_contributors, ...grammar }, 0)}\n`;
}
