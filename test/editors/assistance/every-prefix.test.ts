import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLanguage, type Language } from "../../../src/editors/assistance/index.ts";
import { readSchema } from "../../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { EXAMPLE_FIELDS } from "../../../src/language/functions/example-row.ts";
import { WILD_FORMULAS } from "../../attacks/corpus.ts";
import { casesOf, countOf } from "../../harness/extent.ts";
import { askAll, askText, checkItem } from "./invariants.ts";

interface Given {
  readonly language: Language;
  readonly formula: string;
}

function languageFor(fields: unknown): Language | undefined {
  const read = readSchema({ fields });
  if (!read.ok) return undefined;
  return createLanguage({
    schema: read.schema,
    parameters: { user: "text", least: "number" },
    values: () => [],
  });
}

const EXAMPLES: readonly Given[] = (() => {
  const fields = EXAMPLE_FIELDS.map(({ name, type, role }) => [
    name,
    { type, ...(role === undefined ? {} : role === "key" ? { key: true } : { role }) },
  ]);
  const language = languageFor(Object.fromEntries(fields));
  if (language === undefined) throw new Error("the example record has no schema");
  return DOCUMENTED_FUNCTIONS.flatMap(({ documentation }) =>
    documentation.examples.map(([formula]) => ({ language, formula })),
  );
})();

const CONFORMANCE: readonly Given[] = (() => {
  const folder = new URL("../../../grammar/conformance/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const page = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      const language = languageFor(page.schema);
      if (language === undefined) throw new Error(`${name} has no schema`);
      const formulas: readonly { readonly formula: string }[] = page.cases;
      return formulas.map(({ formula }) => ({ language, formula }));
    });
})();

const WILD: readonly Given[] = (() => {
  const language = languageFor({
    country: "text",
    tax: "number",
    Status: "text",
    Deadline: "date",
  });
  if (language === undefined) throw new Error("the fields are wrong");
  return (WILD_FORMULAS ?? []).map(({ formula }) => ({ language, formula }));
})();

const ALL = [...EXAMPLES, ...CONFORMANCE, ...WILD];
const LONGEST = 400;

/** Each item in turn is accepted somewhere, as the texts go by. */
let turn = 0;
const CHECKED = 4;

function checkSome({ language }: Given, text: string, offset: number): void {
  const items = askAll(language, text, offset);
  for (let one = 0; one < Math.min(CHECKED, items.length); one++) {
    const item = items[turn++ % items.length];
    if (item !== undefined) checkItem(language, text, item);
  }
}

describe("every prefix of formulas", () => {
  test("are many", () => expect(ALL.length).toBeGreaterThan(1_500));

  test("make no call throw, and accepted items are valid", () => {
    const step = Math.floor(ALL.length / countOf(5, 30));
    for (let at = 0; at < ALL.length; at += step) {
      const given = ALL[at];
      if (given === undefined) continue;
      const formula = given.formula.slice(0, LONGEST);
      for (let end = 0; end <= formula.length; end++) {
        checkSome(given, formula.slice(0, end), end);
        askAll(given.language, formula, end);
      }
      askText(given.language, formula, at % (formula.length + 1));
    }
  });
});

const FRAGMENTS = [
  ..."(),{}\"'\\$=<>!&+-*/ .;[]|\n",
  "AND(",
  "{price",
  '"',
  "//",
  "/*",
  "*/",
  " IS NOT ",
  "$user",
  "😀",
  "\ud800",
  "\0",
  "“",
  "1e5",
  "DATETIME_DIFF(",
  "{}",
  "&&",
];

test("random edits of formulas", () => {
  fc.assert(
    fc.property(
      fc.nat(ALL.length - 1),
      fc.array(
        fc.record({
          at: fc.nat(200),
          length: fc.nat(6),
          fragment: fc.constantFrom("", ...FRAGMENTS),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.nat(400),
      (index, edits, drawn) => {
        const given = ALL[index];
        if (given === undefined) return;
        let text = given.formula.slice(0, LONGEST);
        for (const { at, length, fragment } of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + fragment + text.slice(start + length);
        }
        const offset = drawn % (text.length + 1);
        const items = askAll(given.language, text, offset);
        const item = items[drawn % Math.max(items.length, 1)];
        if (item !== undefined && offset === text.length) checkItem(given.language, text, item);
        askText(given.language, text, offset);
      },
    ),
    { numRuns: casesOf(20_000) },
  );
});
