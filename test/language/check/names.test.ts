import { describe, expect, it } from "vitest";
import { check, defineSchema } from "../../../src/index.ts";
import { diagnose, expectClean, expectDiagnostic } from "./expect-diagnostic.ts";

describe("a name", () => {
  it.each(["{price} > 1", "price > 1", "{odd \\{name\\}\\\\} = 'x'"])(
    "is a field of the schema, in braces or bare: %s",
    (formula) => expectClean(formula),
  );

  it.each([
    ["TRUE", "boolean"],
    ["False", "boolean"],
    ["now", "date"],
    ["TODAY", "date"],
    ["IF({sold}, blank, 1)", "number"],
  ])("%s may stand for a function without parentheses", (formula, type) => {
    expectClean(formula);
    expect(check(formula, defineSchema({ sold: "boolean" })).type).toBe(type);
  });

  it("is a field rather than a function when the schema has one of that exact name", () => {
    const schema = defineSchema({ NOW: "number", True: "text" });
    expect(check("NOW", schema)).toMatchObject({ ok: true, type: "number", fields: ["NOW"] });
    expect(check("NOW()", schema)).toMatchObject({ ok: true, type: "date", fields: [] });
    expect(check("True", schema)).toMatchObject({ ok: true, type: "text" });
    expect(check("TRUE", schema)).toMatchObject({ ok: true, type: "boolean", fields: [] });
  });

  it("in braces is never a function", () => {
    expectDiagnostic("«{TRUE}»", "unknown-field");
    expectDiagnostic("«{BLANK}» = 1", "unknown-field");
  });

  it("is a function only by the letters of ASCII", () => {
    expectDiagnostic("«FALſE»", "unknown-field");
    expectDiagnostic("«falſe» = {sold}", "unknown-field");
  });
});

describe("an unknown field", () => {
  it("has a suggestion if a name is similar, and a fix in braces", () => {
    expectDiagnostic("«{prise}» > 1", "unknown-field", {
      message: "there is no field `prise`",
      help: "did you mean `price`",
      fixed: "{price} > 1",
    });
    expectDiagnostic("«Price» > 1", "unknown-field", { fixed: "{price} > 1" });
    expectDiagnostic(
      "«{odd {name}» = 'x'".replace(" {", " \\{").replace("e}", "e\\}}"),
      "unknown-field",
      {
        fixed: "{odd \\{name\\}\\\\} = 'x'",
      },
    );
  });

  it("has no suggestion without a similar name", () => {
    const { help } = expectDiagnostic("«{mileage}» > 1", "unknown-field");
    expect(help).toBeUndefined();
  });

  it("with a function's name has help that shows the call", () => {
    expectDiagnostic("«year» > 1", "unknown-field", {
      help: "`year` is a function: write `YEAR(…)`",
    });
    expectDiagnostic("«{YEAR}» > 1", "unknown-field");
  });

  it.each(["NULL", "nil", "None", "undefined", "EMPTY"])("%s is replaced by BLANK()", (name) => {
    expectDiagnostic(`{tax} = «${name}»`, "unknown-field", {
      help: "write `BLANK()` for a missing value",
      fixed: "{tax} = BLANK()",
    });
  });

  it("is reported at each position, and its consequences are not", () => {
    expect(diagnose("{a1} & {b1} = 'x' & LEFT({a1}, 'x')")).toEqual([
      "unknown-field: «{a1}» & {b1} = 'x' & LEFT({a1}, 'x')",
      "unknown-field: {a1} & «{b1}» = 'x' & LEFT({a1}, 'x')",
      "unknown-field: {a1} & {b1} = 'x' & LEFT(«{a1}», 'x')",
      "argument-type: {a1} & {b1} = 'x' & LEFT({a1}, «'x'»)",
    ]);
  });

  it("is shown shortened and escaped", () => {
    const { message } = expectDiagnostic(`«{\u202e${"x".repeat(500)}}»`, "unknown-field");
    expect(message).toBe(`there is no field \`\\u{202e}${"x".repeat(58)}…\``);
  });
});

describe("a hidden field", () => {
  const open = defineSchema({ price: "number" });
  const secretive = defineSchema({ price: "number", apiKey: { type: "text", hidden: true } });

  it.each([
    "{apiKey} = 'x'",
    "{apiKeys} = 'x'",
    "{APIKEY} = 'x'",
    "apiKey()",
    "apikey",
    "LEFT({apiKey}, 1) = 'a'",
    "IF({apiKey} = 'a', 1 / 0, 1)",
    "{price} + {apiKey}",
    "SWITCH({apiKey}, 1, 2)",
    "{price} = {apiKe}",
  ])("is reported like a name that does not exist: %s", (formula) => {
    expect(check(formula, secretive)).toEqual(check(formula, open));
    expect(
      JSON.stringify(check(formula, secretive).diagnostics.map(({ help, fix }) => [help, fix])),
    ).not.toContain("apiKey");
  });

  it("has no role", () => {
    const hiddenKey = defineSchema({ id: { type: "text", key: true, hidden: true } });
    expectDiagnostic("«RECORD_ID()» = 'x'", "missing-role", { schema: hiddenKey });
  });
});

describe("the fields used", () => {
  it("are named once each, in the order of their first use", () => {
    const { fields } = check(
      "AND({tax} > 1, price > {tax}, RECORD_ID() = 'x', LEFT(title, price))",
      undefined,
    );
    expect(fields).toEqual(["tax", "price", "title"]);
  });

  it("include those that a role stands for", () => {
    const schema = defineSchema({
      at: { type: "date", role: "modified" },
      id: { type: "number", key: true },
    });
    expect(
      check("AND(LAST_MODIFIED_TIME() > '2020-01-01', RECORD_ID() = 1)", schema).fields,
    ).toEqual(["at", "id"]);
  });

  it("are the known ones if others are unknown", () => {
    const schema = defineSchema({ a: "number" });
    expect(check("{missing} + {a}", schema).fields).toEqual(["a"]);
  });
});
