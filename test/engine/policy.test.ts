import { describe, expect, it } from "vitest";
import { createLanguage } from "../../src/editors/assistance/index.ts";
import {
  check,
  compile,
  defineFunction,
  defineSchema,
  type Policy,
  parameter,
} from "../../src/index.ts";

const schema = defineSchema({ title: "text", price: "number", TODAY: "number" });

function refused(formula: string, policy: Policy): readonly (readonly [string, string])[] {
  return check(formula, schema, { policy }).diagnostics.map(({ code, span }) => [
    code,
    formula.slice(span.start, span.end),
  ]);
}

describe("a policy", () => {
  it("refuses the functions that it denies, in each spelling, at their names", () => {
    const policy: Policy = { functions: { deny: ["LEN", "NOW"] } };
    expect(refused("len({title}) > LEN({title})", policy)).toEqual([
      ["not-allowed", "len"],
      ["not-allowed", "LEN"],
    ]);
    expect(refused("YEAR(NOW) > YEAR(now())", policy)).toEqual([
      ["not-allowed", "NOW"],
      ["not-allowed", "now"],
    ]);
    expect(refused("UPPER({title}) = 'A'", policy)).toEqual([]);
  });

  it("refuses the functions and operators that it does not allow", () => {
    const policy: Policy = { functions: { allow: ["LEN"] }, operators: { allow: [">"] } };
    expect(refused("LEN({title}) > 5", policy)).toEqual([]);
    expect(refused("ABS({price}) = 5 + 1", policy)).toEqual([
      ["not-allowed", "ABS"],
      ["not-allowed", "="],
      ["not-allowed", "+"],
    ]);
  });

  it("takes a field for a field, though a function has its name", () => {
    expect(refused("{TODAY} > TODAY", { functions: { deny: ["TODAY"] } })).toEqual([]);
  });

  it("refuses custom functions by their names", () => {
    const twice = defineFunction({
      name: "TWICE",
      parameters: [parameter.number("x")],
      result: "number",
      lower: (core, x) => core.add(x, x),
    });
    const result = compile("TWICE({price}) > 1", schema, {
      functions: [twice],
      policy: { functions: { deny: ["TWICE"] } },
    });
    expect(result.ok).toBe(false);
    expect(result.diagnostics[0]).toMatchObject({
      code: "not-allowed",
      data: { kind: "function", name: "TWICE" },
      message: "the function `TWICE` is not allowed here",
    });
  });

  it("says nothing of operators that a formula with mistakes was only guessed to have", () => {
    const codes = refused("{price} ** 2 > 1", { operators: { deny: ["*"] } }).map(([code]) => code);
    expect(codes).toEqual(["foreign-operator"]);
  });

  it("is refused itself if it names what does not exist", () => {
    expect(() => check("1", schema, { policy: { functions: { deny: ["LENN"] } } })).toThrow(
      "the policy's `functions` must be names of functions, but is the text `LENN`",
    );
    const policy: object = { operators: { deny: ["=="] } };
    expect(() => check("1", schema, { policy })).toThrow(TypeError);
  });
});

describe("completion with a policy", () => {
  const language = createLanguage({
    schema,
    policy: { functions: { deny: ["LEN"] }, operators: { allow: ["="] } },
  });
  const labels = (text: string) =>
    language.complete(text, text.length).items.map(({ kind, label }) => `${kind} ${label}`);

  it("offers no function that is refused", () => {
    expect(labels("LE")).toContain("function LEFT");
    expect(labels("LE")).not.toContain("function LEN");
  });

  it("offers only the operators that are allowed", () => {
    expect(labels("{price} ").filter((label) => label.startsWith("operator"))).toEqual([
      "operator =",
    ]);
  });
});
