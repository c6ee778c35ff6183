import { describe, expect, it } from "vitest";
import { formulaWeight } from "../../../src/data/stores/formula-weight.ts";
import { compiling } from "../../../src/engine/compile.ts";
import { Formula } from "../../../src/engine/index.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import { FoldedConstants } from "../../../src/language/core/folded-constants.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";
import { allSteps } from "../../../src/util/steps.ts";

const cars = defineSchema({ title: "text", price: "number" });

const long = (core: CoreBuilder): CoreNode =>
  core.upperCase(core.repeat(core.text("ab"), core.number(9)));

describe("the constants of the formulas of a request", () => {
  it("are folded once: a builder without work left reuses those of another one", () => {
    const folded = new FoldedConstants();
    expect(long(new CoreBuilder(1e6, undefined, folded))).toMatchObject({ data: "AB".repeat(9) });
    expect(folded.size).toBe(2);
    expect(long(new CoreBuilder(0, undefined, folded))).toMatchObject({ data: "AB".repeat(9) });
    expect(long(new CoreBuilder(0)).op).toBe("upperCase");
    expect(folded.size).toBe(2);
  });

  it("are distinguished by their operations, types and values", () => {
    const folded = new FoldedConstants();
    const core = new CoreBuilder(1e6, undefined, folded);
    const other = new CoreBuilder(1e6, undefined, folded);
    expect(core.length(core.text("1"))).toMatchObject({ data: 1 });
    expect(other.length(other.text("11"))).toMatchObject({ data: 2 });
    expect(core.numberText(core.number(1))).toMatchObject({ data: "1" });
    expect(other.lowerCase(other.text("A"))).toMatchObject({ data: "a" });
    expect(other.upperCase(other.text("a"))).toMatchObject({ data: "A" });
    expect(core.less(core.number(1), core.number(2)).data).toBe(true);
    expect(other.less(other.date(2), other.date(1)).data).toBe(false);
    expect(other.divide(other.number(1), other.orElse(other.number(0), other.number(1))).op).toBe(
      "fail",
    );
  });

  it("are distinguished by their patterns and replacements", () => {
    const folded = new FoldedConstants();
    const evaluated = (source: string): unknown => {
      const compiled = allSteps(compiling(source, cars, {}, folded));
      if (!compiled.ok || !(compiled.formula instanceof Formula)) throw new Error(source);
      return compiled.formula.evaluate({ title: "", price: 1 });
    };
    const values = [
      'REGEX_REPLACE("aBc", "b|d", "x")',
      'REGEX_REPLACE("aBc", "(?i)b|d", "x")',
      'REGEX_REPLACE("aBc", "(?i)b|d", "y")',
      'REGEX_REPLACE("aBc", "[Bc]", "y")',
      'REGEX_EXTRACT("aBc", "[Bc]")',
      'REGEX_EXTRACT("aBc", "[Bc]$")',
      'REGEX_MATCH("aBc", "(?i)[b]d?")',
      'REGEX_MATCH("aBc", "[b]d?")',
    ].map(evaluated);
    expect(values).toEqual(["aBc", "axc", "ayc", "ayy", "B", "c", true, false]);
  });

  it.each([
    'LEN(SUBSTITUTE(REPT("ab", 900), "a", "c"))',
    'LEN(REGEX_REPLACE(REPT("ab", 900), "a+|b", "c"))',
    'LEN(REGEX_REPLACE(REPT("ab", 900), "(a|b)+", REPT("$1", 2)))',
    'LEN(REGEX_EXTRACT(REPT("ab", 900), "[ab]+"))',
    'IF(REGEX_MATCH(REPT("ab", 900), "(?i)[B]+a"), 1, 2)',
  ])("are folded once for twenty formulas that share them: %s", (constant) => {
    const folded = new FoldedConstants();
    const sizes = Array.from({ length: 20 }, (_, index) => {
      const source = `${constant} + {price} * ${index + 2} > 0`;
      expect(allSteps(compiling(source, cars, {}, folded)).ok).toBe(true);
      return folded.size;
    });
    expect(new Set(sizes).size).toBe(1);
  });
});

describe("a formula", () => {
  it("is compiled in steps: its syntax, its types, its core, its price and its fixes", () => {
    const steps = compiling("{price} > 1", cars, {});
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBe(4);
  });

  it("is charged with the memory of its constants, also of nested ones", () => {
    const fixedOf = (source: string): number => formulaWeight(compileOrThrow(source, cars)).fixed;
    const plain = fixedOf('LEN(REPT("ab", 10)) < {price}');
    expect(fixedOf('LEN(REPT("ab", 30000)) < {price}') - plain).toBeGreaterThan(2 * 59_000);
  });
});
