import type { FieldDiagnostic, Schema } from "./declarations.ts";
import type { Field } from "./field.ts";

/** The declaration of a computed field. */
export interface DeclaredFormula {
  readonly name: string;
  readonly formula: string;
  readonly description: string | undefined;
}

/** The declarations that the formulas of fields are compiled with. */
export interface DeclaredFormulas {
  /** All stored fields, including hidden ones. Computed fields are added as they are compiled. */
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
  /** The diagnostics of their formulas. */
  readonly diagnostics: readonly FieldDiagnostic[];
  /** The names of all stored fields that a computed field depends on; `undefined` for other fields. */
  readonly readBy: (name: string) => ReadonlySet<string> | undefined;
  /** Connects the fields to their finished schema. */
  readonly finish: (schema: Schema) => void;
}

/**
 * Compiles the formulas of fields. Injected by the layers above, since a schema does not know how to compile formulas.
 */
export type ComputeFields = (declared: DeclaredFormulas) => ComputedFields;
