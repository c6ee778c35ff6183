import type { FastifyReply, FastifyRequest } from "fastify";
import { InexactPositionError } from "../../../backends/sql/query/exact-position.ts";
import { callBack } from "../../../data/stores/call-back.ts";
import { StoreError, type StoreErrorCode } from "../../../data/stores/store.ts";
import { quote } from "../../../util/quote.ts";
import { ProblemError, type ServiceProblemCode } from "../http-problem.ts";

const STORE_PROBLEMS: Readonly<
  Record<StoreErrorCode, { readonly code: ServiceProblemCode; readonly detail: string }>
> = {
  busy: { code: "store-busy", detail: "too many requests at once; try again" },
  timeout: {
    code: "store-timeout",
    detail: "the query took too long; ask for less, or with a simpler formula",
  },
  "too-costly": {
    code: "too-costly",
    detail:
      "the longest texts of the records are too long for the formula; make the formula simpler",
  },
  unavailable: {
    code: "store-unavailable",
    detail: "the records cannot be reached now; try again later",
  },
  data: { code: "internal", detail: "the records cannot be read" },
  position: { code: "invalid-query", detail: "no page can start after the record of the cursor" },
  // For example, the table may be gone. The message in the log has advice.
  setup: { code: "store-unavailable", detail: "the records cannot be reached now" },
};

/** Problems for Fastify's own errors, by status. */
const FRAMEWORK_PROBLEMS: Readonly<Record<number, ServiceProblemCode>> = {
  400: "bad-request",
  413: "body-too-large",
  415: "unsupported-media-type",
};

/** Converts an error to the problem to send. Errors relevant to the operator are logged and counted. */
export function problemOf(
  error: unknown,
  { log }: FastifyRequest,
  onStoreFailure: (code: StoreErrorCode) => void,
): ProblemError {
  const storeProblem = ({
    code: cause,
    message: reason,
    cause: origin,
  }: StoreError): ProblemError => {
    const { code, detail } = STORE_PROBLEMS[cause];
    // The store itself did not fail.
    if (cause === "too-costly") return new ProblemError(code, detail);
    if (cause === "position") {
      // The operator can declare the field as a text.
      callBack(() => log.warn({ code: cause, reason }, "a page has no exact beginning"));
      return inexactPosition(detail, origin);
    }
    onStoreFailure(cause);
    callBack(() => log.error({ code: cause, reason }, "the store did not answer"));
    return new ProblemError(code, detail);
  };
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreError) return storeProblem(error);
  const { statusCode = 500, message = "" } = error as { statusCode?: number; message?: string };
  const known = statusCode === 400 ? bodyProblem(error) : FRAMEWORK_PROBLEMS[statusCode];
  if (known !== undefined) return new ProblemError(known, message.slice(0, 300));
  callBack(() => log.error({ err: error }, "a request failed"));
  return new ProblemError("internal", "the request could not be answered");
}

/** The field is known to the client: positions consist of the fields of its order and the key. */
function inexactPosition(detail: string, origin: unknown): ProblemError {
  const reason =
    origin instanceof InexactPositionError
      ? `: ${origin.value} in ${quote(origin.field.name)} is rounded, so records could be missing`
      : "";
  const message = `${detail}${reason}`;
  const help = "sort by another field, or leave out `pageSize` and `cursor` to get all records";
  const mistake = { parameter: "cursor", code: "inexact-position", message, help };
  return new ProblemError("invalid-query", message, [mistake]);
}

function bodyProblem(error: unknown): ServiceProblemCode {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /BODY|CONTENT_LENGTH/.test(code) || error instanceof SyntaxError
    ? "invalid-body"
    : "bad-request";
}

/** Sends a problem, uncompressed and uncacheable, unless its client is gone. */
export function sendProblem(problem: ProblemError, reply: FastifyReply): FastifyReply {
  reply.code(problem.statusCode);
  // Node would make an error with a stack, which takes as long as the request.
  if (reply.raw.destroyed) return reply.hijack();
  for (const name of ["content-encoding", "etag", "link", "x-next-cursor", "x-total-count"])
    reply.removeHeader(name);
  return reply
    .headers({ "cache-control": "no-store", ...problem.headers })
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem));
}
