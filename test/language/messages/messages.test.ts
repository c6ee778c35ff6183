import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXAMPLE_SCHEMA } from "../../../grammar/tools/analyse.ts";
import { DIAGNOSTIC_DOCUMENTATION } from "../../../grammar/tools/diagnostic-documentation.ts";
import { documentedDiagnostics } from "../../../grammar/tools/documented-diagnostics.ts";
import { isAllowed } from "../../../src/engine/index.ts";
import {
  check,
  compileOrThrow,
  type Diagnostic,
  defineSchema,
  type Policy,
  parse,
  render,
} from "../../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { translate } from "../../../src/language/source/finding.ts";
import { ENGLISH } from "../../../src/language/source/messages/english.ts";
import { GERMAN } from "./german.ts";

const CONFORMANCE = new URL("../../../grammar/conformance/", import.meta.url);

/** Mistakes of each kind that a code distinguishes. */
const MORE = [
  "{price} MOD 2",
  "EXACT({vin}, 01)",
  "{price} IS NOT NULL",
  "NOT {sold} AND {sold}",
  "{sold} || {sold}",
  "{price}%",
  "5% + 1",
  '{vin} IN ("a", "b")',
  '{vin} ILIKE "a"',
  "{vin}.length",
  "[price] > 1",
  "{{price}} > 1",
  "`price`",
  "IF({sold}; 1; 2)",
  "{vin} = “a”",
  "“",
  '{vin} = "a',
  "{price} > 5k",
  "{price} > 1.2.3",
  "{price} > €5",
  "{price} > 5d",
  "{price} > 5m",
  "{price} > 5 EUR",
  "{createdAt} > NOW() - 7 days",
  "{createdAt} > 31.12.2024",
  "{createdAt} > 1.2.2024",
  "{price} &gt; 5",
  "{createdAt} > DATE '2024-03-01'",
  "{price} ? 1 : 2",
  "{sold} ?? 1",
  "{price",
  "{price} > 1 /* a",
  '"a" "b"',
  "SUM(1 2)",
  "{price}(1)",
  "AND({sold},)",
  "1, 2",
  "()",
  "* 2",
  "2 *",
  '{price} = "5"',
  '{price} = "a"',
  '{price} = "9007199254740993"',
  "{vin} = 5",
  "price = vin",
  '{sold} = "yes"',
  '{sold} = "a"',
  "{createdAt} > 2024-01-01",
  "{createdAt} > {price}",
  "{createdAt} > {vin}",
  "{photos} > 5",
  "{vin} + {vin}",
  "{createdAt} + {createdAt}",
  "5 - {createdAt}",
  "{photos} * 2",
  "{vin} * 2",
  "{createdAt} * 2",
  "YEAR({vin})",
  "YEAR({price})",
  "RECORD_ID({vin})",
  "NOT({sold}, {sold})",
  "BLANK(1)",
  "LEFT()",
  "ABS({price}, 1, 2)",
  'DATEADD({createdAt}, 1, "dayz")',
  'IS_SAME({createdAt}, {createdAt}, "a")',
  'WEEKDAY({createdAt}, "Friday")',
  'WORKDAY({createdAt}, 1, "never")',
  'DATETIME_FORMAT(SET_LOCALE({createdAt}, "?"), "L")',
  'DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "Mars"), "L")',
  'DATETIME_FORMAT({createdAt}, "yyyy-MM-dd")',
  'DATETIME_FORMAT({createdAt}, "yyyy-MM-dd G")',
  'REGEX_REPLACE({vin}, "a", "$1")',
  'REPT("abc", 100000)',
  "{prise} > 1",
  "{left} = 1",
  "vin = Italy",
  "vin = NULL",
  "PRICE({price})",
  'prop("price") > 1',
  "vin()",
  "$user = 1",
  "1 < 2 < 3",
  '{createdAt} = "2024-03-01"',
  "{createdAt} = TODAY()",
  "IS_AFTER({createdAt}, 2024-01-01)",
  "vin = Santa Fe",
  "Math.abs({price})",
  "({price} > 1) & ({price} < 5)",
  "AND({price} < 50,000)",
  "{price} > 1.000",
  "{price} <- 5",
  'UPPER({vin} = "a")',
  'CONTAINS({vin} = "a", "b")',
  "LEN({vin} > 5)",
  'FIND("a", {vin}) >= 0',
  'SEARCH("a", {vin}) = 0',
  'OR({vin} = "a", "b")',
  '{vin} = "a\u00a0b"',
  'REGEX_REPLACE({title} & {title}, "(?:.{0,300}@|[A-Z])", "")',
];

/** A pattern for each possible mistake. */
const PATTERNS = [
  "a)",
  "(a",
  "[a",
  "a]",
  "[]",
  "[z-a]",
  "[a-\\\\d]",
  "(?m)a",
  "a(?i)b",
  "*",
  "a{2,1}",
]
  .concat(["a{1001}", "a{,2}", "a{", "a++", "a+*", "(?=a)", "(?P=a)", "(?'a')", "(?<a>b)(?<a>c)"])
  .concat([
    "\\\\1",
    "\\\\p{L}",
    "\\\\x",
    "\\\\u",
    "\\\\A",
    "\\\\z",
    "\\\\q",
    "\\\\0",
    "[[:a:]]",
    "[\\\\b]",
  ])
  .concat(["\\\\x{110000}", "\\\\x{d800}", "[a-b-c]", "(?#a)", "((((a{100}){100}){100}){100})"])
  .map((pattern) => `REGEX_MATCH({vin}, "${pattern}")`);

/** Comparisons with texts that are not choices, as they are and in each case. */
const OTHER_CHOICES = [
  '{status} = "open"',
  '{status} = "payed"',
  'LOWER({status}) = "open"',
  'LOWER({status}) = "payed"',
  'UPPER({status}) = "PAYED"',
  'EQUALS_IGNORE_CASE({status}, "PAYED")',
  '{letter} = "?"',
];
const CHOICE_SCHEMA = defineSchema({
  status: { type: "text", choices: ["New", "Paid"] },
  letter: { type: "text", choices: [..."abcdefghijklmnopqrstuvwxyz"] },
});

/** The formulas of the conformance cases, whatever the structure of a case. */
function formulasIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(formulasIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "formula" && typeof inner === "string" ? [inner] : formulasIn(inner),
  );
}

const EXAMPLES = Object.values(DIAGNOSTIC_DOCUMENTATION).map(({ example }) => example);

const FORMULAS = [
  ...readdirSync(CONFORMANCE)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => formulasIn(JSON.parse(readFileSync(new URL(name, CONFORMANCE), "utf8")))),
  ...MORE,
  ...PATTERNS,
];

/** Each diagnostic of the corpus after a round trip through JSON. */
const FOUND: readonly { readonly formula: string; readonly diagnostic: Diagnostic }[] = [
  ...FORMULAS.flatMap((formula) => found(formula, check(formula, EXAMPLE_SCHEMA).diagnostics)),
  ...OTHER_CHOICES.flatMap((formula) => found(formula, check(formula, CHOICE_SCHEMA).diagnostics)),
  ...Object.values(DIAGNOSTIC_DOCUMENTATION).flatMap((documented) =>
    found(documented.example, documentedDiagnostics(documented, documented.example)),
  ),
];

function found(formula: string, diagnostics: readonly Diagnostic[]) {
  return diagnostics.map((diagnostic) => {
    const sent: typeof diagnostic = JSON.parse(JSON.stringify(diagnostic));
    expect(sent).toEqual(diagnostic);
    return { formula, diagnostic: sent };
  });
}

describe("the texts of diagnostics", () => {
  it("are those of the English catalogue for their data", () => {
    expect(new Set(FOUND.map(({ diagnostic }) => diagnostic.code))).toEqual(
      new Set(Object.keys(ENGLISH)),
    );
    const cases = FOUND.map(({ diagnostic: { code, data } }) =>
      code === "unknown-choice" ? data.inCase : undefined,
    );
    expect(new Set(cases)).toEqual(new Set([undefined, "lower", "upper"]));
    for (const { diagnostic } of FOUND) {
      const bare = { ...diagnostic, message: "", ...(diagnostic.help && { help: "" }) };
      expect(translate(bare, { diagnostics: ENGLISH })).toEqual(diagnostic);
    }
  });

  it("are German with the German catalogue, and nothing else changes", () => {
    for (const { formula, diagnostic } of FOUND) {
      const german = translate(diagnostic, GERMAN);
      const { code, span, data, severity } = german;
      expect({ code, span, data, severity }).toEqual({
        code: diagnostic.code,
        span: diagnostic.span,
        data: diagnostic.data,
        severity: diagnostic.severity,
      });
      expect(german.message, formula).not.toBe(diagnostic.message);
      expect(german.help !== undefined, formula).toBe(diagnostic.help !== undefined);
      if (german.help !== undefined) expect(german.help).not.toBe(diagnostic.help);
      if (german.fix === undefined) continue;
      expect(german.fix.edits).toEqual(diagnostic.fix?.edits);
      expect(german.fix.title, formula).not.toMatch(/^$|undefined/);
      expect(german.fix.title, formula).not.toBe(diagnostic.fix?.title);
    }
  });

  it("are German from the start if `check` is given the catalogue", () => {
    for (const formula of MORE) {
      const { diagnostics } = check(formula, EXAMPLE_SCHEMA);
      expect(check(formula, EXAMPLE_SCHEMA, { messages: GERMAN }).diagnostics).toEqual(
        diagnostics.map((one) => translate(one, GERMAN)),
      );
    }
  });

  it("are German if `parse` is given the catalogue", () => {
    expect(parse("1 +", { messages: GERMAN }).diagnostics.map(({ message }) => message)).toEqual([
      "nach `+` fehlt ein Operand",
    ]);
  });

  it("are English for a code that a catalogue lacks", () => {
    const messages = { diagnostics: { "empty-formula": GERMAN.diagnostics["empty-formula"] } };
    const said = (formula: string) => check(formula, EXAMPLE_SCHEMA, { messages }).diagnostics;
    expect(said("")[0]?.message).toBe("die Formel ist leer");
    expect(said("{pric}")[0]?.message).toBe("there is no field `pric`");
  });
});

describe("the texts of diagnostics with a policy", () => {
  const NAMES = new Set<string>(DOCUMENTED_FUNCTIONS.map(({ definition }) => definition.name));

  /** What data propose to write, at any depth. */
  function replacementsIn(data: unknown, isProposal: boolean): readonly string[] {
    if (typeof data === "string") return isProposal ? [data] : [];
    if (Array.isArray(data)) return data.flatMap((item) => replacementsIn(item, isProposal));
    return Object.entries(data ?? {}).flatMap(([key, inner]) =>
      replacementsIn(inner, ["instead", "call", "suggestion"].includes(key)),
    );
  }

  /** The functions, and the fields in braces, in all that an author is advised to write. */
  function advised({ help = "", fix, data }: Diagnostic): readonly string[] {
    const called = "function" in data ? data.function : undefined;
    const texts = [help, ...(fix?.edits.map(({ text }) => text) ?? [])]
      .concat(replacementsIn(data, false))
      .concat(typeof called === "object" ? JSON.stringify(called) : []);
    return texts.flatMap((text) =>
      (text.match(/\b[A-Z][A-Z_0-9]+\b|\{\w+\}/g) ?? []).filter(
        (name) => NAMES.has(name) || EXAMPLE_SCHEMA.fields.has(name.slice(1, -1)),
      ),
    );
  }

  const codesWithAdvice = new Set(
    FOUND.filter(({ diagnostic }) => advised(diagnostic).length > 0).map(
      ({ diagnostic }) => diagnostic.code,
    ),
  );

  const POLICIES: readonly Policy[] = [
    { functions: { allow: [] }, fields: { allow: [] } },
    { functions: { allow: ["LEFT"] }, fields: { allow: ["price"] } },
    {
      functions: { deny: ["REPT", "DATETIME_FORMAT", "IFBLANK", "AND", "VALUE"] },
      limits: { work: 10_000 },
    },
  ];

  it("name no refused function or field, whatever the code", () => {
    const codes = new Set<string>();
    const wrong: unknown[] = [];
    for (const policy of POLICIES) {
      for (const formula of [...FORMULAS, ...EXAMPLES]) {
        const options = { policy, differences: "airtable" } as const;
        for (const diagnostic of check(formula, EXAMPLE_SCHEMA, options).diagnostics) {
          codes.add(diagnostic.code);
          for (const shown of [diagnostic, translate(diagnostic, GERMAN)]) {
            const refused = advised(shown).filter((name) =>
              name.startsWith("{")
                ? !isAllowed(policy.fields, name.slice(1, -1))
                : !isAllowed(policy.functions, name),
            );
            if (refused.length > 0) wrong.push({ formula, shown });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...codesWithAdvice].filter((code) => !codes.has(code))).toEqual([]);
  });

  it("suggest another name in place of a refused one, but not as a fix", () => {
    const said = (formula: string, policy: Policy) => {
      const [found] = check(formula, EXAMPLE_SCHEMA, { policy }).diagnostics;
      return [found?.help, found?.fix?.title];
    };
    expect(said("LEFTT({vin})", {})).toEqual(["did you mean `LEFT`", "write LEFT"]);
    expect(said("LEFTT({vin})", { functions: { deny: ["LEFT"] } })).toEqual([undefined, undefined]);
    expect(said("{prices} > 1", { fields: { deny: ["price"] } })).toEqual([undefined, undefined]);
    expect(said("SOME({sold})", { functions: { deny: ["OR"] } })).toEqual([
      "write `HASANY(list, item, …)`",
      undefined,
    ]);
    expect(said("LENGTH({vin}) > 1", { functions: { deny: ["LEN"] } })).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it("`render` writes diagnostics in the language of the catalogue, with its labels", () => {
  const formula = "{prise} > (1";
  const { diagnostics } = check(formula, EXAMPLE_SCHEMA);
  expect(render(formula, diagnostics, { messages: GERMAN })).toBe(
    [
      "Fehler[unknown-field]: es gibt kein Feld `prise`",
      "1 | {prise} > (1",
      "  | ^^^^^^^",
      "  Hilfe: meinten Sie `price`",
      "  Änderung: `price` schreiben: {price} > (1",
      "",
      "Fehler[missing-parenthesis]: eine schließende `)` fehlt",
      "1 | {prise} > (1",
      "  |             ^",
      "  Hinweis: diese Klammer ist nicht geschlossen (Zeile 1, Spalte 11)",
      "  Änderung: ) ergänzen: {prise} > (1)",
    ].join("\n"),
  );
  expect(render(diagnostics.slice(0, 1), { messages: GERMAN })).toContain("  bei 0 bis 7\n");
  expect(() => compileOrThrow(formula, EXAMPLE_SCHEMA, { messages: GERMAN })).toThrow(
    render(formula, diagnostics, { messages: GERMAN }),
  );
});
