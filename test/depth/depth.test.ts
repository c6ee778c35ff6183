import { describe, it } from "vitest";
import { ask, expectAlike, QUESTIONS } from "./ask.ts";
import { DEEP_FORMULAS } from "./formulas.ts";

// Each formula is asked in a process of its own, in which nothing has been optimised yet: frames are largest then, and the
// stack is the default one. Each question is the first of a process for some formulas. The campaign asks each alone.

describe.each(DEEP_FORMULAS.map((formula, turn) => ({ ...formula, turn })))(
  "a deep formula of $name",
  (formula) => {
    it("has the same result by every strategy", () => {
      const first = formula.turn % QUESTIONS.length;
      expectAlike(ask(formula, [...QUESTIONS.slice(first), ...QUESTIONS.slice(0, first)]));
    });
  },
);
