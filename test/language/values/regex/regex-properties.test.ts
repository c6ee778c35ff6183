import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { patternMessage } from "../../../../src/language/source/messages/english-pattern.ts";
import {
  parseRegex,
  parseReplacement,
  type Regex,
  regexFind,
  regexReplaceAll,
  regexTest,
} from "../../../../src/language/values/regex/index.ts";
import { quote } from "../../../../src/util/quote.ts";
import { runsOf } from "../../../harness/extent.ts";
import { arbitraryPattern, arbitraryText } from "./pattern-arbitrary.ts";
import { pikeFind } from "./pike-find.ts";
import { isInsideCharacter, ReferenceFind } from "./reference-find.ts";
import { regexOf } from "./regex-of.ts";

const BUDGET = 20_000;

const variants = [
  { flags: "", nativeFlags: "u", dot: "[^\\n]", boundaries: true },
  { flags: "(?s)", nativeFlags: "u", dot: "[^]", boundaries: true },
  { flags: "(?i)", nativeFlags: "ui", dot: "[^\\n]", boundaries: false },
];

describe.each(variants)("patterns under `$flags`", ({ flags, nativeFlags, dot, boundaries }) => {
  const settings = { numRuns: runsOf(1_000) };
  const cases = [arbitraryPattern(dot, boundaries), arbitraryText] as const;

  test.prop([...cases], settings)("match where a native RegExp does", (pattern, text) => {
    const regex = regexOf(flags + pattern.ours);
    const native = new RegExp(pattern.native, nativeFlags).exec(text);
    // V8 also finds the empty text inside characters.
    fc.pre(native === null || !isInsideCharacter(text, native.index));
    expect(regexTest(regex, text)).toBe(native !== null);
    expect(regexTest(regex, text, { steps: 0 })).toBe(native !== null);
    const found = regexFind(regex, text, { steps: 0 });
    // The start of a match depends only on the language, on which all agree.
    expect(found?.start).toBe(native?.index);
    if (native === null || found === undefined || pattern.repeatsEmpty) return;
    expect(found.end).toBe(native.index + native[0].length);
    if (!pattern.repeatsGroup) expect(found.groups).toEqual(native.slice(1));
  });

  test.prop([...cases], settings)("find the same as the reference", (pattern, text) => {
    const regex = regexOf(flags + pattern.ours);
    const expected = new ReferenceFind(text, BUDGET).find(regex);
    fc.pre(expected !== "exhausted");
    const byThreads = pikeFind(regex, text);
    for (const counter of [undefined, { steps: 0 }]) {
      const found = regexFind(regex, text, counter);
      expect(found).toEqual(byThreads);
      expect(found?.start).toBe(expected?.start);
      if (!pattern.repeatsEmpty) expect(found).toEqual(expected);
    }
  });

  test.prop([...cases], settings)(
    "replace the matches of the reference, one after the other",
    (pattern, text) => {
      const regex = regexOf(flags + pattern.ours);
      const replacement = parseReplacement("<$0>", regex);
      if (!replacement.ok) throw new Error(replacement.group);
      const expected = pattern.repeatsEmpty ? undefined : replaceByReference(regex, text);
      fc.pre(expected !== undefined);
      expect(regexReplaceAll(regex, text, replacement.replacement)).toBe(expected);
      const counter = { steps: 0 };
      expect(regexReplaceAll(regex, text, replacement.replacement, 65_536, counter)).toBe(expected);
    },
  );
});

function replaceByReference(regex: Regex, text: string): string | undefined {
  const reference = new ReferenceFind(text, BUDGET);
  let result = "";
  let copied = 0;
  let from = 0;
  let lastEnd = -1;
  while (from <= text.length) {
    const match = reference.find(regex, from);
    if (match === "exhausted") return undefined;
    if (match === undefined) break;
    const { start, end } = match;
    if (start === end && start === lastEnd) {
      from = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    result += `${text.slice(copied, start)}<${text.slice(start, end)}>`;
    copied = end;
    lastEnd = end;
    from = end;
  }
  return result + text.slice(copied);
}

describe("any pattern at all", () => {
  const meta = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."()[]{}|*+?^$.\\-,:<>=!#&Pi0123xud"),
      fc.constantFrom("(?", "(?:", "(?i)", "(?<a>", "[^", "{1,2}", "\\x{", "[[:a", "\0", "\ud800"),
    ),
    maxLength: 20,
  });

  test.prop([fc.oneof(meta, fc.string({ unit: "binary" })), arbitraryText], {
    numRuns: runsOf(5_000),
  })("is accepted or refused, and never throws", (pattern, text) => {
    const result = parseRegex(pattern);
    if (!result.ok) {
      const message = patternMessage(result.problem, quote);
      expect(message).toMatch(/^[^A-Z]/);
      expect(message).not.toMatch(/\.$/);
      expect(result.offset).toBeGreaterThanOrEqual(0);
      expect(result.offset).toBeLessThanOrEqual(pattern.length);
      return;
    }
    expect(regexTest(result.regex, text)).toBe(regexFind(result.regex, text) !== undefined);
  });

  test.prop([
    fc.string({ unit: fc.constantFrom(..."ab\ud83d\ude00\ude00") }),
    fc.constantFrom("a.b", "(.+)b*", "\\b."),
  ])("does not throw on text that is not well formed", (text, pattern) => {
    const regex = regexOf(pattern);
    for (const counter of [undefined, { steps: 0 }]) {
      expect(regexTest(regex, text, counter)).toBe(regexFind(regex, text, counter) !== undefined);
    }
  });
});
