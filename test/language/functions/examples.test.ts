import { describe, expect, it } from "vitest";
import type { Example } from "../../../src/language/functions/define.ts";
import { DOCUMENTED_FUNCTIONS } from "../../../src/language/functions/documentation.ts";
import { EXAMPLE_NOW } from "../../../src/language/functions/example-row.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import type { Outcome } from "../../../src/language/values/plain.ts";
import { lifted } from "../../conformance/case.ts";
import { isSame, lowerSource, showOutcome, VALUE_WAYS } from "../../harness/ways.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "./example-record.ts";

const read = readSchema({ fields: EXAMPLE_DECLARATIONS });
if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
const { schema } = read;

/** All examples share these rows, and so the columns built from them. */
const EXAMPLE_ROWS = [EXAMPLE_ROW];

/** A formula whose number literals are read from the row. */
function liftedQuestion(formula: string) {
  const moved = lifted(formula, EXAMPLE_DECLARATIONS, EXAMPLE_ROW);
  return moved && { formula: moved.formula, schema: moved.schema, rows: [moved.row] };
}

interface ExampleCase {
  readonly formula: string;
  readonly expected: Outcome | Date;
  readonly shown: string;
}

function toCase([formula, expected]: Example): ExampleCase {
  return { formula, expected, shown: show(expected) };
}

function show(expected: Outcome | Date): string {
  return expected instanceof Date ? expected.toISOString() : showOutcome(expected);
}

describe.each(DOCUMENTED_FUNCTIONS)("$definition.name", ({ definition, documentation }) => {
  const { examples, summary, parameters = {} } = documentation;
  const { name, written } = definition;

  it("has at least three examples, one sentence of summary, and a description of each parameter", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(summary).toMatch(/^[A-Z`].*\.$/);
    expect(Object.keys(parameters)).toEqual(written.map((parameter) => parameter.name));
    expect(Object.values(parameters)).not.toContain("");
    expect(
      examples.some(([formula]) => formula.includes(name)),
      "an example calls it",
    ).toBe(true);
  });

  it.each(examples.map(toCase))("$formula is $shown", ({ formula, expected }) => {
    const outcome = expected instanceof Date ? expected.getTime() : expected;
    const questions = [{ formula, schema, rows: EXAMPLE_ROWS }, liftedQuestion(formula)];
    for (const question of questions) {
      if (question === undefined) continue;
      const result = lowerSource(question.formula, question.schema);
      if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
      const { lowered } = result;
      for (const way of VALUE_WAYS) {
        const [found] = way.evaluate(lowered, question.rows, EXAMPLE_NOW);
        if (found === undefined) throw new Error(`${way.name} answers nothing`);
        const isExpected = isSame(found, blankOf(outcome, lowered.root.type));
        expect(isExpected, `${way.name} answers ${showOutcome(found)}`).toBe(true);
      }
    }
  });
});

/** Examples write a blank as `null` or as the type's own blank value. */
function blankOf(outcome: Outcome, type: string): Outcome {
  if (outcome !== null) return outcome;
  return type === "text" ? "" : type === "list" ? [] : null;
}
