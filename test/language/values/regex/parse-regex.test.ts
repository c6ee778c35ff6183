import { describe, expect, test } from "vitest";
import { patternMessage } from "../../../../src/language/source/messages/english-pattern.ts";
import {
  parseRegex,
  REGEX_LIMITS,
  type RegexNode,
} from "../../../../src/language/values/regex/index.ts";
import { quote } from "../../../../src/util/quote.ts";
import { regexOf } from "./regex-of.ts";

const literal = (text: string): RegexNode => ({ kind: "literal", text });
const set = (...ranges: readonly (readonly [string, string])[]): RegexNode => ({
  kind: "set",
  negated: false,
  ranges: ranges.map(([first, last]) => [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0]),
});
const not = (node: RegexNode): RegexNode =>
  node.kind === "set" ? { ...node, negated: true } : node;
const digits = set(["0", "9"]);
const start: RegexNode = { kind: "anchor", anchor: "start" };
const end: RegexNode = { kind: "anchor", anchor: "end" };
const sequence = (...items: RegexNode[]): RegexNode => ({ kind: "sequence", items });
const repeat = (body: RegexNode, min: number, max: number, lazy = false): RegexNode => ({
  kind: "repeat",
  body,
  min,
  max,
  lazy,
});
const group = (index: number, body: RegexNode, name?: string): RegexNode => ({
  kind: "group",
  index,
  name,
  body,
});

describe("patterns and their trees", () => {
  test.each<[pattern: string, root: RegexNode]>([
    ["", sequence()],
    ["abc", literal("abc")],
    ["a(?:b)c", literal("abc")],
    ["😀", literal("😀")],
    ["\\x41\\x{1F600}\\u00e9", literal("A😀é")],
    ["\\n\\r\\t\\f\\v", literal("\n\r\t\f\v")],
    ["\\.\\\\\\/\\-\\_\\ ", literal(".\\/-_ ")],
    [".", not(set(["\n", "\n"]))],
    ["(?s).", not(set())],
    ["\\d\\D", sequence(digits, not(digits))],
    ["\\s", set(["\t", "\n"], ["\f", "\r"], [" ", " "])],
    ["[a-c\\d]", set(["0", "9"], ["a", "c"])],
    ["[^a-c]", not(set(["a", "c"]))],
    ["[cab]", set(["a", "c"])],
    ["[-a]", set(["-", "-"], ["a", "a"])],
    ["[a-]", set(["-", "-"], ["a", "a"])],
    ["[\\d-.]", set(["-", "."], ["0", "9"])],
    ["[\\]\\^\\-]", set(["-", "-"], ["]", "^"])],
    [
      "[[(.*+?{|$]",
      set(["$", "$"], ["(", "("], ["*", "+"], [".", "."], ["?", "?"], ["[", "["], ["{", "|"]),
    ],
    ["[\\x41-\\x{43}]", set(["A", "C"])],
    ["^a$", sequence(start, literal("a"), end)],
    [
      "\\b\\B",
      sequence(
        { kind: "anchor", anchor: "wordBoundary" },
        { kind: "anchor", anchor: "notWordBoundary" },
      ),
    ],
    ["abc*", sequence(literal("ab"), repeat(literal("c"), 0, Number.POSITIVE_INFINITY))],
    ["a+?", repeat(literal("a"), 1, Number.POSITIVE_INFINITY, true)],
    ["a??", repeat(literal("a"), 0, 1, true)],
    ["a{2}", repeat(literal("a"), 2, 2)],
    ["a{2,}", repeat(literal("a"), 2, Number.POSITIVE_INFINITY)],
    ["a{0,3}?", repeat(literal("a"), 0, 3, true)],
    ["(?:ab)*", repeat(literal("ab"), 0, Number.POSITIVE_INFINITY)],
    [
      "(?:a*)*",
      repeat(repeat(literal("a"), 0, Number.POSITIVE_INFINITY), 0, Number.POSITIVE_INFINITY),
    ],
    ["a|b|", { kind: "choice", options: [literal("a"), literal("b"), sequence()] }],
    ["(a)((b))", sequence(group(1, literal("a")), group(2, group(3, literal("b"))))],
    ["(?<x>a)(?P<y_1>b)", sequence(group(1, literal("a"), "x"), group(2, literal("b"), "y_1"))],
    ["(?<__proto__>a)", group(1, literal("a"), "__proto__")],
    ["()", group(1, sequence())],
    ["(?i)a1", sequence(set(["A", "A"], ["a", "a"]), literal("1"))],
    ["(?i)k", set(["K", "K"], ["k", "k"], ["\u212a", "\u212a"])],
    ["(?i)[^é]", not(set(["É", "É"], ["é", "é"]))],
    [
      "(?i)\\w",
      set(["0", "9"], ["A", "Z"], ["_", "_"], ["a", "z"], ["ſ", "ſ"], ["\u212a", "\u212a"]),
    ],
  ])("%s", (pattern, root) => {
    expect(regexOf(pattern).root).toEqual(root);
  });

  test("flags, groups and frozen results", () => {
    const regex = regexOf("(?is)(a)(?:b)(?<c>c)");
    expect(regex.source).toBe("(?is)(a)(?:b)(?<c>c)");
    expect(regex.flags).toEqual({ ignoreCase: true, dotAll: true });
    expect(regex.groupCount).toBe(2);
    expect(Object.isFrozen(regex)).toBe(true);
    expect(Object.isFrozen(regex.flags)).toBe(true);
  });

  test("a complement within a set excludes NUL and surrogates, which no text has", () => {
    expect(regexOf("[\\D1]").root).toEqual(
      set(["\u0001", "/"], ["1", "1"], [":", "\ud7ff"], ["\ue000", "\u{10ffff}"]),
    );
  });
});

describe("patterns that are refused", () => {
  const nesting = "(".repeat(REGEX_LIMITS.depth + 1);

  test.each<[pattern: string, offset: number, message: string]>([
    ["a)b", 1, "this `)` closes nothing: write `\\)`"],
    ["x(a", 1, "the `)` of this group is missing"],
    ["x[a", 1, "the `]` of this set is missing"],
    ["[a-", 0, "the `]` of this set is missing"],
    ["a]", 1, "this `]` closes nothing: write `\\]`"],
    ["a}", 1, "this `}` closes nothing: write `\\}`"],
    ["[]", 0, "the set is empty: write `\\]` for a bracket in it"],
    ["[^]", 0, "the set is empty: write `\\]` for a bracket in it"],
    ["[a-\\q]", 3, "`\\q` has no meaning: write `q`, or `\\\\q` to find a backslash too"],
    ["[z-a]", 1, "the range `z-a` is in the wrong order"],
    ["[a-\\d]", 1, "`a-\\d` is not a range: write `\\-` for a dash"],
    ["[a-c-e]", 4, "write `\\-` for a dash that belongs to the set"],
    [
      "[[:alpha:]]",
      1,
      "a named set inside `[…]` is not supported: write its characters, as in `[A-Za-z]`, or `\\[` for a bracket",
    ],
    ["[\\b]", 1, "a word boundary is not a character of a set"],
    ["*a", 0, "`*` has nothing to repeat: write `\\` before it for the character"],
    ["***=a", 0, "`*` has nothing to repeat: write `\\` before it for the character"],
    ["(*a)", 1, "`*` has nothing to repeat: write `\\` before it for the character"],
    ["a|+", 2, "`+` has nothing to repeat: write `\\` before it for the character"],
    ["a**", 2, "a quantifier cannot follow a quantifier: put what comes before into `(?:…)`"],
    [
      "a{1000}{1000}",
      7,
      "a quantifier cannot follow a quantifier: put what comes before into `(?:…)`",
    ],
    [
      "a*+",
      2,
      "a quantifier cannot follow a quantifier: a possessive one is not supported: leave out the `+`",
    ],
    ["a{", 1, "a `{` starts a count, as in `{2}` or `{1,3}`: write `\\{` for a brace"],
    ["a{x}", 1, "a `{` starts a count, as in `{2}` or `{1,3}`: write `\\{` for a brace"],
    ["a{,3}", 1, "a count needs its first number: write `{0,3}`"],
    ["a{3,2}", 1, "the counts of `{3,2}` are in the wrong order"],
    ["a{1001}", 1, "`{1001}` is over the limit of 1000 repeats"],
    [
      "a{1,99999999999999999999}",
      1,
      "`{1,99999999999999999999}` is over the limit of 1000 repeats",
    ],
    ["\\", 0, "a `\\` at the end has no meaning: write `\\\\`"],
    ["a\\q", 1, "`\\q` has no meaning: write `q`, or `\\\\q` to find a backslash too"],
    ["\\é", 0, "`\\é` has no meaning: write `é`, or `\\\\é` to find a backslash too"],
    ["(a)\\1", 3, "a reference back to a group is not supported"],
    ["(?<a>a)\\k<a>", 7, "a reference back to a group is not supported"],
    ["(?P<a>a)(?P=a)", 8, "a reference to a group is not supported"],
    ["\\p{L}", 0, "character properties are not supported: list characters in `[…]`"],
    ["\\A", 0, "`\\A` is not supported: write `^`"],
    ["a\\z", 1, "`\\z` is not supported: write `$`"],
    ["a\\Z", 1, "`\\Z` is not supported: write `$`"],
    ["\\x4", 0, "write two hexadecimal digits, as in `\\x41`, or any in braces: `\\x{1F600}`"],
    ["\\u41", 0, "write four hexadecimal digits, as in `\\u0041`"],
    ["\\x{110000}", 0, "the last character is `\\x{10FFFF}`"],
    ["\\ud83d\\ude00", 0, "this is half a character: write all of it, as in `\\x{1F600}`"],
    ["a\\x00b", 1, "a text has no NUL"],
    ["a\\0", 1, "a text has no NUL"],
    ["a\0", 1, "a pattern has no NUL"],
    ["a\ud800b", 1, "a pattern has no half a character"],
    ["(?=a)", 0, "looking around is not supported: join two tests with AND"],
    ["(?!a)", 0, "looking around is not supported: join two tests with AND"],
    ["a(?<=a)", 1, "looking around is not supported: join two tests with AND"],
    ["a(?<!a)", 1, "looking around is not supported: join two tests with AND"],
    ["(?R)", 0, "a reference to a group is not supported"],
    ["(a(?1))", 2, "a reference to a group is not supported"],
    ["(?P>a)", 0, "a reference to a group is not supported"],
    ["(?>a)", 0, "`(?>` is not supported: write `(?:`, or `\\(` for a parenthesis"],
    ["(?|a)", 0, "`(?|` is not supported: write `(?:`, or `\\(` for a parenthesis"],
    ["(?(1)a|b)", 0, "`(?(` is not supported: write `(?:`, or `\\(` for a parenthesis"],
    ["(?#a)", 0, "`(?#` is not supported: write `(?:`, or `\\(` for a parenthesis"],
    ["(?", 0, "`(?` is not supported: write `(?:`, or `\\(` for a parenthesis"],
    ["(?<1>a)", 0, "a name has ASCII letters, digits and `_`: write `(?<name>…)`"],
    ["(?'a'a)", 0, "a name has ASCII letters, digits and `_`: write `(?<name>…)`"],
    ["(?<a>a)(?<a>b)", 7, "two groups are named `a`"],
    ["a(?i)b", 1, "`(?i)` belongs at the very start, for the whole pattern"],
    ["(?i)(?s)b", 4, "`(?s)` belongs at the very start, for the whole pattern"],
    ["(?i:b)", 0, "`(?i:` belongs at the very start, for the whole pattern"],
    ["(?x) a", 0, "`(?x)` is not supported: the flags are `(?i)`, `(?s)` and `(?is)`"],
    ["(?m)^a", 0, "`(?m)` is not supported: the flags are `(?i)`, `(?s)` and `(?is)`"],
    [nesting, REGEX_LIMITS.depth, "groups are nested more than 100 deep"],
    [
      "((((a{100}){100}){100}){100})",
      11,
      "the pattern takes more than 1000 steps with its counts written out: lower them",
    ],
  ])("%s", (pattern, offset, message) => {
    const result = parseRegex(pattern);
    expect(result.ok || [patternMessage(result.problem, quote), result.offset]).toEqual([
      message,
      offset,
    ]);
  });
});

describe("limits, at n and n + 1", () => {
  test.each([
    ["length", (n: number) => `[${"a".repeat(n - 2)}]`, REGEX_LIMITS.length],
    ["depth", (n: number) => "(".repeat(n) + ")".repeat(n), REGEX_LIMITS.depth],
    ["repeats", (n: number) => `a{${n}}`, REGEX_LIMITS.repeats],
    ["steps", (n: number) => "ab".repeat(n / 2) + "c".repeat(n % 2), REGEX_LIMITS.steps],
    [
      "steps of a count",
      (n: number) => `(?:a{100}){4}b{90}${"c".repeat(n - 490)}`,
      REGEX_LIMITS.steps,
    ],
    [
      "steps of empty rounds",
      (n: number) => `(?:(?:){100}){4}(?:){90}${"c".repeat(n - 490)}`,
      REGEX_LIMITS.steps,
    ],
  ])("%s", (_, pattern, limit) => {
    expect(parseRegex(pattern(limit)).ok).toBe(true);
    expect(parseRegex(pattern(limit + 1)).ok).toBe(false);
  });
});
