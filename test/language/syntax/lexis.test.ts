import { describe, expect, test } from "vitest";
import { parse } from "../../../src/language/syntax/index.ts";
import { rootOf, shape } from "./shape.ts";

describe("white space is what Unicode says it is", () => {
  const spaces = [
    ..."\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000",
    ...Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)),
  ];
  test.each(spaces.map((space) => [space.charCodeAt(0).toString(16), space]))(
    "U+%s",
    (_, space) => {
      expect(shape(`${space}f${space}(${space}1${space}=${space}"${space}"${space})${space}`)).toBe(
        `f((1 = ${JSON.stringify(space)}))`,
      );
    },
  );
});

describe("comments are ignored", () => {
  test.each([
    ["1 // = 2\n= 3", "(1 = 3)"],
    ["1 // = 2\r= 3", "(1 = 3)"],
    ["// first\n1", "1"],
    ["1 // last", "1"],
    ["1 /* = 2 */ = 3", "(1 = 3)"],
    ["f/**/(/***/1/* / * */)", "f(1)"],
    ['"// no" & "/* no */"', '("// no" & "/* no */")'],
    ["{a // b}", "{a // b}"],
    ["a / b // c", "(a / b)"],
    ["a /* \n // */ * b", "(a * b)"],
  ])("%j", (source, expected) => expect(shape(source)).toBe(expected));
});

describe("texts", () => {
  test.each([
    ['"a"', "a"],
    ["'a'", "a"],
    ['""', ""],
    [`"it's"`, "it's"],
    [`'say "a"'`, 'say "a"'],
    [String.raw`"\"\'\\"`, String.raw`"'\ `.trim()],
    [String.raw`'\n\t\r'`, "\n\t\r"],
    [String.raw`'^a\.b\d'`, String.raw`^a\.b\d`],
    [String.raw`"\x27 \u0000 \q"`, String.raw`\x27 \u0000 \q`],
    ['"two\nlines"', "two\nlines"],
    ['"\\\n"', "\\\n"],
    ['"😊“’"', "😊“’"],
    ['"\ufeff\u200d\u202e"', "\ufeff\u200d\u202e"],
  ])("%s", (source, value) => expect(rootOf(source)).toMatchObject({ kind: "text", value }));
});

describe("fields", () => {
  test.each([
    ["{a b}", "a b", true],
    ["{ }", " ", true],
    ["{ a }", " a ", true],
    [String.raw`{Na\}me}`, "Na}me", true],
    [String.raw`{\{\}\\}`, "{}\\", true],
    [String.raw`{a\b\n}`, String.raw`a\b\n`, true],
    ["{✅ Completed}", "✅ Completed", true],
    ["{a\nb}", "a\nb", true],
    ['{Guest\'s "Name"}', 'Guest\'s "Name"', true],
    ["{__proto__}", "__proto__", true],
    ["price", "price", false],
    ["_a1", "_a1", false],
    ["été", "été", false],
    ["e\u0301te", "e\u0301te", false],
    ["Größe_2", "Größe_2", false],
    ["цена", "цена", false],
    ["価格", "価格", false],
    ["कीमत", "कीमत", false],
    ["a٣", "a٣", false],
    ["𐐷𐐷", "𐐷𐐷", false],
    ["TRUE", "TRUE", false],
    ["__proto__", "__proto__", false],
  ])("%s", (source, name, braced) => {
    expect(rootOf(source)).toMatchObject({ kind: "field", name, braced });
  });
});

describe("parameters", () => {
  test.each([
    ["$user", "user"],
    ["$_a1", "_a1"],
    ["$價", "價"],
    ["$été", "été"],
    ["$TRUE", "TRUE"],
  ])("%s", (source, name) => expect(rootOf(source)).toMatchObject({ kind: "parameter", name }));

  test.each(["$1", "$ user", "$$user", "$user$id", "$user(1)", "$-a"])("%s is refused", (source) =>
    expect(parse(source).ok).toBe(false),
  );
});

describe("numbers", () => {
  test.each([
    ["1", 1],
    ["1.5", 1.5],
    [".5", 0.5],
    ["0.0", 0],
    ["010", 10],
    ["1e6", 1e6],
    ["1E+6", 1e6],
    ["1.5e-3", 0.0015],
    [".5e1", 5],
    ["5e-324", 5e-324],
    ["1e-999", 0],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["9007199254740993", 9007199254740992],
  ])("%s", (source, value) => expect(rootOf(source)).toMatchObject({ kind: "number", value }));
});

test("a formula has the same tree after another one failed to parse", () => {
  const source = 'AND({country} = "Italy", NOT(tax = BLANK()))';
  const first = parse(source);
  parse("LEFT(1 2");
  expect(parse(source)).toEqual(first);
});
