import { expect, test } from "vitest";
import { withAllCases } from "../../../../src/language/values/regex/letter-cases.ts";

// The planes above hold ideographs, tags and private use: no cased letters.
const LAST = 0x1ffff;
const cased = /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u;

function codesIn(ranges: readonly (readonly [number, number])[]): number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
}

test("the cases of every letter are those of a native RegExp", () => {
  // Both directions: JavaScript agrees on every cased letter.
  for (let code = 1; code <= LAST; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const own = [[code, code]] as const;
    const all = withAllCases(own);
    if (all === own && !cased.test(letter)) continue;
    const cases = codesIn(all).map((each) => String.fromCodePoint(each));
    const native = new RegExp(`^\\u{${code.toString(16)}}+$`, "iu");
    if (!native.test(cases.join(""))) expect.fail(`${letter}: ${cases.join(" ")}`);
    for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
      if (native.test(other) && !cases.includes(other)) expect.fail(`${letter} misses ${other}`);
    }
  }
});

test("a range has the cases of each of its letters", () => {
  expect(codesIn(withAllCases([[0x61, 0x7a]]))).toEqual([
    ...codesIn([[0x41, 0x5a]]),
    ...codesIn([[0x61, 0x7a]]),
    0x17f,
    0x212a,
  ]);
  expect(withAllCases([[0x30, 0x39]])).toEqual([[0x30, 0x39]]);
});
