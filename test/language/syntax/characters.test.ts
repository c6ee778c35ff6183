import { describe, expect, it, test } from "vitest";
import { parse } from "../../../src/language/syntax/index.ts";
import { expectDiagnostic, expectDiagnostics } from "./expect-diagnostic.ts";

describe("an invalid character is an error at any position", () => {
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

  it("has a fix also if it is the whole formula", () => {
    expectDiagnostic("«\ud800»", "invalid-character", { fixed: "", stillWrong: true });
  });

  it("two lone surrogates that another operator would join", () => {
    expectDiagnostics('{Name}="«\ud83d»"&"«\ude00»"', ["invalid-character", "invalid-character"]);
  });

  it("but no surrogate pair", () => {
    expect(parse('{Name}="😀"').ok).toBe(true);
  });

  it("with its code point in the message", () => {
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
  ])("%j, an invisible one, is removed by the fix", (marked, fixed) => {
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

  it("have their code point in the message if they are invisible", () => {
    expectDiagnostic("a«\ufeff»", "unexpected-character", {
      message: "the invisible character `U+FEFF` does not belong here",
      fixed: "a",
    });
  });

  it("may stand in names only within braces", () => {
    expectDiagnostic("«✅» = 1", "unexpected-character", {
      help: "a field needs braces if its name has other characters than letters, digits and `_`",
    });
  });
});
