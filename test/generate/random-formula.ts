import { compile, compileOrThrow, restrict } from "../../src/index.ts";
import { type AnyFormula, internals } from "../../src/language/core/compiled.ts";
import type { Lowered } from "../../src/language/lower/index.ts";
import type { Schema } from "../../src/language/schema/index.ts";
import type { Answers } from "../harness/ask-ways.ts";
import { lowerSource } from "../harness/ways.ts";
import { OPTIONS } from "./clock.ts";
import { type Computing, computing } from "./computed.ts";
import { filterFormula } from "./filter.ts";
import { anyFormula } from "./formula.ts";
import { type Parametrised, parametrised } from "./parametrised.ts";
import { randomBytes } from "./random.ts";
import { RANDOM_SCHEMA } from "./random-schema.ts";
import { type Subject, USUAL } from "./subject.ts";
import { Tape } from "./tape.ts";
import { inZone, zoneFor } from "./zones.ts";

/** One in this number of formulas has parameters. */
const PER_BOUND = 5;

/** One in this number of formulas is restricted to a scope. */
const PER_SCOPED = 7;

/** A formula to ask. */
export interface Asked {
  readonly source: string;
  /** The time zone that it was lowered for; UTC unless given. */
  readonly timeZone?: string | undefined;
  readonly lowered: Lowered;
  /** What back ends are asked, if that came about in another way: by binding parameters, for example. */
  readonly told?: Pick<Lowered, "root" | "condition">;
  /** The reference's answers for the rows of the table, if they are known. */
  readonly answers?: Answers;
}

/** What is done wrong to a formula before back ends are asked, for tests of the tests. */
export interface MistakenAsking {
  /** What back ends are asked in place of a formula. */
  readonly lower?: typeof lowered;
  /** What parameters are bound with in place of their values. */
  readonly bind?: (values: Parametrised["values"]) => Parametrised["values"];
  /** How a formula and its scope are joined. */
  readonly join?: typeof restrict;
}

/** `undefined` if the formula does not pass the checker. */
export function lowered(source: string, schema: Schema, timeZone?: string): Asked | undefined {
  const result = lowerSource(source, schema, [], timeZone);
  return result.ok ? { source, timeZone, lowered: result.lowered } : undefined;
}

/** The schema of a table, with computed fields of its own. */
export function randomFields(seed: number, round: number): Computing {
  const tape = new Tape(randomBytes(seed + 104_729 * (round + 1), 40));
  return computing(RANDOM_SCHEMA, USUAL, tape, zoneFor(round), OPTIONS);
}

export function randomFormula(seed: number, index: number, subject: Subject = USUAL): string {
  const length = 20 + ((index * 7919) % 300);
  const tape = new Tape(randomBytes(seed * 1_000_003 + index, length), subject);
  if (index % 3 === 0) return filterFormula(tape);
  const formula = anyFormula(tape);
  // The generator knows no roles of fields.
  return index % 8 === 0
    ? formula
        .replace("{t}", "RECORD_ID()")
        .replace("{d}", "CREATED_TIME()")
        .replace("{e}", "LAST_MODIFIED_TIME()")
    : formula;
}

/** The formula of an index. For some, a database is asked it as bound parameters or a scope make it. */
export function askedOf(
  seed: number,
  index: number,
  made: Computing,
  planted: MistakenAsking = {},
): Asked | undefined {
  const { schema, subject } = made;
  const source = randomFormula(seed, index, subject);
  const zone = zoneFor(index);
  if (index % PER_SCOPED === 0) {
    const tape = new Tape(randomBytes(seed * 1_000_003 - index, 60), subject);
    const scoped = scopedOf(source, filterFormula(tape, 1), schema, zone, planted);
    if (scoped !== undefined) return scoped;
  }
  const asked = lowered(source, schema, zone);
  if (asked === undefined) return undefined;
  if (index % PER_BOUND === 0) return { ...asked, told: boundOf(source, schema, zone, planted) };
  const told = planted.lower?.(source, schema, zone)?.lowered;
  return told === undefined ? asked : { ...asked, told };
}

type Core = NonNullable<Asked["told"]>;

function coreOf(formula: AnyFormula): Core {
  const { root, condition } = internals(formula);
  return { root, condition };
}

/** The same with parameters in place of literals, bound with their values. */
function boundOf(
  source: string,
  schema: Schema,
  timeZone: string | undefined,
  { bind = (values) => values }: MistakenAsking,
): Core {
  const { source: text, parameters, values } = parametrised(source, schema);
  const options = { ...OPTIONS, ...inZone(timeZone), parameters };
  return coreOf(compileOrThrow(text, schema, options).with(bind(values)));
}

/** Both formulas as one text, and the same as a scope and what is restricted to it. */
function scopedOf(
  source: string,
  scope: string,
  schema: Schema,
  timeZone: string | undefined,
  { join = restrict }: MistakenAsking,
): Asked | undefined {
  const options = { ...OPTIONS, ...inZone(timeZone) };
  const formula = compile(source, schema, options);
  const within = compile(scope, schema, options);
  const asked = lowered(`AND(${scope}, ${source})`, schema, timeZone);
  if (!formula.ok || !within.ok || asked === undefined) return undefined;
  return { ...asked, told: coreOf(join(formula.formula, within.formula)) };
}
