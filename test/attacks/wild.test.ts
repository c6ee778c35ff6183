import { describe, expect, it } from "vitest";
import { applyFix, check, compileOrThrow, type FieldDeclarations } from "../../src/index.ts";
import type { DiagnosticCode } from "../../src/language/source/diagnostic-codes.ts";
import { needForEach } from "../harness/extent.ts";
import { expectSameEverywhere, schemaOf } from "../hostile/everywhere.ts";
import { CORPUS, WILD_FORMULAS } from "./corpus.ts";
import { expectFitMessages } from "./invariants.ts";
import { ANSWERED, MISTAKEN } from "./own-wild-formulas.ts";

const NOW = new Date("2024-02-28T12:00:00Z");

const FLEET = schemaOf({
  id: { type: "text", key: true },
  addedAt: { type: "date", role: "created" },
  Colour: "text",
  Title: "text",
  Nickname: "text",
  path: "text",
  model_file: "text",
  "Owner's Name": "text",
  "🚗 Fleet": "text",
  "Field: Old Colour": "text",
  "Field: Was Insured": "boolean",
  Insured: "boolean",
  Retired: "boolean",
  Price: "number",
  "Sales Tax": "number",
  "Mileage 1": "number",
  "Number of Seats": "number",
  Area: "number",
  Apples: "number",
  Pears: "number",
  Baskets: "number",
  "Delivered On": "date",
  "Returned On": "date",
  Options: "list",
  Photos: "list",
  אפשרויות: "list",
});

const CAR = {
  id: "17",
  addedAt: "2024-01-01",
  Colour: "red",
  Title: "Fiat, milano 2",
  path: "fleet.cars.17",
  model_file: "17.ifc",
  "Owner's Name": "Owner's Name",
  "🚗 Fleet": "north",
  "Field: Old Colour": "blue",
  Insured: true,
  Retired: false,
  Price: 50,
  "Sales Tax": 3,
  "Number of Seats": 5,
  Area: 0,
  Apples: 2,
  Pears: 3,
  Baskets: 2,
  "Delivered On": "2024-02-01T10:00:00Z",
  Options: ["AD15", "AF00"],
  Photos: ["front.jpg"],
  אפשרויות: ["AD15"],
};

describe("formulas as people write them", () => {
  it.each(ANSWERED)("%s", (source, value) => {
    const formula = compileOrThrow<unknown>(source, FLEET, { clock: () => NOW });
    expect(formula.evaluate(CAR)).toEqual(value);
    expectSameEverywhere(source, [CAR, {}, null], FLEET);
  });
});

describe("mistakes as people make them", () => {
  it.each(MISTAKEN.map((mistake) => [mistake[0], mistake] as const))(
    "%s",
    (source, [, code, fixed]) => {
      const { diagnostics, ok } = check(source, FLEET);
      expect(ok).toBe(false);
      expect(diagnostics[0]?.code).toBe(code);
      const [first] = diagnostics;
      expect((first?.help ?? first?.fix?.title ?? first?.message ?? "").length).toBeGreaterThan(0);
      expectFitMessages(source, diagnostics);
      if (fixed === undefined) return;
      expect(first?.fix === undefined ? undefined : fixAll(source)).toBe(fixed);
      expect(check(fixed, FLEET).ok).toBe(true);
    },
  );
});

/** The formula once every fix that is offered is made, one after the other. */
function fixAll(source: string): string {
  let text = source;
  for (let round = 0; round < 10; round++) {
    const fix = check(text, FLEET).diagnostics.find((found) => found.fix !== undefined)?.fix;
    if (fix === undefined) return text;
    text = applyFix(text, fix);
  }
  return text;
}

const WILD_FIELDS: FieldDeclarations = {
  id: { type: "text", key: true },
  created: { type: "date", role: "created" },
  ...declare(
    "text",
    "country",
    "firstName",
    "email",
    "Email",
    "Title",
    "Round type",
    "fldPriority",
    "city",
    "industry",
  ),
  ...declare(
    "text",
    "Name",
    "Status",
    "status",
    "active",
    "Paid",
    "IFC_model",
    "GLB_model",
    "Customer",
    "Guest's Name",
  ),
  ...declare(
    "text",
    "Managed Field: Previous Email Address",
    "Business Name",
    "nombre",
    "cargo",
    "centro_costo_copia",
  ),
  ...declare(
    "text",
    "challengeId",
    "Type",
    "Users",
    "id persistant",
    "key",
    "locale",
    "Country",
    "Category",
    "column",
  ),
  ...declare(
    "number",
    "tax",
    "age",
    "Score 1",
    "Number of Guests",
    "Acres",
    "Days overdue",
    "Apples",
    "Oranges",
    "Guests",
  ),
  ...declare("number", "Price", "Sales Tax"),
  ...declare(
    "boolean",
    "✅ Completed",
    "Test",
    "Is_Featured",
    "Future",
    "Actif",
    "Display",
    "IsBlackList",
    "IsDisabled",
  ),
  ...declare(
    "boolean",
    "Public",
    "Managed Field: Previous Active In Mailing Lists",
    "Active in Mailing Lists",
  ),
  ...declare(
    "date",
    "Deadline",
    "Deferred Until",
    "completedAt",
    "📅 Follow-Up Date",
    "fldDueDate",
    "start_date",
    "Date",
  ),
  ...declare(
    "date",
    "Delivery Date",
    "Target Date",
    "End Date",
    "Kickoff date",
    "Start Date",
    "Vyzvednout od",
  ),
  ...declare("date", "Display Time", "Time Submitted", "Issue date", "Timestamp", "StartDate"),
  ...declare("list", "optionCodes", "Files", "משפיע", "פרשה", "Stores"),
};

function declare(
  type: "text" | "number" | "boolean" | "date" | "list",
  ...names: readonly string[]
): FieldDeclarations {
  return Object.fromEntries(names.map((name) => [name, type]));
}

/** What the corpus says of a formula that is to be refused, and the code that names the mistake. */
const NEGATIVE: readonly (readonly [note: RegExp, code: DiagnosticCode])[] = [
  [/NOT takes exactly one/, "argument-count"],
  [/unescaped apostrophe/, "unescaped-quote"],
  [/curly quotes/, "curly-quote"],
  [/leading "="/, "leading-equals"],
  [/"==" and null/, "foreign-operator"],
];

describe("formulas from the wild", () => {
  needForEach(CORPUS);

  const schema = schemaOf(WILD_FIELDS);
  const wild = WILD_FORMULAS ?? [];

  it("are more than ten", () => {
    expect(wild.length).toBeGreaterThan(10);
  });

  it.each(wild.map(({ formula, note }) => [formula, note] as const))("%s", (formula, note) => {
    const { ok, diagnostics } = check(formula, schema);
    expectFitMessages(formula, diagnostics);
    if (note.startsWith("NEGATIVE")) {
      const code = NEGATIVE.find(([pattern]) => pattern.test(note))?.[1];
      expect(ok).toBe(false);
      expect(diagnostics.map((found) => found.code)).toContain(code);
      // If there are two ways to mend it, the help names them.
      expect(diagnostics.some(({ fix, help }) => (fix ?? help) !== undefined)).toBe(true);
      return;
    }
    // A checkbox beside the word that a text would hold is a mistake, and mended by a fix.
    if (/checkbox compared with text/.test(note)) {
      expect(diagnostics).toMatchObject([
        { code: "comparison-type", fix: { title: "write TRUE()" } },
      ]);
      return;
    }
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expectSameEverywhere(formula, [{}, null, { Name: "x", Price: 1, tax: 0 }], schema);
  });
});
