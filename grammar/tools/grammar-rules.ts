import type { ISerializedGast, TokenType } from "chevrotain";
import { Name, Parameter, TOKENS } from "../../src/language/syntax/lexer/lexer.ts";
import { MISTAKE_TOKENS } from "../../src/language/syntax/lexer/mistake-tokens.ts";
import { grammarProductions } from "../../src/language/syntax/parser/grammar-productions.ts";
import { shapeOfPattern } from "./pattern-shape.ts";
import { choice, type GrammarRule, type Shape, sequence, textsOf } from "./shape.ts";

/** The rules of the parser. */
export function syntaxRules(): readonly GrammarRule[] {
  return grammarProductions().map((rule) => ({ name: nameOf(rule), shape: shapeOfAll(rule) }));
}

/** The tokens that are not a fixed string, and what may separate tokens. */
export function tokenRules(): readonly GrammarRule[] {
  const rules = SOUND_TOKENS.filter((token) => punctuationOf(token) === undefined).flatMap(ruleOf);
  const between = SOUND_TOKENS.filter(({ GROUP }) => GROUP !== undefined);
  const names = between.map(({ name }): Shape => ({ kind: "reference", name }));
  return [...rules, { name: "Between", shape: choice(names) }];
}

const SOUND_TOKENS: readonly TokenType[] = TOKENS.filter(
  (token) => !MISTAKE_TOKENS.includes(token),
);

function ruleOf(token: TokenType): readonly GrammarRule[] {
  if (token === Name) return NAME_RULES;
  if (token === Parameter) return PARAMETER_RULES;
  const { name, PATTERN } = token;
  if (typeof PATTERN !== "string" && !(PATTERN instanceof RegExp)) {
    throw new Error(`the token ${name} has no pattern to read`);
  }
  const shape = shapeOfPattern(PATTERN);
  const texts = textsOf(shape);
  const listed = texts?.map((text): Shape => ({ kind: "literal", text }));
  return [{ name, shape: listed === undefined ? shape : choice(listed) }];
}

/** Names are scanned by code: a test compares these rules with it for every character. */
const NAME_RULES: readonly GrammarRule[] = [
  {
    name: "Name",
    shape: sequence([
      choice([
        { kind: "reference", name: "Letter" },
        { kind: "literal", text: "_" },
      ]),
      {
        kind: "repeat",
        least: 0,
        item: choice([
          ...["Letter", "Mark", "Digit"].map((name): Shape => ({ kind: "reference", name })),
          { kind: "literal", text: "_" },
        ]),
      },
    ]),
  },
];

const PARAMETER_RULES: readonly GrammarRule[] = [
  {
    name: "Parameter",
    shape: sequence([
      { kind: "literal", text: "$" },
      { kind: "reference", name: "Name" },
    ]),
  },
];

/** The string of a token with a fixed spelling. */
function punctuationOf({ PATTERN }: TokenType): string | undefined {
  return typeof PATTERN === "string" ? PATTERN : undefined;
}

function shapeOfAll(node: ISerializedGast): Shape {
  return sequence((node.definition ?? []).map(shapeOf));
}

function shapeOf(node: ISerializedGast): Shape {
  switch (node.type) {
    case "NonTerminal":
      return { kind: "reference", name: nameOf(node) };
    case "Terminal": {
      const name = nameOf(node);
      const token = TOKENS.find((known) => known.name === name);
      const text = token && punctuationOf(token);
      return text === undefined ? { kind: "reference", name } : { kind: "literal", text };
    }
    case "Alternation":
      return choice((node.definition ?? []).map(shapeOf));
    case "Alternative":
      return shapeOfAll(node);
    case "Option":
      return { kind: "optional", item: shapeOfAll(node) };
    case "Repetition":
      return { kind: "repeat", item: shapeOfAll(node), least: 0 };
    case "RepetitionMandatory":
      return { kind: "repeat", item: shapeOfAll(node), least: 1 };
    default:
      throw new Error(`a rule of the parser holds ${node.type}, which is not drawn yet`);
  }
}

function nameOf(node: ISerializedGast): string {
  const name: unknown = Reflect.get(node, "name");
  if (typeof name !== "string") throw new Error(`${node.type} has no name`);
  return name;
}
