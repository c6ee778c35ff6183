import fc from "fast-check";
import { expect, it } from "vitest";
import { type FieldDeclaration, readSchema, type Schema } from "../../src/index.ts";
import { children, type Expression, parse } from "../../src/language/syntax/index.ts";
import { NOW } from "../generate/clock.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes, SEED } from "../generate/random.ts";
import { RANDOM_SCHEMA } from "../generate/random-schema.ts";
import { hostileRow, ordinaryRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { askReference, wayProblems } from "../harness/ask-ways.ts";
import { casesOf } from "../harness/extent.ts";
import { lowerSource } from "../harness/ways.ts";

// A part of a formula that becomes a computed field means the same by its name, in every way to evaluate the formula.

const CASES = casesOf(10_000);
const ROWS = 6;

/** A formula with computed fields in place of some of its parts, each of which may use the fields before it. */
function withComputed(
  formula: string,
  tape: Tape,
): { readonly formula: string; readonly schema: Schema; readonly fields: number } | undefined {
  const fields: Record<string, FieldDeclaration> = { ...RANDOM_SCHEMA.toJSON().fields };
  let schema: Schema = RANDOM_SCHEMA;
  let text = formula;
  let count = 0;
  for (let round = 1 + tape.below(4); round > 0; round--) {
    const parsed = parse(text);
    if (!parsed.ok) return undefined;
    const parts = partsOf(parsed.ast.root);
    const part = parts[tape.below(parts.length || 1)];
    if (part === undefined) break;
    const source = text.slice(part.span.start, part.span.end);
    // A blank or an error takes the type that is needed in its place, and a field has a type of its own.
    if (/\b(?:BLANK|ERROR)\b/i.test(source)) continue;
    // What a date is written in is said to the function around it, and is no part of the date.
    if (/^\W*SET_(?:TIMEZONE|LOCALE)\b/i.test(source)) continue;
    const name = `part ${count}`;
    const read = readSchema({ fields: { ...fields, [name]: { formula: source } } });
    if (!read.ok) continue;
    const next = `${text.slice(0, part.span.start)}{${name}}${text.slice(part.span.end)}`;
    if (!lowerSource(next, read.schema).ok) continue;
    fields[name] = { formula: source };
    text = next;
    ({ schema } = read);
    count++;
  }
  return { formula: text, schema, fields: count };
}

function partsOf(root: Expression): readonly Expression[] {
  return children(root).flatMap((child) =>
    child.kind === "text" || child.kind === "number" || child.kind === "parameter"
      ? []
      : [child, ...partsOf(child)],
  );
}

it(`a computed field equals its formula, in ${CASES} random formulas`, () => {
  let named = 0;
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2, maxLength: 200, size: "max" }), (bytes) => {
      const tape = new Tape(bytes);
      const rowTape = new Tape(randomBytes(tape.below(65_536), 40 * ROWS));
      const makeRow = tape.below(2) === 0 ? ordinaryRow : hostileRow;
      const rows = Array.from({ length: ROWS }, () => makeRow(rowTape));
      const source = anyFormula(tape);
      const whole = lowerSource(source, RANDOM_SCHEMA);
      if (!whole.ok) return;
      const changed = withComputed(source, tape);
      if (changed === undefined || changed.fields === 0) return;
      const result = lowerSource(changed.formula, changed.schema);
      if (!result.ok) return;
      named++;
      const expected = askReference(whole.lowered, rows, NOW);
      const about = `${source}\n${changed.formula}\n${JSON.stringify(changed.schema)}`;
      expect(askReference(result.lowered, rows, NOW), about).toEqual(expected);
      expect(wayProblems(result.lowered, rows, NOW, expected), about).toEqual([]);
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(named / CASES).toBeGreaterThan(0.2);
});
