import { describe, expect, it } from "vitest";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import { evaluate } from "../../../src/language/core/evaluate.ts";
import { defineKernel } from "../../../src/language/core/kernel.ts";
import { operandOf, operandsOf, threeOperandsOf } from "../../../src/language/core/node.ts";
import { asList, asNumber, asText } from "../../../src/language/core/plain-guards.ts";
import { lower } from "../../../src/language/lower/index.ts";
import { ERROR } from "../../../src/language/values/plain.ts";

// Invariants that types cannot express are checked at run time, with messages for developers.
describe("a broken invariant", () => {
  const core = new CoreBuilder();
  const text = core.field({ name: "t", type: "text" });
  const number = core.field({ name: "n", type: "number" });

  it("throws for operands of different types", () => {
    expect(() => core.equal(text, number)).toThrow("`equal` of text and number");
    expect(() => core.orElse(number, core.text(""))).toThrow("`orElse` of number and text");
    expect(() => core.if(core.true, text, number)).toThrow("differ in type");
    expect(() => core.and(number)).toThrow("`and` of number");
  });

  it("throws for a node with too few operands", () => {
    expect(() => operandOf(text)).toThrow("`field` has no operand");
    expect(() => operandsOf(core.length(text))).toThrow("`length` has fewer than two operands");
    expect(() => threeOperandsOf(core.contains(text, core.text("a")))).toThrow("fewer than three");
  });

  it("throws for a value of another type than its node's", () => {
    expect(() => asText(5)).toThrow("not a text");
    expect(() => asNumber("5")).toThrow("not a number");
    expect(() => asList("a")).toThrow("not a list");
  });

  it("throws for a formula with errors", () => {
    const node = { kind: "number", id: 0, span: { start: 0, end: 1 }, value: 1 } as const;
    expect(() => lower({ kind: "unknown", type: "unknown", node })).toThrow("errors was lowered");
  });
});

describe("the builder", () => {
  it("makes equal nodes one", () => {
    const core = new CoreBuilder();
    const t = core.field({ name: "t", type: "text" });
    expect(core.lowerCase(t)).toBe(core.lowerCase(t));
    expect(core.text("a")).toBe(core.text("a"));
    expect(core.text("1")).not.toBe(core.number(1));
    expect(core.date(0)).not.toBe(core.number(0));
    expect(core.upperCase(t)).not.toBe(core.lowerCase(t));
  });

  it("turns a position above zero into `contains`, for searches from the first character only", () => {
    const core = new CoreBuilder();
    const t = core.field({ name: "t", type: "text" });
    const a = core.text("a");
    const [zero, one, two] = [core.number(0), core.number(1), core.number(2)];
    expect(core.less(zero, core.find(a, t))).toBe(core.contains(t, a));
    expect(core.lessOrEqual(one, core.find(a, t))).toBe(core.contains(t, a));
    expect(core.not(core.equal(core.find(a, t), zero))).toBe(core.contains(t, a));
    expect(core.less(zero, core.find(a, t, two)).op).toBe("less");
    expect(core.lessOrEqual(one, core.find(a, t, two)).op).toBe("lessOrEqual");
    expect(core.equal(core.find(a, t, two), zero).op).toBe("equal");
  });

  it("folds by the reference, and stops folding texts when they grow too many", () => {
    const core = new CoreBuilder();
    expect(core.add(core.number(0.1), core.number(0.2))).toBe(core.number(0.1 + 0.2));
    expect(core.divide(core.number(1), core.number(0)).op).toBe("fail");
    const long = core.number(60_000);
    const made = Array.from("abcdef", (letter) => core.repeat(core.text(letter), long).op);
    expect(made).toEqual(["literal", "literal", "literal", "literal", "literal", "repeat"]);
  });

  it("evaluates what it did not fold", () => {
    const core = new CoreBuilder();
    const long = core.number(60_000);
    for (const letter of "abcde") core.repeat(core.text(letter), long);
    const one = defineKernel({ name: "ONE", parameters: [], result: "number", evaluate: () => 1 });
    const node = core.call(one);
    expect(node.op).toBe("call");
    expect(evaluate(node, { read: () => null, now: 0 })).toBe(1);
    expect(
      evaluate(core.call({ ...one, evaluate: () => ERROR }), { read: () => null, now: 0 }),
    ).toBe(ERROR);
  });
});
