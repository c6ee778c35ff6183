import { describe, expect, it } from "vitest";
import { check } from "../../../src/index.ts";
import { diagnose } from "./expect-diagnostic.ts";

// The parts that the parser guesses get no diagnostics; the rest is still checked.

describe("beside a mistake of syntax", () => {
  it("guessed parts have no diagnostics", () => {
    expect(diagnose("AND({price} > , {sold})")).toEqual([
      "missing-operand: AND({price} «>» , {sold})",
    ]);
    expect(diagnose("LEFT({title}")).toEqual(["missing-parenthesis: LEFT({title}«»"]);
    expect(diagnose("1 2")).toEqual(["missing-operator: «1 2»"]);
    expect(diagnose("{price} +")).toEqual(["missing-operand: {price} «+»"]);
    expect(diagnose("{price")).toEqual(["unterminated-field: «{price»"]);
  });

  it("the rest is checked all the same", () => {
    expect(diagnose("AND({prise} > , ABS({title}) = 1")).toEqual([
      "unknown-field: AND(«{prise}» > , ABS({title}) = 1",
      "missing-operand: AND({prise} «>» , ABS({title}) = 1",
      "argument-type: AND({prise} > , ABS(«{title}») = 1",
      "missing-parenthesis: AND({prise} > , ABS({title}) = 1«»",
    ]);
  });

  it("the fields of the text are listed, and no others", () => {
    expect(check("{a} > {b} + ").fields).toEqual(["a", "b"]);
    expect(check("AND({a} = , LEFT({b}")).toMatchObject({
      ok: false,
      type: undefined,
      fields: ["a", "b"],
    });
  });
});
