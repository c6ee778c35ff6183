import { inspect, isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { toValue } from "../../src/engine/formula-value.ts";
import { readSchema } from "../../src/engine/index.ts";
import { wayProblems } from "../harness/ask-ways.ts";
import { isSame, showOutcome } from "../harness/ways.ts";
import {
  type ConformanceCase,
  compileCase,
  conformanceFiles,
  expectedOutcome,
  instantOf,
  isEvaluated,
} from "./case.ts";
import { type CaseQuestion, type CaseTable, caseTables } from "./case-table.ts";

let count = 0;

for (const [name, file] of conformanceFiles()) {
  const { about, schema: fields, cases, parameters } = file;
  const read = readSchema({ fields });
  const options = { parameters, now: instantOf(file) };

  describe(`${name}: ${about}`, () => {
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
    const { schema } = read;
    const tables = caseTables(fields, cases.filter(isEvaluated), options);
    const known = new Map<CaseQuestion, readonly string[]>();

    it.each(cases)("$rule: $formula", (one) => {
      count++;
      const { expect: expected } = one;
      if ("diagnostics" in expected) {
        const { codes } = compileCase(one, schema, options);
        expect(codes).toEqual([...expected.diagnostics].sort());
      } else if ("refused" in expected) {
        expect(compileCase(one, schema, options).kind).toBe("refused");
      } else {
        const table = tables.find((each) => each.cases.includes(one));
        if (table === undefined) throw new Error("the case is in no table");
        const problems = caseProblems(table, one);
        if (problems.length > 0) expect.fail(problems.join("\n"));
      }
    });

    /** What a case expects otherwise than it is. */
    function caseProblems(
      table: CaseTable<ConformanceCase>,
      one: ConformanceCase,
    ): readonly string[] {
      const { row, question, lifted } = table.placeOf(one);
      const questions = lifted === undefined ? [question] : [question, lifted];
      return [
        ...expectationProblems(question, one, row),
        ...(lifted === undefined ? [] : liftedProblems(question, lifted, row)),
        ...questions.flatMap((each) => formulaProblems(each, table.rows[row], row)),
        ...questions.flatMap((each) => ways(table, each)),
      ];
    }

    /** Where the ways to run a formula differ, for all rows of its table: the cases of a formula share it. */
    function ways({ rows }: CaseTable, question: CaseQuestion): readonly string[] {
      const { compiled, answers, source } = question;
      const found =
        known.get(question) ??
        wayProblems(compiled.lowered, rows, options.now, answers).map(
          (problem) => `${source}: ${problem}`,
        );
      known.set(question, found);
      return found;
    }
  });
}

function expectationProblems(
  { compiled, answers: { values, truths } }: CaseQuestion,
  { expect: expected }: ConformanceCase,
  row: number,
): readonly string[] {
  const { formula } = compiled;
  if ("left" in expected) {
    return formula.source === expected.left ? [] : [`what is left is ${formula.source}`];
  }
  if ("returned" in expected) {
    const isReturned = truths[row] === true;
    return isReturned === expected.returned ? [] : [`it is returned: ${isReturned}`];
  }
  if ("diagnostics" in expected || "refused" in expected) return ["it has a value"];
  const outcome = expectedOutcome(expected, formula.type);
  const value = values[row] ?? null;
  const { type } = formula;
  return isSame(value, outcome)
    ? []
    : [`the reference: ${showOutcome(value, type)}, not ${showOutcome(outcome, type)}`];
}

/** Where the methods of a formula differ from the reference. A bound formula runs the code of its template, and its values are not in the core. */
function formulaProblems(
  { compiled: { formula }, answers: { values, truths } }: CaseQuestion,
  row: unknown,
  index: number,
): readonly string[] {
  const { type } = formula;
  const value = toValue(type, values[index] ?? null);
  const isHit = truths[index] === true;
  const found = {
    evaluate: formula.evaluate(row),
    reference: formula.reference(row),
    matches: formula.matches(row),
    filter: formula.filter([row]).length,
  };
  const wanted = { evaluate: value, reference: value, matches: isHit, filter: Number(isHit) };
  return isDeepStrictEqual(found, wanted)
    ? []
    : [`the formula's methods return ${inspect(found)}, not ${inspect(wanted)}`];
}

function liftedProblems(own: CaseQuestion, lifted: CaseQuestion, row: number): readonly string[] {
  const value = own.answers.values[row] ?? null;
  const other = lifted.answers.values[row] ?? null;
  return isSame(value, other) && own.answers.truths[row] === lifted.answers.truths[row]
    ? []
    : [`${lifted.source}: ${showOutcome(other)}, not ${showOutcome(value)}`];
}

it("holds at least 800 cases", () => {
  expect(count).toBeGreaterThanOrEqual(800);
});
