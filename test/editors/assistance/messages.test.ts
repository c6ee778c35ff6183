import { describe, expect, it } from "vitest";
import { ENGLISH_EDITOR } from "../../../src/editors/assistance/english-editor.ts";
import { createLanguage, type LanguageOptions } from "../../../src/editors/assistance/index.ts";
import {
  defineFunction,
  defineSchema,
  type EditorMessages,
  type FunctionTexts,
  type Messages,
} from "../../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { quote } from "../../../src/util/quote.ts";
import { GERMAN } from "../../language/messages/german.ts";

const schema = defineSchema({
  id: { type: "text", key: true },
  at: { type: "date", role: "created" },
  changed: { type: "date", role: "modified" },
  price: "number",
  sold: "boolean",
  tags: { type: "list", description: "§" },
});
const clock = () => new Date("2024-02-29T12:00:00Z");
const OPTIONS: LanguageOptions = {
  schema,
  parameters: { most: "number" },
  clock,
  values: () => [{ value: "Rome", count: 7 }],
};
const english = createLanguage(OPTIONS);
const german = createLanguage({ ...OPTIONS, messages: GERMAN });

/** The texts of a catalogue with their paths; templates are filled in. */
function textsOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    if (path === "counts.records") {
      return [1, 2].map((count) => [`${path}(${count})`, value(count)]);
    }
    return ["field", "parameter"].map((kind) => [
      `${path}(${kind})`,
      value({ name: "9", kind }, quote),
    ]);
  }
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    textsOf(inner, path === "" ? key : `${path}.${key}`),
  );
}

const ENGLISH_FUNCTIONS = Object.fromEntries(
  DOCUMENTED_FUNCTIONS.map(
    ({ definition: { name }, documentation: { summary, details, parameters } }) => [
      name,
      { summary, details, ...(parameters && { parameters }) },
    ],
  ),
  // The registry does not know the names of its functions.
) as unknown as FunctionTexts;
const ENGLISH: EditorMessages = { ...ENGLISH_EDITOR, functions: ENGLISH_FUNCTIONS };

/** A catalogue that puts each English text in brackets. */
const BRACKETED = bracketed(ENGLISH) as EditorMessages;

function bracketed(value: unknown): unknown {
  if (value === undefined) return undefined;
  if (typeof value === "string") return `⟦${value}⟧`;
  if (typeof value === "function") return (...given: unknown[]) => `⟦${value(...given)}⟧`;
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, inner]) => [key, bracketed(inner)]),
  );
}

const FORMULAS = [
  ...DOCUMENTED_FUNCTIONS.flatMap(({ documentation: { examples } }) =>
    examples.slice(0, 1).map(([formula]) => formula),
  ),
  "{price} + 1 - 2 * 3 / 4 < 5",
  "price >= $most",
  "{at} <= TODAY()",
  "{price} > 1 != {sold}",
  '{id} & "a" = ""',
  "{id} = BLANK()",
  "ISBLANK({id})",
  "NOT({sold})",
  '{at} = "2024-02-29"',
  'DATETIME_FORMAT(SET_TIMEZONE({at}, ""), "")',
  'SET_LOCALE({at}, "")',
  "SWITCH({price}, 1, 2)",
  "{changed}",
  "{tags}",
];

const PARAMETERS = new Set(
  DOCUMENTED_FUNCTIONS.flatMap(({ definition }) => definition.written.map(({ name }) => name)),
);

/** All that the service shows for a formula, at each offset. */
function shown(language: typeof english, formula: string): readonly string[] {
  const offsets = Array.from({ length: formula.length + 1 }, (_, offset) => offset);
  return [
    ...offsets.flatMap((offset) => {
      const signature = language.signature(formula, offset);
      const renamed = language.rename(formula, offset, "");
      return [
        ...language.complete(formula, offset).items.flatMap(({ kind, detail, documentation }) =>
          // A format has the current time as its detail, and a unit the name of its parameter.
          kind === "format" || PARAMETERS.has(detail) ? [] : [detail, documentation],
        ),
        language.hover(formula, offset)?.markdown ?? "",
        signature?.label ?? "",
        signature?.documentation ?? "",
        ...(signature?.parameters.map(({ documentation }) => documentation) ?? []),
        ...language
          .fixes(formula, { start: offset, end: offset })
          .flatMap(({ title, kind }) => (kind === "rewrite" ? [title] : [])),
        renamed.ok ? "" : renamed.message,
      ];
    }),
    ...language
      .values(formula, { id: "", tags: [] })
      .flatMap(({ value, shown: text }) => (typeof value === "object" ? [text] : [])),
  ];
}

/** A text without those of the catalogue, code and names. */
function remainder(text: string): string {
  return text
    .replace(/⟦[^⟧]*⟧/g, "")
    .replace(/```isoform|```/g, "")
    .replace(/^`.*` → `.*`$/gm, "")
    .replace(/`[^`\n]*`|\*\*[^*]*\*\*|"[^"]*"|\d{4}-\S*Z/g, "")
    .replace(/[A-Z_]+\(.*\)/g, "");
}

describe("the texts of the language service", () => {
  it("have a German text for each English one", () => {
    const paths = (catalogue: EditorMessages) => textsOf(catalogue, "").map(([path]) => path);
    expect(paths(GERMAN.editor).sort()).toEqual(paths(ENGLISH).sort());
    const texts = new Map(textsOf(GERMAN.editor, ""));
    const same = textsOf(ENGLISH, "").filter(([path, text]) => texts.get(path) === text);
    expect(same).toEqual([]);
  });

  it("all come from the catalogue", () => {
    const language = createLanguage({ ...OPTIONS, messages: { editor: BRACKETED } });
    const words = new Set<string>();
    let count = 0;
    for (const formula of FORMULAS) {
      for (const text of new Set(shown(language, formula))) {
        if (text.includes("⟦")) count++;
        if (/[a-z]{2,}/i.test(remainder(text))) words.add(text);
      }
    }
    expect([...words]).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  it("are German in completion", async () => {
    const items = (text: string) => german.complete(text, text.length).items;
    const detail = (text: string, label: string) =>
      items(text).find((item) => item.label === label)?.detail;
    expect(detail("", "id")).toBe("Text, der Schlüssel");
    expect(detail("", "at")).toBe("Datum, Zeit der Anlage");
    expect(detail("$", "$most")).toBe("Zahl, ein Parameter");
    expect(detail("LE", "LEN")).toBe("LEN(text) → Zahl");
    expect(detail("{price} ", ">=")).toBe("ob der erste größer oder gleich ist");
    expect(detail("LEN({id}", ")")).toBe("beendet den Aufruf oder die Gruppe");
    expect(items("LE").find(({ label }) => label === "LEN")?.documentation).toContain(
      "Die Anzahl der Zeichen eines Textes.",
    );
    const values = await german.completeWithValues('{id} = "', 8);
    expect(values.items[0]).toMatchObject({ label: "Rome", detail: "id, 7-mal" });
  });

  it("are German in hovers and signatures", () => {
    expect(german.hover("{id}", 1)?.markdown).toBe("**id**: Text, der Schlüssel");
    expect(german.hover("1 & 2", 2)?.markdown).toBe(
      '`&`: verbindet zwei Texte\n\nLeer zählt als der leere Text `""`.',
    );
    expect(german.hover("LEFT({id}, 2)", 1)?.markdown).toContain(
      "\n\nDie ersten Zeichen eines Textes.\n\n",
    );
    expect(german.hover("$most", 1)?.markdown).toBe("`$most`: Zahl, ein Parameter");
    expect(german.hover("12", 1)?.markdown).toBe("Zahl `12`");
    expect(german.signature("LEFT({id}, ", 11)).toMatchObject({
      label: "LEFT(text, count) → Text",
      documentation: "Die ersten Zeichen eines Textes.",
      parameters: [
        { name: "text", documentation: "der Text, aus dem genommen wird" },
        { name: "count", documentation: "wie viele Zeichen" },
      ],
    });
  });

  it("are German in the titles of changes, in renaming and in values", () => {
    const titles = (text: string) =>
      german.fixes(text, { start: 1, end: 1 }).map(({ title }) => title);
    expect(titles("{prce} > 1")).toContain("`price` schreiben");
    expect(titles("{id}=BLANK()")).toEqual([
      "das Feld ohne Klammern schreiben",
      "ISBLANK schreiben",
      "in NOT einschließen",
      "die Formel formatieren",
    ]);
    expect(german.rename("{id}", 1, "")).toEqual({
      ok: false,
      message: "`` kann nicht der Name eines Feldes sein",
    });
    expect(german.rename("LEN({id})", 1, "a")).toEqual({
      ok: false,
      message: "Funktionen haben feste Namen",
    });
    expect(german.values("{id}", { id: "" })[0]?.shown).toBe("leer");
    expect(german.values("1 / 0", {})[0]?.shown).toBe("Fehler");
  });

  it("stay English where a catalogue has none, and those of a custom function stay its own", () => {
    const messages: Messages = {
      editor: {
        types: { text: "Text" },
        functions: {
          LEN: {
            summary: "Die Länge.",
            details: "Alles zählt.",
            parameters: { text: "der Text" },
          },
        },
      },
    };
    const twice = defineFunction({
      name: "TWICE",
      parameters: [],
      result: "number",
      lower: (core) => core.number(2),
      documentation: { summary: "Two times.", examples: [] },
    });
    const language = createLanguage({ ...OPTIONS, functions: [twice], messages });
    expect(language.hover("{id}", 1)?.markdown).toBe("**id**: Text, the key");
    expect(language.hover("LEN({id})", 1)?.markdown).toContain("Die Länge.\n\nAlles zählt.");
    expect(language.hover("LEFT({id}, 1)", 1)?.markdown).toContain("The first characters");
    expect(language.hover("TWICE()", 1)?.markdown).toContain("Two times.");
  });

  it("name no function in German that a policy refuses", () => {
    const policy = { functions: { deny: ["FIND", "LOWER"] } };
    const language = createLanguage({ ...OPTIONS, policy, messages: GERMAN });
    const all = ["SEARCH({id}, 1)", "CONTAINS_IGNORE_CASE({id}, 1)"].flatMap((formula) =>
      shown(language, formula),
    );
    expect(all.some((text) => text.includes("der durchsuchte Text"))).toBe(true);
    expect(all.filter((text) => /\b(FIND|LOWER)\b/.test(text))).toEqual([]);
  });
});
