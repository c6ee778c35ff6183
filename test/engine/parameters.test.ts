import { describe, expect, expectTypeOf, it } from "vitest";
import {
  check,
  compile,
  compileOrThrow,
  defineSchema,
  ERROR,
  type Formula,
  type FormulaTemplate,
} from "../../src/index.ts";

const schema = defineSchema({
  owner: "text",
  price: "number",
  sold: "boolean",
  createdAt: "date",
  tags: "list",
});

const parameters = {
  user: "text",
  minPrice: "number",
  isAdmin: "boolean",
  since: "date",
  wanted: "list",
} as const;

const VALUES = {
  user: "u1",
  minPrice: 5,
  isAdmin: false,
  since: new Date(0),
  wanted: ["a"],
};

describe("a formula with parameters", () => {
  it("runs once each parameter has a value", () => {
    const template = compileOrThrow("AND({owner} = $user, {price} >= $minPrice)", schema, {
      parameters: { user: "text", minPrice: "number" },
    });
    expectTypeOf(template).toEqualTypeOf<
      FormulaTemplate<
        typeof schema extends import("../../src/index.ts").Schema<infer R> ? R : never,
        { readonly user: "text"; readonly minPrice: "number" }
      >
    >();
    expect(template.parameters).toEqual({ user: "text", minPrice: "number" });
    expect(template.fields).toEqual(["owner", "price"]);
    const mine = template.with({ user: "u1", minPrice: 5 });
    const yours = template.with({ user: "u2", minPrice: 0 });
    const rows = [
      { owner: "u1", price: 5 },
      { owner: "u1", price: 4 },
      { owner: "u2", price: 1 },
    ];
    expect(mine.filter(rows)).toEqual([rows[0]]);
    expect(yours.filter(rows)).toEqual([rows[2]]);
    expect(rows.map(mine.matches)).toEqual([true, false, false]);
  });

  it("cannot run before that, by its type and at run time", () => {
    const template = compileOrThrow("{owner} = $user", schema, { parameters: { user: "text" } });
    expect("matches" in template).toBe(false);
    // @ts-expect-error -- a template has no `matches`
    expect(() => template.matches({})).toThrow(TypeError);
  });

  it("is an ordinary formula without declarations", () => {
    expectTypeOf(compileOrThrow("{price} > 1", schema)).toExtend<Formula<{ price?: number }>>();
    const result = compile("{price} > 1", schema, {});
    expect(result.ok && result.formula.matches({ price: 2 })).toBe(true);
  });

  it.each([
    [
      "a missing value",
      { user: "u" },
      "`with`: the parameter `minPrice` is missing; `null` is a blank",
    ],
    [
      "`undefined`",
      { user: "u", minPrice: undefined },
      "`with`: the parameter `minPrice` is missing; `null` is a blank",
    ],
    [
      "a value of another type",
      { user: "u", minPrice: "5" },
      "`with`: the parameter `minPrice` must be a number, or null, but is the text `5`",
    ],
    [
      "a number that is not finite",
      { user: "u", minPrice: Number.NaN },
      "`with`: the parameter `minPrice` must be a number, or null, but is the number NaN",
    ],
    [
      "an unknown name",
      { user: "u", minPrice: 1, minprice: 2 },
      "`with`: there is no parameter `minprice`; did you mean `minPrice`?",
    ],
    ["no object", 5, "`with`: the values must be an object, but is the number 5"],
  ])("throws for %s", (_, values, message) => {
    const template = compileOrThrow("{price} >= $minPrice", schema, {
      parameters: { user: "text", minPrice: "number" },
    });
    expect(() => template.with(values as never)).toThrow(new TypeError(message));
  });

  it("does not read an inherited property as a value", () => {
    const template = compileOrThrow("$toString", schema, { parameters: { toString: "text" } });
    expect(() => template.with({} as never)).toThrow(TypeError);
  });

  it.each([
    [
      { "a b": "text" },
      "`compile`: the name of a parameter must be a word such as `user`, but is the text `a b`",
    ],
    [
      { a: "texts" },
      "`compile`: the type of the parameter `a` must be one of text, number, boolean, date, list, but is the text `texts`",
    ],
  ])("refuses the declarations %j", (wrong, message) => {
    expect(() => compile("1", schema, { parameters: wrong as never })).toThrow(
      new TypeError(message),
    );
  });

  it.each([
    ["$user", "{owner}", null],
    ["$user = BLANK()", true, true],
    ["$minPrice = BLANK()", true, true],
    ["$minPrice + 1", 1, 1],
    ["$isAdmin", null, false],
    ["$since = BLANK()", true, true],
    ["ISBLANK($wanted)", true, true],
    ["{price} < $minPrice", false, false],
    ["{price} >= $minPrice", false, false],
    ["{owner} = $user", false, false],
    ["CONTAINS({owner}, $user)", true, true],
    ['$user & "x"', "x", "x"],
  ])("a blank in %s means BLANK()", (source, _, expected) => {
    const template = compileOrThrow(source, schema, { parameters });
    const bound = template.with({
      user: null,
      minPrice: null,
      isAdmin: null,
      since: null,
      wanted: null,
    });
    expect(bound.evaluate({ owner: "o", price: 3 })).toEqual(expected);
    expect(bound.reference({ owner: "o", price: 3 })).toEqual(expected);
  });

  it("copies an array when it is bound, so a later change has no effect", () => {
    const template = compileOrThrow('HAS($wanted, "a")', schema, { parameters });
    const wanted = ["a"];
    const bound = template.with({ ...VALUES, wanted });
    wanted[0] = "b";
    expect(bound.matches({})).toBe(true);
  });

  it("is explained with the values", () => {
    const template = compileOrThrow("{price} > $minPrice", schema, { parameters });
    expect(template.with(VALUES).explain({ price: 6 })).toMatchObject({
      value: true,
      parts: [
        { text: "{price}", value: 6 },
        { text: "$minPrice", value: 5 },
      ],
    });
  });

  it("may be an error for some values", () => {
    const template = compileOrThrow("{price} / $minPrice", schema, { parameters });
    expect(template.with({ ...VALUES, minPrice: 0 }).evaluate({ price: 1 })).toBe(ERROR);
    expect(template.with(VALUES).evaluate({ price: 10 })).toBe(2);
  });
});

describe("the diagnostic of an unknown parameter", () => {
  const unknownIn = (source: string, options = {}) => check(source, schema, options).diagnostics[0];

  it("names a parameter with a similar name", () => {
    expect(unknownIn("{owner} = $usr", { parameters })).toMatchObject({
      code: "unknown-parameter",
      span: { start: 10, end: 14 },
      message: "there is no parameter `$usr`",
      help: "did you mean `$user`",
      fix: { edits: [{ span: { start: 10, end: 14 }, text: "$user" }] },
    });
  });

  it("has no fix if two parameters are equally similar", () => {
    const told = unknownIn("{owner} = $usr", { parameters: { user: "text", usar: "text" } });
    expect(told).toMatchObject({ help: "did you mean `$user`" });
    expect(told?.fix).toBeUndefined();
  });

  it("names the field of that name", () => {
    expect(unknownIn("$owner = 'a'")).toMatchObject({
      code: "unknown-parameter",
      help: "for the field, write `{owner}`",
    });
  });

  it("names nothing without a similar name", () => {
    expect(unknownIn("$zzzzzz = 'a'", { parameters })?.help).toBeUndefined();
  });

  it("is not reported without a schema and declarations", () => {
    expect(check("{owner} = $user")).toMatchObject({ ok: true, fields: ["owner"] });
    expect(check("$user = 1", undefined, { parameters }).ok).toBe(false);
  });

  it("comes with a check of types", () => {
    expect(unknownIn("{price} = $user", { parameters })).toMatchObject({ code: "comparison-type" });
    expect(unknownIn("REGEX_MATCH({owner}, $user)", { parameters })).toMatchObject({
      code: "literal-required",
    });
  });
});
