import { type ReadSchemaOptions, readSchema } from "../../src/engine/index.ts";
import type { FieldDeclaration, Schema } from "../../src/language/schema/index.ts";
import { filterFormula } from "./filter.ts";
import { anyFormula, fieldText } from "./formula.ts";
import { randomBytes } from "./random.ts";
import type { Subject } from "./subject.ts";
import { Tape } from "./tape.ts";

/** A schema with fields that formulas compute, and what formulas over it are about. */
export interface Computing {
  readonly schema: Schema;
  readonly subject: Subject;
  /** The formulas of the computed fields, by their names. */
  readonly formulas: ReadonlyMap<string, string>;
}

const MOST = 5;

/** So many bytes make a formula of a field: it stands in others, so it is smaller than these. */
const BYTES = 60;

/**
 * Adds a few computed fields, each of which may use those before it. One of a random zone has it for all of them, as a
 * schema does.
 */
export function computing(
  base: Schema,
  subject: Subject,
  tape: Tape,
  timeZone: string | undefined,
  options: ReadSchemaOptions,
): Computing {
  const zone = timeZone === undefined ? {} : { timeZone };
  const declared: Record<string, FieldDeclaration> = { ...base.toJSON().fields };
  const formulas = new Map<string, string>();
  let made: Computing = { schema: base, subject, formulas };
  for (let tries = 1 + tape.below(MOST); tries > 0; tries--) {
    const name = `computed ${formulas.size}`;
    const seed = tape.below(65_536);
    const formula = formulaOfField(new Tape(randomBytes(seed, BYTES), made.subject));
    const fields = { ...declared, [name]: { formula } };
    const read = readSchema({ fields, ...zone }, options);
    if (!read.ok) continue;
    const field = read.schema.fields.get(name);
    if (field === undefined) throw new Error(`there is no ${name}`);
    declared[name] = { formula };
    formulas.set(name, formula);
    // Twice, since there are more fields that records have.
    const own = { name, type: field.type };
    const known = [...made.subject.fields, own, own];
    made = { schema: read.schema, subject: { ...subject, fields: known }, formulas };
  }
  return made;
}

function formulaOfField(tape: Tape): string {
  switch (tape.below(6)) {
    case 0:
      return filterFormula(tape, 2);
    case 1:
      // Only another name, or one with a sign or a text around it.
      return tape.pick(["", "-", '"a" & ']).concat(fieldText(tape.pick(tape.subject.fields).name));
    default:
      return anyFormula(tape, 3);
  }
}
