import type { SchemaError } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { type ForeignObject, isObject, own } from "../foreign-value.ts";
import {
  commonMapping,
  type FieldDescription,
  type FieldMapping,
  LIST_OF_OTHERS,
  textOf,
  type Unmapped,
} from "./field-mapping.ts";
import { invalidDescription } from "./invalid-description.ts";

/** A document of definitions that refer to each other many times would otherwise take forever. */
const MOST_VISITS = 100_000;
const DEEPEST = 64;
/** The most characters of a position in an error. */
const LONGEST_PATH = 200;

/** The property of an object, wherever it is described. */
interface Property {
  readonly schemas: unknown[];
  isRequired: boolean;
}

/** Reads the fields of the records that a JSON Schema describes, in any draft, and as OpenAPI 3.0 and Swagger 2 have it. */
export class JsonSchemaReader {
  readonly #document: unknown;
  #visits = 0;

  /** @param document what references refer to */
  constructor(document: unknown) {
    this.#document = document;
  }

  /**
   * The fields of a schema of an object, or of a list of objects.
   *
   * @param path the position of the schema, for errors
   * @throws {@link SchemaError} if it describes no objects
   */
  fields(schema: unknown, path: string): readonly FieldDescription[] {
    const properties = new Map<string, Property>();
    this.#collect(schema, path, properties, 0);
    if (properties.size === 0) throw problem(path, "it has no `properties`");
    return [...properties].map(([name, { schemas, isRequired }]) => {
      const mapping = together(schemas.map((one) => this.#mapping(one, 0)));
      const nullable = "type" in mapping && mapping.nullable === true;
      return {
        name,
        mapping,
        description: this.#description(schemas[0]),
        isRequired: isRequired && !nullable,
      };
    });
  }

  /** Adds the properties of a schema; those of each part of `allOf`, and of each alternative. */
  #collect(given: unknown, path: string, into: Map<string, Property>, depth: number): void {
    const schema = this.#resolved(given, path, depth);
    if (!isObject(schema)) throw problem(path, "it is not a schema");
    const items = own(schema, "items");
    if (isObject(items) && typesOf(schema).includes("array")) {
      this.#collect(items, `${path}/items`, into, depth + 1);
      return;
    }
    for (const [index, part] of listOf(own(schema, "allOf")).entries()) {
      this.#collect(part, `${path}/allOf/${index}`, into, depth + 1);
    }
    const alternatives = [...listOf(own(schema, "anyOf")), ...listOf(own(schema, "oneOf"))].filter(
      (one) => !isNull(this.#resolved(one, path, depth)),
    );
    this.#collectAlternatives(alternatives, path, into, depth);
    const properties = own(schema, "properties");
    if (properties === undefined) return;
    if (!isObject(properties)) throw problem(`${path}/properties`, "it is not an object");
    const required = new Set(listOf(own(schema, "required")));
    for (const [name, property] of Object.entries(properties)) {
      add(into, name, [property], required.has(name));
    }
  }

  /** A property is required if every alternative requires it. */
  #collectAlternatives(
    alternatives: readonly unknown[],
    path: string,
    into: Map<string, Property>,
    depth: number,
  ): void {
    const all = alternatives.map((alternative) => {
      const properties = new Map<string, Property>();
      this.#collect(alternative, path, properties, depth + 1);
      return properties;
    });
    for (const properties of all) {
      for (const [name, { schemas }] of properties) {
        add(
          into,
          name,
          schemas,
          all.every((one) => one.get(name)?.isRequired === true),
        );
      }
    }
  }

  #mapping(given: unknown, depth: number): FieldMapping | Unmapped {
    if (depth > DEEPEST) return { reason: "it is nested too deeply" };
    const resolved = this.#reference(given);
    if ("reason" in resolved) return resolved;
    const { schema } = resolved;
    const types = typesOf(schema).filter((type) => type !== "null");
    // `nullable` is a keyword of OpenAPI 3.0, and its extension of Swagger 2.
    const nullable =
      types.length < typesOf(schema).length ||
      own(schema, "nullable") === true ||
      own(schema, "x-nullable") === true;
    const mapping = this.#nonNullMapping(schema, types, depth);
    return nullable && "type" in mapping ? { ...mapping, nullable } : mapping;
  }

  #nonNullMapping(
    schema: ForeignObject,
    types: readonly unknown[],
    depth: number,
  ): FieldMapping | Unmapped {
    if (own(schema, "writeOnly") === true) return { reason: "it is write-only" };
    const alternatives = [...listOf(own(schema, "anyOf")), ...listOf(own(schema, "oneOf"))];
    if (types.length === 0 && alternatives.length > 0) return this.#anyOf(alternatives, depth);
    const parts = listOf(own(schema, "allOf"));
    if (types.length === 0 && parts.length > 0) {
      return together(parts.map((part) => this.#mapping(part, depth + 1)));
    }
    const values =
      own(schema, "const") === undefined ? listOf(own(schema, "enum")) : [own(schema, "const")];
    this.#count(values.length);
    const known = values.filter((value) => value !== null);
    const named = types.length > 0 ? types : [...new Set(known.map(jsonTypeOf))];
    if (named.length === 0) {
      return own(schema, "properties") === undefined ? ANY : { reason: "it is an object" };
    }
    const mappings = named.map((type) => this.#typed(type, schema, known, depth));
    const mapping = commonMapping(mappings);
    const hasNull = known.length < values.length;
    return hasNull && "type" in mapping ? { ...mapping, nullable: true } : mapping;
  }

  #anyOf(alternatives: readonly unknown[], depth: number): FieldMapping | Unmapped {
    const others = alternatives.filter((one) => !isNull(one));
    const mapping = commonMapping(others.map((one) => this.#mapping(one, depth + 1)));
    return others.length < alternatives.length && "type" in mapping
      ? { ...mapping, nullable: true }
      : mapping;
  }

  #typed(
    type: unknown,
    schema: ForeignObject,
    values: readonly unknown[],
    depth: number,
  ): FieldMapping | Unmapped {
    switch (type) {
      case "string":
        return stringMapping(own(schema, "format"), values);
      case "number":
      case "integer":
        return { type: "number" };
      case "boolean":
        return { type: "boolean" };
      // TypeBox's type of JavaScript's dates.
      case "Date":
        return { type: "date", time: true };
      case "array":
        return this.#list(schema, depth);
      case "object":
        return { reason: "it is an object" };
      default:
        return { reason: `there is no type ${quote(String(type))}` };
    }
  }

  #list(schema: ForeignObject, depth: number): FieldMapping | Unmapped {
    const items = own(schema, "items");
    if (!isObject(items)) return { reason: "it is a list whose items have no type" };
    const item = this.#mapping(items, depth + 1);
    if (!("type" in item) || item.type !== "text") return LIST_OF_OTHERS;
    const { choices } = item;
    return { type: "list", ...(choices !== undefined && { choices }) };
  }

  #description(given: unknown): string | undefined {
    const resolved = this.#reference(given);
    for (const schema of [given, "schema" in resolved ? resolved.schema : undefined]) {
      for (const name of ["description", "title"]) {
        const text = own(schema, name);
        if (typeof text === "string" && text !== "") return text;
      }
    }
    return undefined;
  }

  #resolved(given: unknown, path: string, depth: number): unknown {
    if (depth > DEEPEST) throw problem(path, "it is nested too deeply, or contains itself");
    const resolved = this.#reference(given);
    if ("reason" in resolved) throw problem(path, resolved.reason);
    return resolved.schema;
  }

  /** Follows the references of a schema, which its other properties override. */
  #reference(given: unknown): { readonly schema: ForeignObject } | Unmapped {
    this.#count(1);
    if (given === true) return { schema: {} };
    if (!isObject(given)) return { reason: "it is not described by a schema" };
    let schema = given;
    const seen = new Set<string>();
    for (;;) {
      const reference = own(schema, "$ref");
      if (typeof reference !== "string") return { schema };
      if (seen.has(reference)) return { reason: `${quote(reference)} refers to itself` };
      seen.add(reference);
      const target = this.#target(reference);
      if (target === undefined) {
        return {
          reason: reference.startsWith("#")
            ? `the document has no ${quote(reference)}`
            : `${quote(reference)} is another document: put all into one`,
        };
      }
      const { $ref: _, ...others } = schema;
      const names = Object.keys(others).length;
      if (names > 0) this.#count(names + Object.keys(target).length);
      const $ref = own(target, "$ref");
      schema = names === 0 ? target : { ...target, ...others, ...($ref !== undefined && { $ref }) };
    }
  }

  #count(visits: number): void {
    this.#visits += visits;
    if (this.#visits > MOST_VISITS) throw problem("#", "it is too large with its references");
  }

  /** The schema at a JSON Pointer. */
  #target(reference: string): ForeignObject | undefined {
    if (reference !== "#" && !reference.startsWith("#/")) return undefined;
    let target: unknown = this.#document;
    for (const step of reference.split("/").slice(1)) {
      target = own(target, decoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
    }
    return isObject(target) ? target : undefined;
  }
}

/** A schema that allows any value. */
const ANY: Unmapped = { reason: "it has no type" };

/** The mapping of a schema in parts: one without a type restricts the others, or describes them. */
function together(mappings: readonly (FieldMapping | Unmapped)[]): FieldMapping | Unmapped {
  const typed = mappings.filter((mapping) => mapping !== ANY);
  return typed.length === 0 ? ANY : commonMapping(typed);
}

function problem(path: string, message: string): SchemaError {
  return invalidDescription(
    `${path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path}: ${message}`,
  );
}

function add(
  into: Map<string, Property>,
  name: string,
  schemas: readonly unknown[],
  isRequired: boolean,
): void {
  const known = into.get(name);
  if (known === undefined) into.set(name, { schemas: [...schemas], isRequired });
  else {
    known.schemas.push(...schemas);
    known.isRequired ||= isRequired;
  }
}

function isNull(schema: unknown): boolean {
  const types = typesOf(schema);
  const values = listOf(own(schema, "enum"));
  return (
    (types.length === 1 && types[0] === "null") ||
    own(schema, "const") === null ||
    (values.length > 0 && values.every((value) => value === null))
  );
}

function typesOf(schema: unknown): readonly unknown[] {
  const type = own(schema, "type");
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function jsonTypeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function stringMapping(format: unknown, values: readonly unknown[]): FieldMapping {
  if (values.length > 0) return textOf(values);
  if (format === "date-time") return { type: "date", time: true };
  return format === "date" ? { type: "date", time: false } : { type: "text" };
}

/** A step of a pointer in a URL; one that is encoded wrongly stays as it is. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
