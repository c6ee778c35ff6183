import { expect, test } from "vitest";
import groups from "./formulas.json";
import others from "./other-formulas.json";
import { type RecallKind, recallOf, shareOf } from "./recall.ts";

/** Commas and parentheses are easy. */
const isNamed = (kind: RecallKind): boolean => kind !== "punctuation";

test("the token that follows is among the first ten items", async () => {
  const found = await recallOf(groups);
  expect(shareOf(found)).toBeGreaterThanOrEqual(0.93);
  expect(shareOf(found, isNamed)).toBeGreaterThanOrEqual(0.89);
});

// Nobody looks at what is missed here: no weight may be chosen for these.
test("for other formulas and fields it is, too", async () => {
  const found = await recallOf(others);
  expect(shareOf(found)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(found, isNamed)).toBeGreaterThanOrEqual(0.86);
});

test("with one letter typed, it nearly always is", async () => {
  const found = await recallOf(others, 1);
  expect(shareOf(found)).toBeGreaterThanOrEqual(0.99);
});
