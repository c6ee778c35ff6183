import { MEASURES, SUMMARY_LIMITS } from "../../../data/summary/index.ts";
import type { Allowance, Policy } from "../../../engine/index.ts";
import { allowanceOf } from "../../../engine/policy.ts";
import { BUILT_IN } from "../../../language/functions/registry.ts";
import { defined } from "../../../util/defined.ts";
import type { Collection } from "../collection.ts";
import { PROBLEMS } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { VALUE_ORDERS } from "../request/values.ts";
import {
  bindingParameters,
  bodyOf,
  type OpenApiParameter,
  parameter,
  sharedParameters,
  valuesProperty,
} from "./open-api-parameters.ts";
import {
  answers,
  count,
  flag,
  ok,
  PROBLEM,
  problemResponse,
  problems,
  recordResponses,
  recordSchema,
  tableContent,
  text,
} from "./open-api-responses.ts";

interface OpenApiOptions {
  readonly prefix: string;
  /** Whether the collections and their fields are public. */
  readonly isOpen: boolean;
}

/** The OpenAPI 3.1 document of the service. */
export function openApi(
  collections: readonly Collection[],
  { prefix, isOpen }: OpenApiOptions,
): object {
  const components = componentNames(collections);
  return {
    openapi: "3.1.0",
    info: {
      title: "Collections filtered by formulas",
      version: "1",
      description:
        "Records are always returned in a definite order. A filter is a formula such as `AND({price} < 50000, NOT(tax = BLANK()))`.",
    },
    servers: [{ url: prefix === "" ? "/" : prefix }],
    security: [{ key: [] }],
    paths: Object.assign(
      {},
      ...collections.map((collection) =>
        collectionPaths(collection, components.get(collection) ?? ""),
      ),
      formulaPath(
        "/validate",
        collections,
        "Whether a formula is right, and what is wrong with it",
        [],
      ),
      formulaPath(
        "/explain",
        collections,
        "Which part of a formula runs in the database, and which in memory",
        [
          parameter(
            "record",
            "The key of a record. The answer then has the value of each part of the formula for it.",
            text,
          ),
        ],
      ),
      {
        "/schema": {
          get: {
            summary: "The fields of each collection",
            ...(isOpen ? { security: [] } : {}),
            responses: { 200: ok("The fields") },
          },
        },
        "/livez": open("Whether the process is alive"),
        "/readyz": open("Whether the records can be reached"),
        "/metrics": {
          get: {
            summary: "Figures for Prometheus. They need a key of the operator",
            responses: { 200: ok("Text"), ...problems("unauthorized", "forbidden") },
          },
        },
      },
    ),
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "x-api-key" } },
      schemas: {
        ...Object.fromEntries(
          collections.map((collection) => [
            components.get(collection) ?? "",
            recordSchema(collection.store.schema),
          ]),
        ),
        Problem: PROBLEM,
      },
      responses: Object.fromEntries(
        Object.values(PROBLEMS).map(({ status }) => [`Problem${status}`, problemResponse(status)]),
      ),
    },
  };
}

/**
 * The operations of a route that reads.
 *
 * @param body its parameters in a body; without it, they are only read from the query string
 */
function reading(
  summary: string,
  parameters: readonly object[],
  responses: object,
  body?: object,
): object {
  return {
    get: { summary, parameters, responses },
    head: { summary, parameters, responses: { 200: ok("Headers") } },
    ...(body === undefined ? {} : { post: posted(summary, body, responses) }),
  };
}

function posted(summary: string, body: object, responses: object): object {
  const requestBody = { required: true, content: { "application/json": { schema: body } } };
  const refused = problems("body-too-large", "unsupported-media-type");
  return { summary, requestBody, responses: { ...responses, ...refused } };
}

/** The names of the collections' schemas. OpenAPI allows few characters in them, and `Problem` is reserved. */
function componentNames(collections: readonly Collection[]): ReadonlyMap<Collection, string> {
  const taken = new Set(["Problem"]);
  return new Map(
    collections.map((collection) => {
      const plain = collection.name.replace(/[^\w.-]/g, "_");
      let name = plain;
      for (let number = 2; taken.has(name); number++) name = `${plain}_${number}`;
      taken.add(name);
      return [collection, name];
    }),
  );
}

/** A policy without the names of custom functions, which clients do not know. */
export function builtInPolicy(policy: Policy | undefined): Policy | undefined {
  if (policy?.functions === undefined) return policy;
  return {
    ...policy,
    ...defined({ functions: allowanceOf(policy.functions, (name) => BUILT_IN.has(name)) }),
  };
}

/** Sentences on what formulas may not use. */
function policyNote({ formulas }: Collection): string {
  const policy = builtInPolicy(formulas.policy);
  const note = (kind: string, { allow, deny = [] }: Allowance<string>): string =>
    allow === undefined
      ? ` It may use all ${kind} but ${deny.join(", ")}.`
      : ` Of the ${kind}, it may use ${allow.join(", ") || "none"}.`;
  return (["functions", "operators", "fields"] as const)
    .flatMap((kind) => (policy?.[kind] === undefined ? [] : [note(kind, policy[kind])]))
    .join("");
}

function collectionPaths(collection: Collection, component: string): object {
  const { name, path, description, maxPageSize } = collection;
  const { schema } = collection.store;
  const names = [...schema.fields.keys()];
  const sortable = [...schema.fields.values()].filter(({ type }) => type !== "list");
  const field = { type: "string", enum: names };
  const sorted = { type: "string", enum: sortable.map((known) => known.name) };
  const direction = { type: "string", enum: ["asc", "desc"], default: "asc" };
  const size = { ...count, maximum: maxPageSize };
  const filter = [
    parameter(
      "filterByFormula",
      `The formula. A record is returned if it is true for the record.${policyNote(collection)}`,
      text,
    ),
    ...bindingParameters(collection),
  ];
  const parameters = [
    ...filter,
    parameter(
      "fields.0",
      "A field to return. For more fields write `fields.1` and so on, or `fields[]`.",
      field,
    ),
    parameter(
      "sort.0.field",
      "The field to sort by. Can be written `sort[0][field]`, too. Blanks come last.",
      sorted,
    ),
    parameter(
      "sort.0.direction",
      "The direction. Can be written `sort[0][direction]`, too.",
      direction,
    ),
    parameter("maxRecords", "The largest number of records on all pages together.", count),
    parameter(
      "pageSize",
      "The number of records on a page. The header `Link` leads to the next page.",
      size,
    ),
    parameter(
      "cursor",
      "The position at which a page begins, from the `Link` of the page before.",
      text,
    ),
    parameter(
      "totalCount",
      "Whether each page says how many records there are on all pages.",
      flag,
    ),
  ];
  const term = {
    type: "object",
    required: ["field"],
    additionalProperties: false,
    properties: { field: sorted, direction },
  };
  const values = valuesProperty(collection);
  const body = bodyOf(parameters, {
    ...values,
    fields: { type: "array", items: field },
    sort: { type: "array", items: term },
  });
  const responses = recordResponses(component);
  const summary = description ?? `The records of ${name}`;
  return {
    [path]: reading(summary, parameters, responses),
    [`${path}/query`]: {
      post: posted("The same, for parameters that are too long for an address", body, responses),
    },
    ...countPath(path, filter, values),
    ...groupsPath(path, filter, values, field),
    ...valuesPath(path, filter, field),
  };
}

function countPath(path: string, filter: readonly OpenApiParameter[], values: object): object {
  const schema = {
    type: "object",
    required: ["count"],
    properties: { count: { type: "integer", minimum: 0 } },
  };
  const responses = answers("The count", { "application/json": { schema } });
  const summary = "The number of records for which a formula is true";
  return { [`${path}/count`]: reading(summary, filter, responses, bodyOf(filter, values)) };
}

function groupsPath(
  path: string,
  filter: readonly OpenApiParameter[],
  values: object,
  field: object,
): object {
  const direction = { type: "string", enum: ["asc", "desc"], default: "asc" };
  const parameters = [
    ...filter,
    parameter("groupBy.0.field", "A field to group by. There may be up to three keys.", field),
    parameter("groupBy.0.formula", "A formula to group by, instead of a field.", text),
    parameter("groupBy.0.name", "The name of the key in the answer.", text),
    parameter(
      "measure.0",
      `A measure, such as \`count\` or \`min({field})\`: ${Object.keys(MEASURES).join(", ")}.`,
      text,
    ),
    parameter("sort.0.field", "A key or a measure to sort by. Blanks come last.", text),
    parameter("sort.0.direction", "The direction.", direction),
    parameter("maxRecords", "The largest number of groups.", count),
  ];
  const key = {
    type: "object",
    additionalProperties: false,
    properties: { field, formula: text, name: text },
  };
  const term = {
    type: "object",
    required: ["field"],
    additionalProperties: false,
    properties: { field: text, direction },
  };
  const body = bodyOf(parameters, {
    ...values,
    groupBy: { type: "array", items: key, maxItems: SUMMARY_LIMITS.keys },
    measure: { type: "array", items: text, maxItems: SUMMARY_LIMITS.measures },
    sort: { type: "array", items: term },
  });
  const responses = answers(
    "The groups, with keys and measures by their names; an error is `{ error: true }`",
    tableContent({ type: "object" }),
  );
  const summary = "Counts, sums and other measures of groups of records";
  return { [`${path}/groups`]: reading(summary, parameters, responses, body) };
}

function valuesPath(path: string, filter: readonly OpenApiParameter[], field: object): object {
  const order = { type: "string", enum: VALUE_ORDERS, default: "frequency" };
  const parameters = [
    { ...parameter("field", "The field.", field, true), in: "path" },
    ...filter,
    parameter("prefix", "The beginning of the values, as they are written in formulas.", text),
    parameter("ignoreCase", "Whether the case of the prefix is ignored.", flag),
    parameter(
      "order",
      "Whether the most frequent values come first, or the values are in order.",
      order,
    ),
    parameter("limit", "The largest number of values.", {
      ...count,
      maximum: SERVICE_LIMITS.values,
    }),
  ];
  const value = { type: ["string", "number", "boolean", "null"] };
  const items = {
    type: "object",
    required: ["value", "count"],
    properties: { value, count },
  };
  const responses = answers(
    "The values, with `null` for the records without a value",
    tableContent(items),
  );
  const summary = "The values of a field, with how many records have each";
  return { [`${path}/values/{field}`]: reading(summary, parameters, responses) };
}

function formulaPath(
  path: string,
  collections: readonly Collection[],
  summary: string,
  more: readonly OpenApiParameter[],
): object {
  const names = { type: "string", enum: collections.map(({ name }) => name) };
  const parameters = [
    parameter("filterByFormula", "The formula.", text, true),
    parameter(
      "collection",
      "The collection; not needed if there is only one.",
      names,
      collections.length > 1,
    ),
    ...sharedParameters(collections),
    ...more,
  ];
  const responses = {
    200: ok(summary),
    ...problems("invalid-parameter", "unauthorized", "invalid-formula", "too-many-requests"),
  };
  const hasValues = parameters.some(({ name }) => name.includes("."));
  const body = bodyOf(parameters, hasValues ? { parameters: { type: "object" } } : {});
  return { [path]: reading(summary, parameters, responses, body) };
}

function open(summary: string): object {
  return {
    get: { summary, security: [], responses: { 200: ok("Yes"), ...problems("store-unavailable") } },
  };
}
