import { describe, it } from "vitest";
import { ask, expectAlike, QUESTIONS } from "../depth/ask.ts";
import { DEEP_FORMULAS } from "../depth/formulas.ts";
import { IS_LONG } from "./figures.ts";

// Each question about each deep formula has a process to itself, whose code is as cold as it can be.

const TRIED = IS_LONG ? DEEP_FORMULAS : DEEP_FORMULAS.slice(0, 1);

describe.each(TRIED)("a deep formula of $name", (formula) => {
  it("is answered alike if each question is the first of its process", () => {
    expectAlike(Object.assign({}, ...QUESTIONS.map((question) => ask(formula, [question]))));
  });
});
