import { syntaxRules, tokenRules } from "./grammar-rules.ts";
import type { GrammarRule, SetItem, Shape } from "./shape.ts";

const HEAD = `/*
 * The grammar of formulas. Generated from the parser and the lexer by \`npm run gen\`.
 *
 * The notation is that of the XML recommendation: "x" is the text x, [a-z] and [^a-z] are one character in a set
 * and outside it, #x41 is the character of that number, A? A* A+ are A at most once, any number of times and at least
 * once, and A | B is A or B.
 *
 * A formula is \`formula\` and nothing after it. Before, between and after the tokens, which are what quotes and names in
 * capitals stand for in the first part, any number of \`Between\` may stand. A token takes as many characters as it can.
 * Names of functions ignore the case of ASCII letters, and whether a name without parentheses is a field or one
 * of the functions that need none is for the schema to say: see reference/language.md.
 *
 * Letter, Mark and Digit are the characters of Unicode's general categories L, M and Nd.
 */`;

const CHAR_RULE = `/* Any character that a formula may hold: no NUL, no surrogates. Sets with ^ hold only such as well. */
Char ::= [#x1-#xD7FF#xE000-#x10FFFF]`;

/** The grammar in EBNF. */
export function ebnf(): string {
  const syntax = syntaxRules();
  const tokens = tokenRules();
  const width = Math.max(...[...syntax, ...tokens].map(({ name }) => name.length));
  const write = (rule: GrammarRule): string => writeRule(rule, width);
  return [
    HEAD,
    "/* Expressions, the loosest first */",
    syntax.map(write).join("\n"),
    "/* Tokens */",
    tokens.map(write).join("\n"),
    CHAR_RULE,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function writeRule({ name, shape }: GrammarRule, width: number): string {
  const options = shape.kind === "choice" ? shape.options : [shape];
  const written = options.map((option) => writeShape(option, "choice"));
  const line = `${name.padEnd(width)} ::= ${written.join(" | ")}`;
  return line.length <= 100
    ? line
    : `${name.padEnd(width)} ::= ${written.join(`\n${" ".repeat(width + 3)}| `)}`;
}

/** The context's precedence: an expression with a lower one gets parentheses. */
type Surroundings = "choice" | "sequence" | "postfix";

export function writeShape(shape: Shape, inside: Surroundings): string {
  switch (shape.kind) {
    case "literal":
      return shape.text.includes('"') ? `'${shape.text}'` : `"${shape.text}"`;
    case "set":
      return `[${shape.negated ? "^" : ""}${shape.items.map(writeItem).join("").replace(/#x2D$/, "-")}]`;
    case "reference":
      return shape.name;
    case "optional":
      return `${writeShape(shape.item, "postfix")}?`;
    case "repeat":
      return `${writeShape(shape.item, "postfix")}${shape.least === 0 ? "*" : "+"}`;
    case "not":
      return `/* but not ${writeShape(shape.item, "choice")} */`;
    case "sequence": {
      const text = shape.items.map((item) => writeShape(item, "sequence")).join(" ");
      return inside === "postfix" ? `( ${text} )` : text;
    }
    case "choice": {
      const text = shape.options.map((option) => writeShape(option, "choice")).join(" | ");
      return inside === "choice" ? text : `( ${text} )`;
    }
  }
}

function writeItem([first, last]: SetItem): string {
  return first === last
    ? writeCharacter(first)
    : `${writeCharacter(first)}-${writeCharacter(last)}`;
}

/** Letters, digits and most punctuation literally; invisible and special characters by number. */
function writeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const isPlain = code > 0x20 && code < 0x7f && !"-]^#[".includes(character);
  return isPlain ? character : `#x${code.toString(16).toUpperCase()}`;
}
