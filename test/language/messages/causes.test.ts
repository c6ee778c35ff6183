import { describe, expect, it } from "vitest";
import { createLanguage } from "../../../src/editors/assistance/index.ts";
import {
  compileOrThrow,
  defineSchema,
  type ErrorCause,
  type Explanation,
  type Messages,
  restrict,
} from "../../../src/index.ts";
import { GERMAN } from "./german.ts";

const DECLARATIONS = {
  t: "text",
  n: "number",
  z: "number",
  d: "date",
  ratio: { formula: "{n} / {z}" },
} as const;
const schema = defineSchema(DECLARATIONS, { messages: GERMAN });
const row = { t: "abc", n: 5, z: 0, d: new Date("2024-02-29T00:00:00Z") };
const LIMITS = { work: 1_000_000 };

const CHAIN = Array.from({ length: 40 }, (_, index) => `{t} & REPT("${index}", 700)`).join(" & ");

/** A formula for each cause. */
const FORMULAS: Readonly<Record<ErrorCause, string>> = {
  "number-too-large": "{n} * 1e308",
  division: "{n} / {z}",
  "negative-root": "SQRT(0 - {n})",
  "not-a-number": "VALUE({t})",
  "date-out-of-range": "{d} + 1e9",
  "text-too-long": "REPT({t}, 30000)",
  "too-costly": `LEN(${CHAIN}) > 1`,
  "no-value": "LOG({z})",
};

/** The causes in an explanation, with their codes. */
function causesIn({ cause, causeCode, parts, definition }: Explanation): readonly unknown[] {
  const inner = [...parts, ...(definition === undefined ? [] : [definition])].flatMap(causesIn);
  return cause === undefined && causeCode === undefined ? inner : [[causeCode, cause], ...inner];
}

function causesOf(formula: string, messages: Messages): ReadonlySet<string> {
  const compiled = compileOrThrow<object>(formula, schema, { messages, limits: LIMITS });
  return new Set(causesIn(compiled.explain(row)).map((found) => JSON.stringify(found)));
}

const GERMAN_CAUSE = ["division", GERMAN.causes.division];

describe("the causes of errors", () => {
  it.each(Object.entries(FORMULAS))("%s is said in German, by its code: %s", (code, formula) => {
    const german = GERMAN.causes[code as ErrorCause];
    expect(causesOf(formula, GERMAN)).toEqual(new Set([JSON.stringify([code, german])]));
    const [english] = causesOf(formula, {});
    expect(english).toContain(`["${code}","`);
    expect(english).not.toContain(german);
  });

  it("are German in the formulas of fields, joined formulas and templates", () => {
    const options = { messages: GERMAN };
    const computed = compileOrThrow<object>("{ratio} > 1", schema, options);
    expect(causesIn(computed.explain(row))).toEqual([GERMAN_CAUSE, GERMAN_CAUSE]);
    const joined = restrict(compileOrThrow<object>("{n} / {z} > 1", schema, options), computed);
    expect(causesIn(joined.explain(row))).toContainEqual(GERMAN_CAUSE);
    const template = compileOrThrow<object, { readonly by: "number" }>("{n} / $by > 1", schema, {
      ...options,
      parameters: { by: "number" },
    });
    expect(causesIn(template.with({ by: 0 }).explain(row))).toEqual([GERMAN_CAUSE]);
  });

  it("are German in the values that editors show", () => {
    const language = createLanguage({ schema, messages: GERMAN });
    const causes = (text: string) => language.values(text, row).flatMap(({ cause }) => cause ?? []);
    expect(causes("{n} / {z} > 1")).toEqual([GERMAN.causes.division]);
    // The valid part of a formula with a mistake.
    expect(causes("AND({n} / {z} > 1, {m})")).toEqual([GERMAN.causes.division]);
  });
});
