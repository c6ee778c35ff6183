import { describe, expect, it, test } from "vitest";
import { parse } from "../../../src/language/syntax/index.ts";
import { expectDiagnostic, expectDiagnostics } from "./expect-diagnostic.ts";

describe("invalid characters are rejected wherever they stand", () => {
  test.each([
    ['{Name}="a«\0»b"', '{Name}="ab"'],
    ['{Name}«\0»="a"', '{Name}="a"'],
    ['{Na«\0»me}="a"', '{Name}="a"'],
    ['{Name}="«\ud800»"', '{Name}=""'],
    ['{Name}="«\udc00»"', '{Name}=""'],
    ["1 // «\udc00»", "1 // "],
    ["1 + «\0\0»2", "1 + 2"],
  ])("%j", (marked, fixed) => {
    expectDiagnostic(marked, "invalid-character", { fixed });
  });

  it("alone", () => {
    expectDiagnostic("«\ud800»", "invalid-character", { fixed: "", stillWrong: true });
  });

  it("halves that another operator would join", () => {
    expectDiagnostics('{Name}="«\ud83d»"&"«\ude00»"', ["invalid-character", "invalid-character"]);
  });

  it("not halves that belong together", () => {
    expect(parse('{Name}="😀"').ok).toBe(true);
  });

  it("by their number", () => {
    expectDiagnostic("a = «\0»1", "invalid-character", {
      message: "`U+0000` is not allowed in a formula",
      fixed: "a = 1",
    });
  });
});

describe("unexpected characters", () => {
  test.each([
    ['«\ufeff»{Name}="a"', '{Name}="a"'],
    ['{Name}«\ufeff»="a"', '{Name}="a"'],
    ["AND(«\u200d»TRUE())", "AND(TRUE())"],
    ["AN«\u200d»D(TRUE())", "AND(TRUE())"],
    ["1«\u180e»", "1"],
    ["a«\u00ad» = 1", "a = 1"],
    ["a = «\u202e»1", "a = 1"],
    ["«\u0001»a", "a"],
  ])("an invisible one goes: %j", (marked, fixed) => {
    expectDiagnostic(marked, "unexpected-character", { fixed });
  });

  test.each([
    ["{Price} - -1 «#» x"],
    ["1«;»SELECT 1"],
    ["a «@@» b"],
    ["«}»"],
    ["«]»"],
    ["{a}«}}»"],
    ["«😀😀»"],
    ["«٣»=3"],
    ["a «~» b"],
    ["a «!» b"],
    ["«\\{»"],
    ["1 + «:» 2"],
    ["«`» a"],
    ['{Name}«[»"length"]'],
    ["«[»1, 2, 3]"],
    ["«[»(a) + 1]"],
    ["«[»1)"],
    ["«[»1"],
    ["AND(«[»1; 2], 3)"],
    ["f(1) «[»2]"],
    ["a «?» b : c"],
    ["a «?» : c"],
    ["a «??» b"],
    ["a «:» b"],
    ["«$» a"],
    ["1 «;»"],
    ["1 «;;» 2"],
  ])("one mistake, one diagnostic: %s", (marked) => {
    expectDiagnostic(marked, "unexpected-character");
  });

  it("names the code point of what nobody sees", () => {
    expectDiagnostic("a«\ufeff»", "unexpected-character", {
      message: "the invisible character `U+FEFF` does not belong here",
      fixed: "a",
    });
  });

  it("knows where names with such characters can stand", () => {
    expectDiagnostic("«✅» = 1", "unexpected-character", {
      help: "a field needs braces if its name has other characters than letters, digits and `_`",
    });
  });
});
