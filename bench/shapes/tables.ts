import { demoCars, demoSchema } from "../../src/apps/demo/index.ts";
import {
  type DeclaredRow,
  defineSchema,
  type FieldDeclarations,
  type Schema,
} from "../../src/language/schema/index.ts";
import type { Subject } from "../../test/generate/subject.ts";
import { makeTickets, ticketFields } from "./tickets.ts";

export type Row = DeclaredRow<FieldDeclarations>;

/** Rows for random formulas. */
export interface Table {
  readonly name: "cars" | "tickets";
  readonly rows: readonly Row[];
  readonly fields: FieldDeclarations;
  readonly schema: Schema;
  /** The building blocks of formulas: the fields, and constants that divide the rows. */
  readonly subject: Subject;
}

const SAMPLES = 24;
const LONGEST_CONSTANT = 40;

export function makeTables(rows: number, seed: number): readonly Table[] {
  return [
    tableOf("cars", [...demoCars(rows, seed)], carFields()),
    tableOf("tickets", [...makeTickets(rows, seed)], ticketFields),
  ];
}

function carFields(): FieldDeclarations {
  return Object.fromEntries(
    [...demoSchema.fields.values()].map(({ name, type, role }) => [
      name,
      role === "key" ? { type, key: true } : type,
    ]),
  );
}

function tableOf(name: Table["name"], rows: readonly object[], fields: FieldDeclarations): Table {
  const schema = defineSchema(fields);
  const records = rows.map((row): Row => row as Row);
  return { name, rows: records, fields, schema, subject: subjectOf(records, schema) };
}

function subjectOf(rows: readonly Row[], schema: Schema): Subject {
  const fields = [...schema.fields.values()].map(({ name, type }) => ({ name, type }));
  const step = Math.max(1, Math.floor(rows.length / SAMPLES));
  const sample = rows.filter((_, index) => index % step === 0);
  const values = fields.flatMap(({ name }) => sample.map((row) => row[name]));
  const texts = values.filter((value) => typeof value === "string");
  return {
    fields,
    // Whole values, and substrings that other values contain too.
    texts: unique([
      ...texts.filter((text) => text.length < LONGEST_CONSTANT),
      ...texts.flatMap((text) => text.split(/[ ,/]/)),
    ]),
    numbers: unique(values.filter((value) => typeof value === "number")),
    dates: unique(values.flatMap((value) => (value instanceof Date ? [value.toISOString()] : []))),
  };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
