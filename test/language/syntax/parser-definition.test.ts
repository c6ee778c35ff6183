import { Lexer } from "chevrotain";
import { expect, it } from "vitest";
import { TOKENS } from "../../../src/language/syntax/lexer/lexer.ts";
import { Grammar } from "../../../src/language/syntax/parser/grammar.ts";
import { grammarProductions } from "../../../src/language/syntax/parser/grammar-productions.ts";

/** Used by the library's validation, and missing from engines before Node 21. */
function groupBy<T>(items: Iterable<T>, keyOf: (item: T, index: number) => PropertyKey) {
  const groups: Record<PropertyKey, T[]> = {};
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups[key] = [...(groups[key] ?? []), item];
  }
  return groups;
}

it("has a grammar without ambiguity, left recursion or dead ends", () => {
  const isMissing = !("groupBy" in Object);
  if (isMissing) Object.defineProperty(Object, "groupBy", { value: groupBy, configurable: true });
  try {
    expect(() => new Grammar({ skipValidations: false })).not.toThrow();
  } finally {
    // Other tests in this process check that built-ins are unchanged.
    if (isMissing) Reflect.deleteProperty(Object, "groupBy");
  }
});

it("has valid tokens, each indexed by its first character", () => {
  const lexer = new Lexer([...TOKENS], {
    positionTracking: "onlyOffset",
    ensureOptimizations: true,
    deferDefinitionErrorsHandling: true,
  });
  expect(lexer.lexerDefinitionErrors).toEqual([]);
});

it("matches at most one token of any character, and throws for none", () => {
  const lexer = new Lexer([...TOKENS], { positionTracking: "onlyOffset", skipValidations: true });
  const stumbles = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => {
    const { errors, tokens } = lexer.tokenize(String.fromCharCode(code));
    return errors.length > 0 || tokens.length > 1;
  });
  expect(stumbles).toEqual([]);
});

it("shows its rules as data", () => {
  expect(grammarProductions().map((rule) => ("name" in rule ? rule.name : undefined))).toEqual([
    "formula",
    "comparison",
    "joining",
    "sum",
    "product",
    "operand",
    "callOrField",
    "callArguments",
    "group",
  ]);
});
