import { describe, expect, it } from "vitest";
import { check } from "../../../src/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { expectClean, expectDiagnostic, LISTINGS } from "./expect-diagnostic.ts";

/** A field of each type, and a call that needs each type. */
const FIELDS: Readonly<Record<ValueType, string>> = {
  text: "{title}",
  number: "{price}",
  boolean: "{sold}",
  date: "{soldAt}",
  list: "{tags}",
};
const WANTS: Readonly<Record<ValueType, (argument: string) => string>> = {
  text: (argument) => `LEN(${argument})`,
  number: (argument) => `ABS(${argument})`,
  boolean: (argument) => `NOT(${argument})`,
  date: (argument) => `YEAR(${argument})`,
  list: (argument) => `ARRAYJOIN(${argument})`,
};
const TYPES: readonly ValueType[] = ["text", "number", "boolean", "date", "list"];

/**
 * The implicit conversions of the language: every type to a text and a condition, a boolean to a number, a text to a
 * list.
 */
const COERCED: Readonly<Record<ValueType, readonly ValueType[]>> = {
  text: TYPES,
  number: ["number", "boolean"],
  boolean: TYPES,
  date: ["date"],
  list: ["list", "text"],
};

/** The checker's help if there is no conversion, and the result of its fix. */
const REFUSED: Readonly<Record<string, { readonly help: string; readonly fixed?: string }>> = {
  "number←text": {
    help: "write `VALUE({title})` to read the number in the text",
    fixed: "ABS(VALUE({title}))",
  },
  "number←date": {
    help: "take a part of the date, such as `YEAR(…)`, or a difference, such as `DATETIME_DIFF(…)`",
  },
  "number←list": {
    help: "count the list's items with `COUNTALL(…)`, or join them with `ARRAYJOIN(…)`",
  },
  "date←text": {
    help: "write `DATETIME_PARSE({title})` to read the date in the text",
    fixed: "YEAR(DATETIME_PARSE({title}))",
  },
  "date←number": { help: "give a date" },
  "date←boolean": { help: "give a date" },
  "date←list": { help: "give a date" },
  "list←number": { help: "give a list" },
  "list←boolean": { help: "give a list" },
  "list←date": { help: "give a list" },
};

describe.each(TYPES)("where a %s is wanted", (wanted) => {
  const call = WANTS[wanted];

  it.each(TYPES)("a %s", (given) => {
    const field = FIELDS[given];
    if (COERCED[wanted].includes(given)) {
      expectClean(call(field));
      return;
    }
    expectDiagnostic(call(`«${field}»`), "argument-type", {
      message: `\`${field}\` is a ${given}, but a ${wanted} is needed here`,
      ...REFUSED[`${wanted}←${given}`],
    });
  });

  it("BLANK() and ERROR() take that type", () => {
    const result = check(call("BLANK()"), LISTINGS);
    expect([result.ok, result.diagnostics]).toEqual([true, []]);
    expect(check(call("ERROR()"), LISTINGS)).toMatchObject({
      ok: true,
      type: result.type,
      diagnostics: [],
    });
  });
});

describe("a text literal", () => {
  it("is a date where a date is wanted, if it states one", () => {
    expectClean("YEAR('2024-02-29') = {price}");
    expectClean("YEAR('2024-02-29T12:00') = {price}");
    expectClean("DATEADD('', 1, 'days') = {soldAt}");
    expectDiagnostic("YEAR(«'29 Feb'»)", "invalid-date");
  });

  it("is no number, but the fix writes it as one", () => {
    expectDiagnostic("ABS(«'-0.50'»)", "argument-type", {
      message: "`'-0.50'` is a text, but a number is needed here",
      help: "write -0.5",
      fixed: "ABS(-0.5)",
    });
    expectDiagnostic("ABS(«'fifty'»)", "argument-type", { help: "write a number without quotes" });
    expectDiagnostic("ABS(«''»)", "argument-type", { help: "write a number without quotes" });
  });
});
