import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { lowerText, upperText } from "../../../../src/language/values/text/index.ts";
import { arbitraryText } from "./arbitrary-text.ts";

// Every code point whose full upper-case mapping has several code points, with its simple mapping from
// UnicodeData.txt (14.0, the same since 3.0), read with Perl's Unicode::UCD.
const withoutSimpleUpper =
  "ßŉǰΐΰևẖẗẘẙẚὐὒὔὖᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾲᾴᾶᾷᾼῂῄῆῇῌῒῖῗῢῤῦῧῲῴῶῷῼﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ\u1fd3\u1fe3";
const simpleUppers: [string, string][] = [
  ["ᾀᾁᾂᾃᾄᾅᾆᾇ", "ᾈᾉᾊᾋᾌᾍᾎᾏ"],
  ["ᾐᾑᾒᾓᾔᾕᾖᾗ", "ᾘᾙᾚᾛᾜᾝᾞᾟ"],
  ["ᾠᾡᾢᾣᾤᾥᾦᾧ", "ᾨᾩᾪᾫᾬᾭᾮᾯ"],
  ["ᾳῃῳ", "ᾼῌῼ"],
];

function everyCodePoint(): string[] {
  const points: string[] = [];
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) points.push(String.fromCodePoint(code));
  }
  return points;
}

describe("over all of Unicode", () => {
  const points = everyCodePoint();

  test("upperText is the native mapping if that is one code point", () => {
    const others = points.filter((point) => Array.from(point.toUpperCase()).length > 1);
    const known = withoutSimpleUpper + simpleUppers.map(([small]) => small).join("");
    expect(others.sort()).toEqual(Array.from(known).sort());
    const different = points.filter((point) => upperText(point) !== point.toUpperCase());
    expect(different.sort()).toEqual(others);
  });

  test("lowerText is the native mapping if that is one code point", () => {
    expect(points.filter((point) => lowerText(point) !== point.toLowerCase())).toEqual(["İ"]);
  });

  test("a text in another case has as many units", () => {
    const resized = points.filter(
      (point) =>
        lowerText(point).length !== point.length || upperText(point).length !== point.length,
    );
    expect(resized).toEqual([]);
  });

  test("a native mapping changes the number of units only where it makes several code points", () => {
    const resized = points.filter(
      (point) =>
        (point.toUpperCase().length !== point.length &&
          Array.from(point.toUpperCase()).length === 1) ||
        point.toUpperCase().length < point.length,
    );
    expect(resized).toEqual([]);
  });
});

describe("upperText", () => {
  test.each([
    ["straße", "STRAßE"],
    ["ﬁn", "ﬁN"],
    ["ŉ", "ŉ"],
    ["ǆ", "Ǆ"],
    ["ǅ", "Ǆ"],
    ["ſ", "S"],
    ["ı", "I"],
    ["i", "I"],
    ["µ", "Μ"],
    ["𐐨", "𐐀"],
    ["e\u0301", "E\u0301"],
    ...simpleUppers,
  ])("of %j is %j", (text, upper) => {
    expect(upperText(text)).toBe(upper);
  });

  test.each(Array.from(withoutSimpleUpper))("leaves %j unchanged", (letter) => {
    expect(upperText(`a${letter}`)).toBe(`A${letter}`);
  });
});

describe("lowerText", () => {
  test.each([
    ["İ", "i"],
    ["İSTANBUL", "istanbul"],
    ["I", "i"],
    ["ΟΔΟΣ", "οδοσ"],
    ["ΟΔΟς", "οδος"],
    ["ẞ", "ß"],
    ["ᾼ", "ᾳ"],
    ["K", "k"],
    ["𐐀", "𐐨"],
  ])("of %j is %j", (text, lower) => {
    expect(lowerText(text)).toBe(lower);
  });
});

test.prop([arbitraryText])("both map each code point by itself", (text) => {
  expect(lowerText(text)).toBe(Array.from(text, lowerText).join(""));
  expect(upperText(text)).toBe(Array.from(text, upperText).join(""));
  expect(Array.from(lowerText(text))).toHaveLength(Array.from(text).length);
  expect(Array.from(upperText(text))).toHaveLength(Array.from(text).length);
});
