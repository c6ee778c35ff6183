import { describe, expect, it } from "vitest";
import { EXAMPLE_RECORD, EXAMPLE_SCHEMA } from "../../grammar/tools/analyse.ts";
import { showCodes, showOutcome } from "../../grammar/tools/shown-value.ts";
import { EXAMPLE_NOW } from "../../src/language/functions/example-row.ts";
import { lowerSource, VALUE_WAYS } from "../harness/ways.ts";
import { examplesOf, pages } from "./page-examples.ts";

const RECORDS = [EXAMPLE_RECORD];

/** What a formula gives over the example record by each back end, as the pages write it. */
function shownBy(formula: string): readonly string[] {
  const result = lowerSource(formula, EXAMPLE_SCHEMA);
  if (!result.ok) return [showCodes(result.diagnostics.map(({ code }) => code))];
  const { lowered } = result;
  return VALUE_WAYS.flatMap((way) =>
    way
      .evaluate(lowered, RECORDS, EXAMPLE_NOW)
      .map((outcome) => showOutcome(lowered.root.type, outcome)),
  );
}

const LEAST: Readonly<Record<string, number>> = {
  "airtable.md": 30,
  "dates.md": 60,
  "functions.md": 400,
  "language.md": 30,
  "regular-expressions.md": 40,
  "types.md": 60,
};

describe.each([...pages()])("%s", (page, text) => {
  const examples = examplesOf(page, text);

  it(`holds at least ${LEAST[page] ?? 0} examples`, () => {
    expect(examples.length).toBeGreaterThanOrEqual(LEAST[page] ?? 0);
  });

  if (examples.length > 0) {
    it.each(examples)("line $line: $formula", ({ formula, value }) => {
      for (const shown of shownBy(formula)) expect(withoutMarks(shown)).toBe(withoutMarks(value));
    });
  }
});

/** Blocks of code hold no marks, so they do not count. */
function withoutMarks(value: string): string {
  return value.replaceAll(/^[`*]+|[`*]+$/g, "");
}
