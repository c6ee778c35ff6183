import fc from "fast-check";
import { defineSchema } from "../../../src/index.ts";

// Correct formulas, and typical mistakes in them. Each mistake has a pattern for where it can be made, so that it is
// tried everywhere.

export const schema = defineSchema({
  country: "text",
  zip: "text",
  price: "number",
  seats: "number",
  sold: "boolean",
  soldAt: "date",
  tags: "list",
});

const TEXTS = ["", "Italy", "italy", "01234", "1234", "5", "1e3", "yes", "a b", "price"];
const NUMBERS = [null, 0, 5, -5, 1234, 0.5, 9_007_199_254_740_992];
const DATES = [null, "2024-01-31", "2024-01-31T12:00:00Z", "2024-02-01", "1999-12-31"];

/** Records that expose typical confusions. */
export const ROWS: readonly object[] = Array.from({ length: 70 }, (_, index) => ({
  country: TEXTS[index % TEXTS.length],
  zip: TEXTS[(index * 3 + 2) % TEXTS.length],
  price: NUMBERS[index % NUMBERS.length],
  seats: NUMBERS[(index * 2 + 1) % NUMBERS.length],
  sold: index % 3 === 0,
  soldAt: DATES[index % DATES.length],
  tags: index % 4 === 0 ? [] : TEXTS.slice(1, 1 + (index % 4)),
}));

const comparison = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");
const text = fc.constantFrom("country", "zip").map((name) => `{${name}}`);
const number = fc.constantFrom("price", "seats").map((name) => `{${name}}`);
const textLiteral = fc
  .constantFrom(...TEXTS.filter((each) => each !== ""))
  .map((each) => `"${each}"`);
const numberLiteral = fc.constantFrom("0", "5", "1234", "0.5", "1000", "2024");
const dateLiteral = fc.constantFrom("2024-01-31", "2024-02-01").map((each) => `"${each}"`);

const tests = fc.oneof(
  fc.tuple(text, fc.constantFrom("=", "!="), textLiteral).map((parts) => parts.join(" ")),
  fc.tuple(number, comparison, numberLiteral).map((parts) => parts.join(" ")),
  fc.tuple(number, comparison, number).map((parts) => parts.join(" ")),
  dateLiteral.map((date) => `{soldAt} >= ${date}`),
  fc.constantFrom("{sold}", "{sold} = TRUE()", "{price} = BLANK()", "YEAR({soldAt}) = 2024"),
  fc.tuple(text, textLiteral).map(([field, part]) => `CONTAINS(${field}, ${part})`),
  fc.tuple(text, textLiteral).map(([field, part]) => `STARTS_WITH(${field}, ${part})`),
  fc.tuple(text, textLiteral, textLiteral).map((parts) => `ISONEOF(${parts.join(", ")})`),
  fc.tuple(number, numberLiteral).map(([field, value]) => `MOD(${field}, 7) < ${value}`),
  fc.tuple(text, numberLiteral).map(([field, value]) => `LEN(${field}) > ${value}`),
  textLiteral.map((part) => `HAS({tags}, ${part})`),
);

/** Formulas as people mean them. */
export const rightFormulas: fc.Arbitrary<string> = fc.oneof(
  tests,
  fc.tuple(tests, tests).map(([a, b]) => `AND(${a}, ${b})`),
  fc.tuple(tests, tests).map(([a, b]) => `OR(${a}, ${b})`),
  tests.map((test) => `NOT(${test})`),
);

/** A mistake: a match of the pattern is replaced, depending on a random number. */
type Mistake = readonly [name: string, pattern: RegExp, (match: string, drawn: number) => string];

const FUNCTION = /\b[A-Z_]{2,}(?=\()/g;
const FIELD = /\{[a-zA-Z]+\}/g;
const inside = (written: string): string => written.slice(1, -1);

/** A name with an inserted, missing, replaced or swapped letter. */
function misspelt(name: string, drawn: number): string {
  const at = Math.floor(drawn / 4) % name.length;
  const [before, after] = [name.slice(0, at), name.slice(at + 1)];
  switch (drawn % 4) {
    case 0:
      return `${name.slice(0, at + 1)}${name.slice(at)}`;
    case 1:
      return before + after;
    case 2:
      return `${before}${String.fromCharCode(97 + (drawn % 26))}${after}`;
    default:
      return `${before}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
  }
}

const FOREIGN = ["IN", "NAND", "NOR", "ANY", "IFS", "ON", "LN", "LIKE", "STARTSWITH", "LENGTH"];

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  "=": ["==", "===", ":="],
  "!=": ["=!", "!==", "≠"],
  "<=": ["=<", "≤"],
  ">=": ["=>", "≥"],
  "<": ["＜"],
  ">": ["＞"],
};

export const MISTAKES: readonly Mistake[] = [
  [
    "an operator of another language",
    /(?<= )[!<>]?=(?= )|(?<= )[<>](?= )/g,
    (operator, drawn) => {
      const spellings = SPELLINGS[operator] ?? [operator];
      return spellings[drawn % spellings.length] ?? operator;
    },
  ],
  ["a field without braces", FIELD, inside],
  ["a misspelt field", FIELD, (field, drawn) => `{${misspelt(inside(field), drawn)}}`],
  ["a field in brackets", FIELD, (field) => `[${inside(field)}]`],
  ["a misspelt function", FUNCTION, misspelt],
  ["a function in small letters", FUNCTION, (name) => name.toLowerCase()],
  ["a foreign function", FUNCTION, (_, drawn) => FOREIGN[drawn % FOREIGN.length] ?? "IN"],
  ["a text without quotes", /"[^"]*"/g, inside],
  ["a text without its last quote", /"[^"]*"/g, (literal) => literal.slice(0, -1)],
  ["a text in curly quotes", /"[^"]*"/g, (literal) => `“${inside(literal)}”`],
  ["a date with slashes", /"\d+-\d+-\d+"/g, (date) => date.replaceAll("-", "/")],
  ["a date without quotes", /"\d+-\d+-\d+"/g, inside],
  ["a number in quotes", /(?<= )\d[\d.]*(?=\)|,|$)/g, (value) => `"${value}"`],
  ["a semicolon", /,/g, () => ";"],
  ["a parenthesis that is missing", /\)$/g, () => ""],
  ["a member", /LEN\(\{\w+\}\)/g, (call) => `${call.slice(4, -1)}.length`],
];
