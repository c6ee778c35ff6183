import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  REGEX_LIMITS,
  type Replacement,
  regexFind,
  regexReplaceAll,
  regexTest,
} from "../../../../src/language/values/regex/index.ts";
import { runsOf } from "../../../harness/extent.ts";
import { isInsideCharacter } from "./reference-find.ts";
import { regexOf } from "./regex-of.ts";

const NOTHING: Replacement = { parts: [""] };

interface Work {
  readonly test: number;
  readonly find: number;
  readonly replace: number;
}

function workOn(pattern: string, text: string): Work {
  const counted = (run: (counter: { steps: number }) => unknown): number => {
    const counter = { steps: 0 };
    run(counter);
    return counter.steps;
  };
  return {
    test: counted((counter) => regexTest(regexOf(pattern), text, counter)),
    find: counted((counter) => regexFind(regexOf(pattern), text, counter)),
    replace: counted((counter) =>
      regexReplaceAll(regexOf(pattern), text, NOTHING, 65_536, counter),
    ),
  };
}

/** Patterns that take backtracking engines exponential or polynomial time, and texts for them. */
const attacks: readonly (readonly [pattern: string, text: (length: number) => string])[] = [
  ["^(a+)+$", (length) => `${"a".repeat(length)}!`],
  ["(.*)*(.*)*b", (length) => `${"a".repeat(length)}!`],
  ["(x+x+)+y", (length) => "x".repeat(length)],
  ["(a|aa)+$", (length) => `${"a".repeat(length)}!`],
  ["(a|a?)+b", (length) => "a".repeat(length)],
  ["(?:a?){50}a{50}$", (length) => `${"a".repeat(length)}!`],
  ["([a-zA-Z]+)*\\d", (length) => "aB".repeat(length / 2)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", (length) => "a".repeat(length)],
  ["\\s*\\s*\\s*x", (length) => " ".repeat(length)],
  ["(.*?,){11}P", (length) => "1,".repeat(length / 2)],
  // Linear for the first match, quadratic for all matches without look-ahead information.
  ["a.*b|a", (length) => "a".repeat(length)],
  ["a*b|a", (length) => "a".repeat(length)],
  ["(a|b)*?c|b", (length) => "b".repeat(length)],
];

describe("work grows with the length of the text", () => {
  test.each(attacks)("%s", (pattern, text) => {
    const once = workOn(pattern, text(4_000));
    const twice = workOn(pattern, text(8_000));
    for (const form of ["test", "find", "replace"] as const) {
      expect(twice[form]).toBeLessThan(2.2 * once[form] + 100);
      expect(twice[form]).toBeLessThan(8_000 * 100);
    }
  });

  test("by at most the size of the program for each character, if no state is cached", () => {
    const text = randomText(3_000);
    for (const pattern of ["(?:a|b)*a(?:a|b){300}c", "c(?:a|b){300}a(?:a|b)*", "(a|b){190}a|b"]) {
      const { test: tested, find, replace } = workOn(pattern, text);
      expect(Math.max(tested, find, replace)).toBeLessThan(text.length * 5 * REGEX_LIMITS.steps);
    }
  });
});

/** Reproducible, but without repetitions that a cache of states could exploit. */
function randomText(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 2 === 0 ? "a" : "b";
  }).join("");
}

describe("an automaton beyond its memory limit", () => {
  const text = `${randomText(20_000)}c`;

  test.each(["a[ab]{13}c", "[ab]{13}a", "c|b[ab]{13}a$"])(
    "still finds the same by %s",
    (pattern) => {
      const regex = regexOf(pattern);
      const native = new RegExp(pattern, "g");
      for (const part of [text, text.slice(0, -1), text.slice(7)]) {
        const expected = [...part.matchAll(native)];
        const counter = { steps: 0 };
        expect(regexTest(regex, part, counter)).toBe(expected.length > 0);
        expect(regexFind(regex, part, counter)?.start).toBe(expected[0]?.index);
        const marked = regexReplaceAll(regex, part, { parts: ["<", 0, ">"] }, 1e6, counter);
        expect(marked).toBe(part.replace(native, "<$&>"));
      }
    },
  );
});

describe("texts of many blocks", () => {
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(
        "a",
        "b",
        "ab ",
        "é",
        "😀",
        "B",
        "\n",
        "a".repeat(255),
        "😀".repeat(128),
        "xy",
      ),
      fc.string({ unit: fc.constantFrom(..."aB😀 \n1"), maxLength: 30 }),
    ),
    { maxLength: 30 },
  );

  const patterns = fc.constantFrom(
    ...["a.*b|a", "\\bB\\w+", "(a|b)+1", "[^\\n]{5}é", "😀+", "(a+)(B?)$", "^(.*?)(\\n|$)", "a{3}"],
    ...["\\w+\\b", "[😀a]+?\\B", "(?:😀|a)*", "\\d$", "x*", "^", "$", "(a)|(b)|(😀)"],
  );

  test.prop([parts.map((all) => all.join("")), patterns], { numRuns: runsOf(1_000) })(
    "are searched like a native RegExp does",
    (text, pattern) => {
      const regex = regexOf(pattern);
      const native = [...text.matchAll(new RegExp(pattern.replaceAll(".", "[^\\n]"), "gu"))].filter(
        (match) => !isInsideCharacter(text, match.index),
      );
      for (const counter of [undefined, { steps: 0 }]) {
        const found = regexFind(regex, text, counter);
        expect(found?.start).toBe(native[0]?.index);
        expect(found?.groups).toEqual(native[0]?.slice(1));
        expect(regexTest(regex, text, counter)).toBe(native.length > 0);
        const marked = regexReplaceAll(regex, text, { parts: ["<", 0, ">"] }, 1e6, counter);
        expect(marked).toBe(markMatches(text, native));
      }
    },
  );
});

function markMatches(text: string, matches: readonly RegExpExecArray[]): string {
  let marked = "";
  let copied = 0;
  let lastEnd = -1;
  for (const { index, 0: taken } of matches) {
    if (taken === "" && index === lastEnd) continue;
    marked += `${text.slice(copied, index)}<${taken}>`;
    lastEnd = index + taken.length;
    copied = lastEnd;
  }
  return marked + text.slice(copied);
}
