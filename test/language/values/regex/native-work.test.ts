import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import { regexTest } from "../../../../src/language/values/regex/index.ts";
import { nativeWork } from "../../../../src/language/values/regex/native-work.ts";
import { runsOf } from "../../../harness/extent.ts";
import { arbitraryPattern } from "./pattern-arbitrary.ts";
import { ReferenceFind } from "./reference-find.ts";
import { regexOf } from "./regex-of.ts";

const ANY = Number.POSITIVE_INFINITY;
const SHORT = 256;
const HELD = 4_096;
const NEVER = -1;
const MOST_TRIES = 5_000;

test.each([
  // Bounded from every position
  ["[A-Z]{3}-\\d{4}", ANY],
  ["(?i)diesel|petrol", ANY],
  ["(a)?b", ANY],
  ["a{900}", ANY],
  // Tried once
  ["^(\\w+)-(\\d+)$", HELD],
  ["^.*a[^a]*b", HELD],
  // One backtracking repeat, or several with only one possible number of rounds
  ["\\d+ km", SHORT],
  ["(\\S+) (\\S+)", SHORT],
  ["\\w+@\\w+\\.\\w+$", SHORT],
  ["(foo|bar)_\\w+", SHORT],
  ["[ab]+(?:cd|d)", SHORT],
  ["\\w+x", SHORT],
  // A second repeat that cannot pass the "a" before it, so that both together traverse the text once
  [".*a[^a]*b", SHORT],
  [".*a(?:b[cd])*e", SHORT],
  [".*a\\b(b)c", SHORT],
  // Backtracking in several repeats, or in a repeat of repeats
  ["\\w+\\d+x", NEVER],
  [".*a.*b", NEVER],
  // Too many ways within a bound
  ["(?:a|ab){12}c", NEVER],
  ["(a+)+$", NEVER],
  ["(?:a|a)*b", NEVER],
  ["(?:a{0,9}){9}b", NEVER],
  // JavaScript would find other matches
  ["a*", NEVER],
  ["\\B", NEVER],
  ["(?:a*)*b", NEVER],
  ["(?:(a)|b)+c", NEVER],
])("the native engine finds the matches of %s up to a length of %d", (pattern, longest) => {
  expect(nativeWork(regexOf(pattern).root).longestFind).toBe(longest);
});

test.each([
  ["(?:(a)|b)+c", SHORT],
  ["(foo|bar){2}", ANY],
  ["^(a|b)+c", HELD],
  ["(?:(a+)+)+$", NEVER],
  ["(a)*", NEVER],
])("the native engine looks for a match of %s up to a length of %d", (pattern, longest) => {
  expect(nativeWork(regexOf(pattern).root).longestTest).toBe(longest);
});

test("the native engine has room for many choices for each character", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const choices = letters.reduce((inner, letter) => `(${inner}|${letter})`);
  const regex = regexOf(`^(?:${choices})+!`);
  expect(nativeWork(regex.root).longestTest).toBe(HELD);
  expect(regexTest(regex, "a".repeat(HELD))).toBe(false);
  expect(regexTest(regex, `${"a".repeat(HELD - 1)}!`)).toBe(true);
});

const units = fc.constantFrom("a", "ab", "1", "é", "😀", "_", " a", "aaaab");

test.prop([arbitraryPattern("[^\\n]", true), units, fc.integer({ min: 1, max: 60 })], {
  numRuns: runsOf(5_000),
})("a backtracking engine stays within the estimated work", (pattern, unit, count) => {
  const regex = regexOf(pattern.ours);
  fc.pre(nativeWork(regex.root).longestTest >= 0);
  const text = unit.repeat(count);
  // The reference visits nodes, of which there are several per character.
  const promised = (text.length + 1) * MOST_TRIES * 4;
  expect(new ReferenceFind(text, promised).find(regex)).not.toBe("exhausted");
});
