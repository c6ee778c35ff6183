import { misuse, requireKind } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { isTimeZone } from "../values/date/index.ts";
import { isText } from "../values/text/index.ts";
import {
  type DeclaredRow,
  type FieldDeclaration,
  type FieldDeclarations,
  type FieldDiagnostic,
  SCHEMA,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaResult,
} from "./declarations.ts";
import type { ComputeFields, DeclaredFormula } from "./declared-formulas.ts";
import type { Field, FieldRole } from "./field.ts";
import { isTextList } from "./text-list.ts";

/**
 * Declares the fields that formulas may use. The type of the rows is inferred from the declaration.
 *
 * @param computeFields compiles the formulas of fields; without it, there must be none
 * @throws {@link SchemaError} if a declaration is wrong.
 */
export function defineSchema<const D extends FieldDeclarations>(
  declarations: D,
  computeFields?: ComputeFields,
  timeZone?: string,
): Schema<DeclaredRow<D>> {
  requireKind(declarations, "object", "`defineSchema`: the declarations", DECLARE);
  const zone = timeZone === undefined ? {} : { timeZone };
  const result = readSchema({ fields: declarations, ...zone }, computeFields);
  if (!result.ok) throw new SchemaError(result.problems, result.diagnostics);
  // The row type exists for the compiler only.
  return result.schema as Schema<DeclaredRow<D>>;
}

const DECLARE = 'write `defineSchema({ country: "text", price: "number" })`';

/**
 * Reads a schema from parsed JSON. Invalid input gives problems, never an exception.
 *
 * @param computeFields compiles the formulas of fields; without it, there must be none
 */
export function readSchema(json: unknown, computeFields?: ComputeFields): SchemaResult {
  const problems: string[] = [];
  const { fields: declared, timeZone } = isRecord(json) ? json : {};
  if (!isRecord(declared)) {
    return { ok: false, problems: ["`fields` must be an object"], diagnostics: [] };
  }
  if (timeZone !== undefined && !(typeof timeZone === "string" && isTimeZone(timeZone))) {
    problems.push("`timeZone` must be a time zone of the IANA database, such as `Europe/Rome`");
  }
  const zone = typeof timeZone === "string" ? timeZone : undefined;
  const known = new Map<string, Field>();
  const formulas = new Map<string, DeclaredFormula>();
  const hidden = new Set<string>();
  const declarations: [string, FieldDeclaration][] = [];
  for (const [name, declaration] of Object.entries(declared)) {
    const read = readDeclaration(name, declaration, problems);
    if (read === undefined) continue;
    declarations.push([name, read.declaration]);
    if (read.hidden) hidden.add(name);
    if ("formula" in read) formulas.set(name, read.formula);
    else known.set(name, read.field);
  }
  refuseTwins(known, problems);
  if (problems.length > 0) return { ok: false, problems, diagnostics: [] };
  if (formulas.size > 0 && computeFields === undefined) {
    return { ok: false, problems: ["no field may be a formula here"], diagnostics: [] };
  }
  const stored = new Map(known);
  const computed =
    formulas.size === 0
      ? undefined
      : computeFields?.({
          known,
          schema: new DeclaredSchema(known, stored, { fields: {} }, computeFields),
          formulas,
          hidden,
          timeZone: zone,
        });
  if (computed !== undefined && computed.diagnostics.length > 0) {
    const { diagnostics } = computed;
    return { ok: false, problems: diagnostics.map(problemOf), diagnostics };
  }
  const visible = declarations.flatMap(([name]) => {
    const field = hidden.has(name) ? undefined : known.get(name);
    return field === undefined ? [] : [[name, field] as const];
  });
  const read = new Set(visible.flatMap(([name]) => [...(computed?.readBy(name) ?? [name])]));
  const schema: Schema = Object.freeze(
    new DeclaredSchema(
      new Map(visible),
      new Map([...stored].filter(([name]) => read.has(name))),
      {
        fields: Object.fromEntries(declarations),
        ...(zone === undefined ? {} : { timeZone: zone }),
      },
      computeFields,
    ),
  );
  computed?.finish(schema);
  return { ok: true, schema };
}

function problemOf({ field, formula, message, span }: FieldDiagnostic): string {
  const text = formula.slice(span.start, Math.min(span.end, span.start + SHOWN));
  return `field ${quote(field)}: ${message} (at character ${span.start + 1} of its formula: ${quote(text)})`;
}

/** The maximum length of a formula in a problem. */
const SHOWN = 60;

/** Each role belongs to at most one field, including hidden ones. */
function refuseTwins(fields: ReadonlyMap<string, Field>, problems: string[]): void {
  const taken = new Map<FieldRole, string>();
  for (const { name, role } of fields.values()) {
    if (role === undefined) continue;
    const earlier = taken.get(role);
    if (earlier !== undefined) {
      problems.push(`${quote(earlier)} and ${quote(name)} are both the ${role} field`);
    }
    taken.set(role, name);
  }
}

class DeclaredSchema implements Schema {
  readonly fields: ReadonlyMap<string, Field>;
  readonly stored: ReadonlyMap<string, Field>;
  readonly key: Field | undefined;
  readonly created: Field | undefined;
  readonly modified: Field | undefined;
  declare readonly [SCHEMA]: { readonly row?: unknown };
  readonly #json: SchemaJson;
  readonly #computeFields: ComputeFields | undefined;

  constructor(
    fields: ReadonlyMap<string, Field>,
    stored: ReadonlyMap<string, Field>,
    json: SchemaJson,
    computeFields: ComputeFields | undefined,
  ) {
    const withRole = (wanted: FieldRole): Field | undefined =>
      [...fields.values()].find(({ role }) => role === wanted);
    this.fields = fields;
    this.stored = stored;
    this.key = withRole("key");
    this.created = withRole("created");
    this.modified = withRole("modified");
    // A member with a computed name would prevent bundlers from removing the class. The brand is not enumerable.
    Object.defineProperty(this, SCHEMA, { value: {} });
    this.#json = json;
    this.#computeFields = computeFields;
  }

  toJSON(): SchemaJson {
    return this.#json;
  }

  redeclare(fields: FieldDeclarations): SchemaResult {
    return readSchema({ ...this.#json, fields }, this.#computeFields);
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

type ReadDeclaration = {
  readonly hidden: boolean;
  readonly declaration: FieldDeclaration;
} & ({ readonly field: Field } | { readonly formula: DeclaredFormula });

const KNOWN_PROPERTIES = new Set([
  "type",
  "key",
  "role",
  "time",
  "choices",
  "hidden",
  "description",
  "formula",
]);

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
  const { type, key = false, role, time, choices, hidden = false, description, formula } = given;
  for (const property of Object.keys(given)) {
    if (!KNOWN_PROPERTIES.has(property)) problem(`unknown property ${quote(property)}`);
  }
  if (formula !== undefined) {
    if (typeof formula !== "string") problem("`formula` must be a text");
    for (const property of ["type", "key", "role", "time", "choices"]) {
      if (given[property] === undefined) continue;
      problem(`a field that a formula computes has no \`${property}\``);
    }
  } else if (!isValueType(type)) {
    problem(`the type must be one of ${VALUE_TYPES.join(", ")}`);
    return undefined;
  }
  if (typeof key !== "boolean") problem("`key` must be true or false");
  if (typeof hidden !== "boolean") problem("`hidden` must be true or false");
  if (description !== undefined && typeof description !== "string") {
    problem("`description` must be a text");
  }
  if (typeof formula === "string") {
    if (problems.length > before) return undefined;
    return {
      formula: {
        name,
        formula,
        description: typeof description === "string" ? description : undefined,
      },
      hidden: hidden === true,
      declaration: { ...given, formula },
    };
  }
  if (!isValueType(type)) return undefined;
  if (role !== undefined && role !== "created" && role !== "modified") {
    problem("`role` must be `created` or `modified`");
  }
  if (key === true && role !== undefined) problem("a key has no other role");
  if (key === true && type !== "text" && type !== "number") problem("a key is a text or a number");
  if (role !== undefined && type !== "date") problem("a `created` or `modified` field is a date");
  if (time !== undefined && typeof time !== "boolean") problem("`time` must be true or false");
  if (time !== undefined && type !== "date") problem("only a date has a `time`");
  if (choices !== undefined) {
    if (type !== "text" && type !== "list") problem("only a text or a list has `choices`");
    const mistake = mistakeInChoices(choices);
    if (mistake !== undefined) problem(mistake);
  }
  if (problems.length > before) return undefined;
  const known = key === true ? "key" : role === "created" || role === "modified" ? role : undefined;
  const copied = isTextList(choices) ? { choices: Object.freeze([...choices]) } : {};
  const field: Field = Object.freeze({
    name,
    type,
    ...(known === undefined ? {} : { role: known }),
    ...(typeof time === "boolean" ? { time } : {}),
    ...copied,
    ...(typeof description === "string" ? { description } : {}),
  });
  const plain = isRecord(declaration)
    ? ({ ...declaration, type, ...copied } as FieldDeclaration)
    : type;
  return { field, hidden: hidden === true, declaration: plain };
}

function mistakeInChoices(choices: unknown): string | undefined {
  if (!isTextList(choices)) return "`choices` must be a list of texts";
  if (choices.length === 0) return "`choices` is empty: give the values, or leave it out";
  if (choices.includes("")) return "a choice is empty: the empty text is blank, and no choice";
  const seen = new Set<string>();
  const twin = choices.find((choice) => seen.size === seen.add(choice).size);
  return twin === undefined ? undefined : `the choice ${quote(twin)} is given twice`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isValueType(value: unknown): value is ValueType {
  return VALUE_TYPES.some((type) => type === value);
}
