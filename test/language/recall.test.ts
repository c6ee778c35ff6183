import { expect, test } from "vitest";
import { BUILT_IN } from "../../src/functions/registry.ts";
import { check, readSchema } from "../../src/index.ts";
import { nameAt } from "../../src/language/describe/names.ts";
import { knowledgeOf } from "../../src/language/knowledge.ts";
import { createLanguage, type FieldValue } from "../../src/language.ts";
import { sourceTokens, textOfLiteral } from "../../src/syntax/index.ts";
import groups from "./formulas.json";

/** So many items of a list are seen at once. */
const SHOWN = 10;
const LEAST = 0.9;
/** Commas and parentheses are easy; without them, the share is a little less. */
const LEAST_OF_NAMES = 0.89;

type Kind = "field" | "function" | "constant" | "operator" | "unit" | "value" | "punctuation";

const found = new Map<Kind, { hits: number; all: number }>();

function count(kind: Kind, isHit: boolean): void {
  const entry = found.get(kind) ?? { hits: 0, all: 0 };
  found.set(kind, entry);
  entry.all++;
  if (isHit) entry.hits++;
}

test("the token that follows is among the first ten items", async () => {
  for (const { fields, values, formulas } of groups) {
    const read = readSchema({ fields });
    if (!read.ok) throw new Error(read.problems.join("; "));
    const { schema } = read;
    const known = new Map<string, readonly (string | number)[]>(Object.entries(values));
    const language = createLanguage({
      schema,
      values: ({ name }, prefix, limit) =>
        (known.get(name) ?? [])
          .filter((value) => String(value).toLowerCase().startsWith(prefix.toLowerCase()))
          .slice(0, limit)
          .map((value): FieldValue => ({ value })),
    });
    const knowledge = knowledgeOf({ schema });
    const inValues = new Set(Object.values(values).flat().map(String));
    for (const formula of formulas) {
      expect(check(formula, schema).diagnostics, formula).toEqual([]);
      const tokens = sourceTokens(formula);
      for (const [index, token] of tokens.entries()) {
        const { kind, image, span } = token;
        const name = nameAt(token, tokens[index + 1], knowledge);
        const isText = kind === "text";
        const cut = isText ? span.start + 1 : span.start;
        const { items } = await language.completeWithValues(formula.slice(0, cut), cut);
        const shown = items.slice(0, SHOWN);
        if (name !== undefined) {
          const isConstant = name.kind === "function" && BUILT_IN.get(name.name)?.most === 0;
          const isHit = shown.some(({ label }) => label === name.name);
          count(isConstant ? "constant" : name.kind === "field" ? "field" : "function", isHit);
        } else if (kind === "operator") {
          const isSign = tokens[index - 1]?.kind === "comma" || index === 0;
          if (!isSign)
            count(
              "operator",
              shown.some(({ label }) => label === image),
            );
        } else if (isText) {
          const value = textOfLiteral(image);
          const units = shown.some((item) => item.kind === "unit" || item.kind === "format");
          if (units)
            count(
              "unit",
              shown.some(({ label }) => label === value),
            );
          else if (inValues.has(value))
            count(
              "value",
              shown.some(({ label }) => label === value),
            );
        } else if (kind === "comma" || kind === "closing") {
          count(
            "punctuation",
            shown.some(({ label }) => label === image),
          );
        }
      }
    }
  }
  const counted = [...found].filter(([kind]) => kind !== "punctuation");
  const hits = counted.reduce((sum, [, entry]) => sum + entry.hits, 0);
  const all = counted.reduce((sum, [, entry]) => sum + entry.all, 0);
  const closing = found.get("punctuation") ?? { hits: 0, all: 0 };
  expect(hits / all).toBeGreaterThanOrEqual(LEAST_OF_NAMES);
  expect((hits + closing.hits) / (all + closing.all)).toBeGreaterThanOrEqual(LEAST);
});
