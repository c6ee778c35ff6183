import type { FieldDiagnostic, Schema } from "./declarations.ts";
import type { Field } from "./field.ts";

/** A field that a formula computes, as it was declared. */
export interface DeclaredFormula {
  readonly name: string;
  readonly formula: string;
  readonly description: string | undefined;
}

/** The declarations that formulas of fields are compiled with. */
export interface DeclaredFormulas {
  /** All fields that records have, hidden ones too. Computed fields are added to it as they are compiled. */
  readonly known: Map<string, Field>;
  /** A schema of the known fields. */
  readonly schema: Schema;
  readonly formulas: ReadonlyMap<string, DeclaredFormula>;
  /** The names of the hidden fields. */
  readonly hidden: ReadonlySet<string>;
  /** The time zone of the schema; `undefined` for UTC. */
  readonly timeZone: string | undefined;
}

/** The computed fields of a schema. */
interface ComputedFields {
  /** The mistakes in their formulas. */
  readonly diagnostics: readonly FieldDiagnostic[];
  /** The names of the fields that a computed field is computed from, of all that it uses; `undefined` for others. */
  readonly readBy: (name: string) => ReadonlySet<string> | undefined;
  /** Gives the fields the schema that was made with them. */
  readonly finish: (schema: Schema) => void;
}

/** Compiles the formulas of fields. The layers above hand it in, since a schema does not know how formulas are compiled. */
export type ComputeFields = (declared: DeclaredFormulas) => ComputedFields;
