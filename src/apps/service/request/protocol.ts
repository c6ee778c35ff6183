import type { IncomingMessage } from "node:http";
import { ProblemError } from "../http-problem.ts";

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * The problem of a request that violates RFC 9110 or RFC 9112, but is accepted by Node; `undefined` if there is none.
 * Its connection is closed, since a proxy may have parsed the request differently.
 */
export function protocolProblem({
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): ProblemError | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return problem("version-not-supported", "the service speaks HTTP/1.1 and HTTP/1.0");
  }
  const hosts = valuesOf(rawHeaders, "host");
  const [host] = hosts;
  if (hosts.length > 1) return problem("bad-request", "a request must have only one `host`");
  if (host === undefined && httpVersion === "1.1") {
    return problem("bad-request", "a request of HTTP/1.1 must have a `host`");
  }
  if (host !== undefined && !HOST.test(host)) {
    return problem("bad-request", "the `host` is not a host");
  }
  const { "transfer-encoding": coding, expect } = headers;
  if (coding !== undefined && httpVersion === "1.0") {
    return problem("bad-request", "a request of HTTP/1.0 must not have `transfer-encoding`");
  }
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return problem("not-implemented", "the only `transfer-encoding` is `chunked`");
  }
  const isExpected = ["", "100-continue"].includes(expect?.trim().toLowerCase() ?? "");
  if (!isExpected && httpVersion === "1.1") {
    return problem("expectation-failed", "the only expectation is `100-continue`");
  }
  return undefined;
}

function problem(
  code: ConstructorParameters<typeof ProblemError>[0],
  detail: string,
): ProblemError {
  return new ProblemError(code, detail, [], { connection: "close" });
}

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter((_, index) => {
    return index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name;
  });
}
