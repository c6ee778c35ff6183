import type { FieldRole, Policy, SchemaJson, ValueType } from "../../../index.ts";
import { ServiceRefusal } from "../distribution/service-groups.ts";
import { SourceError } from "../records/playground-source.ts";

/** A query parameter. */
export type QueryParameter = readonly [name: string, value: string];

/** The query parameter of a formula; none for an empty one. */
export function filterOf(formula: string): readonly QueryParameter[] {
  return formula.trim() === "" ? [] : [["filterByFormula", formula]];
}

/** A field as a service describes it. Computed fields look like others: the service computes them. */
interface ServedField {
  readonly name: string;
  readonly type: ValueType;
  readonly role?: FieldRole;
  readonly time?: boolean;
  readonly choices?: readonly string[];
  readonly description?: string;
}

/** A collection of a service, as the holder of a key sees it. */
export interface ServedCollection {
  readonly name: string;
  readonly path: string;
  readonly schema: SchemaJson;
  /** What formulas may use. */
  readonly policy: Policy | undefined;
}

/** An error in a problem response. */
interface ReportedMistake {
  readonly code?: string;
  readonly message?: string;
  readonly diagnostics?: readonly { readonly message: string }[];
}

/** The API of the service that serves this page. The key is sent in a header, never in a URL. */
export class ServiceApi {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** The headers of each request. */
  get headers(): Readonly<Record<string, string>> {
    return this.#key === "" ? {} : { "x-api-key": this.#key };
  }

  /** The URL of a path of the service, which may be below a prefix, like this page. */
  address(path: string): string {
    return new URL(`.${path}`, document.baseURI).href;
  }

  /**
   * Sends a GET request with query parameters.
   *
   * @throws {@link SourceError} with the service's message
   */
  async get(
    path: string,
    parameters: readonly QueryParameter[],
    signal: AbortSignal,
    accept = "application/json",
  ): Promise<Response> {
    const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
    const address = `${this.address(path)}${parameters.length === 0 ? "" : `?${query}`}`;
    return await this.#fetch(address, { headers: { ...this.headers, accept }, signal });
  }

  /** Sends a request, by POST if there is a body, and returns the JSON of the response. */
  async ask(path: string, body: object | undefined, signal: AbortSignal): Promise<unknown> {
    const { headers } = this;
    const response = await this.#fetch(
      this.address(path),
      body === undefined
        ? { headers, signal }
        : {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body),
            signal,
          },
    );
    return await response.json();
  }

  /** @throws {@link ResponseError} with the service's message */
  async #fetch(address: string, options: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const response = await this.#sent(address, options);
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  async #sent(address: string, options: RequestInit & { signal: AbortSignal }): Promise<Response> {
    try {
      return await fetch(address, options);
    } catch (error) {
      const { signal } = options;
      if (signal.aborted) throw error;
      throw new SourceError("The service does not answer.");
    }
  }

  /** The collections that the key may query, with their fields. */
  async collections(signal: AbortSignal): Promise<readonly ServedCollection[]> {
    const response = await this.get("/schema", [], signal);
    const { collections } = (await response.json()) as {
      collections: Record<
        string,
        { path: string; timeZone?: string; policy?: Policy; fields: readonly ServedField[] }
      >;
    };
    return Object.entries(collections).map(([name, { path, timeZone, policy, fields }]) => ({
      name,
      path,
      policy,
      schema: {
        fields: Object.fromEntries(fields.map((field) => [field.name, declared(field)])),
        ...(timeZone === undefined ? {} : { timeZone }),
      },
    }));
  }
}

function declared({
  type,
  role,
  time,
  choices,
  description,
}: ServedField): SchemaJson["fields"][string] {
  return {
    type,
    ...(role === "key" ? { key: true } : role === undefined ? {} : { role }),
    ...(time === undefined ? {} : { time }),
    ...(choices === undefined ? {} : { choices }),
    ...(description === undefined ? {} : { description }),
  };
}

/** An error response of a service. */
export class ResponseError extends ServiceRefusal {
  readonly status: number;

  constructor(status: number, message: string, codes: readonly string[]) {
    super(message, codes);
    this.status = status;
  }
}

async function refusalOf(response: Response): Promise<ResponseError> {
  const { status, headers } = response;
  // The service's message is about headers, which the user of a page does not write.
  if (status === 401) return new ResponseError(status, "The service does not accept this key.", []);
  const problem = (await response.json().catch(() => ({}))) as {
    title?: string;
    detail?: string;
    errors?: readonly ReportedMistake[];
  };
  const mistakes = (problem.errors ?? []).flatMap(({ message, diagnostics }) => [
    ...(diagnostics ?? []).map((one) => one.message),
    ...(diagnostics === undefined && message !== undefined ? [message] : []),
  ]);
  const wait = headers.get("retry-after");
  const words = [
    problem.title ?? `The service answered with status ${status}`,
    ...(mistakes.length > 0 ? mistakes : [problem.detail ?? ""]),
    wait === null ? "" : `Try again in ${wait} seconds.`,
  ];
  const codes = (problem.errors ?? []).flatMap(({ code }) => (code === undefined ? [] : [code]));
  return new ResponseError(status, words.filter((word) => word !== "").join(": "), codes);
}
