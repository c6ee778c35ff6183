import { expect, test } from "vitest";
import { check, readSchema } from "../../src/index.ts";
import { createLanguage, type FieldValue } from "../../src/language.ts";
import { sourceTokens, textOfLiteral } from "../../src/syntax/index.ts";
import { BUILT_IN } from "../../src/functions/registry.ts";
import { nameAt } from "../../src/language/describe/names.ts";
import { knowledgeOf } from "../../src/language/knowledge.ts";
import groups from "./formulas.json";

/** So many items of a list are seen at once. */
const SHOWN = 10;
const LEAST = 0.9;

type Kind = "field" | "function" | "constant" | "operator" | "unit" | "value" | "punctuation";

const found = new Map<Kind, { hits: number; all: number }>();
const missed = new Map<string, number>();

function count(kind: Kind, isHit: boolean, about: string): void {
  const entry = found.get(kind) ?? { hits: 0, all: 0 };
  found.set(kind, entry);
  entry.all++;
  if (isHit) entry.hits++;
  else missed.set(about, (missed.get(about) ?? 0) + 1);
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
        const about = `${formula.slice(0, cut)}⟨${image}⟩ ${shown.map(({ label }) => label).join(" ")}`;
        if (name !== undefined) {
          const isConstant = name.kind === "function" && BUILT_IN.get(name.name)?.most === 0;
          const isHit = shown.some(({ label }) => label === name.name);
          count(isConstant ? "constant" : name.kind === "field" ? "field" : "function", isHit, about);
        } else if (kind === "operator") {
          const isSign = tokens[index - 1]?.kind === "comma" || index === 0;
          if (!isSign) count("operator", shown.some(({ label }) => label === image), about);
        } else if (isText) {
          const value = textOfLiteral(image);
          const units = shown.some((item) => item.kind === "unit" || item.kind === "format");
          if (units) count("unit", shown.some(({ label }) => label === value), about);
          else if (inValues.has(value)) count("value", shown.some(({ label }) => label === value), about);
        } else if (kind === "comma" || kind === "closing") {
          count("punctuation", shown.some(({ label }) => label === image), about);
        }
      }
    }
  }
  const counted = [...found].filter(([kind]) => kind !== "punctuation");
  const hits = counted.reduce((sum, [, entry]) => sum + entry.hits, 0);
  const all = counted.reduce((sum, [, entry]) => sum + entry.all, 0);
  const share = (of: { hits: number; all: number }) => `${of.hits}/${of.all} ${(of.hits / of.all * 100).toFixed(1)}%`;
  if (process.env.SHOW) {
    console.log([...found].map(([kind, entry]) => `${kind}: ${share(entry)}`).join("\n"), `\nall: ${share({hits, all})}`);
    console.log([...missed].map(([about]) => about).join("\n"));
  }
  expect(hits / all).toBeGreaterThanOrEqual(LEAST);
  // Each kind by itself is not far behind.
  for (const [kind, entry] of found) expect(entry.hits / entry.all, kind).toBeGreaterThan(LEAST - 0.1);
});
