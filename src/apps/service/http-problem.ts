import { applyFix } from "../../language/source/apply-fix.ts";
import type { Diagnostic, Fix } from "../../language/source/diagnostic.ts";
import { visibleText } from "../../language/source/visible-text.ts";
import { defined } from "../../util/defined.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** A kind of problem. After a 429 or a 503 the same request may succeed, and the response says when to send it again. */
type ProblemKind =
  | { readonly status: 429 | 503; readonly title: string; readonly retrySeconds: number }
  | {
      readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 412 | 413 | 415 | 417 | 422 | 431;
      readonly title: string;
    }
  | { readonly status: 500 | 501 | 505; readonly title: string };

/** All kinds of problems in responses, by code, with status and title. A code never changes its meaning. */
export const PROBLEMS = {
  "invalid-parameter": { status: 400, title: "A parameter is invalid" },
  "invalid-body": { status: 400, title: "The body of the request is invalid" },
  "bad-request": { status: 400, title: "The request cannot be read" },
  unauthorized: { status: 401, title: "A valid key is needed" },
  forbidden: { status: 403, title: "The key may not do this" },
  "not-found": { status: 404, title: "Nothing was found at this address" },
  "method-not-allowed": { status: 405, title: "This address does not support the method" },
  "not-acceptable": { status: 406, title: "None of the accepted formats is available" },
  "request-timeout": { status: 408, title: "The request took too long to arrive" },
  "precondition-failed": { status: 412, title: "A condition of the request is not met" },
  "body-too-large": { status: 413, title: "The body of the request is too large" },
  "unsupported-media-type": { status: 415, title: "The service does not read a body of this type" },
  "expectation-failed": {
    status: 417,
    title: "The service cannot meet the expectation of the request",
  },
  "invalid-query": { status: 422, title: "The query cannot be answered" },
  "invalid-formula": { status: 422, title: "The formula has errors" },
  "too-costly": { status: 422, title: "The formula takes too much work for these records" },
  "too-many-requests": { status: 429, title: "Too many requests were made", retrySeconds: 1 },
  "headers-too-large": {
    status: 431,
    title: "The address or the headers of the request are too long",
  },
  internal: { status: 500, title: "The service failed" },
  "not-implemented": { status: 501, title: "The service does not know this method or coding" },
  overloaded: { status: 503, title: "The service is overloaded", retrySeconds: 1 },
  "store-busy": { status: 503, title: "The store is busy with other requests", retrySeconds: 1 },
  "store-timeout": { status: 503, title: "The records took too long to find", retrySeconds: 5 },
  "store-unavailable": { status: 503, title: "The records cannot be reached", retrySeconds: 5 },
  "shutting-down": { status: 503, title: "The service is stopping", retrySeconds: 5 },
  "version-not-supported": {
    status: 505,
    title: "The service does not support this version of HTTP",
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ServiceProblemCode = keyof typeof PROBLEMS;

/** A mistake in a request. */
export interface Mistake {
  /** The parameter as sent, if the mistake is about one. */
  readonly parameter?: string;
  /** The kind of mistake, for programs. */
  readonly code: string;
  readonly message: string;
  /** Advice for correcting it. */
  readonly help?: string;
  /** The diagnostics of a formula. */
  readonly diagnostics?: readonly DiagnosticJson[];
  /** The number of diagnostics, if not all of them are listed. */
  readonly diagnosticCount?: number;
}

/** A diagnostic in a response. Its fix contains the whole corrected formula. */
interface DiagnosticJson extends Omit<Diagnostic, "fix"> {
  readonly fix?: Fix & { readonly formula: string };
}

/** Thrown to send a problem, as described by RFC 9457. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ServiceProblemCode;
  readonly statusCode: number;
  readonly mistakes: readonly Mistake[];
  readonly headers: Readonly<Record<string, string>>;
  /** The number of all mistakes, including those that are not listed. */
  readonly mistakeCount: number;

  constructor(
    code: ServiceProblemCode,
    detail: string,
    mistakes: readonly Mistake[] = [],
    headers: Readonly<Record<string, string>> = {},
    mistakeCount = mistakes.length,
  ) {
    super(clip(detail, 300));
    const kind: ProblemKind = PROBLEMS[code];
    this.code = code;
    this.statusCode = kind.status;
    this.mistakes = mistakes;
    this.headers =
      "retrySeconds" in kind ? { "retry-after": String(kind.retrySeconds), ...headers } : headers;
    this.mistakeCount = mistakeCount;
  }

  toJSON(): object {
    const { status, title } = PROBLEMS[this.code];
    return {
      type: `urn:isoform:problem:${this.code}`,
      title,
      status,
      code: this.code,
      detail: this.message,
      ...(this.mistakes.length === 0 ? {} : { errors: this.mistakes }),
      ...(this.mistakeCount > this.mistakes.length ? { errorCount: this.mistakeCount } : {}),
    };
  }
}

function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…` : text;
}

/** The most mistakes or diagnostics in a response. If there are more, it tells how many. */
const MOST_LISTED = SERVICE_LIMITS.mistakes;

/** Collects the mistakes of a request, so that one response reports all of them. */
export class Mistakes {
  readonly #list: Mistake[] = [];
  #count = 0;
  #isMalformed = false;

  /** Reports a parameter that cannot be parsed. */
  malformed(parameter: string, code: string, message: string, help?: string): void {
    this.#isMalformed = true;
    this.#add(parameter, code, message, help);
  }

  /** Reports a well-formed parameter with an invalid value. */
  unanswerable(parameter: string, code: string, message: string, help?: string): void {
    this.#add(parameter, code, message, help);
  }

  formula(parameter: string, source: string, diagnostics: readonly Diagnostic[]): void {
    const [first] = diagnostics.filter(({ severity }) => severity === "error");
    this.#count++;
    this.#list.push({
      parameter,
      code: "invalid-formula",
      message: first?.message ?? "the formula has errors",
      ...defined({ help: first?.help }),
      ...diagnosticsJson(source, diagnostics),
    });
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** @throws {@link ProblemError} if there was a mistake */
  throwIfAny(): void {
    const [first] = this.#list;
    if (first === undefined) return;
    const isFormula = this.#list.every(({ code }) => code === "invalid-formula");
    const code = this.#isMalformed
      ? "invalid-parameter"
      : isFormula
        ? "invalid-formula"
        : "invalid-query";
    const more = this.#count === 1 ? "" : ` (and ${this.#count - 1} more)`;
    throw new ProblemError(code, `${first.message}${more}`, this.#list, {}, this.#count);
  }

  #add(name: string, code: string, message: string, help: string | undefined): void {
    this.#count++;
    if (this.#list.length >= MOST_LISTED) return;
    const parameter = clip(visibleText(name), 100);
    this.#list.push({ parameter, code, message, ...defined({ help }) });
  }
}

/** The first diagnostics of a formula, with their total number if there are more. */
export function diagnosticsJson(
  source: string,
  diagnostics: readonly Diagnostic[],
): Pick<Mistake, "diagnostics" | "diagnosticCount"> {
  const listed = diagnostics.slice(0, MOST_LISTED).map(({ fix, ...diagnostic }) => ({
    ...diagnostic,
    ...(fix === undefined ? {} : { fix: { ...fix, formula: applyFix(source, fix) } }),
  }));
  const { length } = diagnostics;
  return { diagnostics: listed, ...(length > listed.length ? { diagnosticCount: length } : {}) };
}
