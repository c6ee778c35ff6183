import { PROBLEMS, ProblemError, type ServiceProblemCode } from "./http-problem.ts";

/** An error of Node's HTTP parser. */
export interface UnreadableRequest {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const CODES: Readonly<Record<string, ServiceProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers-too-large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "body-too-large",
  HPE_PAUSED_H2_UPGRADE: "version-not-supported",
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
};

/** Error codes of requests whose first line is well-formed. */
const CODES_OF_LINES: Readonly<Record<string, ServiceProblemCode>> = {
  HPE_INVALID_METHOD: "not-implemented",
  HPE_INVALID_VERSION: "version-not-supported",
};

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/\d\.\d\r\n/;

/** The problem of a request that is not valid HTTP, too slow or too large; `undefined` if the client is gone. */
export function unreadable({ code = "", rawPacket }: UnreadableRequest): ProblemError | undefined {
  if (code === "ECONNRESET") return undefined;
  const begin = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString("latin1") : "";
  const ofLine = REQUEST_LINE.test(begin) ? CODES_OF_LINES[code] : undefined;
  return new ProblemError(ofLine ?? CODES[code] ?? "bad-request", "the request cannot be read");
}

/** Serializes a problem as the last response of a connection, for requests that Node does not emit. */
export function lastAnswer(problem: ProblemError): string {
  const body = JSON.stringify(problem);
  const { status, title } = PROBLEMS[problem.code];
  return [
    `HTTP/1.1 ${status} ${title}`,
    "content-type: application/problem+json; charset=utf-8",
    "cache-control: no-store",
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
