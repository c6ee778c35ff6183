/** The subset of JSON Schema that the service uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

export interface ParameterShape {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface ResponseShape {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Content;
}

export interface OperationShape {
  readonly summary?: string;
  readonly parameters?: readonly ParameterShape[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseShape>>;
}

/** The parts of the OpenAPI document that are shown. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationShape>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseShape>>;
  };
}

/** The last segment of a reference. */
export function referredName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** A response, with its reference resolved. */
export function responseOf(answer: ResponseShape, { components }: OpenApi): ResponseShape {
  if (answer.$ref === undefined) return answer;
  const name = referredName(answer.$ref);
  return Object.hasOwn(components.responses, name) ? (components.responses[name] ?? {}) : {};
}
