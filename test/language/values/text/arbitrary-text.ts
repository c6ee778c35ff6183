import fc from "fast-check";

/** Characters for which code units, code points and letters differ. */
const edgeUnits = [
  "a",
  "b",
  "A",
  " ",
  "$&",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "Σ",
  "ᾳ",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "😀",
  "𐐨",
  "\u{10ffff}",
];

/** A text of the language: mostly short, and of few distinct letters, so that matches occur. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...edgeUnits), maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", maxLength: 12 })
      .map((text) => text.replaceAll("\0", "")),
  },
);

/** A number for a parameter that is a position or a count. */
export const arbitraryPosition: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 15 }) },
  { weight: 2, arbitrary: fc.double({ min: -3, max: 15, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
