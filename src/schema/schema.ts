import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { misuse, requireKind } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { isText } from "../values/text/index.ts";
import type { Field, FieldRole } from "./field.ts";

/** The declaration of a field: its type, or an object with its type and more. */
export type FieldDeclaration =
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

/** The fields of a schema by their names. */
export type FieldDeclarations = Readonly<Record<string, FieldDeclaration>>;

/** A schema as JSON; `grammar/isoform-schema.json` describes it. */
export interface SchemaJson {
  /** The declaration of each field, by its name. */
  readonly fields: FieldDeclarations;
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

/** The rows that fit a schema's declarations; any value may be missing or `null`. */
export type RowOf<D extends FieldDeclarations> = {
  readonly [K in keyof D]?: RowValues[TypeOf<D[K]>] | null | undefined;
};

/**
 * The mark of a schema; its property also carries the type of the rows. The number in the name changes when the form
 * of schemas does, so a schema of another copy of the package is accepted only if it has this form.
 */
const SCHEMA: unique symbol = Symbol.for("isoform.schema.1");

/** The fields that formulas may use, with their types; `defineSchema`, `readSchema` and `inferSchema` make schemas. */
export interface Schema<Row = unknown> {
  /** The fields in the order of their declaration, without the hidden ones. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The field that identifies a record; `undefined` if none does. */
  readonly key: Field | undefined;
  /** The field with the time at which a record was made; `undefined` if there is none. */
  readonly created: Field | undefined;
  /** The field with the time of a record's last change; `undefined` if there is none. */
  readonly modified: Field | undefined;
  /** The declarations, hidden fields included. */
  toJSON(): SchemaJson;
  readonly [SCHEMA]: { readonly row?: Row };
}

/** The exception of `defineSchema` for wrong declarations; it lists every problem found. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** The problems with the declarations, each a sentence. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** A schema that was read, or the problems with it. */
export type SchemaResult =
  | { readonly ok: true; readonly schema: Schema }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Declares the fields that formulas may use. The type of the rows is inferred from the declaration.
 *
 * @throws {@link SchemaError} if a declaration is wrong.
 */
export function defineSchema<const D extends FieldDeclarations>(declarations: D): Schema<RowOf<D>> {
  requireKind(declarations, "object", "`defineSchema`: the declarations", DECLARE);
  const result = readSchema({ fields: declarations });
  if (!result.ok) throw new SchemaError(result.problems);
  // The row type exists for the compiler only.
  return result.schema as Schema<RowOf<D>>;
}

const DECLARE = 'write `defineSchema({ country: "text", price: "number" })`';

/** Reads a schema from parsed JSON. Wrong input gives problems, never an exception. */
export function readSchema(json: unknown): SchemaResult {
  const problems: string[] = [];
  const declared = isRecord(json) ? json.fields : undefined;
  if (!isRecord(declared)) return { ok: false, problems: ["`fields` must be an object"] };
  const fields = new Map<string, Field>();
  const declarations: [string, FieldDeclaration][] = [];
  const roles = new Map<FieldRole, Field>();
  const taken = new Map<FieldRole, string>();
  for (const [name, declaration] of Object.entries(declared)) {
    const read = readDeclaration(name, declaration, problems);
    if (read === undefined) continue;
    declarations.push([name, read.declaration]);
    if (!read.hidden) fields.set(name, read.field);
    const { role } = read.field;
    if (role === undefined) continue;
    const earlier = taken.get(role);
    if (earlier !== undefined) {
      problems.push(`${quote(earlier)} and ${quote(name)} are both the ${role} field`);
    }
    taken.set(role, name);
    if (!read.hidden) roles.set(role, read.field);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, schema: Object.freeze(new DeclaredSchema(fields, roles, declarations)) };
}

class DeclaredSchema implements Schema {
  readonly fields: ReadonlyMap<string, Field>;
  readonly key: Field | undefined;
  readonly created: Field | undefined;
  readonly modified: Field | undefined;
  readonly #declarations: readonly (readonly [string, FieldDeclaration])[];

  constructor(
    fields: ReadonlyMap<string, Field>,
    roles: ReadonlyMap<FieldRole, Field>,
    declarations: readonly (readonly [string, FieldDeclaration])[],
  ) {
    this.fields = fields;
    this.key = roles.get("key");
    this.created = roles.get("created");
    this.modified = roles.get("modified");
    this.#declarations = declarations;
  }

  toJSON(): SchemaJson {
    return { fields: Object.fromEntries(this.#declarations) };
  }

  get [SCHEMA](): { readonly row?: unknown } {
    return {};
  }
}

/**
 * @param call the name of the public call, for the message
 * @throws `TypeError` unless the value is a schema.
 */
export function requireSchema(schema: unknown, call: string): void {
  if (typeof schema === "object" && schema !== null && SCHEMA in schema) return;
  throw misuse(
    `\`${call}\`: the schema`,
    "one that `defineSchema` or `readSchema` made",
    schema,
    isRecord(schema) ? "pass the declarations to `defineSchema` first" : undefined,
  );
}

interface ReadDeclaration {
  readonly field: Field;
  readonly hidden: boolean;
  readonly declaration: FieldDeclaration;
}

const KNOWN_PROPERTIES = new Set(["type", "key", "role", "hidden", "description"]);

function readDeclaration(
  name: string,
  declaration: unknown,
  problems: string[],
): ReadDeclaration | undefined {
  const before = problems.length;
  const problem = (text: string): void => {
    problems.push(`field ${quote(name)}: ${text}`);
  };
  if (name === "") problem("the name is empty");
  if (!isText(name)) problem("the name is not well-formed text");
  const given = isRecord(declaration) ? declaration : { type: declaration };
  const { type, key = false, role, hidden = false, description } = given;
  for (const property of Object.keys(given)) {
    if (!KNOWN_PROPERTIES.has(property)) problem(`unknown property ${quote(property)}`);
  }
  if (!isValueType(type)) {
    problem(`the type must be one of ${VALUE_TYPES.join(", ")}`);
    return undefined;
  }
  if (typeof key !== "boolean") problem("`key` must be true or false");
  if (typeof hidden !== "boolean") problem("`hidden` must be true or false");
  if (description !== undefined && typeof description !== "string") {
    problem("`description` must be a text");
  }
  if (role !== undefined && role !== "created" && role !== "modified") {
    problem("`role` must be `created` or `modified`");
  }
  if (key === true && role !== undefined) problem("a key has no other role");
  if (key === true && type !== "text" && type !== "number") problem("a key is a text or a number");
  if (role !== undefined && type !== "date") problem("a `created` or `modified` field is a date");
  if (problems.length > before) return undefined;
  const known = key === true ? "key" : role === "created" || role === "modified" ? role : undefined;
  const field: Field = Object.freeze({
    name,
    type,
    ...(known === undefined ? {} : { role: known }),
    ...(typeof description === "string" ? { description } : {}),
  });
  const plain = isRecord(declaration) ? ({ ...declaration, type } as FieldDeclaration) : type;
  return { field, hidden: hidden === true, declaration: plain };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isValueType(value: unknown): value is ValueType {
  return VALUE_TYPES.some((type) => type === value);
}
