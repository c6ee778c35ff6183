import type { ProblemOfCodes } from "../source/coded-problem.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { ENGLISH_DESCRIPTION, ENGLISH_SCHEMA } from "../source/messages/english-problems.ts";
import type { ValueType } from "../types/value-type.ts";
import type { Field } from "./field.ts";

/** A mistake in the formula of a field. */
export type FieldDiagnostic = Diagnostic & {
  /** The name of the field. */
  readonly field: string;
  /** The formula, in which the span of the diagnostic counts. */
  readonly formula: string;
};

/** The declaration of a stored field: its type, or an object with its type and more. */
export type StoredDeclaration =
  | ValueType
  | {
      readonly type: ValueType;
      /** Whether the field identifies a record; its value is that of `RECORD_ID()`. */
      readonly key?: boolean;
      /** The role of a field that is the value of `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
      readonly role?: "created" | "modified";
      /**
       * Whether the dates of the field have a time of day, as those of `created` and `modified` have. Comparing such a
       * field with a day, as in `{at} = "2024-03-01"`, is the warning `midnight-comparison`.
       */
      readonly time?: boolean;
      /**
       * All values of a text field, or all items of a list, such as the labels of an enum. Editors complete them, and
       * comparing the field with another text, as in `{status} = "payed"`, is the warning `unknown-choice`.
       */
      readonly choices?: readonly string[];
      /** Formulas treat a hidden field like one that does not exist. */
      readonly hidden?: boolean;
      readonly description?: string;
    };

/** The declaration of a field: a stored field, or a formula that computes it. */
export type FieldDeclaration =
  | StoredDeclaration
  | {
      /** The formula that computes the field. Records do not have the field; its type is that of the formula. */
      readonly formula: string;
      readonly hidden?: boolean;
      readonly description?: string;
    };

/** The fields of a schema by name. */
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration>>;

/** A schema as JSON; `grammar/isoform-schema.json` describes it. */
export interface SchemaJson {
  /** The declaration of each field, by name. */
  readonly fields: FieldDeclarations;
  /** The time zone for the days and hours of dates in the formulas of fields; UTC unless given. */
  readonly timeZone?: string;
}

/** The values of each type in rows. */
export interface RowValues {
  /** A well-formed string. */
  readonly text: string;
  /** A finite number. */
  readonly number: number;
  /** `true` or `false`. */
  readonly boolean: boolean;
  /** A date, or its ISO 8601 string. */
  readonly date: Date | string;
  /** An array of well-formed strings. */
  readonly list: readonly string[];
}

type TypeOf<D extends FieldDeclaration> = D extends ValueType
  ? D
  : D extends { readonly type: infer T extends ValueType }
    ? T
    : never;

/**
 * The rows that match the declarations of a schema; any value may be missing or `null`. Rows do not have computed
 * fields.
 */
export type DeclaredRow<D extends FieldDeclarations> = {
  readonly [K in keyof D as D[K] extends { readonly formula: string } ? never : K]?:
    | RowValues[TypeOf<D[K]>]
    | null
    | undefined;
};

/**
 * The brand of a schema; its property also carries the type of the rows. The number in the name changes with the
 * structure of schemas, so that schemas of another copy of the package are accepted only if they are compatible.
 */
export const SCHEMA: unique symbol = Symbol.for("isoform.schema.2");

/**
 * The fields that formulas may use, with their types. Create schemas with `defineSchema`, `readSchema` or
 * `inferSchema`.
 */
export interface Schema<Row = unknown> {
  /** The fields in the order of their declaration, without the hidden ones. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The stored fields: those of `fields` that are not computed, and hidden ones that computed fields read. */
  readonly stored: ReadonlyMap<string, Field>;
  /** The field that identifies a record; `undefined` if none does. */
  readonly key: Field | undefined;
  /** The field with the time of a record's creation; `undefined` if there is none. */
  readonly created: Field | undefined;
  /** The field with the time of a record's last change; `undefined` if there is none. */
  readonly modified: Field | undefined;
  /** The declarations, including hidden fields. */
  toJSON(): SchemaJson;
  /** @internal A schema with other declarations, whose formulas are compiled in the same way. */
  redeclare(fields: FieldDeclarations): SchemaResult;
  readonly [SCHEMA]: { readonly row?: Row };
}

/** The rows of a schema: `type Car = RowOf<typeof schema>`. */
export type RowOf<S extends Schema> = S extends Schema<infer Row> ? Row : never;

/** A problem with a schema. Its code determines the type of its data. */
export type SchemaProblem = ProblemOfCodes<
  keyof typeof ENGLISH_SCHEMA | keyof typeof ENGLISH_DESCRIPTION
>;

/** Thrown by `defineSchema` for wrong declarations, with all problems. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** The problems with the declarations. */
  readonly problems: readonly SchemaProblem[];
  /** The diagnostics of the formulas of fields, which `problems` includes. */
  readonly diagnostics: readonly FieldDiagnostic[];

  constructor(problems: readonly SchemaProblem[], diagnostics: readonly FieldDiagnostic[] = []) {
    super(problems.map(({ message }) => message).join("; "));
    this.problems = problems;
    this.diagnostics = diagnostics;
  }
}

/** A schema that was read, or the problems with it. */
export type SchemaResult =
  | { readonly ok: true; readonly schema: Schema }
  | {
      readonly ok: false;
      /** The problems with the declarations. */
      readonly problems: readonly SchemaProblem[];
      /** The diagnostics of the formulas of fields, which `problems` includes. */
      readonly diagnostics: readonly FieldDiagnostic[];
    };
