import { describe, expect, it } from "vitest";
import { parseSort } from "../../../src/columns.ts";
import {
  checkRow,
  defineSchema,
  type Messages,
  type ProblemMessages,
  readSchema,
  SchemaError,
} from "../../../src/index.ts";
import { type ProblemFinding, problemText } from "../../../src/language/source/coded-problem.ts";
import { translate } from "../../../src/language/source/finding.ts";
import {
  ENGLISH_DESCRIPTION,
  ENGLISH_ROW,
  ENGLISH_SCHEMA,
  ENGLISH_SCHEMA_FILE,
  ENGLISH_SORT,
} from "../../../src/language/source/messages/english-problems.ts";
import { GERMAN } from "./german.ts";

const ENGLISH: ProblemMessages = {
  ...ENGLISH_SCHEMA,
  ...ENGLISH_DESCRIPTION,
  ...ENGLISH_SCHEMA_FILE,
  ...ENGLISH_SORT,
  ...ENGLISH_ROW,
};

/** Wrong declarations of a field, one for each mistake that a code distinguishes. */
const DECLARATIONS: readonly unknown[] = [
  "integer",
  { type: "text", unique: true },
  { type: "text", key: 1 },
  { type: "text", hidden: "no" },
  { type: "text", description: 5 },
  { type: "date", key: true },
  { type: "text", key: true, role: "created" },
  { type: "date", role: "deleted" },
  { type: "number", role: "modified" },
  { type: "date", time: 1 },
  { type: "number", time: true },
  { type: "number", choices: ["1"] },
  { type: "text", choices: "b" },
  { type: "text", choices: [] },
  { type: "text", choices: ["b", ""] },
  { type: "list", choices: ["b", "b"] },
  { formula: 5 },
  { formula: "1", type: "number", key: true },
  { formula: "{prise} > 1" },
  { formula: "{price} > (1" },
];

const SCHEMAS: readonly unknown[] = [
  null,
  { fields: [] },
  { fields: {}, timeZone: "Mars" },
  { fields: { "": "text", "a\ud800": "text" } },
  { fields: { a: { type: "text", key: true }, b: { type: "number", key: true } } },
  { fields: { a: { type: "date", role: "created" }, b: { type: "date", role: "created" } } },
  { fields: { a: { type: "date", role: "modified" }, b: { type: "date", role: "modified" } } },
  { fields: { a: { formula: "{a}" } } },
  ...DECLARATIONS.map((wrong) => ({ fields: { price: "number", "the field": wrong } })),
];

const SORTS = ["", "a,", "-prise", "wheels", "tags", "price,-price"];

const schema = defineSchema({
  price: "number",
  tags: "list",
  at: "date",
  sold: "boolean",
  a: "text",
});
const ROW = { price: "x", tags: 1, at: "x", sold: "x", a: 1 };

type Problem = ProblemFinding & { readonly message: string };

/** All problems that the public functions find, in the language of a catalogue. */
function found(messages?: Messages): readonly Problem[] {
  const options = { messages };
  return [
    ...SCHEMAS.flatMap((json) => {
      const read = readSchema(json, options);
      return read.ok ? [] : read.problems;
    }),
    ...SORTS.flatMap((text) => {
      const read = parseSort(text, schema, options);
      return read.ok ? [] : read.problems;
    }),
    ...checkRow(schema, ROW, options),
  ];
}

/** The data with the diagnostic in it, if there is one, in the language of a catalogue. */
function withDiagnostic(problem: Problem, messages: Messages): ProblemFinding {
  const { code, data } = problem;
  if (code !== "invalid-formula") return { code, data } as ProblemFinding;
  return { code, data: { ...data, diagnostic: translate(data.diagnostic, messages) } };
}

/** Codes whose problems are found elsewhere: in files of editors, and in descriptions of other libraries. */
const ELSEWHERE = new Set(Object.keys({ ...ENGLISH_SCHEMA_FILE, ...ENGLISH_DESCRIPTION }));

describe("the texts of problems", () => {
  const english = found();

  it("are those of the English catalogue for their data, sent as JSON", () => {
    expect(new Set(english.map(({ code }) => code))).toEqual(
      new Set(Object.keys(ENGLISH).filter((code) => !ELSEWHERE.has(code))),
    );
    for (const problem of english) {
      const sent: Problem = JSON.parse(JSON.stringify(problem));
      expect(sent).toEqual(problem);
      expect(problemText(sent, ENGLISH, undefined)).toBe(problem.message);
    }
  });

  it("are German with the German catalogue, and nothing else changes", () => {
    const german = found(GERMAN);
    expect(german.map(({ code }) => code)).toEqual(english.map(({ code }) => code));
    for (const [index, problem] of english.entries()) {
      const { message = "", code, data } = german[index] ?? {};
      expect(message).not.toBe(problem.message);
      expect(message).not.toContain("undefined");
      expect({ code, data }).toEqual(withDiagnostic(problem, GERMAN));
      expect(problemText(withDiagnostic(problem, GERMAN), ENGLISH, GERMAN)).toBe(message);
    }
  });

  it("are German in the exception of `defineSchema`", () => {
    const wrong = () =>
      defineSchema({ a: { formula: "{prise}" }, price: "number" }, { messages: GERMAN });
    expect(wrong).toThrow(SchemaError);
    expect(wrong).toThrow(
      "Feld `a`: es gibt kein Feld `prise` (beim Zeichen 1 seiner Formel: `{prise}`)",
    );
  });

  it("are English for a code that a catalogue lacks", () => {
    const messages: Messages = { problems: { "field-name": () => "Name" } };
    const read = readSchema({ fields: { "": "text", a: "b" } }, { messages });
    expect(read.ok ? [] : read.problems.map(({ message }) => message)).toEqual([
      "Name",
      "field `a`: `type` must be one of text, number, boolean, date, list",
    ]);
  });
});
