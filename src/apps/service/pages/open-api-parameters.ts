// This folder serves the files of the service's pages, and an OpenAPI document.

import type { ValueType } from "../../../language/types/value-type.ts";
import type { Collection } from "../collection.ts";
import { SERVICE_LIMITS } from "../limits.ts";

/** The JSON schemas of values by type. A blank is `null`. */
export const TYPES: Readonly<Record<ValueType, object>> = {
  text: { type: ["string", "null"] },
  number: { type: ["number", "null"] },
  boolean: { type: ["boolean", "null"] },
  date: { type: ["string", "null"], format: "date-time" },
  list: { type: ["array", "null"], items: { type: "string" } },
};

/** A parameter of a query string. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: "query";
  readonly description: string;
  readonly required: boolean;
  readonly schema: object;
}

export function parameter(
  name: string,
  description: string,
  schema: object,
  required = false,
): OpenApiParameter {
  return { name, in: "query", description, required, schema };
}

type BoundFormulas = Pick<Collection, "formulas" | "parameters">;

/** The parameters for reading formulas: their time zone, and the values of their parameters. */
export function bindingParameters({
  formulas,
  parameters = {},
}: BoundFormulas): readonly OpenApiParameter[] {
  const zone = { type: "string", default: formulas.timeZone ?? "UTC" };
  return [
    parameter("timeZone", TIME_ZONE, zone),
    ...Object.entries(parameters).map(([name, type]) =>
      parameter(`param.${name}`, describedValue(name, type), IN_ADDRESS[type]),
    ),
  ];
}

/** The values of formulas' parameters, as a property of a body. */
export function valuesProperty({ parameters }: BoundFormulas): object {
  if (parameters === undefined) return {};
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, type]) => [
      name,
      { ...TYPES[type], description: describedValue(name, type) },
    ]),
  );
  return { parameters: { type: "object", additionalProperties: false, properties } };
}

/**
 * The same parameters in a body.
 *
 * @param others the properties for the parameters whose names have dots, which are lists and objects in a body
 */
export function bodyOf(parameters: readonly OpenApiParameter[], others: object): object {
  const plain = parameters.filter(({ name }) => !name.includes("."));
  const properties = Object.fromEntries(
    plain.map(({ name, description, schema }) => [name, { ...schema, description }]),
  );
  return {
    type: "object",
    additionalProperties: false,
    required: plain.filter(({ required }) => required).map(({ name }) => name),
    properties: { ...properties, ...others },
  };
}

/** The query parameters of a route for formulas of several collections. */
export function sharedParameters(collections: readonly Collection[]): readonly OpenApiParameter[] {
  const [only, ...others] = collections;
  if (only !== undefined && others.length === 0) return bindingParameters(only);
  const named = new Map(
    collections
      .flatMap((collection) => bindingParameters(collection))
      .map((one) => [one.name, one]),
  );
  // Their types depend on the collection in the request.
  return [...named.values()].map((one) => ({ ...one, schema: text }));
}

const text = { type: "string" };

const TIME_ZONE = "The time zone of the days and hours in the formula, such as `Europe/Rome`.";

const IN_ADDRESS: Readonly<Record<ValueType, object>> = {
  text: { type: "string", maxLength: SERVICE_LIMITS.parameterCharacters },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date-time" },
  list: text,
};

function describedValue(name: string, type: ValueType): string {
  const how = type === "list" ? ", in JSON" : "";
  return `The value of \`$${name}\` in formulas${how}; it is needed if they have it.`;
}
