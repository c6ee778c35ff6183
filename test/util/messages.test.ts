import { describe, expect, it } from "vitest";
import { codePointOf } from "../../src/util/code-point-of.ts";
import { describe as describeValue, requireKind } from "../../src/util/misuse.ts";
import { quote } from "../../src/util/quote.ts";
import { didYouMean, suggest } from "../../src/util/suggest.ts";

describe("a value in a message", () => {
  it.each([
    ["a text", "the text `a`", "a"],
    ["nothing", "undefined", undefined],
    ["an object without a class", "a plain object", Object.create(null)],
    ["an object of a class without a name", "an object", new (class {})()],
    [
      "an object whose class has no text as its name",
      "an object",
      Object.create({ constructor: { name: 1 } }),
    ],
    [
      "an object that throws",
      "an object",
      Object.create({
        get constructor(): never {
          throw new Error("it is not read");
        },
      }),
    ],
  ])("%s is %s", (_, text, value) => {
    expect(describeValue(value)).toBe(text);
  });

  it("is quoted without hidden characters", () => {
    expect(quote("a\tb\nc\rd\u200be")).toBe("`a\\tb\\nc\\rd\\u{200b}e`");
    expect(quote("x".repeat(100))).toBe(`\`${"x".repeat(59)}…\``);
  });

  it("an empty text has no code point, which counts as 0", () => {
    expect(codePointOf("😀")).toBe(0x1f600);
    expect(codePointOf("")).toBe(0);
  });
});

describe("a wrong argument", () => {
  it.each([
    ["date", new Date(0), new Date(Number.NaN)],
    ["date", new Date(0), 0],
    ["object", {}, []],
    ["object", {}, null],
    ["signal", new AbortController().signal, { aborted: true }],
    ["signal", new AbortController().signal, {}],
    ["signal", new AbortController().signal, 1],
    ["texts", ["a"], [1]],
    ["objects", [{}], [null]],
    ["iterable", new Set(), {}],
  ] as const)("that must be a %s", (kind, right, wrong) => {
    expect(() => requireKind(right, kind, "`call`: the argument")).not.toThrow();
    expect(() => requireKind(wrong, kind, "`call`: the argument")).toThrow(
      /^`call`: the argument must be .*, but is /,
    );
  });
});

describe("a suggestion", () => {
  it("is the nearest known name", () => {
    expect(suggest("prise", ["year", "price", "prices"])).toBe("price");
    expect(suggest("acb", ["abc"])).toBe("abc");
    expect(suggest("volume", ["year"])).toBeUndefined();
    expect(didYouMean("prise", ["price"])).toBe("; did you mean price?");
    expect(didYouMean("prise", ["price"], quote)).toBe("; did you mean `price`?");
    expect(didYouMean("volume", ["year"])).toBe("");
  });

  it("takes no longer than comparing 2,000 names of 64 characters", () => {
    const others = Array.from({ length: 2_000 }, (_, index) => `other${index}`);
    expect(suggest("prise", ["price", ...others])).toBe("price");
    expect(suggest("prise", [...others, "price"])).toBeUndefined();
    expect(suggest("p".repeat(65), ["p".repeat(64)])).toBeUndefined();
  });
});
