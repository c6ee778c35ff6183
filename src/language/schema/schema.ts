import { isRecord } from "../../util/is-record.ts";
import { misuse, requireKind } from "../../util/misuse.ts";
import { type ProblemFinding, problemText } from "../source/coded-problem.ts";
import { ENGLISH_SCHEMA } from "../source/messages/english-problems.ts";
import type { Messages } from "../source/messages/messages.ts";
import type { ChoicesMistake, ExpectedProperty } from "../source/messages/problem-data.ts";
import { VALUE_TYPES, type ValueType } from "../types/value-type.ts";
import { isTimeZone } from "../values/date/index.ts";
import { isText } from "../values/text/index.ts";
import {
  type DeclaredRow,
  type FieldDeclaration,
  type FieldDeclarations,
  SCHEMA,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaProblem,
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
  messages?: Messages,
): Schema<DeclaredRow<D>> {
  requireKind(declarations, "object", "`defineSchema`: the declarations", DECLARE);
  const zone = timeZone === undefined ? {} : { timeZone };
  const result = readSchema({ fields: declarations, ...zone }, computeFields, messages);
  if (!result.ok) throw new SchemaError(result.problems, result.diagnostics);
  // The row type exists for the compiler only.
  return result.schema as Schema<DeclaredRow<D>>;
}

const DECLARE = 'write `defineSchema({ country: "text", price: "number" })`';

/**
 * Reads a schema from parsed JSON. Invalid input gives problems, never an exception.
 *
 * @param computeFields compiles the formulas of fields; without it, there must be none
 * @param messages the catalogue of the texts; English unless given
 */
export function readSchema(
  json: unknown,
  computeFields?: ComputeFields,
  messages?: Messages,
): SchemaResult {
  const problems: SchemaProblem[] = [];
  const report: ReportProblem = (found) => {
    problems.push({ ...found, message: problemText(found, ENGLISH_SCHEMA, messages) });
  };
  const { fields: declared, timeZone } = isRecord(json) ? json : {};
  if (!isRecord(declared)) {
    report({ code: "property-value", data: { property: "fields", expected: "object" } });
    return { ok: false, problems, diagnostics: [] };
  }
  if (timeZone !== undefined && !(typeof timeZone === "string" && isTimeZone(timeZone))) {
    report({ code: "property-value", data: { property: "timeZone", expected: "time-zone" } });
  }
  const zone = typeof timeZone === "string" ? timeZone : undefined;
  const known = new Map<string, Field>();
  const formulas = new Map<string, DeclaredFormula>();
  const hidden = new Set<string>();
  const declarations: [string, FieldDeclaration][] = [];
  for (const [name, declaration] of Object.entries(declared)) {
    const read = readDeclaration(name, declaration, report);
    if (read === undefined) continue;
    declarations.push([name, read.declaration]);
    if (read.hidden) hidden.add(name);
    if ("field" in read) known.set(name, read.field);
    else if (computeFields !== undefined) formulas.set(name, read.formula);
    // Nothing compiles formulas here.
    else report({ code: "unknown-property", data: { field: name, property: "formula" } });
  }
  refuseTwins(known, report);
  if (problems.length > 0) return { ok: false, problems, diagnostics: [] };
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
    for (const { field, formula, ...diagnostic } of diagnostics) {
      report({ code: "invalid-formula", data: { field, formula, diagnostic } });
    }
    return { ok: false, problems, diagnostics };
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

/** Each role belongs to at most one field, including hidden ones. */
function refuseTwins(fields: ReadonlyMap<string, Field>, report: ReportProblem): void {
  const taken = new Map<FieldRole, string>();
  for (const { name, role } of fields.values()) {
    if (role === undefined) continue;
    const earlier = taken.get(role);
    if (earlier !== undefined) {
      report({ code: "duplicate-role", data: { role, fields: [earlier, name] } });
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

/** Adds a problem with the schema. */
type ReportProblem = (found: ProblemFinding<keyof typeof ENGLISH_SCHEMA>) => void;

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
  reportTo: ReportProblem,
): ReadDeclaration | undefined {
  let isSound = true;
  const report: ReportProblem = (found) => {
    isSound = false;
    reportTo(found);
  };
  const expect = (property: string, expected: ExpectedProperty): void =>
    report({ code: "property-value", data: { field: name, property, expected } });
  const allow = (property: string, ...types: readonly ValueType[]): void => {
    if (!types.some((one) => one === type)) {
      report({ code: "property-type", data: { field: name, property, types } });
    }
  };
  if (name === "") report({ code: "field-name", data: { field: name, reason: "empty" } });
  if (!isText(name)) report({ code: "field-name", data: { field: name, reason: "malformed" } });
  const given = isRecord(declaration) ? declaration : { type: declaration };
  const { type, key = false, role, time, choices, hidden = false, description, formula } = given;
  for (const property of Object.keys(given)) {
    if (KNOWN_PROPERTIES.has(property)) continue;
    report({ code: "unknown-property", data: { field: name, property } });
  }
  if (formula !== undefined) {
    if (typeof formula !== "string") expect("formula", "text");
    for (const property of ["type", "key", "role", "time", "choices"]) {
      if (given[property] === undefined) continue;
      report({ code: "computed-property", data: { field: name, property } });
    }
  } else if (!isValueType(type)) {
    expect("type", "type");
    return undefined;
  }
  if (typeof key !== "boolean") expect("key", "boolean");
  if (typeof hidden !== "boolean") expect("hidden", "boolean");
  if (description !== undefined && typeof description !== "string") expect("description", "text");
  if (typeof formula === "string") {
    if (!isSound) return undefined;
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
  if (role !== undefined && role !== "created" && role !== "modified") expect("role", "role");
  if (key === true && role !== undefined) report({ code: "key-with-role", data: { field: name } });
  if (key === true) allow("key", "text", "number");
  if (role !== undefined) allow("role", "date");
  if (time !== undefined && typeof time !== "boolean") expect("time", "boolean");
  if (time !== undefined) allow("time", "date");
  if (choices !== undefined) {
    allow("choices", "text", "list");
    const mistake = isTextList(choices) ? mistakeInChoices(choices) : "texts";
    if (mistake === "texts") expect("choices", mistake);
    else if (mistake !== undefined) {
      report({ code: "invalid-choices", data: { field: name, ...mistake } });
    }
  }
  if (!isSound) return undefined;
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

function mistakeInChoices(choices: readonly string[]): ChoicesMistake | undefined {
  if (choices.length === 0) return { reason: "none" };
  if (choices.includes("")) return { reason: "empty" };
  const seen = new Set<string>();
  const twin = choices.find((choice) => seen.size === seen.add(choice).size);
  return twin === undefined ? undefined : { reason: "twice", choice: twin };
}

function isValueType(value: unknown): value is ValueType {
  return VALUE_TYPES.some((type) => type === value);
}
