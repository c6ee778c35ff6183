import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { DEEP_LIMITS, type DeepFormula } from "./formulas.ts";

const ANSWER = fileURLToPath(new URL("answer.mjs", import.meta.url));

/** Questions about the same rows. */
const OF_MANY = [
  "matches",
  "filter",
  "select by closures",
  "select by generated code",
  "select by vectors",
];
const OF_FEW = ["evaluate", "filter, first", "matches, first", "reference", "explain"];

export const QUESTIONS: readonly string[] = [...OF_MANY, ...OF_FEW, "count", "select in order"];

type Answers = Readonly<Record<string, readonly string[]>>;

/** The answers of a new process, which answers the questions in this order. */
export function ask({ source }: DeepFormula, questions: readonly string[]): Answers {
  const input = JSON.stringify({ source, questions, limits: DEEP_LIMITS });
  const { stdout, stderr } = spawnSync(process.execPath, [ANSWER], { input, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Expects that all questions have an answer, and that the answers agree. */
export function expectAlike(answers: Answers): void {
  for (const question of OF_MANY) expect(answers[question]).toEqual(answers.matches);
  for (const question of OF_FEW) expect(answers[question]).toEqual(answers.reference);
  const few = answers.matches?.filter((id) => Number(id) < 5);
  expect(few).toEqual(answers.reference);
  expect(answers.count).toEqual([String(answers.matches?.length)]);
  expect(answers["select in order"]).toHaveLength(Math.min(5, answers.matches?.length ?? 0));
}
