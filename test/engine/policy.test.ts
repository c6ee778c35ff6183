import { describe, expect, it } from "vitest";
import { createLanguage } from "../../src/editors/assistance/index.ts";
import { bothPolicies } from "../../src/engine/policy.ts";
import {
  check,
  compile,
  defineFunction,
  defineSchema,
  type Policy,
  parameter,
} from "../../src/index.ts";
import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";

const schema = defineSchema({
  title: "text",
  price: "number",
  TODAY: "number",
  secret: { type: "text", hidden: true },
});

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

  it("does not apply to a field with the name of a function", () => {
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

  it("ignores operators that a repair of a broken formula guessed", () => {
    const codes = refused("{price} ** 2 > 1", { operators: { deny: ["*"] } }).map(([code]) => code);
    expect(codes).toEqual(["foreign-operator"]);
  });

  it.each<Policy>([
    { fields: { deny: ["price"] } },
    { fields: { allow: ["title"] } },
    { functions: { deny: ["ABS"] }, operators: { deny: ["+"] } },
  ])("hides the values of the parts that it refuses, and of what contains them: %j", (policy) => {
    const language = createLanguage({ schema, policy });
    const text = 'OR(LEN({title}) > 1, ABS({price}) + 1 > 5, {title} = "a")';
    const record = { title: "abc", price: 77 };
    const values = language
      .values(text, record)
      .map(({ span, shown }) => [text.slice(span.start, span.end), shown]);
    expect(values).toContainEqual(["LEN({title}) > 1", "TRUE"]);
    expect(values).toContainEqual(['{title} = "a"', "FALSE"]);
    const isRefused = (part: string): boolean =>
      policy.fields === undefined ? /ABS|\+/.test(part) : part.includes("price");
    expect(values.filter(([part = ""]) => isRefused(part))).toEqual([]);
    expect(createLanguage({ schema }).values(text, record)).toHaveLength(14);
  });

  it("is refused if it names unknown functions or operators", () => {
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

  it("offers only the allowed operators", () => {
    expect(labels("{price} ").filter((label) => label.startsWith("operator"))).toEqual([
      "operator =",
    ]);
  });

  it("refuses fields in each spelling, and reports hidden fields as unknown", () => {
    const policy: Policy = { fields: { deny: ["title"] } };
    expect(refused("{title} = 'a'", policy)).toEqual([["not-allowed", "{title}"]]);
    expect(refused("AND(title, {price})", policy)).toEqual([["not-allowed", "title"]]);
    expect(refused("TODAY > NOW()", { fields: { allow: ["price"] } })[0]).toEqual([
      "not-allowed",
      "TODAY",
    ]);
    const only: Policy = { fields: { allow: ["price"] } };
    expect(refused("{secret} = 'a'", only)).toEqual([["unknown-field", "{secret}"]]);
    expect(refused("{nobody} = 'a'", only)).toEqual([["unknown-field", "{nobody}"]]);
    const said = (name: string) => {
      const options: object = { policy: { fields: { deny: [name] } } };
      try {
        check("1", schema, options);
      } catch (error) {
        return String(error).replace(name, "…");
      }
      return;
    };
    expect(said("secret")).toBe(said("nobody"));
    expect(said("nobody")).toContain("TypeError");
  });

  it("bounds the size of formulas, and the lower limit holds", () => {
    const codes = (policy: Policy, nodes?: number) =>
      check("{price} + 1 > 2", schema, {
        policy,
        limits: nodes === undefined ? {} : { nodes },
      }).diagnostics.map(({ code }) => code);
    expect(codes({ limits: { nodes: 4 } })).toEqual(["too-many-nodes"]);
    expect(codes({ limits: { nodes: 4 } }, 10_000)).toEqual(["too-many-nodes"]);
    expect(codes({ limits: { nodes: 10_000 } }, 4)).toEqual(["too-many-nodes"]);
    expect(codes({ limits: { length: 10_000 } }, 4)).toEqual(["too-many-nodes"]);
    expect(codes({ limits: { nodes: 5 } })).toEqual([]);
  });

  it("refuses computed fields by their names, and not the fields in their formulas", () => {
    const computed = defineSchema({ a: "number", b: { formula: "{a} + 1" } });
    const policy: Policy = { fields: { deny: ["a"] }, operators: { deny: ["+"] } };
    expect(check("{b} > 1", computed, { policy }).diagnostics).toEqual([]);
    const [found] = check("{b} > 1", computed, { policy: { fields: { deny: ["b"] } } }).diagnostics;
    expect(found?.message).toBe("the field `b` is not allowed here");
  });

  it.each([
    { field: { deny: ["title"] } },
    { fields: { allow: ["title"], deny: ["price"] } },
    { fields: ["title"] },
    { fields: { deny: "title" } },
    { limits: { node: 5 } },
    { limits: { nodes: "5" } },
  ])("%j is refused, also by createLanguage", (policy: object) => {
    expect(() => check("1", schema, { policy })).toThrow(TypeError);
    expect(() => createLanguage({ schema, policy })).toThrow(TypeError);
  });

  it("keeps editors from offering what it refuses", () => {
    const policy: Policy = { fields: { deny: ["title"] } };
    const language = createLanguage({ schema, policy });
    const labels = language.complete("", 0).items.map(({ label }) => label);
    expect(labels).toContain("price");
    expect(labels).not.toContain("title");
    expect(language.complete("{ti", 3).items).toEqual([]);
  });

  it("keeps hover, signature help and rewrites from naming what it refuses", () => {
    const policy: Policy = { fields: { deny: ["title"] }, functions: { deny: ["LEN", "NOT"] } };
    const language = createLanguage({ schema, policy });
    const open = createLanguage({ schema });
    const formula = "LEN({title}) = {price}";
    expect(open.hover(formula, 1)?.markdown).toContain("LEN");
    expect(open.hover(formula, 6)?.markdown).toContain("title");
    expect(open.signature(formula, 4)?.name).toBe("LEN");
    expect(open.fixes(formula, { start: 13, end: 14 }).map(({ title }) => title)).toContain(
      "wrap in NOT",
    );
    expect(language.hover(formula, 1)).toBeUndefined();
    expect(language.hover(formula, 6)).toBeUndefined();
    expect(language.hover(formula, 16)?.markdown).toContain("price");
    expect(language.signature(formula, 4)).toBeUndefined();
    expect(language.fixes(formula, { start: 13, end: 14 }).map(({ title }) => title)).toEqual([]);
  });

  it.each(DOCUMENTED_FUNCTIONS.map(({ definition }) => definition.name))(
    "keeps the documentation of %s from naming other functions that it refuses",
    (name) => {
      const others = DOCUMENTED_FUNCTIONS.map(({ definition }) => definition.name).filter(
        (other) => other !== name && other !== "TRUE" && other !== "FALSE",
      );
      const cars = defineSchema({ title: "text", price: "number" });
      const language = createLanguage({ schema: cars, policy: { functions: { deny: others } } });
      const call = `${name}()`;
      const texts = [
        language.hover(call, 0)?.markdown,
        JSON.stringify(language.signature(call, call.length - 1)),
        ...language.complete("", 0).items.map((item) => JSON.stringify(item)),
      ];
      const words = texts.flatMap((text) => text?.match(/\b[A-Z][A-Z_0-9]+\b/g) ?? []);
      expect(words.filter((word) => others.includes(word))).toEqual([]);
    },
  );

  it("is combined with another one to what both allow", () => {
    const fields = { allow: ["title", "price"] } as const;
    expect(
      bothPolicies(
        { fields, functions: { deny: ["LEN"] }, limits: { nodes: 5, depth: 3 } },
        { fields: { deny: ["price"] }, functions: { deny: ["ABS"] }, limits: { nodes: 9 } },
      ),
    ).toEqual({
      fields: { allow: ["title"] },
      functions: { deny: ["LEN", "ABS"] },
      limits: { nodes: 5, depth: 3 },
    });
    expect(bothPolicies({ fields: { deny: ["price"] } }, { fields })?.fields).toEqual({
      allow: ["title"],
    });
    expect(bothPolicies(undefined, { fields })).toEqual({ fields });
  });
});
