import { readSchema, type Schema } from "../../src/schema/index.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes } from "../generate/random.ts";
import { FIELDS } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { zoneForBytes } from "../generate/zones.ts";
import { isSame, lowerSource, REFERENCE, showOutcome, waysFor } from "../harness/ways.ts";

export const SCHEMA: Schema = (() => {
  const fields = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
  const result = readSchema({ fields });
  if (!result.ok) throw new Error(result.problems.join("; "));
  return result.schema;
})();

const NOW: number = Date.UTC(2024, 1, 29, 12, 30, 15, 250);

/** What one case showed. */
export interface Agreement {
  readonly formula: string;
  /** Whether the formula passed the checker and ran. */
  readonly ran: boolean;
  /** Whether some rows matched and some did not. */
  readonly decided: boolean;
}

/** Makes a formula and rows from bytes and throws where two back ends differ. */
export function agree(
  bytes: Uint8Array,
  rowCount: number,
  makeRow: (tape: Tape) => unknown,
): Agreement {
  const tape = new Tape(bytes);
  const rowTape = new Tape(randomBytes(tape.below(65_536), 40 * rowCount));
  const rows = Array.from({ length: rowCount }, () => makeRow(rowTape));
  const formula = anyFormula(tape);
  const zone = zoneForBytes(bytes);
  const place = `${formula}\nin ${zone ?? "UTC"}`;
  const result = lowerSource(formula, SCHEMA, [], zone);
  if (!result.ok) return { formula, ran: false, decided: false };
  const { lowered } = result;
  const { type } = lowered.root;
  const values = REFERENCE.evaluate(lowered, rows, NOW);
  const hits = REFERENCE.filter(lowered, rows, NOW);
  for (const way of waysFor(formula)) {
    if (way === REFERENCE) continue;
    for (const [index, value] of way.evaluate(lowered, rows, NOW).entries()) {
      const expected = values[index];
      if (expected !== undefined && !isSame(value, expected)) {
        throw new Error(
          `${way.name} answers ${showOutcome(value, type)} and the reference ${showOutcome(expected, type)}\n${place}`,
        );
      }
    }
    const found = way.filter(lowered, rows, NOW);
    if (found.length !== hits.length || found.some((hit, index) => hit !== hits[index])) {
      throw new Error(`${way.name} returns other rows than the reference\n${place}`);
    }
  }
  return { formula, ran: true, decided: hits.length > 0 && hits.length < rows.length };
}
