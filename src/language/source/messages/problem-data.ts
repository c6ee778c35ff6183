import type { ValueType } from "../../types/value-type.ts";
import type { Diagnostic } from "../diagnostic.ts";

/** The value that a property of a schema must have. */
export type ExpectedProperty =
  | "object"
  | "boolean"
  | "text"
  | "texts"
  | "type"
  | "role"
  | "time-zone"
  | "path";

/** A mistake in the choices of a field: there are none, one is the empty text, or one is given twice. */
export type ChoicesMistake =
  | { readonly reason: "none" | "empty" }
  | { readonly reason: "twice"; readonly choice: string };

/**
 * The data of each problem with a schema, an order or a row, by code: plain JSON, from which a catalogue of messages
 * builds the text.
 */
export interface ProblemData {
  /** A property of a declaration, or of the schema if the field is omitted, has another value than the expected one. */
  readonly "property-value": {
    readonly field?: string;
    readonly property: string;
    readonly expected: ExpectedProperty;
  };
  readonly "field-name": { readonly field: string; readonly reason: "empty" | "malformed" };
  readonly "unknown-property": { readonly field: string; readonly property: string };
  /** A property that a computed field cannot have. */
  readonly "computed-property": { readonly field: string; readonly property: string };
  /** A property that only fields of some types can have. */
  readonly "property-type": {
    readonly field: string;
    readonly property: string;
    readonly types: readonly ValueType[];
  };
  readonly "key-with-role": { readonly field: string };
  readonly "invalid-choices": { readonly field: string } & ChoicesMistake;
  /** Two fields with the same role. */
  readonly "duplicate-role": {
    readonly role: "key" | "created" | "modified";
    readonly fields: readonly [string, string];
  };
  /** An error in the formula of a field. */
  readonly "invalid-formula": {
    readonly field: string;
    readonly formula: string;
    readonly diagnostic: Diagnostic;
  };
  /** The message of `schemaFrom`, which is for the author of the program. */
  readonly "invalid-description": { readonly message: string };
  /** The schema file of an editor is not JSON; the reason is that of the runtime. */
  readonly "malformed-schema-file": { readonly reason: string };
  /** The schema file of an editor cannot be read; the reason is that of the system. */
  readonly "unreadable-schema-file": { readonly path: string; readonly reason: string };
  /** The file of records of an editor cannot be read; the reason is that of the reader of files. */
  readonly "unreadable-records": { readonly path: string; readonly reason: string };
  /** The name of a field is missing in an order. */
  readonly "missing-field": { readonly field: string };
  readonly "unknown-field": {
    readonly field: string;
    /** A field with a similar name. */
    readonly suggestion?: string;
  };
  /** The values of a field in an order have none. */
  readonly "not-sortable": { readonly field: string };
  /** A field is in an order twice. */
  readonly "duplicate-field": { readonly field: string };
  /** The value of a row does not have the type of its field. */
  readonly "wrong-type": { readonly field: string; readonly type: ValueType };
}

/** The code of a problem with a schema, an order or a row. */
export type ProblemCode = keyof ProblemData;
