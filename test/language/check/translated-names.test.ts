import { describe, expect, it } from "vitest";
import { applyFix, check } from "../../../src/index.ts";
import { helpOnForeignFunction } from "../../../src/language/check/foreign-functions.ts";
import { translatedFunction } from "../../../src/language/check/translated-names.ts";
import { BUILT_IN } from "../../../src/language/functions/registry.ts";
import { expectDiagnostic, LISTINGS } from "./expect-diagnostic.ts";

describe("functions of Excel in other languages", () => {
  it.each([
    ["«WENN»({price} > 5, 1, 2)", "IF({price} > 5, 1, 2)"],
    ["«Si»({price} > 5, 1, 2)", "IF({price} > 5, 1, 2)"],
    ["«UND»({sold}, {checked})", "AND({sold}, {checked})"],
    ["«ODER»({sold}, {checked})", "OR({sold}, {checked})"],
    ["«LÄNGE»({title}) > 2", "LEN({title}) > 2"],
    ["«AÑO»({soldAt}) = 2024", "YEAR({soldAt}) = 2024"],
    ["«année»({soldAt}) = 2024", "YEAR({soldAt}) = 2024"],
    ["{soldAt} < «OGGI»()", "{soldAt} < TODAY()"],
    ["«MÉDIA»({price}, {tax}) > 1", "AVERAGE({price}, {tax}) > 1"],
  ])("%s has the fix %s", (marked, fixed) => {
    expectDiagnostic(marked, "unknown-function", { fixed });
  });

  it.each(["E", "O", "Y"])("%s is short, and has no fix", (name) => {
    expectDiagnostic(`«${name}»({sold}, {checked})`, "unknown-function", {
      help: `did you mean \`${name === "O" ? "OR" : "AND"}\``,
    });
  });

  it("with semicolons are mended in one go", () => {
    const source = "WENN({price} > 5; 1; 2)";
    const { diagnostics } = check(source, LISTINGS);
    const edits = diagnostics.flatMap(({ fix }) => fix?.edits ?? []);
    const fixed = applyFix(source, { title: "", edits });
    expect(fixed).toBe("IF({price} > 5, 1, 2)");
    expect(check(fixed, LISTINGS).diagnostics).toEqual([]);
  });

  it("are none of ours, and none of the other foreign functions", () => {
    for (const name of ["WENN", "SI", "MES", "REST", "HEUTE", "XO", "MEDIA"]) {
      expect(BUILT_IN.has(translatedFunction(name) ?? "")).toBe(true);
      expect(BUILT_IN.has(name)).toBe(false);
      expect(helpOnForeignFunction(name, () => true)).toBeUndefined();
    }
  });
});

describe("a field by a function of its name", () => {
  it.each([
    ['«prop("price")» > 5', "{price} > 5"],
    ['«col("title")» = "a"', '{title} = "a"'],
    ['«Field("odd {name}\\\\")» = "a"', '{odd \\{name\\}\\\\} = "a"'],
  ])("%s has the fix %s", (marked, fixed) => {
    expectDiagnostic(marked, "unknown-function", { fixed });
  });

  it("has help if there is no such field", () => {
    expectDiagnostic('«prop("nothing at all")» = 1', "unknown-function", {
      help: "write `{name}`",
    });
    expectDiagnostic('«prop("secretToken")» = 1', "unknown-function", { help: "write `{name}`" });
  });
});
