import { describe, expect, it } from "vitest";
import { check } from "../../../src/index.ts";
import { diagnose, expectClean, expectDiagnostic, LISTINGS } from "./expect-diagnostic.ts";

describe("arithmetic", () => {
  it.each([
    "{price} + {tax} - 1 * 2 / {price}",
    "-{price} + +{tax}",
    "{sold} + 1",
    "{sold} * {checked}",
    "-{sold}",
    "{price} + BLANK()",
    "BLANK() * {price}",
    "-BLANK()",
  ])("takes numbers, booleans and blanks: %s", (formula) => {
    expectClean(formula);
    expect(check(formula, LISTINGS).type).toBe("number");
  });

  it("takes no text: the fix writes a literal as a number, and VALUE around any other text", () => {
    expectDiagnostic('{price} * «"2.50"»', "operand-type", {
      message: '`"2.50"` is a text, and `*` works on numbers',
      help: "write 2.5",
      fixed: "{price} * 2.5",
    });
    expectDiagnostic("-«' -7e2 '»", "operand-type", { fixed: "--700" });
    expectDiagnostic("{price} / «'two'»", "operand-type", {
      help: "write a number without quotes",
    });
    expectDiagnostic("1 - «{title}»", "operand-type", {
      help: "write `VALUE({title})` to read the number in the text",
      fixed: "1 - VALUE({title})",
    });
    expectDiagnostic("«{title}» + 1", "operand-type", { fixed: "VALUE({title}) + 1" });
    const long = `LEFT({title}, 1 + ${"1 + ".repeat(10)}1)`;
    expectDiagnostic(`-«${long}»`, "operand-type", {
      help: "write `VALUE(…)` to read the number in the text",
      fixed: `-VALUE(${long})`,
    });
  });

  it("takes no list", () => {
    expectDiagnostic("«{tags}» * 2", "operand-type", {
      message: "`{tags}` is a list, and `*` works on numbers",
      help: "count the list's items with `COUNTALL(…)`, or join them with `ARRAYJOIN(…)`",
    });
  });

  it("does not multiply or negate a date", () => {
    expectDiagnostic("«{soldAt}» * 2", "operand-type", {
      help: "take a part of the date, such as `YEAR(…)`, or a difference, such as `DATETIME_DIFF(…)`",
    });
    expectDiagnostic("-«{soldAt}»", "operand-type");
  });

  it("keeps what is escaped in a text escaped in the help", () => {
    const { help } = expectDiagnostic('1 + «LEFT({title} & "\u001b[31m", 1)»', "operand-type", {
      fixed: '1 + VALUE(LEFT({title} & "\u001b[31m", 1))',
    });
    expect(help).toBe(
      'write `VALUE(LEFT({title} & "\\u{1b}[31m", 1))` to read the number in the text',
    );
  });
});

describe("dates in arithmetic", () => {
  it.each([
    ["{soldAt} - {createdAt}", "number"],
    ["BLANK() - {createdAt}", "number"],
    ["ERROR() - {createdAt}", "number"],
    ["{soldAt} - NOW()", "number"],
    ["{soldAt} + 1", "date"],
    ["{soldAt} - 0.5", "date"],
    ["1 + {soldAt}", "date"],
    ["{sold} + {soldAt}", "date"],
    ["{soldAt} + BLANK()", "date"],
    ["BLANK() + {soldAt}", "date"],
    ["{soldAt} + {sold}", "date"],
    ["({soldAt} + 1) - {createdAt}", "number"],
  ])("%s is a %s", (formula, type) => {
    expectClean(formula);
    expect(check(formula, LISTINGS).type).toBe(type);
  });

  it("cannot be added, nor taken from a number", () => {
    expectDiagnostic("«{soldAt} + {createdAt}»", "operand-type", {
      message: "two dates cannot be added",
      help: "a date minus a date is a number of days; a date plus or minus a number of days is a date",
    });
    expectDiagnostic("«5 - {soldAt}»", "operand-type", {
      message: "a date cannot be subtracted from a number",
    });
  });

  it("are moved by numbers only", () => {
    expectDiagnostic("{soldAt} + «{title}»", "operand-type", {
      fixed: "{soldAt} + VALUE({title})",
    });
    expectDiagnostic("«{tags}» + {soldAt}", "operand-type");
  });

  it("are not guessed at beside what is unknown", () => {
    expect(diagnose("{soldAt} - {nowhere}")).toEqual(["unknown-field: {soldAt} - «{nowhere}»"]);
    expect(diagnose("{nowhere} + {soldAt}")).toEqual(["unknown-field: «{nowhere}» + {soldAt}"]);
  });
});

describe("`+` between texts", () => {
  it.each([
    ["{title} «+» {notes}", "{title} & {notes}"],
    ["'a' «+» \"b\"", "'a' & \"b\""],
    ["{tags} «+» {title}", "{tags} & {title}"],
  ])("%s: write `&`", (marked, fixed) => {
    // The diagnostic covers the whole sum; the fix is at the operator.
    const source = marked.replace(/[«»]/g, "");
    expectDiagnostic(`«${source}»`, "operand-type", {
      message: "`+` adds numbers, not texts",
      help: "write `&` to join texts",
      fixed,
    });
  });
});

describe("`&`", () => {
  it.each([
    "{title} & 1",
    "{sold} & {price}",
    "{soldAt} & {tags}",
    "BLANK() & BLANK()",
    "ERROR() & 'x'",
  ])("takes any types: %s", (formula) => {
    expectClean(formula);
    expect(check(formula, LISTINGS).type).toBe("text");
  });
});
