import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { countOf } from "../harness/extent.ts";
import { DEEP_FORMULAS, DEEP_LIMITS, type DeepFormula } from "./formulas.ts";

// Each formula is asked in processes of its own, in which nothing has been optimised yet: frames are largest then, and
// the stack is the default one.

const ASK = fileURLToPath(new URL("ask.mjs", import.meta.url));

/** In a full run each question has a process to itself; usually the questions about a formula share one. */
const ALONE = countOf(0, 1) === 1;

/** Questions about the same rows. */
const OF_MANY = [
  "matches",
  "filter",
  "select by closures",
  "select by generated code",
  "select by vectors",
];
const OF_FEW = ["evaluate", "filter, first", "matches, first", "reference", "explain"];
const OTHERS = ["count", "select in order"];

type Answers = Readonly<Record<string, readonly string[]>>;

function ask(formula: DeepFormula, questions: readonly string[]): Answers {
  const input = JSON.stringify({ ...formula, questions, limits: DEEP_LIMITS });
  const { stdout, stderr } = spawnSync(process.execPath, [ASK], { input, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Chains and nests of each kind: those of numbers, texts, dates, conditions and choices. */
const USUAL = ["=", "+", "&", "signs", "NOT", "UPPER", "DATEADD", "IF", "AND and OR"];
const TRIED = DEEP_FORMULAS.filter(({ name }) => ALONE || USUAL.includes(name));

describe.each(TRIED)("a deep formula of $name", (formula) => {
  it("is answered in every way, and by all of them alike", () => {
    const questions = [...OF_MANY, ...OF_FEW, ...OTHERS];
    const answers: Answers = ALONE
      ? Object.assign({}, ...questions.map((question) => ask(formula, [question])))
      : ask(formula, questions);
    for (const question of OF_MANY) expect(answers[question]).toEqual(answers.matches);
    for (const question of OF_FEW) expect(answers[question]).toEqual(answers.reference);
    const few = answers.matches?.filter((id) => Number(id) < 5);
    expect(few).toEqual(answers.reference);
    expect(answers.count).toEqual([String(answers.matches?.length)]);
    expect(answers["select in order"]).toHaveLength(Math.min(5, answers.matches?.length ?? 0));
  });
});
