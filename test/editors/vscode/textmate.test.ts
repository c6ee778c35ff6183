import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createLanguage } from "../../../src/editors/assistance/index.ts";
import { SCOPES } from "../../../src/editors/vscode/textmate.ts";
import { check, defineSchema } from "../../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { grammarOf, scopesOf } from "./textmate.ts";

const folder = new URL("../../../grammar/conformance/", import.meta.url);
const FORMULAS: readonly string[] = [
  ...DOCUMENTED_FUNCTIONS.flatMap(({ documentation }) =>
    documentation.examples.map(([formula]) => formula),
  ),
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name): readonly { readonly formula: string }[] => {
      return JSON.parse(readFileSync(new URL(name, folder), "utf8")).cases;
    })
    .map(({ formula }) => formula),
];
// Without a schema, only the syntax and the names of functions can be wrong.
const SOUND = FORMULAS.filter((formula) => check(formula).ok);

const language = createLanguage({ schema: defineSchema({}) });

describe("colours by the TextMate grammar", () => {
  test("are those of the lexer, in every example and every conformance case", async () => {
    const grammar = await grammarOf("source.isoform");
    const wrong: string[] = [];
    for (const formula of SOUND) {
      const scopes = scopesOf(grammar, formula);
      for (const { span, kind } of language.tokens(formula)) {
        for (let at = span.start; at < span.end; at++) {
          // A line break is not a part of a line.
          if (formula[at] === "\n") continue;
          const scope = scopes[at]?.at(-1);
          if (scope === SCOPES[kind]) continue;
          wrong.push(`${formula}: ${formula.slice(span.start, span.end)} is ${scope}, not ${kind}`);
          break;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(SOUND.length).toBeGreaterThan(1_500);
  });

  test("a brace that is not closed colours its line only, and a broken text does not end", async () => {
    const grammar = await grammarOf("source.isoform");
    const text = "{price\n+ 1";
    expect(scopesOf(grammar, text)[text.indexOf("1")]).toContain(SCOPES.number);
    const open = '"a\n+ 1';
    expect(scopesOf(grammar, open)[open.indexOf("1")]).toContain(SCOPES.text);
  });

  test.each(["source.ts", "source.js"])(
    "stand in tagged template literals of %s",
    async (scope) => {
      const grammar = await grammarOf(scope);
      const text = [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of JavaScript
        'const a = fx`AND({price} < ${limit + "}"}, LEFT("x", 2) = ${name})`;',
        "const b = `LEFT({price}`; // fx`LEFT(1)`",
        "const c = compile(fx`",
        "  {open < 'it",
        "`, cars); const d = 3;",
      ].join("\n");
      const scopes = scopesOf(grammar, text);
      const at = (part: string, from = 0) => scopes[text.indexOf(part, from)] ?? [];
      expect(at("AND(")).toContain(SCOPES.function);
      expect(at("{price}")).toContain(SCOPES.field);
      expect(at("{price}")).toContain("meta.embedded.inline.isoform");
      // The host's own colours between the braces, and the formula's after them.
      expect(at("limit").join(" ")).toMatch(/variable\.other\.readwrite/);
      expect(at("LEFT(")).toContain(SCOPES.function);
      expect(at('"x"')).toContain(SCOPES.text);
      // Not in a literal without the tag, not in a comment, and not behind the literal, whatever is open in it.
      const second = text.indexOf("const b");
      expect(at("LEFT({", second)).not.toContain(SCOPES.function);
      expect(at("LEFT(1", second)).not.toContain(SCOPES.function);
      expect(at("{open")).toContain(SCOPES.field);
      expect(at("const d")).toContain(
        scope === "source.ts" ? "storage.type.ts" : "storage.type.js",
      );
    },
  );
});
