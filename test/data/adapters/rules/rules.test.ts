import { describe, expect, it } from "vitest";
import { fromRules, type RuleGroup, toRules } from "../../../../src/adapters.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";

const schema = defineSchema({
  country: "text",
  city: "text",
  price: "number",
  budget: "number",
  sold: "boolean",
  at: "date",
  seen: "date",
  tags: "list",
  formula: "text",
});

/** The rules of a formula, and the formula of these rules. */
function thereAndBack(formula: string): { readonly rules: RuleGroup; readonly back: string } {
  const rules = toRules(compileOrThrow(formula, schema));
  // A query builder stores rules as JSON.
  const result = fromRules(JSON.parse(JSON.stringify(rules)), schema);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { rules, back: result.formula };
}

describe("toRules and fromRules", () => {
  it.each<[formula: string, rule: object, back?: string]>([
    ['{country} = "Italy"', { field: "country", operator: "=", value: "Italy" }],
    ["5 < {price}", { field: "price", operator: ">", value: 5 }, "{price} > 5"],
    ["{price} >= -1.5", { field: "price", operator: ">=", value: -1.5 }],
    [
      "price < budget",
      { field: "price", operator: "<", value: "budget", valueSource: "field" },
      "{price} < {budget}",
    ],
    ['{at} <= "2024-03-01"', { field: "at", operator: "<=", value: "2024-03-01" }],
    ["{sold} = TRUE", { field: "sold", operator: "=", value: true }, "{sold} = TRUE()"],
    ["{sold}", { field: "sold", operator: "=", value: true }, "{sold} = TRUE()"],
    ["{price} = BLANK()", { field: "price", operator: "null", value: null }, "ISBLANK({price})"],
    [
      "BLANK() != {tags}",
      { field: "tags", operator: "notNull", value: null },
      "NOT(ISBLANK({tags}))",
    ],
    ['CONTAINS({city}, "a")', { field: "city", operator: "contains", value: "a" }],
    ['HAS({tags}, "a")', { field: "tags", operator: "contains", value: "a" }],
    ['NOT(HAS({tags}, "a"))', { field: "tags", operator: "doesNotContain", value: "a" }],
    [
      "STARTS_WITH({city}, {country})",
      { field: "city", operator: "beginsWith", value: "country", valueSource: "field" },
    ],
    ['NOT(ENDS_WITH({city}, "a,b"))', { field: "city", operator: "doesNotEndWith", value: "a,b" }],
    ['ISONEOF({city}, "a,b", "c")', { field: "city", operator: "in", value: ["a,b", "c"] }],
    ["NOT(ISONEOF({price}, 1, 2))", { field: "price", operator: "notIn", value: [1, 2] }],
    ["BETWEEN({price}, 1, 2)", { field: "price", operator: "between", value: [1, 2] }],
    [
      "BETWEEN({at}, {seen}, {seen})",
      { field: "at", operator: "between", value: ["seen", "seen"], valueSource: "field" },
    ],
    ['{formula} = "x"', { field: "formula", operator: "=", value: "x" }],
    ...[
      "LEN({country}) > 3",
      "{at} < TODAY()",
      "BETWEEN({price}, 1, {budget})",
      'CONTAINS({tags}, "a")',
      '{tags} = "a"',
      "NOT({price})",
      "{price} = {sold}",
    ].map((formula): [string, object] => [
      formula,
      { field: "formula", operator: "formula", value: formula },
    ]),
  ])("the rule of %s", (formula, rule, back = formula) => {
    expect(thereAndBack(formula)).toEqual({ rules: { combinator: "and", rules: [rule] }, back });
  });

  it("groups are combined, negated and nested", () => {
    const formula =
      'OR(AND({price} < 5, {sold} = TRUE()), NOT(XOR({price} > 1, {city} = "a")), NOT({price} = 5), NOT(NOT(AND({price} > 1, {price} < 2))))';
    const price = (operator: string, value: number) => ({ field: "price", operator, value });
    expect(thereAndBack(formula)).toEqual({
      back: formula,
      rules: {
        combinator: "or",
        rules: [
          {
            combinator: "and",
            rules: [price("<", 5), { field: "sold", operator: "=", value: true }],
          },
          {
            combinator: "xor",
            not: true,
            rules: [price(">", 1), { field: "city", operator: "=", value: "a" }],
          },
          { combinator: "and", not: true, rules: [price("=", 5)] },
          {
            combinator: "and",
            not: true,
            rules: [{ combinator: "and", not: true, rules: [price(">", 1), price("<", 2)] }],
          },
        ],
      },
    });
  });

  it("toRules refuses what was not compiled", () => {
    const text: unknown = "{price} < 5";
    expect(() => toRules(text as Parameters<typeof toRules>[0])).toThrow(
      "`toRules`: the formula must be one that `compile` made, but is the text `{price} < 5`; take `result.formula`",
    );
  });
});

function rule(field: string, operator: string, value?: unknown, valueSource?: string): object {
  return { id: "r-1", field, operator, value, valueSource };
}

function groupOf(...rules: readonly unknown[]): object {
  return { id: "g-1", combinator: "and", not: false, rules };
}

describe("fromRules", () => {
  it.each([
    ["no rules", groupOf(), "TRUE()"],
    [
      "no rules in a nested group",
      groupOf(rule("price", ">", 1), groupOf()),
      "AND({price} > 1, TRUE())",
    ],
    ["a number of an input", groupOf(rule("price", "=", " 5.50 ")), "{price} = 5.5"],
    ["a number as a text", groupOf(rule("city", "=", 5)), '{city} = "5"'],
    ["a boolean of a list", groupOf(rule("sold", "=", "false")), "{sold} = FALSE()"],
    ["a date object", groupOf(rule("at", "<", new Date(0))), '{at} < "1970-01-01T00:00:00.000Z"'],
    [
      "two numbers with a comma",
      groupOf(rule("price", "between", "1, 2")),
      "BETWEEN({price}, 1, 2)",
    ],
    ["texts with commas", groupOf(rule("city", "in", "a, b\\,c,")), 'ISONEOF({city}, "a", "b,c")'],
    [
      "fields with a comma",
      groupOf(rule("price", "notIn", "budget,price", "field")),
      "NOT(ISONEOF({price}, {budget}, {price}))",
    ],
    ["a quote in a text", groupOf(rule("city", "=", 'a" = "a')), "{city} = 'a\" = \"a'"],
    ["a comment in a formula", groupOf(rule("any", "formula", "{price} > 1 // )")), "{price} > 1"],
    [
      "combinators between the rules",
      {
        rules: [rule("price", ">", 1), "or", rule("price", "<", 2), "and", rule("sold", "=", true)],
      },
      "OR({price} > 1, AND({price} < 2, {sold} = TRUE()))",
    ],
    [
      "muted rules and groups",
      {
        rules: [
          { ...rule("price", ">", 1), muted: true },
          "or",
          groupOf({ ...rule("price", ">", 2), muted: true }, rule("price", "<", 2)),
          "xor",
          { ...groupOf(), muted: true },
        ],
      },
      "{price} < 2",
    ],
  ])("reads %s", (_, rules, formula) => {
    expect(fromRules(rules, schema)).toEqual({ ok: true, formula });
  });

  it.each([
    ["nothing", undefined, [], "a group of rules is an object with the array `rules`"],
    ["a list", [], [], "a group of rules is an object with the array `rules`"],
    ["a text for a rule", groupOf("x"), [0], "a rule is an object, not the text `x`"],
    [
      "an unknown combinator",
      { ...groupOf(1, 2), combinator: "nand" },
      [],
      "`combinator` is and, or or xor, not the text `nand`",
    ],
    [
      "a wrong word between rules",
      { rules: [rule("price", ">", 1), "nor", rule("price", ">", 1)] },
      [1],
      "`and`, `or` or `xor` is missing between two rules",
    ],
    [
      "a missing rule",
      { rules: [rule("price", ">", 1), "and"] },
      [],
      "a rule is missing at the end",
    ],
    [
      "an unknown field",
      groupOf(rule("prise", "=", 1)),
      [0],
      "there is no field `prise`; did you mean `price`",
    ],
    ["the field of a new rule", groupOf(rule("~", "~", "")), [0], "there is no field `~`"],
    ["no field", groupOf({ operator: "=", value: 1 }), [0], "`field` is missing"],
    ["an empty field", groupOf(rule("", "=", 1)), [0], "there is no field ``"],
    ["no operator", groupOf({ field: "price", value: 1 }), [0], "`operator` is missing"],
    [
      "an unknown operator",
      groupOf(rule("city", "beginWith", "a")),
      [0],
      "there is no operator `beginWith`; did you mean `beginsWith`?",
    ],
    [
      "the name of a prototype's member",
      groupOf(rule("city", "constructor", "a")),
      [0],
      "there is no operator `constructor`",
    ],
    [
      "an operator of another type",
      groupOf(groupOf(rule("price", "contains", "1"))),
      [0, 0],
      "`price` is a number, which has no `contains`",
    ],
    [
      "no value",
      groupOf(rule("price", "=", "")),
      [0],
      "the value must be a number, but is missing",
    ],
    [
      "a hexadecimal number",
      groupOf(rule("price", "=", "0x10")),
      [0],
      "the value must be a number, but is the text `0x10`",
    ],
    [
      "a text of half a character",
      groupOf(rule("city", "=", "\ud800")),
      [0],
      "the value must be a text, but is the text `\\u{d800}`",
    ],
    ["a wrong date", groupOf(rule("at", "=", "soon")), [0], "`soon` is not a date"],
    ["one value of two", groupOf(rule("price", "between", [1])), [0], "`between` needs two values"],
    ["no value of a list", groupOf(rule("city", "in", "")), [0], "`in` needs a value"],
    [
      "fields of two types",
      groupOf(rule("price", "<", "city", "field")),
      [0],
      "`{price}` is a number and `{city}` is a text: they cannot be compared",
    ],
    [
      "an unknown source",
      groupOf(rule("price", "<", "x", "parameter")),
      [0],
      "`valueSource` is value or field",
    ],
    ["no formula", groupOf(rule("formula", "formula", " ")), [0], "the formula is missing"],
    [
      "a formula that closes a parenthesis",
      groupOf(rule("", "formula", "{sold}) OR (TRUE()")),
      [0],
      "this `)` has no opening `(`",
    ],
    [
      "more rules than arguments",
      groupOf(...Array(101).fill(rule("price", ">", 1))),
      [],
      "`AND` has 101 arguments, and at most 100 are allowed",
    ],
    [
      "more rules than nodes",
      groupOf(...Array(2001).fill(rule("price", ">", 1))),
      [],
      "there are more than 2000 rules",
    ],
    [
      "more values than nodes",
      groupOf(rule("price", "in", Array(2001).fill(1))),
      [0],
      "there are more than 2000 values",
    ],
    ["a sparse list", groupOf(...Array(3)), [0], "a rule is an object, not undefined"],
  ])("names the problem with %s", (_, rules, path, message) => {
    const result = fromRules(rules, schema);
    expect(result.ok).toBe(false);
    if (!result.ok)
      expect(result.problems[0]).toMatchObject({ path, message: expect.stringContaining(message) });
  });

  it("hostile objects have problems, and throw nothing", () => {
    const cyclic: { combinator: string; rules: unknown[] } = { combinator: "and", rules: [] };
    cyclic.rules.push(cyclic, cyclic);
    const proxy = new Proxy(
      {},
      {
        get: () => {
          throw new Error("read");
        },
      },
    );
    const getter = groupOf({
      field: "price",
      operator: "=",
      get value() {
        throw new Error("read");
      },
    });
    for (const rules of [
      cyclic,
      proxy,
      getter,
      groupOf(proxy),
      { rules: new Array(2 ** 32 - 1) },
    ]) {
      const result = fromRules(rules, schema);
      expect(result.ok).toBe(false);
      if (!result.ok) expect(result.problems.length).toBeLessThanOrEqual(20);
    }
  });

  it("options of `check` hold: limits, parameters and the policy", () => {
    const rules = groupOf(rule("any", "formula", "{price} < $most"));
    const parameters = { most: "number" } as const;
    expect(fromRules(rules, schema, { parameters })).toEqual({
      ok: true,
      formula: "{price} < $most",
    });
    expect(fromRules(rules, schema).ok).toBe(false);
    const many = groupOf(...Array(150).fill(rule("price", ">", 1)));
    expect(fromRules(many, schema, { limits: { arguments: 150 } }).ok).toBe(true);
    const policy = { fields: { deny: ["price"] } };
    expect(fromRules(groupOf(rule("price", "=", 1)), schema, { policy }).ok).toBe(false);
    expect(fromRules(groupOf(rule("prise", "=", 1)), schema, { policy })).toEqual({
      ok: false,
      problems: [{ path: [0], message: "there is no field `prise`" }],
    });
  });
});
