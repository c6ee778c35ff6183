import type { Diagnostic } from "../source/diagnostic.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Field } from "./field.ts";

/** A mistake in the formula of a field. */
export type FieldDiagnostic = Diagnostic & {
  /** The name of the field. */
  readonly field: string;
  /** The text of its formula, in which the span of the diagnostic counts. */
  readonly formula: string;
};

/** The declaration of a field that records have: its type, or an object with its type and more. */
export type StoredDeclaration =
  | ValueType
  | {
      readonly type: ValueType;
      /** Whether the field identifies a record; its value is that of `RECORD_ID()`. */
      readonly key?: boolean;
      /** The role of a field that is the value of `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
      readonly role?: "created" | "modified";
      /** Formulas treat a hidden field like one that does not exist. */
      readonly hidden?: boolean;
      readonly description?: string;
    };

/** The declaration of a field: that of a field that records have, or the formula that computes it. */
export type FieldDeclaration =
  | StoredDeclaration
  | {
      /** The formula that computes the field's value. Records do not have it; its type is that of the formula. */
      readonly formula: string;
      readonly hidden?: boolean;
      readonly description?: string;
    };

/** The fields of a schema by their names. */
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration>>;

/** A schema as JSON; `grammar/isoform-schema.json` describes it. */
export interface SchemaJson {
  /** The declaration of each field, by its name. */
  readonly fields: FieldDeclarations;
  /** The time zone whose clock shows the days and hours to the formulas of fields; UTC unless given. */
  readonly timeZone?: string;
}

/** The values of each type in rows. */
export interface RowValues {
  /** Well-formed text. */
  readonly text: string;
  /** A finite number. */
  readonly number: number;
  /** `true` or `false`. */
  readonly boolean: boolean;
  /** A date, or its ISO 8601 text. */
  readonly date: Date | string;
  /** A list of texts. */
  readonly list: readonly string[];
}

type TypeOf<D extends FieldDeclaration> = D extends ValueType
  ? D
  : D extends { readonly type: infer T extends ValueType }
    ? T
    : never;

/** The rows that fit the declarations of a schema; any value may be missing or `null`. Rows do not have computed fields. */
export type DeclaredRow<D extends FieldDeclarations> = {
  readonly [K in keyof D as D[K] extends { readonly formula: string } ? never : K]?:
    | RowValues[TypeOf<D[K]>]
    | null
    | undefined;
};

/**
 * The mark of a schema; its property also carries the type of the rows. The number in the name changes when the form
 * of schemas does, so a schema of another copy of the package is accepted only if it has this form.
 */
export const SCHEMA: unique symbol = Symbol.for("isoform.schema.2");

/** The fields that formulas may use, with their types; `defineSchema`, `readSchema` and `inferSchema` make schemas. */
export interface Schema<Row = unknown> {
  /** The fields in the order of their declaration, without the hidden ones. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The fields that records have: those of `fields` that no formula computes, and hidden ones that formulas of fields read. */
  readonly stored: ReadonlyMap<string, Field>;
  /** The field that identifies a record; `undefined` if none does. */
  readonly key: Field | undefined;
  /** The field with the time at which a record was made; `undefined` if there is none. */
  readonly created: Field | undefined;
  /** The field with the time of a record's last change; `undefined` if there is none. */
  readonly modified: Field | undefined;
  /** The declarations, hidden fields included. */
  toJSON(): SchemaJson;
  /** @internal A schema of other declarations, whose formulas are compiled in the same way. */
  redeclare(fields: FieldDeclarations): SchemaResult;
  readonly [SCHEMA]: { readonly row?: Row };
}

/** The rows of a schema: `type Car = RowOf<typeof schema>`. */
export type RowOf<S extends Schema> = S extends Schema<infer Row> ? Row : never;

/** The exception of `defineSchema` for wrong declarations; it lists every problem found. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** The problems with the declarations, each a sentence. */
  readonly problems: readonly string[];
  /** The mistakes in the formulas of fields, which are among the problems too. */
  readonly diagnostics: readonly FieldDiagnostic[];

  constructor(problems: readonly string[], diagnostics: readonly FieldDiagnostic[] = []) {
    super(problems.join("; "));
    this.problems = problems;
    this.diagnostics = diagnostics;
  }
}

/** A schema that was read, or the problems with it. */
export type SchemaResult =
  | { readonly ok: true; readonly schema: Schema }
  | {
      readonly ok: false;
      /** Each problem in a sentence. */
      readonly problems: readonly string[];
      /** The mistakes in the formulas of fields, which are among the problems too. */
      readonly diagnostics: readonly FieldDiagnostic[];
    };
