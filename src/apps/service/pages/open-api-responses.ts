import type { Field, Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { PROBLEMS, type ServiceProblemCode } from "../http-problem.ts";
import { FORMATS, MEDIA_TYPES } from "../response/record-format.ts";
import { TYPES } from "./open-api-parameters.ts";

export const text = { type: "string" };
export const count = { type: "integer", minimum: 1 };
export const flag = { type: "boolean" };
/** The headers of every response about records. */
const RECORD_HEADERS = {
  etag: header(text, "The tag of this answer. If the answer may have changed, so has the tag."),
  "x-formula-warnings": header(
    text,
    'The warnings of the formulas, as a list of structured fields (RFC 9651): `constant-condition;parameter="filterByFormula";start=24;end=31;message=%"…"`.',
  ),
};

const RETRY_AFTER = header(count, "The seconds after which the request can be sent again.");

export function ok(description: string): object {
  return { description };
}

/** The formats of a table. Only JSON has a schema. */
export function tableContent(items: object): object {
  return Object.fromEntries(
    MEDIA_TYPES.map((type) => [
      type,
      { schema: FORMATS[type].end === "]" ? { type: "array", items } : text },
    ]),
  );
}

function header(schema: object, description: string): object {
  return { schema, description };
}

/** The responses of a request for records. */
export function recordResponses(component: string): object {
  const content = tableContent({ $ref: `#/components/schemas/${component}` });
  const headers = {
    ...RECORD_HEADERS,
    link: header(text, 'The address of the next page, as `rel="next"`.'),
    "x-next-cursor": header(text, "The cursor of the next page."),
    "x-total-count": header(
      count,
      "The number of records on all pages, if `totalCount` was given.",
    ),
    ratelimit: header(text, "How many requests the key may still make."),
  };
  return answers("The records, with the requested fields", content, headers);
}

/** The responses of a request about records. */
export function answers(
  description: string,
  content: object,
  headers: object = RECORD_HEADERS,
): object {
  return {
    200: { description, headers, content },
    304: { description: "The client has this answer already" },
    ...problems(
      "invalid-parameter",
      "unauthorized",
      "not-acceptable",
      "invalid-query",
      "too-many-requests",
      "store-unavailable",
    ),
  };
}

/** The responses with these problems, by status. */
export function problems(...codes: readonly ServiceProblemCode[]): object {
  return Object.fromEntries(
    codes.map((code) => {
      const { status } = PROBLEMS[code];
      return [status, { $ref: `#/components/responses/Problem${status}` }];
    }),
  );
}

/** The response with a status, which several problems may share. */
export function problemResponse(status: number): object {
  const titles = Object.entries(PROBLEMS)
    .filter(([, problem]) => problem.status === status)
    .map(([code, { title }]) => `\`${code}\`: ${title}`);
  return {
    description: titles.join("; "),
    ...(status === 429 || status === 503 ? { headers: { "retry-after": RETRY_AFTER } } : {}),
    content: {
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  };
}

export const PROBLEM = {
  type: "object",
  required: ["type", "title", "status", "code", "detail"],
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(PROBLEMS) },
    detail: text,
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["code", "message"],
        properties: {
          parameter: text,
          code: text,
          message: text,
          help: text,
          diagnostics: { type: "array", items: { type: "object" }, maxItems: 20 },
          diagnosticCount: count,
        },
      },
      maxItems: 20,
    },
    errorCount: count,
  },
};

/** The JSON Schema of a record. */
export function recordSchema(schema: Schema): object {
  const property = (field: Field): [string, object] => [
    field.name,
    { ...TYPES[field.type], ...choicesOf(field), ...defined({ description: field.description }) },
  ];
  return {
    type: "object",
    properties: Object.fromEntries([...schema.fields.values()].map(property)),
  };
}

/** The choices for a field's values, which may also be blank, or for the items of a list. */
function choicesOf({ type, choices }: Field): object {
  if (choices === undefined) return {};
  return type === "list"
    ? { items: { type: "string", enum: choices } }
    : { enum: [...choices, null] };
}
